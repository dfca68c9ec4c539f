import type { SimulationRecord } from "./record.ts";

const LEAST_S = 10;
const MOST_S = 60;

/**
 * How long who hears of a run by a live socket waits before reading its record again, seconds. Events may be lost, so it is
 * read now and then. In a line it is read after a third of the wait foretold, which keeps a long line from loading the API.
 */
export const lookAgainAfterS = ({ startsInS }: Pick<SimulationRecord, "startsInS">): number =>
  Math.min(MOST_S, Math.max(LEAST_S, (startsInS ?? 0) / 3));
