import { AppError } from "@ecotrim/contracts/errors";
import { type Case, LONGEST_LIFE_YEARS, withRealisableShare } from "@ecotrim/contracts/simulations/input";
import type { EngineProgress } from "@ecotrim/contracts/simulations/progress";
import { energyEur } from "./bill/bill.ts";
import { contractRange, withoutVat } from "./contract-range.ts";
import { openBooks } from "./dispatch/book-year.ts";
import { flowTotals, splitFlows } from "./dispatch/flows.ts";
import { solveFast } from "./dispatch/near-convex.ts";
import { dispatchWithoutBattery } from "./dispatch/no-battery.ts";
import type { DispatchProblem, DispatchSchedule, DispatchSolution, SolveDispatch } from "./dispatch/problem.ts";
import { realisableShare } from "./dispatch/realisable.ts";
import { requireServable, solutionWithoutModel } from "./dispatch/rules.ts";
import { type AgedOperation, agedOperation } from "./economics/aged-operation.ts";
import { engineAssumptions } from "./economics/assumptions.ts";
import { AGED_HEALTH, atHealth, auxiliaryEnergyMwh, batteryLife, economicCase } from "./economics/economic-case.ts";
import { economics } from "./economics/economics.ts";
import { savingByAverage } from "./economics/saving-by-average.ts";
import type { Fault } from "./faults.ts";
import { type Outcome, outcomeOf } from "./outcome.ts";
import {
  billSavingEur,
  type ContractedSite,
  type ContractValue,
  contractValue,
  expectedValue,
  type PowerFindings,
  quickValue,
} from "./power-contract/contract-value.ts";
import { contractedSite } from "./power-contract/contracted-site.ts";
import { type ContractFindings, type FoundContract, foundContract } from "./power-contract/found-contract.ts";
import { swingRange } from "./power-contract/swing-range.ts";
import { buildSite } from "./site/build-site.ts";
import { dispatchProblem } from "./site/dispatch-problem.ts";
import { dateOfDay } from "./site/local-dates.ts";
import { liftedBy } from "./site/maximeter-lift.ts";
import { slipInResults } from "./site/plausibility.ts";
import type { GivenSeries, Timeline } from "./site/site.ts";
import { sourceData } from "./site/source-data.ts";
import type { SolvedRun } from "./solved-run.ts";
import { addedP6Price } from "./tariff/contracted-power.ts";

/** Part of the input hash: raise it whenever the same inputs give other figures. */
export const ENGINE_VERSION = "2.1.0";

/** The engine's version, with that of the operator's source data, as results name it. */
export function engineVersion(): string {
  const data = sourceData();
  return data ? `${ENGINE_VERSION}+${data.version}` : ENGINE_VERSION;
}

export interface SimulationRequest {
  input: Case;
  series?: GivenSeries;
  /** Whether the input's realisable share is what its run found: other kinds of contract then have shares of their own. */
  isShareFound?: boolean;
  /** What the run found under its contract; absent where it values energy alone. */
  found?: FoundContract;
}

/** What studies of a run start from: its inputs as submitted, with the realisable share and the contract it found. */
export function followedRequest(submitted: SimulationRequest, results: ContractFindings): SimulationRequest {
  const found = foundContract(results);
  const share = results.economic_case.assumptions.realisable_fct * (found?.realised ?? 1);
  return {
    ...submitted,
    input: withRealisableShare(submitted.input, share),
    isShareFound: submitted.input.battery.realisableShare === undefined,
    ...(found && { found }),
  };
}

export interface SimulationDeps {
  /** Solver of the headline dispatch, and of dispatches that the exact fast solver cannot do. */
  solve: SolveDispatch;
  onProgress?: (progress: EngineProgress) => void;
  /**
   * How the powers of a contract are chosen: by the quick rule, whose figures are provisional, or as the study of powers
   * has found them. By default the run finds them itself, which takes many seconds.
   */
  power?: "quick" | PowerFindings;
}

/**
 * Runs a whole simulation: series, dispatch, economics. Pure but for the solver; never changes its inputs.
 * A site that only the battery makes fit in its contracted power gets an outcome without a saving.
 * @throws AppError INVALID_INPUT, INFEASIBLE, UNBOUNDED, SOLVER_TIMEOUT or SOLVER_FAILED.
 */
export const runSimulation = async (request: SimulationRequest, deps: SimulationDeps): Promise<Outcome> =>
  outcomeOf(await solveRun(request, deps));

