/**
 * The rules that every dispatch solver obeys: valid problems, correct schedules, the step that cannot be served, and
 * the grid use for given charge and discharge.
 */
import { AppError } from "@ecotrim/contracts/errors";
import { faultError, type LimitReason, type ProblemValueReason } from "../faults.ts";
import { slopeOf } from "./grid-cost.ts";
import type { DispatchProblem, DispatchSchedule, DispatchSolution, SoftCap } from "./problem.ts";

const SERIES = ["pvKwh", "demandKwh", "buyEurMwh", "sellEurMwh", "importLimitKwh"] as const;
const ENERGIES: ReadonlySet<string> = new Set(["pvKwh", "demandKwh", "importLimitKwh"]);

/** Energy below which floating-point residue counts as 0, relative to the largest energy. */
const RELATIVE_DUST = 1e-9;

/** Bounds of one step that follow from the site alone, kWh. */
export interface StepBounds {
  /** Demand minus PV; negative is surplus. */
  netDemandKwh: number;
  maxChargeKwh: number;
  maxDischargeKwh: number;
}

/** Net demand of step `t` and how far the battery may charge and discharge in it. */
export function stepBounds(problem: DispatchProblem, t: number): StepBounds {
  const netDemandKwh = problem.demandKwh[t]! - problem.pvKwh[t]!;
  const { chargeKw, dischargeKw } = problem.battery;
  return {
    netDemandKwh,
    maxChargeKwh: chargeKw * problem.stepHours,
    maxDischargeKwh: Math.min(dischargeKw * problem.stepHours, absorbedKwh(problem, t, netDemandKwh)),
  };
}

/** The most that a battery may discharge in a step: beyond, energy could only return to it and burn in its losses. */
export function absorbedKwh(
  { demandKwh, exportLimitKwh, batteryExport }: DispatchProblem,
  t: number,
  netDemandKwh: number,
): number {
  return batteryExport ? demandKwh[t]! + exportLimitKwh : Math.max(netDemandKwh, 0);
}

/**
 * Refuses a problem that no solver must see: HiGHS answers "optimal" with an objective of NaN when a coefficient is
 * NaN.
 * @throws AppError INVALID_INPUT with the path of the first faulty value in `field`.
 */
export function checkProblem(problem: DispatchProblem): void {
  const steps = problem.demandKwh.length;
  if (steps === 0) refuse("demandKwh", "no_steps");
  for (const name of SERIES) {
    const series = problem[name];
    if (series.length !== steps) {
      throw faultError("INVALID_INPUT", name, { fault: "problem_length", steps: series.length, expected: steps });
    }
    const least = ENERGIES.has(name) ? 0 : -Number.MAX_VALUE;
    const t = firstOutside(series, least, name === "importLimitKwh" ? Infinity : Number.MAX_VALUE);
    if (t >= 0) refuse(`${name}[${t}]`, series[t]! < least && series[t] !== -Infinity ? "negative" : "not_finite");
  }
  if (problem.softCaps) checkSoftCaps(problem.softCaps, steps);
  if (!(problem.exportLimitKwh >= 0)) refuse("exportLimitKwh", "below_0");
  if (!(problem.stepHours > 0 && Number.isFinite(problem.stepHours))) refuse("stepHours", "not_above_0");
  if (!(problem.wearEurMwh >= 0 && Number.isFinite(problem.wearEurMwh))) refuse("wearEurMwh", "below_0");

  const { capacityKwh, chargeKw, dischargeKw, etaCharge, etaDischarge, minSoc, initialSoc } = problem.battery;
  for (const [name, value] of Object.entries({
    capacityKwh,
    chargeKw,
    dischargeKw,
  })) {
    if (!(value >= 0 && Number.isFinite(value))) refuse(`battery.${name}`, "below_0");
  }
  for (const [name, value] of Object.entries({ etaCharge, etaDischarge })) {
    if (!(value > 0 && value <= 1)) refuse(`battery.${name}`, "not_efficiency");
  }
  if (!(minSoc >= 0 && minSoc <= 1)) refuse("battery.minSoc", "not_fraction");
  if (!(initialSoc >= minSoc && initialSoc <= 1)) {
    refuse("battery.initialSoc", "below_min_soc");
  }
}

