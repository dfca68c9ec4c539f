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

/** A quarter of the scenarios, or an operation of the study of powers, which is solved when the test says. */
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
  /** The next operation of the study of powers, of a pool that holds them. */
  nextPiece(): Promise<GatedChunk>;
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
 * are held alike where `holdChunks` says so, and operations of the study of powers where `holdPieces` does.
 */
export function createGatedPool({ holdChunks = false, holdPieces = false } = {}): GatedPool {
  const runs = createLine<GatedRun>();
  const chunks = createLine<GatedChunk>();
  const urgentChunks = createLine<GatedChunk>();
  const pieces = createLine<GatedChunk>();
  const closed = new AbortController();
  // Every held run listens to this signal, so the limit of listeners is lifted.
  setMaxListeners(0, closed.signal);
  let begun = 0;
  const hold = <T>(line: typeof chunks, signal: AbortSignal, found: () => T): Promise<T> =>
    new Promise((resolve, reject) => {
      for (const end of [signal, closed.signal]) rejectOnAbort(end, reject);
      line.put({ finish: () => resolve(found()), fail: reject });
    });
  const heldIn =
    (line: typeof chunks): GatedPool["studies"] =>
    (signal = new AbortController().signal) => ({
      ...sampleStudies,
      solveScenarios: (base, from, to) =>
        holdChunks && from % QUARTER === 0
          ? hold(line, signal, () => sampleRows(from, to))
          : sampleStudies.solveScenarios(base, from, to),
      powerReplay: (...asked) =>
        holdPieces ? hold(pieces, signal, () => asked[1] as never) : sampleStudies.powerReplay(...asked),
      powerResults: async (submitted) => finalOutput(submitted),
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
    nextPiece: pieces.next,
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

/** An outcome under a contract by the quick rule: the study of powers follows. */
export const provisionalOutput = (request: SimulationRequest): SimulationOutput =>
  contractOutput(request, { provisional: true });

/** What the study of powers puts in its place. */
export const finalOutput = (request: SimulationRequest): SimulationOutput => contractOutput(request, {});

function contractOutput(request: SimulationRequest, mark: { provisional?: true }): SimulationOutput {
  const { results, hourly } = followedOutput(request);
  const { summary } = results;
  const npv = mark.provisional ? summary.npv : 800;
  const figures = { ...summary, npv };
  const changed = { summary: figures, kpi_new_table: { economics: figures } as never, engine_version: "2.0.0" };
  return { results: { ...results, ...mark, ...changed, bill: {} as never, warnings: [], contract_range: [] }, hourly };
}
