import type { ComputedInput } from "../simulations/input.ts";
import type { EngineProgress } from "../simulations/progress.ts";
import type { HourlySeries, Results } from "../simulations/result.ts";
import type { SolveDispatch } from "./dispatch.ts";
import type { GivenSeries } from "./site.ts";

/** Part of the input hash: raise it whenever the same inputs give other figures. */
export const ENGINE_VERSION = "1.0.0";

export interface SimulationRequest {
  input: ComputedInput;
  series?: GivenSeries;
}

export interface SimulationOutput {
  results: Results;
  /** The dispatch step by step, stored apart. */
  hourly: HourlySeries;
}

export interface SimulationDeps {
  /** Solver of the headline dispatch. */
  solve: SolveDispatch;
  onProgress?: (progress: EngineProgress) => void;
}

/**
 * Runs a whole simulation: series, dispatch, economics, charts. Pure but for the solver; never changes its inputs.
 * @throws AppError INVALID_INPUT, INFEASIBLE, UNBOUNDED, SOLVER_TIMEOUT or SOLVER_FAILED.
 */
export type RunSimulation = (request: SimulationRequest, deps: SimulationDeps) => Promise<SimulationOutput>;

export const runSimulation: RunSimulation = () => Promise.reject(new Error("runSimulation is not written yet"));
