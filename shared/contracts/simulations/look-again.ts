import type { SimulationRecord } from "./record.ts";

const LEAST_S = 10;
const MOST_S = 60;

/**
 * How long who hears of a run by a live socket waits before reading its record again, seconds: now and then, since an
 * event may be lost, and in a line after a third of the wait foretold, so that a long one does not keep the API busy
 * telling all who wait where they stand.
 */
export const lookAgainAfterS = ({ startsInS }: Pick<SimulationRecord, "startsInS">): number =>
  Math.min(MOST_S, Math.max(LEAST_S, (startsInS ?? 0) / 3));
