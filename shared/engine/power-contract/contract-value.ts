import { type Contract, LOW_VOLTAGE_ABOVE_KW, meterOfPower } from "@ecotrim/contracts/simulations/contract";
import { energyBillEur, valueEur } from "../bill/bill.ts";
import { daysOfYear, isoDate, yearOf } from "../bill/dates.ts";
import { excessEurKw, excessEurKwDay } from "../bill/excess.ts";
import { powerEurKwYear } from "../bill/tables.ts";
import { type YearBill, yearBill } from "../bill/year-bill.ts";
import { dispatchWithoutBattery } from "../dispatch/no-battery.ts";
import type { DispatchProblem, DispatchSchedule } from "../dispatch/problem.ts";
import { objectiveEur } from "../dispatch/rules.ts";
import { dateOfDay } from "../site/local-dates.ts";
import type { Timeline } from "../site/site.ts";
import { type BestPowers, bestPowers, leastP6Of, type PowerTerms } from "./best-powers.ts";
import { groupsOf, powerBill, sortImports } from "./excess.ts";
import { type JointPlan, jointPowers } from "./joint-powers.ts";
import { createPlanner } from "./operation.ts";
import { type PowerCase, QUICK_SLOPE_EUR_MWH, type QuickPlan, quickRule } from "./quick-rule.ts";
import type { MeteredPowers } from "./replay/excess-so-far.ts";
import {
  countExcess,
  type ExcessCounts,
  type ExpectedContract,
  expectedSaving,
  type ReplayedContract,
  replayAtMargin,
} from "./replay/expected-saving.ts";
import { lastOf, partOf } from "./steps.ts";

/** A site whose six powers are known; the battery stays within the import limits of its problem. */
export interface ContractedSite {
  supply: Contract;
  timeline: Timeline;
  problem: DispatchProblem;
  /** False where given prices hold the electricity tax. */
  isTaxed: boolean;
}

/** Contracted powers with the bill of the period under them, in whole cents. */
export interface BilledPowers extends MeteredPowers, ExcessCounts {
  bill: YearBill;
  /** What the surplus earns, EUR; it is on no bill. */
  surplusEur: number;
}

/** The operation under the powers of `bestWith`, and what it is worth; money EUR of the period, before electricity tax. */
export interface BatteryValue {
  schedule: DispatchSchedule;
  aged: readonly AgedValue[];
  /** Null while the powers are those of the quick rule, whose operation knows the future. */
  expected: ExpectedValue | null;
}

/** What the battery is worth in an operation without foresight, beside its ceiling; net of wear. */
export interface ExpectedValue {
  contract: ExpectedContract;
  ceilingEur: number;
  /** Proven upper limit of the ceiling; null where none is proven. */
  boundEur: number | null;
  ceilingKw: readonly number[];
  quickEur: number;
}

/** Share of the ceiling that the operation without foresight keeps; null where there is nothing to keep. */
export const keptOfCeiling = ({ contract, ceilingEur }: ExpectedValue): number | null =>
  ceilingEur > 0 ? contract.savingEur / ceilingEur : null;

/** An aged battery under the powers of the new one. */
export interface AgedValue {
  /** What it saves, over what the new one does. */
  share: number;
  schedule: DispatchSchedule;
}

export interface ContractValue {
  /** Highest power that was ever contracted, kW; what lies above costs an access right. */
  highestEverKw: number;
  asIs: BilledPowers;
  bestWithout: BilledPowers;
  bestWith: BilledPowers;
  /** Null without a battery. */
  battery: BatteryValue | null;
}

/** The joint optimum of powers and operation, as the study hands it on; totals EUR of the period. */
export interface JointOptimum {
  contractedKw: readonly number[];
  totalEur: number;
  boundEur: number | null;
  quickEur: number;
}

/** What the study of powers has found. */
export interface PowerFindings {
  joint: JointOptimum;
  best: ReplayedContract;
}

/** Share of the progress that the search for the joint powers takes; the replay takes the rest. */
const JOINT_SHARE = 0.5;

/**
 * The bill under the powers as they are, under the best ones without battery, and with battery under those that do best
 * in an operation without foresight. The saving between the first two needs no battery, and is not counted as its own.
 * @param health states of health of an aged battery
 * @returns after steps that are each the share done so far, 0..1
 * @throws AppError INFEASIBLE where the site does not fit in its limits without battery.
 */