/** Soft caps come from our own code, so only values that would pass for an optimum are refused. */
function checkSoftCaps(softCaps: readonly SoftCap[], steps: number): void {
  for (const [k, { capKwh, slopeEurMwh }] of softCaps.entries()) {
    const slopes = typeof slopeEurMwh === "number" ? new Float64Array(steps).fill(slopeEurMwh) : slopeEurMwh;
    if (capKwh.length !== steps || slopes.length !== steps) {
      throw new RangeError(`soft cap ${k} has another length than the problem`);
    }
    if (firstOutside(slopes, 0, Number.MAX_VALUE) >= 0) throw new RangeError(`soft cap ${k} has a slope below 0`);
    const before = softCaps[k - 1]?.capKwh;
    for (let t = 0; t < steps; t++) {
      if (!(capKwh[t]! >= (before?.[t] ?? 0))) throw new RangeError(`soft cap ${k} is below the one before, step ${t}`);
    }
  }
}

/** The first value outside its bounds, NaN included, or -1. */
function firstOutside(series: Float64Array, least: number, greatest: number): number {
  for (let t = 0; t < series.length; t++) {
    const value = series[t]!;
    if (!(value >= least && value <= greatest)) return t;
  }
  return -1;
}

function refuse(field: string, reason: ProblemValueReason): never {
  throw faultError("INVALID_INPUT", field, { fault: "problem_value", reason });
}

/**
 * Proves that the site can be served, or names the first step that cannot. The reachable stored energy is an interval,
 * so following its upper end forward is exact. Surplus can always be curtailed, so only a lack of import power or
 * stored energy makes a step fail.
 * @throws AppError INFEASIBLE, field `limit`, whose fault names the step.
 */
export function requireServable(problem: DispatchProblem): void {
  const { capacityKwh, etaCharge, etaDischarge, minSoc, initialSoc } = problem.battery;
  const steps = problem.demandKwh.length;
  const tolerance = dustOf(problem);
  const leastKwh = minSoc * capacityKwh;
  const initialKwh = initialSoc * capacityKwh;
  let storedKwh = initialKwh;
  for (let t = 0; t < steps; t++) {
    const { netDemandKwh, maxChargeKwh, maxDischargeKwh } = stepBounds(problem, t);
    const spareKwh = problem.importLimitKwh[t]! - netDemandKwh;
    if (spareKwh < -maxDischargeKwh - tolerance) throw unservable(problem, t, "discharge");
    storedKwh += spareKwh > 0 ? etaCharge * Math.min(spareKwh, maxChargeKwh) : spareKwh / etaDischarge;
    if (storedKwh < leastKwh - tolerance) throw unservable(problem, t, "energy");
    storedKwh = Math.min(storedKwh, capacityKwh);
  }
  if (storedKwh < initialKwh - tolerance) {
    throw faultError("INFEASIBLE", "limit", { fault: "end_charge", step: steps - 1 });
  }
}

function unservable(problem: DispatchProblem, t: number, reason: LimitReason): AppError {
  return faultError("INFEASIBLE", "limit", {
    fault: "limit_too_small",
    step: t,
    limitKw: problem.importLimitKwh[t]! / problem.stepHours,
    neededKw: stepBounds(problem, t).netDemandKwh / problem.stepHours,
    reason: problem.battery.capacityKwh > 0 ? reason : "no_battery",
  });
}

/** Use of the grid in one step, kWh. */
export interface GridUse {
  importKwh: number;
  exportKwh: number;
  curtailedKwh: number;
}

