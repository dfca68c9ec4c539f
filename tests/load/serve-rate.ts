import { once } from "node:events";
import { setImmediate as messages } from "node:timers/promises";

const WARM_UPS = 5;

/**
 * Warms up, says so to the parent process, does runs from the number it is sent on until it is sent anything more, and
 * answers with how many it has done by the end of the last.
 */
export async function serveRate(atOnce: number, run: (number: number) => Promise<void>): Promise<void> {
  process.once("disconnect", () => process.exit(0));
  for (let number = 0; number < WARM_UPS; number++) await run(number);
  process.send?.("ready");
  const [from] = await once(process, "message");
  let isOver = false;
  process.once("message", () => {
    isOver = true;
  });
  let runs = 0;
  const oneAfterAnother = async () => {
    do {
      await run(Number(from) + runs++);
      // A run that waits for nothing lets none in.
      await messages();
    } while (!isOver);
  };
  await Promise.all(Array.from({ length: atOnce }, oneAfterAnother));
  process.send?.(runs);
}
