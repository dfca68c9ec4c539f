import type { SimulationRecord } from "./record.ts";

const LEAST_S = 10;
const MOST_S = 60;

/**
 * Polling interval for a client that follows a run by a live socket, seconds. Events may be lost, so the record is
 * polled as well. While the run is queued the interval is a third of its estimated wait, so that a long queue does not
 * load the API.
 */
export const lookAgainAfterS = ({ startsInS }: Pick<SimulationRecord, "startsInS">): number =>
  Math.min(MOST_S, Math.max(LEAST_S, (startsInS ?? 0) / 3));
