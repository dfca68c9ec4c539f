import { AppError, type ErrorCode } from "@ecotrim/contracts/errors";
import { dispatchWithoutBattery } from "@ecotrim/engine/dispatch/no-battery";
import type { DispatchProblem, DispatchSolution, SolveDispatch, SolveProgress } from "@ecotrim/engine/dispatch/problem";
import {
  checkProblem,
  checkSchedule,
  completeSchedule,
  objectiveEur,
  requireServable,
  stepBounds,
} from "@ecotrim/engine/dispatch/rules";
import { solveByValueFunction } from "@ecotrim/engine/dispatch/value-function-solver";
import type { Highs, HighsCallbackMap, Model, ModelStatusCode } from "highs";
import { BLOCK, buildDispatchModel, type DispatchModel, sameStructure } from "./dispatch-model.ts";
import { loadHighs } from "./load-highs.ts";
import { startingBasis } from "./starting-basis.ts";

export interface HighsSolver {
  solve: SolveDispatch;
  /** Disposes of the solver; later solves are refused. */
  dispose(): void;
}

/**
 * Chosen by `npm run bench`. Tolerances are HiGHS' defaults, which suffice for costs in EUR/MWh and energies in kWh.
 */
export const LP_OPTIONS = { solver: "simplex", presolve: "off", simplex_scale_strategy: 0 } as const;
/** For a cold start presolve is as fast, and this build of HiGHS was seen to abort without it. */
const UNSTARTED_OPTIONS = {
  solver: "choose",
  presolve: "on",
  simplex_scale_strategy: 0,
  mip_rel_gap: 1e-7,
  mip_abs_gap: 1e-3,
} as const;

/**
 * Relative difference between the objectives of HiGHS and of the completed schedule that counts as a fault, over
 * turnover.
 */
const OBJECTIVE_TOLERANCE = 1e-6;
const PROGRESS_INTERVAL_MS = 50;
/** A runtime that has solved more steps than two years of hours is not kept. */
const KEPT_STEPS = 2 * 366 * 24;

/**
 * A solver that keeps one warm HiGHS runtime. No call of `solve` depends on earlier calls, so the same problems always
 * give the same schedules. The first problem is warm-started from the fast solver's schedule where that is exact, each
 * later one from its predecessor's basis. HiGHS proves the optimum in any case.
 * @param options.timeLimitSeconds limit of one call of `solve`, all its problems together.
 */
export async function createHighsSolver(options: { timeLimitSeconds?: number } = {}): Promise<HighsSolver> {
  const { timeLimitSeconds = 120 } = options;
  let highs: Highs | undefined = await loadHighs();
  let disposed = false;

  async function solve(
    problems: DispatchProblem[],
    onProgress?: (progress: SolveProgress) => void,
  ): Promise<DispatchSolution[]> {
    if (disposed) throw new AppError("SOLVER_FAILED", { cause: "the solver is disposed" });
    highs ??= await loadHighs();
    const deadline = performance.now() + timeLimitSeconds * 1000;
    const report = progressReporter(problems.length, onProgress);
    const run = openRun(highs);
    try {
      return problems.map((problem, index) => {
        const solution = solveOne(run, problem, deadline, report && ((progress) => report(index, progress)));
        report?.(index, { fraction: 1, iterations: solution.iterations });
        return solution;
      });
    } catch (error) {
      if (error instanceof AppError) throw error;
      // A WebAssembly trap leaves the runtime unusable, so the next solve loads a new one.
      highs = undefined;
      throw new AppError("SOLVER_FAILED", { cause: error });
    } finally {
      if (highs) run.model.dispose();
      // WebAssembly memory never shrinks, and a new runtime is loaded in some 30 ms.
      if (problems.some(({ demandKwh }) => demandKwh.length > KEPT_STEPS)) highs = undefined;
    }
  }

  return {
    solve,
    dispose() {
      disposed = true;
      highs = undefined;
    },
  };
}

/** One call of `solve`: its HiGHS model and the state of that model. */
interface Run {
  highs: Highs;
  model: Model;
  loaded?: DispatchModel;
}

