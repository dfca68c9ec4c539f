import { createDataSource } from "../db/data-source.ts";
import { readSettings } from "../env/env.ts";
import { createQueue } from "../queue/queue.ts";
import { readOffers } from "./offers.ts";
import { printOffers, printStatus, printStory } from "./print.ts";
import { readStatus } from "./status.ts";
import { tellStory } from "./why.ts";

/**
 * `npm run -s ops:status [-- --json]`, `npm run -s ops:why -- <simulation or reference> [--json]` and
 * `npm run -s ops:offers [-- --json]`; a container runs the compiled file. All only read the database and the queue. Exit
 * code 1 where the simulation is not found or nothing can be read.
 */
const USAGE =
  "Usage: npm run -s ops:status [-- --json], npm run -s ops:why -- <simulation or reference> [--json], npm run -s ops:offers [-- --json]";
const QUIET = { info() {}, warn() {}, error() {} };

try {
  const [command, ...rest] = process.argv.slice(2);
  const asJson = rest.includes("--json");
  const [id] = rest.filter((argument) => !argument.startsWith("--"));
  if (command !== "status" && command !== "offers" && !(command === "why" && id)) throw new Error(USAGE);
  const { DATABASE_URL, REDIS_URL } = readSettings();
  if (DATABASE_URL === undefined) throw new Error("No database: set DATABASE_URL, or run npm start beside this.");

  const dataSource = createDataSource(DATABASE_URL, { poolSize: 2, applicationName: "ecotrim-ops" });
  await dataSource.initialize();
  const queue = createQueue({ DATABASE_URL, ...(REDIS_URL !== undefined && { REDIS_URL }) }, QUIET);
  const deps = { dataSource, queue };
  const show = <T>(value: T, print: (value: T) => string) =>
    console.log(asJson ? JSON.stringify(value, null, 2) : print(value));
  try {
    if (command === "status") show(await readStatus(deps), printStatus);
    else if (command === "offers") show(await readOffers(dataSource), printOffers);
    else {
      const story = await tellStory(deps, id as string);
      if (story) show(story, printStory);
      else throw new Error("There is no such simulation, or no longer: those nobody keeps are purged.");
    }
  } finally {
    await queue.close();
    await dataSource.destroy();
  }
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
