import { setMaxListeners } from "node:events";
import type { EngineProgress } from "@ecotrim/contracts/simulations/progress";
import type { SimulationRequest } from "@ecotrim/engine/simulate";
import type { SimulationOutput } from "@ecotrim/present/results/results";
import type { SimulationPool } from "../../worker/src/solver/pool.ts";
import { QUARTER, sampleRows, sampleStudies, sampleTasks } from "./sample-tasks.ts";

/** A run of the pool that does only what the test says. */
export interface GatedRun {
  request: SimulationRequest;
  signal: AbortSignal;
  report(progress: EngineProgress): void;
  finish(output?: SimulationOutput): void;
  fail(error: unknown): void;
}

/** A quarter of the scenarios, which are solved when the test says. */
export interface GatedChunk {
  finish(): void;
  fail(error: unknown): void;
}

export interface GatedPool extends Omit<SimulationPool, "load"> {
  /** The next run that begins, in order. */
  nextRun(): Promise<GatedRun>;
  /** The next quarter of the scenarios that begins, in order, of a pool that holds them. */
  nextChunk(): Promise<GatedChunk>;
  /** Likewise of the scenarios that go before runs. */
  nextUrgentChunk(): Promise<GatedChunk>;
  /** Runs begun so far. */
  readonly begun: number;
}

/** A queue in memory: each value goes to the next caller, in order. */
function createLine<T>() {
  const items: T[] = [];
  const waiting: ((item: T) => void)[] = [];
  return {
    put(item: T) {
      const next = waiting.shift();
      if (next) next(item);
      else items.push(item);
    },
    next: (): Promise<T> =>
      items.length > 0 ? Promise.resolve(items.shift()!) : new Promise((resolve) => waiting.push(resolve)),
  };
}

/** Rejects also if the signal has aborted already, since a past event is never heard. */
function rejectOnAbort(signal: AbortSignal, reject: (reason: unknown) => void): void {
  if (signal.aborted) reject(signal.reason);
  else signal.addEventListener("abort", () => reject(signal.reason));
}

/**
 * Holds every run until the test ends it; an aborted one rejects, and so does one held when the pool closes. Scenarios
 * are held alike where `holdChunks` says so.
 */
export function createGatedPool({ holdChunks = false } = {}): GatedPool {
  const runs = createLine<GatedRun>();
  const chunks = createLine<GatedChunk>();
  const urgentChunks = createLine<GatedChunk>();
  const closed = new AbortController();
  // Every held run listens to this signal, so the limit of listeners is lifted.
  setMaxListeners(0, closed.signal);
  let begun = 0;
  const heldIn =
    (line: typeof chunks): GatedPool["studies"] =>
    (signal = new AbortController().signal) => ({
      ...sampleStudies,
      solveScenarios: (base, from, to) =>
        holdChunks && from % QUARTER === 0
          ? new Promise((resolve, reject) => {
              for (const end of [signal, closed.signal]) rejectOnAbort(end, reject);
              line.put({ finish: () => resolve(sampleRows(from, to)), fail: reject });
            })
          : sampleStudies.solveScenarios(base, from, to),
    });
  return {
    ...sampleTasks,
    get begun() {
      return begun;
    },
    run: (request, { onProgress, signal = new AbortController().signal } = {}) =>
      new Promise((resolve, reject) => {
        begun += 1;
        rejectOnAbort(signal, reject);
        rejectOnAbort(closed.signal, reject);
        const run: GatedRun = {
          request,
          signal,
          report: (progress) => onProgress?.(progress),
          finish: (output = sampleOutput(request)) => resolve(output),
          fail: reject,
        };
        runs.put(run);
      }),
    nextRun: runs.next,
    studies: heldIn(chunks),
    urgent: { threads: 1, studies: heldIn(urgentChunks) },
    nextChunk: chunks.next,
    nextUrgentChunk: urgentChunks.next,
    close: async () => closed.abort(),
  };
}

/** An outcome that depends on the inputs alone and has no follow-ups; the worker stores it as it is. */
export function sampleOutput({ input }: SimulationRequest): SimulationOutput {
  return {
    results: {
      summary: {
        savings: input.load.averageKw * 2,
        ...{ irr: 0.1, npv: 1000, lcoe: 80, payback_years: null, capex_eur: 5000, profitability: "Altamente Rentable" },
        ...{ battery_capacity_kwh: input.battery.capacityKwh, battery_power_kw: input.battery.chargeKw },
      },
      engine_version: "test",
      tariff_version: "test",
    },
    hourly: { start: input.period.start, step_hours: 1, pv_kwh: [input.pv.kwp] },
  } as unknown as SimulationOutput;
}

/** An outcome with a saving: scenarios and sensitivity follow. */
export function followedOutput(request: SimulationRequest): SimulationOutput {
  const { results, hourly } = sampleOutput(request);
  const economic_case = { assumptions: { realisable_fct: 0.9 } };
  return { results: { ...results, economic_case } as never, hourly };
}