type Report = (progress: SolveProgress) => void;

function openRun(highs: Highs): Run {
  const model = highs.createModel();
  model.options.set({ output_flag: false });
  return { highs, model };
}

function solveOne(run: Run, problem: DispatchProblem, deadline: number, report: Report | undefined): DispatchSolution {
  const started = performance.now();
  if (problem.battery.capacityKwh === 0) return dispatchWithoutBattery(problem);
  checkProblem(problem);
  requireServable(problem);

  const { model, highs } = run;
  const dispatch = buildDispatchModel(problem);
  load(run, problem, dispatch);
  const secondsLeft = (deadline - performance.now()) / 1000;
  if (secondsLeft <= 0) throw new AppError("SOLVER_TIMEOUT");
  model.zeroAllClocks();
  model.options.set({ time_limit: secondsLeft });
  model.run(report && progressCallbacks(highs, dispatch, report));
  requireOptimal(highs, model.getModelStatus());

  const { colValue } = model.getSolution();
  const { chargeKwh, dischargeKwh } = tidy(problem, colValue);
  const schedule = completeSchedule(problem, chargeKwh, dischargeKwh);
  checkSchedule(problem, schedule);
  const objective = objectiveEur(problem, schedule);
  checkObjective(problem, schedule.importKwh, schedule.exportKwh, objective, model.getObjectiveValue() / 1000);
  return {
    solver: "highs",
    status: "optimal",
    schedule,
    objectiveEur: objective,
    relativeGap: Math.abs(Number(model.info.get(dispatch.integrality ? "mip_gap" : "primal_dual_objective_error"))),
    milliseconds: performance.now() - started,
    iterations: Math.max(0, Number(model.info.get("simplex_iteration_count"))),
    rows: dispatch.numRows,
    columns: dispatch.numCols,
  };
}

/** Loads the model into HiGHS: only bounds and costs where the structure is unchanged. */
function load(run: Run, problem: DispatchProblem, dispatch: DispatchModel): void {
  const { model, loaded } = run;
  run.loaded = dispatch;
  if (loaded && !dispatch.integrality && !loaded.integrality && sameStructure(loaded, dispatch)) {
    const columns = { kind: "range", from: 0, to: dispatch.numCols - 1 } as const;
    const rows = { kind: "range", from: 0, to: dispatch.numRows - 1 } as const;
    model.changeColsCost(columns, dispatch.colCost);
    model.changeColsBounds(columns, dispatch.colLower, dispatch.colUpper);
    model.changeRowsBounds(rows, dispatch.rowLower, dispatch.rowUpper);
    return;
  }
  const fast = dispatch.integrality ? undefined : solveByValueFunction(problem);
  model.options.set(fast?.ok ? LP_OPTIONS : UNSTARTED_OPTIONS);
  model.passModel(dispatch);
  if (fast?.ok) model.setBasis(startingBasis(problem, dispatch, fast.solution.schedule));
}

/**
 * The status is read before anything else, since HiGHS reports an objective of 0 on infeasible models and on time-outs.
 */
function requireOptimal(highs: Highs, status: ModelStatusCode): void {
  const { modelStatus } = highs.constants;
  if (status === modelStatus.optimal) return;
  const codes: Partial<Record<ModelStatusCode, ErrorCode>> = {
    [modelStatus.infeasible]: "INFEASIBLE",
    [modelStatus.unbounded]: "UNBOUNDED",
    [modelStatus.unboundedOrInfeasible]: "UNBOUNDED",
    [modelStatus.timeLimit]: "SOLVER_TIMEOUT",
  };
  throw new AppError(codes[status] ?? "SOLVER_FAILED", { cause: { modelStatus: status } });
}

/**
 * Removes numerical residues from charge and discharge. Both stay within their bounds, never both in one step (the
 * smaller gives way at equal stored energy), and stored energy stays within the battery.
 */