export function* contractValue(site: ContractedSite, health: readonly number[]): Generator<number, ContractValue> {
  if (site.problem.battery.capacityKwh === 0) return valueWithoutBattery(site);
  const { powerCase, without } = startOf(powerCaseOf(site));
  const joint = optimumOf(yield* partOf(jointPowers(powerCase, without), 0, JOINT_SHARE));
  const replay = expectedSaving({ ...powerCase, timeline: site.timeline }, without, joint.contractedKw);
  const { best, schedule } = yield* partOf(replay, JOINT_SHARE, 1);
  return expectedValue(site, health, { joint, best: { contract: best, schedule } });
}

/** The same at once, with the powers of the quick rule, until the study has found what can be expected. */
export function quickValue(site: ContractedSite, health: readonly number[]): ContractValue {
  if (site.problem.battery.capacityKwh === 0) return valueWithoutBattery(site);
  const { plan, ...start } = quickYear(powerCaseOf(site));
  const { schedule, powers } = plan;
  return valueWith(site, start, health, { schedule, powers, expected: null });
}

/** The value that the study has found. */
export function expectedValue(
  site: ContractedSite,
  health: readonly number[],
  { joint, best: { contract, schedule } }: PowerFindings,
): ContractValue {
  const start = startOf(powerCaseOf(site));
  const { withoutEur } = start;
  return valueWith(site, start, health, {
    schedule,
    powers: contract,
    expected: {
      contract,
      ceilingEur: withoutEur - joint.totalEur,
      boundEur: joint.boundEur === null ? null : withoutEur - joint.boundEur,
      ceilingKw: joint.contractedKw,
      quickEur: withoutEur - joint.quickEur,
    },
  });
}

/** The first piece of the study. */
export function jointOptimum(site: ContractedSite): JointOptimum {
  const { powerCase, without } = startOf(powerCaseOf(site));
  return optimumOf(lastOf(jointPowers(powerCase, without)));
}

const optimumOf = ({ powers, totalEur, boundEur, quick }: JointPlan): JointOptimum => ({
  contractedKw: powers.contractedKw,
  totalEur,
  boundEur,
  quickEur: quick.totalEur,
});

/** The further pieces of the study, one for each margin. */
export function replayOf(site: ContractedSite, { contractedKw }: JointOptimum, margin: number): ReplayedContract {
  const { powerCase, without } = startOf(powerCaseOf(site));
  return lastOf(replayAtMargin({ ...powerCase, timeline: site.timeline }, without, contractedKw, margin));
}

/** What every piece starts from: the site without battery under its best powers; EUR on bill and surplus. */
interface Start extends ChosenPowers {
  withoutBattery: DispatchSchedule;
  without: BestPowers;
  withoutEur: number;
}

function startOf(chosen: ChosenPowers): Start {
  const { problem, groups } = chosen.powerCase;
  const withoutBattery = dispatchWithoutBattery(problem).schedule;
  const without = bestPowers(groups, withoutBattery.importKwh, chosen.terms);
  return {
    ...chosen,
    withoutBattery,
    without,
    withoutEur: energyBillEur(problem, withoutBattery) + without.powerEur + without.excessEur,
  };
}

/** A period by the quick rule. */
export interface QuickYear extends Start {
  plan: QuickPlan;
}

export function quickYear(chosen: ChosenPowers): QuickYear {
  const start = startOf(chosen);
  const plan = lastOf(quickRule(start.powerCase, start.without, createPlanner(start.powerCase.problem, 1)));
  return { ...start, plan };
}

function withoutBatteryOf(site: ContractedSite, start: Start) {
  const { contracted_kw: contractedKw, highest_ever_kw, meter } = site.supply;
  return {
    highestEverKw: highest_ever_kw ?? Math.max(...contractedKw),
    asIs: billed(site, start, start.withoutBattery, { contractedKw, meter }),
    bestWithout: billed(site, start, start.withoutBattery, start.without),
  };
}

function valueWithoutBattery(site: ContractedSite): ContractValue {
  const value = withoutBatteryOf(site, startOf(powerCaseOf(site)));
  return { ...value, bestWith: value.bestWithout, battery: null };
}

function valueWith(
  site: ContractedSite,
  start: Start,
  health: readonly number[],
  { schedule, powers, expected }: Pick<BatteryValue, "schedule" | "expected"> & { powers: MeteredPowers },
): ContractValue {
  return {
    ...withoutBatteryOf(site, start),
    bestWith: billed(site, start, schedule, powers),
    battery: { schedule, aged: agedValues(start.powerCase, powers, start.withoutEur, health), expected },
  };
}