/**
 * Result object for `useGrid`. Its numbers start as NaN rather than integers, or V8 would rebuild the object at each
 * use.
 */
export const createGridUse = (): GridUse => ({ importKwh: NaN, exportKwh: NaN, curtailedKwh: NaN });

/**
 * The cheapest feasible use of the grid for the need of site and battery in step `t`, kWh. Surplus is exported up to
 * the limit while the sell price is 0 or more, and curtailed below. While import is paid for the grid serves, and PV is
 * curtailed where that is cheaper.
 * @param dust energy that counts as 0, kWh
 * @param use filled with the result
 */
export function useGrid(problem: DispatchProblem, t: number, need: number, dust: number, use: GridUse): void {
  const pv = problem.pvKwh[t]!;
  const buy = problem.buyEurMwh[t]!;
  const sell = problem.sellEurMwh[t]!;
  const surplus = pv - need;
  let imported = surplus < -dust ? -surplus : 0;
  let exported = 0;
  let curtailed = 0;
  if (surplus > dust) {
    exported = sell >= 0 ? Math.min(surplus, problem.exportLimitKwh) : Math.max(surplus - pv, 0);
    curtailed = surplus - exported;
  }
  if (buy < 0 && need > 0) {
    const bought = Math.max(imported, Math.min(need, problem.importLimitKwh[t]!, paidImportKwh(problem, t)));
    if (importMilliEur(problem, t, bought) < importMilliEur(problem, t, imported) - sell * exported) {
      imported = bought;
      exported = 0;
      curtailed = pv - (need - bought);
    }
  }
  use.importKwh = imported;
  use.exportKwh = exported;
  use.curtailedKwh = curtailed;
}

/**
 * Completes a schedule from charge and discharge: stored energy by the storage equation, and the cheapest feasible use
 * of the grid. Energies in kWh per step.
 */
export function completeSchedule(
  problem: DispatchProblem,
  chargeKwh: Float64Array,
  dischargeKwh: Float64Array,
): DispatchSchedule {
  const { capacityKwh, etaCharge, etaDischarge, initialSoc } = problem.battery;
  const steps = problem.demandKwh.length;
  const dust = dustOf(problem);
  const importKwh = new Float64Array(steps);
  const exportKwh = new Float64Array(steps);
  const curtailedKwh = new Float64Array(steps);
  const socKwh = new Float64Array(steps);
  const use = createGridUse();
  let storedKwh = initialSoc * capacityKwh;
  for (let t = 0; t < steps; t++) {
    storedKwh += etaCharge * chargeKwh[t]! - dischargeKwh[t]! / etaDischarge;
    socKwh[t] = storedKwh;
    useGrid(problem, t, problem.demandKwh[t]! + chargeKwh[t]! - dischargeKwh[t]!, dust, use);
    importKwh[t] = use.importKwh;
    exportKwh[t] = use.exportKwh;
    curtailedKwh[t] = use.curtailedKwh;
  }
  return {
    importKwh,
    exportKwh,
    curtailedKwh,
    chargeKwh,
    dischargeKwh,
    socKwh,
  };
}

/** Import up to which each kWh more is paid for at a negative buy price, kWh. */
function paidImportKwh({ buyEurMwh, softCaps = [] }: DispatchProblem, t: number): number {
  let price = buyEurMwh[t]!;
  for (const softCap of softCaps) {
    price += slopeOf(softCap, t);
    if (price >= 0) return softCap.capKwh[t]!;
  }
  return Infinity;
}

/** Cost of the import of step `t` with its soft caps, thousandths of EUR. */
function importMilliEur({ buyEurMwh, softCaps }: DispatchProblem, t: number, importKwh: number): number {
  let milliEur = buyEurMwh[t]! * importKwh;
  if (!softCaps) return milliEur;
  for (const softCap of softCaps) {
    const excess = importKwh - softCap.capKwh[t]!;
    if (excess <= 0) break;
    milliEur += slopeOf(softCap, t) * excess;
  }
  return milliEur;
}

