const WARM_UPS = 5;

/** What the parent of a measuring process asks it: runs from number `from` on, for `forMs`. */
export interface RateRequest {
  from: number;
  forMs: number;
}

/** Warms up, says so to the parent process, and answers each of its requests with how many runs were done a second. */
export async function serveRate(atOnce: number, run: (number: number) => Promise<void>): Promise<void> {
  for (let number = 0; number < WARM_UPS; number++) await run(number);
  process.on("message", async ({ from, forMs }: RateRequest) => {
    const started = performance.now();
    let runs = 0;
    const oneAfterAnother = async () => {
      do await run(from + WARM_UPS + runs++);
      while (performance.now() - started < forMs);
    };
    await Promise.all(Array.from({ length: atOnce }, oneAfterAnother));
    process.send?.((1000 * runs) / (performance.now() - started));
  });
  process.once("disconnect", () => process.exit(0));
  process.send?.("ready");
}
