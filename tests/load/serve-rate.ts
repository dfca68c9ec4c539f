import { once } from "node:events";
import { setImmediate as messages } from "node:timers/promises";

const WARM_UPS = 5;

/**
 * Serves a rate measurement of the parent process. It warms up and says so. It then does runs from the number it is sent,
 * until the next message, and answers with their count.
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
      // A run that never waits would starve incoming messages.
      await messages();
    } while (!isOver);
  };
  await Promise.all(Array.from({ length: atOnce }, oneAfterAnother));
  process.send?.(runs);
}