/** Energy bill plus wear and soft caps of a schedule, EUR. */
export function objectiveEur(problem: DispatchProblem, schedule: DispatchSchedule): number {
  let milliEur = 0;
  for (let t = 0; t < problem.demandKwh.length; t++) {
    milliEur +=
      importMilliEur(problem, t, schedule.importKwh[t]!) -
      problem.sellEurMwh[t]! * schedule.exportKwh[t]! +
      problem.wearEurMwh * (schedule.chargeKwh[t]! + schedule.dischargeKwh[t]!);
  }
  return milliEur / 1000;
}

/** The solution of a schedule that was found without a model of rows and columns. */
export const solutionWithoutModel = (problem: DispatchProblem, schedule: DispatchSchedule): DispatchSolution => ({
  solver: "fast",
  status: "optimal",
  schedule,
  objectiveEur: objectiveEur(problem, schedule),
  relativeGap: null,
  milliseconds: 0,
  iterations: 0,
  rows: 0,
  columns: 0,
});

/**
 * Verifies a schedule against the problem itself: balances, bounds, end charge, and exclusivity of charge and discharge
 * and of import and export.
 * @throws AppError SOLVER_FAILED whose cause names the rule and the step.
 */
export function checkSchedule(problem: DispatchProblem, schedule: DispatchSchedule): void {
  const { capacityKwh, etaCharge, etaDischarge, minSoc, initialSoc } = problem.battery;
  const steps = problem.demandKwh.length;
  const tolerance = 1e3 * dustOf(problem);
  const exclusiveKwh = Math.min(0.01 * problem.stepHours, tolerance);
  const within = (value: number, low: number, high: number) => value >= low - tolerance && value <= high + tolerance;
  const expect = (step: number, rule: string, kept: boolean) => {
    if (!kept) throw new AppError("SOLVER_FAILED", { cause: { rule, step } });
  };
  let before = initialSoc * capacityKwh;
  for (let t = 0; t < steps; t++) {
    const bought = schedule.importKwh[t]!;
    const sold = schedule.exportKwh[t]!;
    const curtailed = schedule.curtailedKwh[t]!;
    const charge = schedule.chargeKwh[t]!;
    const discharge = schedule.dischargeKwh[t]!;
    const stored = schedule.socKwh[t]!;
    const { netDemandKwh, maxChargeKwh, maxDischargeKwh } = stepBounds(problem, t);
    expect(t, "balance", within(bought + discharge - sold - charge - curtailed - netDemandKwh, 0, 0));
    expect(t, "storage", within(stored - before - etaCharge * charge + discharge / etaDischarge, 0, 0));
    expect(t, "state of charge", within(stored, minSoc * capacityKwh, capacityKwh));
    expect(t, "import", within(bought, 0, problem.importLimitKwh[t]!));
    expect(t, "export", within(sold, 0, problem.exportLimitKwh));
    expect(t, "curtailment", within(curtailed, 0, problem.pvKwh[t]!));
    expect(t, "charge", within(charge, 0, maxChargeKwh));
    expect(t, "discharge", within(discharge, 0, maxDischargeKwh));
    expect(t, "charge or discharge", Math.min(charge, discharge) <= exclusiveKwh);
    expect(t, "import or export", Math.min(bought, sold) <= exclusiveKwh);
    before = stored;
  }
  expect(steps - 1, "end charge", before >= initialSoc * capacityKwh - tolerance);
}

/** Energy below which floating-point residue counts as 0, kWh. */
export function dustOf(problem: DispatchProblem): number {
  let largest = Math.max(1, problem.battery.capacityKwh);
  for (let t = 0; t < problem.demandKwh.length; t++) {
    largest = Math.max(largest, problem.demandKwh[t]!, problem.pvKwh[t]!);
  }
  return RELATIVE_DUST * largest;
}