/** Saving of a period on a bill and on what the surplus earns, EUR. */
export const billSavingEur = (before: BilledPowers, after: BilledPowers): number =>
  before.bill.totals.total_eur - before.surplusEur - (after.bill.totals.total_eur - after.surplusEur);

export function billed(
  { supply, timeline, problem, isTaxed }: ContractedSite,
  { powerCase }: ChosenPowers,
  schedule: DispatchSchedule,
  { contractedKw, meter }: MeteredPowers,
): BilledPowers {
  const { buyEurMwh, sellEurMwh } = problem;
  const { importKwh, exportKwh } = schedule;
  const contract = { ...supply, contracted_kw: [...contractedKw], meter };
  const { reactive_kvarh: reactiveKvarh } = supply;
  return {
    contractedKw,
    meter,
    bill: yearBill(contract, { timeline, importKwh, buyEurMwh, reactiveKvarh, isTaxed }),
    surplusEur: valueEur(sellEurMwh, exportKwh),
    ...countExcess({ ...powerCase, timeline }, schedule, { contractedKw, meter }),
  };
}

/** Least power that can be contracted in P6 of low voltage: above the limit, to the last decimal that is contracted. */
const LEAST_LOW_VOLTAGE_KW = LOW_VOLTAGE_ABOVE_KW + 0.001;

/** The case that a contract with battery is chosen for, and the terms of one without. */
export interface ChosenPowers {
  powerCase: PowerCase;
  terms: PowerTerms;
}

export function powerCaseOf({
  supply,
  timeline,
  problem,
}: Pick<ContractedSite, "supply" | "timeline" | "problem">): ChosenPowers {
  const terms = termsOf(supply, timeline);
  return { powerCase: { problem, groups: groupsOf(timeline), terms: withAllowedP6(terms, supply) }, terms };
}

/** Power that the battery may reach in P6 is contracted, so its power term is paid. */
const withAllowedP6 = (terms: PowerTerms, { allow_p6_kw }: Contract): PowerTerms =>
  allow_p6_kw === undefined ? terms : { ...terms, keepP6Kw: Math.max(leastP6Of(terms), allow_p6_kw) };

/** What the choice of powers costs over a timeline. A meter that the powers do not ask for stays. */
function termsOf({ tariff, tariff_year, contracted_kw, meter, keep_p6_kw }: Contract, timeline: Timeline): PowerTerms {
  const isChosen = meter !== meterOfPower(contracted_kw);
  const years = yearsOf(timeline);
  return {
    prices: {
      powerEurKw: powerEurKwYear(tariff, tariff_year).map((eur) => eur * years),
      excessEurKw: excessEurKw(tariff, tariff_year),
      excessEurKwDay: excessEurKwDay(tariff, `${tariff_year}-12-31`),
      leastP6Kw: tariff === "3.0TD" ? LEAST_LOW_VOLTAGE_KW : 0,
    },
    ...(isChosen && { meter }),
    ...(keep_p6_kw !== undefined && { keepP6Kw: keep_p6_kw }),
  };
}

/** Years that the days of a timeline are billed as. */
function yearsOf(timeline: Timeline): number {
  let years = 0;
  for (let day = 0; day <= timeline.day[timeline.steps - 1]!; day++)
    years += 1 / daysOfYear(yearOf(isoDate(dateOfDay(timeline, day))));
  return years;
}

/** Both ages are planned with foresight: the replay of each would take as long as that of the new battery. */
export function agedValues(
  { problem, groups, terms }: PowerCase,
  { contractedKw, meter }: MeteredPowers,
  withoutEur: number,
  health: readonly number[],
): AgedValue[] {
  const capKwh = Float64Array.from(groups.ofStep, (group) => contractedKw[groups.period[group]!]! * groups.stepHours);
  const valueAt = (state: number) => {
    const battery = { ...problem.battery, capacityKwh: problem.battery.capacityKwh * state };
    const aged = { ...problem, battery };
    const schedule = createPlanner(aged, 1).plan({ softCaps: [{ capKwh, slopeEurMwh: QUICK_SLOPE_EUR_MWH }] });
    const { powerEur, excessEur } = powerBill(
      sortImports(groups, schedule.importKwh),
      groups,
      terms.prices,
      meter,
      contractedKw,
    );
    return { schedule, eur: withoutEur - objectiveEur(problem, schedule) - powerEur - excessEur };
  };
  const newEur = valueAt(1).eur;
  return health.map((state) => {
    const { schedule, eur } = valueAt(state);
    return { schedule, share: newEur > 0 ? Math.min(1, Math.max(0, eur / newEur)) : 1 };
  });
}