function tidy(
  problem: DispatchProblem,
  colValue: Float64Array,
): { chargeKwh: Float64Array; dischargeKwh: Float64Array } {
  const { capacityKwh, etaCharge, etaDischarge, minSoc, initialSoc } = problem.battery;
  const steps = problem.demandKwh.length;
  const roundTrip = etaCharge * etaDischarge;
  const chargeKwh = new Float64Array(steps);
  const dischargeKwh = new Float64Array(steps);
  let stored = initialSoc * capacityKwh;
  for (let t = 0; t < steps; t++) {
    const { maxChargeKwh, maxDischargeKwh } = stepBounds(problem, t);
    let charge = clamp(colValue[BLOCK.charge * steps + t]!, 0, maxChargeKwh);
    let discharge = clamp(colValue[BLOCK.discharge * steps + t]!, 0, maxDischargeKwh);
    const both = Math.min(charge, discharge / roundTrip);
    charge -= both;
    discharge = charge > 0 ? 0 : discharge - both * roundTrip;
    const overfull = stored + etaCharge * charge - capacityKwh;
    if (overfull > 0) charge = Math.max(0, charge - overfull / etaCharge);
    const lacking = minSoc * capacityKwh - (stored - discharge / etaDischarge);
    if (lacking > 0) discharge = Math.max(0, discharge - lacking * etaDischarge);
    stored += etaCharge * charge - discharge / etaDischarge;
    chargeKwh[t] = charge;
    dischargeKwh[t] = discharge;
  }
  return { chargeKwh, dischargeKwh };
}

function clamp(value: number, least: number, greatest: number): number {
  return Math.min(Math.max(value, least), greatest);
}

/** The completed schedule must cost what HiGHS reports; otherwise the model and the rules disagree. */
function checkObjective(
  problem: DispatchProblem,
  importKwh: Float64Array,
  exportKwh: Float64Array,
  completedEur: number,
  solverEur: number,
): void {
  let turnoverEur = 1;
  for (let t = 0; t < importKwh.length; t++) {
    turnoverEur += Math.abs(problem.buyEurMwh[t]! * importKwh[t]!) / 1000;
    turnoverEur += Math.abs(problem.sellEurMwh[t]! * exportKwh[t]!) / 1000;
  }
  if (!(Math.abs(completedEur - solverEur) <= OBJECTIVE_TOLERANCE * turnoverEur)) {
    throw new AppError("SOLVER_FAILED", { cause: { rule: "objective", completedEur, solverEur } });
  }
}

/** Maps the progress of each problem to that of the list, which never falls. */
function progressReporter(problems: number, onProgress: Report | undefined) {
  if (!onProgress) return undefined;
  let fraction = 0;
  return (index: number, progress: SolveProgress) => {
    fraction = Math.max(fraction, (index + progress.fraction) / problems);
    onProgress({ fraction, iterations: progress.iterations });
  };
}

/**
 * Live figures of HiGHS. The number of remaining iterations is unknown, so the fraction approaches 1 as they grow (a
 * cold start takes 1.4 per row on a year). In a mixed-integer programme it follows the gap.
 */
function progressCallbacks(highs: Highs, dispatch: DispatchModel, report: Report): HighsCallbackMap {
  const { simplexInterrupt, mipInterrupt } = highs.constants.callbackType;
  let lastReport = performance.now();
  const throttled = (progress: () => SolveProgress) => {
    const now = performance.now();
    if (now - lastReport < PROGRESS_INTERVAL_MS) return;
    lastReport = now;
    report(progress());
  };
  return {
    [simplexInterrupt]({ data }) {
      const iterations = data.simplex_iteration_count ?? 0;
      throttled(() => ({
        fraction: dispatch.integrality ? 0 : 1 - Math.exp((-2 * iterations) / dispatch.numRows),
        iterations,
      }));
      return undefined;
    },
    [mipInterrupt]({ data }) {
      const gap = data.mip_gap ?? 1;
      throttled(() => ({ fraction: 1 - clamp(gap, 0, 1), iterations: Number(data.mip_total_lp_iterations ?? 0) }));
      return undefined;
    },
  };
}