/** Solves the dispatches and computes the economics. */
async function solveRun(
  { input, series = {} }: SimulationRequest,
  { solve, onProgress = () => {}, power }: SimulationDeps,
): Promise<SolvedRun> {
  onProgress({ stage: "series", fraction: 0 });
  const site = buildSite(input, series);
  const { steps, annualFactor } = site.timeline;

  onProgress({ stage: "model", fraction: 0, detail: { steps } });
  const defaults = engineAssumptions(input);
  const problem = dispatchProblem(input, site, defaults);
  const without = solveWithoutBattery(problem, site.timeline);
  const agedProblems = without ? AGED_HEALTH.map((health) => atHealth(problem, health)) : [];

  const contracted = without && contractedSite({ input, series }, site, problem);
  const model = contracted ? { steps, columns: 0 } : { steps };
  onProgress({ stage: "solving", fraction: 0, detail: model });
  const contractValue =
    contracted &&
    valueOfContract(contracted, power, (fraction) => onProgress({ stage: "solving", fraction, detail: model }));
  const underContract = contractValue?.battery;
  const [solution, ...aged] = underContract
    ? [solutionWithoutModel(problem, underContract.schedule)]
    : await solveAll([problem, ...agedProblems], solve, (fraction, iterations) =>
        onProgress({ stage: "solving", fraction, detail: { steps, iterations } }),
      );
  const agedSchedules = (underContract?.aged ?? aged).map((value) => value.schedule);
  const { rows, columns, iterations, schedule } = solution;

  onProgress({ stage: "economics", fraction: 0, detail: { steps, rows, columns, iterations } });
  const books = openBooks(problem, site.timeline, addedP6Price(site));
  const bookOf = (solved: DispatchSchedule) => books.book(problem, solved.chargeKwh, solved.dischargeKwh);
  const years = [schedule, ...agedSchedules].map(bookOf);
  const billWithEur = energyEur(years[0]!.bill);
  const billWithoutEur = without && energyEur(books.without.bill);
  const assumptions = {
    ...defaults,
    realisable_fct:
      input.battery.realisableShare ??
      // Under a contract the operation is one without foresight already.
      (billWithoutEur === null || underContract
        ? 1
        : realisableShare(problem, site.timeline, billWithoutEur, billWithEur)),
  };
  // A site that cannot do without the battery has no saving to age.
  const booked = agedOperation(years, without ? books.without : years[0]!, annualFactor);
  const operated = contractValue ? underBill(booked, contractValue, annualFactor) : booked;
  const lifeYears = without ? assumptions.life_years : 1;
  const { points, dead } = operated;
  const life = batteryLife(input, assumptions, points, dead, LONGEST_LIFE_YEARS);
  const { cyclesPerYear, fade } = life;
  const operation = life.operation.slice(0, lifeYears);
  const stored =
    without && economicCase(input, site, assumptions, operation, operated.billWithoutEur, operated.extraPowerEur);
  const evaluated = stored && economics(stored);

  const flows = splitFlows(problem, schedule);
  const slip = slipInResults(input, series, site);
  return {
    input,
    given: series,
    site,
    problem,
    schedule,
    flows,
    totals: flowTotals(flows),
    assumptions,
    solution,
    withoutBattery: without?.schedule ?? null,
    billWithoutEur,
    billWithEur,
    auxiliariesMwh: auxiliaryEnergyMwh(input, site, assumptions),
    fade,
    cyclesPerYear,
    operationYears: operation,
    laterYears: life.operation.slice(lifeYears),
    economicCase: stored,
    economics: evaluated,
    contractValue,
    swingRange:
      contracted && contractValue && liftedBy(input, series) === "swing" ? swingRange(contracted, contractValue) : null,
    // Other kinds of contract are valued on energy alone.
    contractRange:
      without && !contractValue
        ? contractRange(input, site, problem, {
            energySavingEur: operated.points[0]!.energySavingEur,
            economics: evaluated,
          })
        : [],
    slip,
    // What a mean consumption says of powers is nothing.
    savingByAverageEur: input.curve && evaluated && !contractValue ? savingByAverage(input) : null,
    // As are other spendings.
    withoutVat: without && !contractValue ? withoutVat(slip, input, site, problem) : null,
  };
}

function valueOfContract(
  site: ContractedSite,
  power: SimulationDeps["power"],
  onProgress: (fraction: number) => void,
): ContractValue {
  if (power === "quick") return quickValue(site, AGED_HEALTH);
  if (power) return expectedValue(site, AGED_HEALTH, power);
  const steps = contractValue(site, AGED_HEALTH);
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value;
    onProgress(step.value);
  }
}

/** The operation with the whole bill in the place of that of energy alone. */
function underBill(
  operated: AgedOperation,
  { bestWithout, bestWith, battery }: ContractValue,
  annualFactor: number,
): AgedOperation {
  const savingEur = billSavingEur(bestWithout, bestWith) * annualFactor;
  const shares = [1, ...(battery?.aged ?? []).map(({ share }) => share)];
  return {
    ...operated,
    points: operated.points.map((point, index) => ({ ...point, energySavingEur: savingEur * (shares[index] ?? 1) })),
    billWithoutEur: bestWithout.bill.totals.total_eur - bestWithout.surplusEur,
  };
}

/**
 * Null where the site fits in its contracted power only with the battery.
 * @throws AppError INFEASIBLE naming the first step that cannot be served, where not even the battery helps.
 */
function solveWithoutBattery(problem: DispatchProblem, timeline: Timeline): DispatchSolution | null {
  try {
    return dispatchWithoutBattery(problem);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "INFEASIBLE") throw error;
  }
  try {
    requireServable(problem);
    return null;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { code, field, cause } = error;
    const fault = cause as Extract<Fault, { step: number }>;
    const [day, hour] = [timeline.day[fault.step]!, timeline.hour[fault.step]!];
    const at = { date: dateOfDay(timeline, day).toISOString().slice(0, 10), hour };
    throw new AppError(code, { ...(field ? { field } : {}), cause: { ...fault, at } });
  }
}

/**
 * The given solver solves the first problem. The others go to the exact fast solver where it is exact, else to the
 * given one. A battery of no capacity needs no solver.
 */
async function solveAll(
  problems: [DispatchProblem, ...DispatchProblem[]],
  solve: SolveDispatch,
  onProgress: (fraction: number, iterations: number) => void,
): Promise<[DispatchSolution, ...DispatchSolution[]]> {
  const [first] = problems;
  if (first.battery.capacityKwh === 0) {
    return problems.map(dispatchWithoutBattery) as [DispatchSolution, ...DispatchSolution[]];
  }
  const solved = problems.map((problem) => (problem === first ? undefined : solveFast(problem)));
  const left = problems.filter((_, index) => solved[index] === undefined);
  const rest = await solve(left, ({ fraction, iterations }) => onProgress(fraction, iterations));
  return solved.map((solution) => solution ?? rest.shift()!) as [DispatchSolution, ...DispatchSolution[]];
}
