import { lookAgainAfterS } from "@ecotrim/contracts/simulations/look-again";
import { type SimulationRecord, type SimulationStatus, STUDY_FIELDS } from "@ecotrim/contracts/simulations/record";
import { VERDICT_SCENARIOS } from "@ecotrim/contracts/simulations/verdict";
import { fetchSimulation, type SimulationHandle } from "../../../lib/api.ts";
import { ApiError } from "../../../lib/http.ts";
import type { RunEvent } from "./machine.ts";

const POLL_MS = 2000;

const isEnded = (part: { status: SimulationStatus } | null | undefined): boolean =>
  // An API of the version before knows nothing of a new study.
  part == null || part.status === "completed" || part.status === "failed";

/** No more events come: the run is over, and so are the follow-ups of a completed one. */
const isOver = (record: SimulationRecord): boolean =>
  record.status === "failed" ||
  (record.status === "completed" && STUDY_FIELDS.every((field) => isEnded(record[field])));

/** Whether a retry may succeed: the network, the server or a rate limit failed the call, not the request itself. */
const isTemporary = (error: unknown): boolean =>
  error instanceof ApiError && (error.status < 400 || error.status === 429 || error.status >= 500);

/**
 * Follows a simulation to its end, the scenarios and the sensitivity after its results included: by socket, by polling
 * while the socket is down, reading the record at once, at every (re)connect and when the network comes back.
 * @throws ApiError where the record cannot be read for good (404: the capability is gone)
 */
export function followSimulation(
  handle: SimulationHandle,
  dispatch: (event: RunEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  // A signal that has aborted already fires no event.
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve, reject) => {
    let live = false;
    let sinceReadMs = 0;
    let lookAgainMs = 0;
    let hasResults = false;
    let known: SimulationRecord | undefined;
    let over = false;
    let reading = false;
    let askedForVerdict = false;
    let readAgain = false;
    let closeLink: (() => void) | undefined;

    const finish = (error?: unknown) => {
      if (over) return;
      over = true;
      clearInterval(timer);
      closeLink?.();
      signal.removeEventListener("abort", abort);
      window.removeEventListener("online", read);
      if (error === undefined) resolve();
      else reject(error);
    };
    const abort = () => finish();

    const take = (record: SimulationRecord) => {
      if (over) return;
      known = record;
      hasResults ||= record.status === "completed";
      lookAgainMs = lookAgainAfterS(record) * 1000;
      dispatch({ type: "record", record });
      if (isOver(record)) finish();
    };

    const read = async (): Promise<void> => {
      if (reading) {
        // The answer under way may be older than the event that caused this read.
        readAgain = true;
        return;
      }
      reading = true;
      try {
        const record = (await fetchSimulation(handle, known?.version)) ?? known;
        if (record) take(record);
      } catch (error) {
        if (over) return;
        // Shown results stay on the screen, even where their follow-ups cannot be read.
        if (!isTemporary(error)) return hasResults ? finish() : finish(error);
        lookAgainMs = 0;
        dispatch({ type: "unreachable" });
      } finally {
        reading = false;
      }
      if (readAgain && !over) {
        readAgain = false;
        await read();
      }
    };

    const timer = setInterval(() => {
      sinceReadMs += POLL_MS;
      if (live && sinceReadMs < lookAgainMs) return;
      sinceReadMs = 0;
      void read();
    }, POLL_MS);
    signal.addEventListener("abort", abort);
    window.addEventListener("online", read);

    const openLink = async () => {
      // Without the socket's code polling alone follows the run.
      const link = await import("./socket-link.ts").catch(() => undefined);
      if (over || !link) return;
      closeLink = link.openSocketLink(handle, {
        version: () => known?.version,
        onRecord: take,
        onProgress: (progress) => {
          if (!over) dispatch({ type: "progress", progress });
        },
        onUncertainty: (band) => {
          if (over) return;
          dispatch({ type: "uncertainty", band });
          const isDue = known?.verdict?.code === "pending" && band.scenarios >= VERDICT_SCENARIOS;
          if (!isDue || askedForVerdict) return;
          askedForVerdict = true;
          void read();
        },
        onPower: (progress) => {
          if (!over) dispatch({ type: "power", progress });
        },
        onEnd: () => void read(),
        onLive: (isLive) => {
          live = isLive;
        },
      });
    };

    // A run that is over already needs no socket.
    void read().then(openLink);
  });
}
