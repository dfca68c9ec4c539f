import { type Contract, LOW_VOLTAGE_ABOVE_KW, meterOfPower } from "@ecotrim/contracts/simulations/contract";
import { energyBillEur, valueEur } from "../bill/bill.ts";
import { daysOfYear, isoDate, yearOf } from "../bill/dates.ts";
import { excessEurKw, excessEurKwDay } from "../bill/excess.ts";
import { powerEurKwYear } from "../bill/tables.ts";
import { unrounded, type YearBill, yearBill } from "../bill/year-bill.ts";
import { dispatchWithoutBattery } from "../dispatch/no-battery.ts";
import type { DispatchProblem, DispatchSchedule } from "../dispatch/problem.ts";
import { objectiveEur } from "../dispatch/rules.ts";
import { dateOfDay } from "../site/local-dates.ts";
import type { Timeline } from "../site/site.ts";
import { bestPowers, type PowerTerms } from "./best-powers.ts";
import { groupsOf, powerBill, sortImports } from "./excess.ts";
import { jointPowers } from "./joint-powers.ts";
import { createPlanner } from "./operation.ts";
import { partOf } from "./part-of.ts";
import { type PowerCase, QUICK_SLOPE_EUR_MWH } from "./quick-rule.ts";
import type { MeteredPowers } from "./replay/excess-so-far.ts";
import { type ExpectedContract, expectedSaving } from "./replay/expected-saving.ts";

/** A site whose six powers are known; the battery stays within the import limits of its problem. */
export interface ContractedSite {
  supply: Contract;
  timeline: Timeline;
  problem: DispatchProblem;
  /** False where given prices hold the electricity tax. */
  isTaxed: boolean;
}

/** Contracted powers with the bill of the period under them. */
export interface BilledPowers extends MeteredPowers {
  bill: YearBill;
  /** What the surplus earns, EUR; it is on no bill. */
  surplusEur: number;
}

/** What a battery makes of the contract; money EUR of the period, net of wear, before electricity tax. */
export interface BatteryValue {
  expected: ExpectedContract;
  ceilingEur: number;
  /** Proven upper limit of the ceiling; null where none is proven. */
  boundEur: number | null;
  ceilingKw: readonly number[];
  quickEur: number;
  schedule: DispatchSchedule;
  aged: readonly AgedValue[];
}

/** An aged battery under the powers of the new one. */
export interface AgedValue {
  /** What it saves, over what the new one does. */
  share: number;
  schedule: DispatchSchedule;
}

export interface ContractValue {
  asIs: BilledPowers;
  bestWithout: BilledPowers;
  bestWith: BilledPowers;
  /** Null without a battery. */
  battery: BatteryValue | null;
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
  const { supply, timeline, problem } = site;
  const groups = groupsOf(timeline);
  const terms = termsOf(supply, timeline);
  const powerCase: PowerCase = { problem, groups, terms };
  const withoutBattery = dispatchWithoutBattery(problem).schedule;
  const without = bestPowers(groups, withoutBattery.importKwh, terms);
  const asIs = billed(site, withoutBattery, { contractedKw: supply.contracted_kw, meter: supply.meter });
  const bestWithout = billed(site, withoutBattery, without);
  if (problem.battery.capacityKwh === 0) return { asIs, bestWithout, bestWith: bestWithout, battery: null };

  const joint = yield* partOf(jointPowers(powerCase, without), 0, JOINT_SHARE);
  const replay = expectedSaving({ ...powerCase, timeline }, without, joint.powers.contractedKw);
  const { best, schedule } = yield* partOf(replay, JOINT_SHARE, 1);
  const withoutEur = energyBillEur(problem, withoutBattery) + without.powerEur + without.excessEur;
  return {
    asIs,
    bestWithout,
    bestWith: billed(site, schedule, best),
    battery: {
      expected: best,
      ceilingEur: withoutEur - joint.totalEur,
      boundEur: joint.boundEur === null ? null : withoutEur - joint.boundEur,
      ceilingKw: joint.powers.contractedKw,
      quickEur: withoutEur - joint.quick.totalEur,
      schedule,
      aged: agedValues(powerCase, best, withoutEur, health),
    },
  };
}

/** Saving of a period on a bill and on what the surplus earns, EUR. */
export const billSavingEur = (before: BilledPowers, after: BilledPowers): number =>
  before.bill.totals.total_eur - before.surplusEur - (after.bill.totals.total_eur - after.surplusEur);

function billed(
  { supply, timeline, problem, isTaxed }: ContractedSite,
  { importKwh, exportKwh }: DispatchSchedule,
  { contractedKw, meter }: MeteredPowers,
): BilledPowers {
  const { buyEurMwh, sellEurMwh } = problem;
  const contract = { ...supply, contracted_kw: [...contractedKw], meter };
  const { reactive_kvarh: reactiveKvarh } = supply;
  return {
    contractedKw,
    meter,
    bill: yearBill(contract, { timeline, importKwh, buyEurMwh, reactiveKvarh, isTaxed }, unrounded),
    surplusEur: valueEur(sellEurMwh, exportKwh),
  };
}

/** Least power that can be contracted in P6 of low voltage: above the limit, to the last decimal that is contracted. */
const LEAST_LOW_VOLTAGE_KW = LOW_VOLTAGE_ABOVE_KW + 0.001;

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
function agedValues(
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
