import type { SimulationOutput, SimulationRequest } from "@ecotrim/shared/engine/simulation";
import type { EngineProgress } from "@ecotrim/shared/simulations/progress";
import type { SimulationPool } from "../../worker/src/solver/pool.ts";

/** A run of the pool that does only what the test says. */
export interface GatedRun {
  request: SimulationRequest;
  signal: AbortSignal;
  report(progress: EngineProgress): void;
  finish(output?: SimulationOutput): void;
  fail(error: unknown): void;
}

export interface GatedPool extends SimulationPool {
  /** The next run that begins, in order. */
  nextRun(): Promise<GatedRun>;
  /** Runs begun so far. */
  readonly begun: number;
}

/** Holds every run until the test ends it; an aborted one rejects, and so does one held when the pool closes. */
export function createGatedPool(): GatedPool {
  const runs: GatedRun[] = [];
  const waiting: ((run: GatedRun) => void)[] = [];
  const closed = new AbortController();
  let begun = 0;
  return {
    get begun() {
      return begun;
    },
    run: (request, { onProgress, signal = new AbortController().signal } = {}) =>
      new Promise((resolve, reject) => {
        begun += 1;
        for (const end of [signal, closed.signal]) end.addEventListener("abort", () => reject(end.reason));
        const run: GatedRun = {
          request,
          signal,
          report: (progress) => onProgress?.(progress),
          finish: (output = sampleOutput(request)) => resolve(output),
          fail: reject,
        };
        const next = waiting.shift();
        if (next) next(run);
        else runs.push(run);
      }),
    nextRun: () => {
      const run = runs.shift();
      return run ? Promise.resolve(run) : new Promise((resolve) => waiting.push(resolve));
    },
    close: async () => closed.abort(),
  };
}

/** An outcome that follows from the inputs alone; the worker stores it without looking into it. */
export function sampleOutput({ input }: SimulationRequest): SimulationOutput {
  return {
    results: {
      summary: { savings: input.demand_value * 2, battery_capacity_kwh: input.battery_capacity },
      engine_version: "test",
      tariff_version: "test",
    },
    hourly: { start: input.start_date, step_hours: 1, pv_kwh: [input.pv_value] },
  } as unknown as SimulationOutput;
}
