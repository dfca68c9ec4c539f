import { setMaxListeners } from "node:events";
import type { EngineProgress } from "@ecotrim/contracts/simulations/progress";
import type { SimulationRequest } from "@ecotrim/engine/simulate";
import type { SimulationOutput } from "@ecotrim/present/results/results";
import { chunkSize } from "../../worker/src/solver/chunks.ts";
import type { SimulationPool } from "../../worker/src/solver/pool.ts";
import { sampleRows, sampleTasks } from "./sample-tasks.ts";

/** A run of the pool that does only what the test says. */
export interface GatedRun {
  request: SimulationRequest;
  signal: AbortSignal;
  report(progress: EngineProgress): void;
  finish(output?: SimulationOutput): void;
  fail(error: unknown): void;
}

/** A piece of the scenarios that is solved when the test says. */
export interface GatedChunk {
  from: number;
  to: number;
  finish(): void;
  fail(error: unknown): void;
}

export interface GatedPool extends Omit<SimulationPool, "load"> {
  /** The next run that begins, in order. */
  nextRun(): Promise<GatedRun>;
  /** The next piece of scenarios that begins, in order, of a pool that holds them. */
  nextChunk(): Promise<GatedChunk>;
  /** Runs begun so far. */
  readonly begun: number;
  /** Pieces of scenarios begun so far. */
  readonly chunksBegun: number;
}

/** Hands over what is put in, in order, to whoever asks for the next. */
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

/**
 * Holds every run until the test ends it; an aborted one rejects, and so does one held when the pool closes. Scenarios
 * are held alike where `holdChunks` says so.
 */
export function createGatedPool({ holdChunks = false } = {}): GatedPool {
  const runs = createLine<GatedRun>();
  const chunks = createLine<GatedChunk>();
  const closed = new AbortController();
  // Every run and piece that is held listens to it.
  setMaxListeners(0, closed.signal);
  let begun = 0;
  let chunksBegun = 0;
  return {
    ...sampleTasks,
    get begun() {
      return begun;
    },
    get chunksBegun() {
      return chunksBegun;
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
        runs.put(run);
      }),
    nextRun: runs.next,
    solveScenarios: (base, from, to) => {
      chunksBegun += 1;
      return holdChunks
        ? new Promise((resolve, reject) => {
            closed.signal.addEventListener("abort", () => reject(closed.signal.reason));
            chunks.put({ from, to, finish: () => resolve(sampleRows(from, to)), fail: reject });
          })
        : sampleTasks.solveScenarios(base, from, to);
    },
    nextChunk: chunks.next,
    close: async () => closed.abort(),
  };
}

/** An outcome that follows from the inputs alone and that nothing follows; the worker stores it as it is. */
export function sampleOutput({ input }: SimulationRequest): SimulationOutput {
  return {
    results: {
      summary: {
        savings: input.demand_value * 2,
        ...{ irr: 0.1, npv: 1000, lcoe: 80, payback_years: null, capex_eur: 5000, profitability: "Altamente Rentable" },
        ...{ battery_capacity_kwh: input.battery_capacity, battery_power_kw: input.max_charge_power },
      },
      engine_version: "test",
      tariff_version: "test",
    },
    hourly: { start: input.start_date, step_hours: 1, pv_kwh: [input.pv_value] },
  } as unknown as SimulationOutput;
}

/** An outcome with a saving: scenarios and sensitivity follow, in four pieces of 500 scenarios, whatever a piece holds. */
export function followedOutput(request: SimulationRequest): SimulationOutput {
  const { results, hourly } = sampleOutput(request);
  const economic_case = { assumptions: { realisable_fct: 0.9 } };
  return { results: { ...results, period: { steps: chunkSize(500) }, economic_case } as never, hourly };
}
