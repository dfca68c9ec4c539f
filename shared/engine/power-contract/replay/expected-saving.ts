import { energyBillEur } from "../../bill/bill.ts";
import { dispatchWithoutBattery } from "../../dispatch/no-battery.ts";
import type { DispatchSchedule } from "../../dispatch/problem.ts";
import { leftOverEur } from "../../dispatch/realisable.ts";
import { objectiveEur } from "../../dispatch/rules.ts";
import { MAXIMETER_KW } from "../best-powers.ts";
import { type Meter, type PowerBill, powerBill, sortImports } from "../excess.ts";
import { partOf } from "../steps.ts";
import { costlyGroups, type MeteredPowers } from "./excess-so-far.ts";
import { replayContract } from "./replay.ts";
import type { ReplayedSite } from "./rolling-plan.ts";

/** Shares by which the powers of the joint optimum are raised, since it knows the load of the year and nobody does. */
export const MARGINS: readonly number[] = [0, 0.05, 0.08, 0.12, 0.18];

/** Excess that is rounding, kW. */
const DUST_KW = 1e-6;

interface EnergyAndPower extends PowerBill {
  energyEur: number;
}

export interface ExcessCounts {
  /** Months and periods in which an excess would be costly, and those of them without any. */
  periods: number;
  periodsWithoutExcess: number;
  /** Days with an excess that is costly. */
  daysWithExcess: number;
}

/** A contract and what the battery is expected to achieve under it; money EUR of the period, before electricity tax. */
export interface ExpectedContract extends MeteredPowers, EnergyAndPower, ExcessCounts {
  /** Share by which the powers of the joint optimum were raised. */
  margin: number;
  wearEur: number;
  /** Bill without battery less this one, net of wear; energy left over in the battery counts. */
  savingEur: number;
}

/** A contract with the operation under it. */
export interface ReplayedContract {
  contract: ExpectedContract;
  schedule: DispatchSchedule;
}

export interface ExpectedSaving {
  /** The contract with the highest saving, and its operation. */
  best: ExpectedContract;
  schedule: DispatchSchedule;
  /** All contracts that were tried, by rising margin. */
  tried: ExpectedContract[];
}

/**
 * What a battery can be expected to save on energy and power: an operation without foresight under the powers of the
 * joint optimum, raised by the margin that does best.
 * @param without contract whose bill without battery the saving is counted from
 * @param jointKw powers of the joint optimum P1..P6
 * @returns after steps that are each the share done so far, 0..1
 * @throws AppError INVALID_INPUT, or INFEASIBLE where the site does not fit in its limit without battery.
 */
export function* expectedSaving(
  site: ReplayedSite,
  without: MeteredPowers,
  jointKw: readonly number[],
): Generator<number, ExpectedSaving> {
  const runs: ReplayedContract[] = [];
  for (const margin of MARGINS) {
    const [from, to] = [runs.length / MARGINS.length, (runs.length + 1) / MARGINS.length];
    runs.push(yield* partOf(replayAtMargin(site, without, jointKw, margin), from, to));
  }
  const { contract: best, schedule } = runs.reduce(betterOf);
  return { best, schedule, tried: runs.map(({ contract }) => contract) };
}

/** The one that saves more; the first of two that save the same. */
export const betterOf = (first: ReplayedContract, second: ReplayedContract): ReplayedContract =>
  second.contract.savingEur > first.contract.savingEur ? second : first;

/** The operation under powers that are raised by one margin; parameters, steps and errors as above. */
export function* replayAtMargin(
  site: ReplayedSite,
  without: MeteredPowers,
  jointKw: readonly number[],
  margin: number,
): Generator<number, ReplayedContract> {
  const { problem } = site;
  const withoutEur = totalEur(billOf(site, dispatchWithoutBattery(problem).schedule, without));
  const powers = raised(jointKw, margin, site.terms.meter);
  const schedule = yield* replayContract(site, powers);
  const bill = billOf(site, schedule, powers);
  const wearEur = objectiveEur(problem, schedule) - bill.energyEur;
  const savingEur = withoutEur - totalEur(bill) - wearEur + leftOverEur(problem, schedule.socKwh.at(-1)!);
  return {
    contract: { margin, ...powers, ...bill, wearEur, savingEur, ...countExcess(site, schedule, powers) },
    schedule,
  };
}

function raised(jointKw: readonly number[], margin: number, meter?: Meter): MeteredPowers {
  // A least power need not be whole, and must not be rounded down.
  const contractedKw = jointKw.map((kw) => Math.max(kw, Math.round(kw * (1 + margin))));
  return { contractedKw, meter: meter ?? (Math.max(...contractedKw) > MAXIMETER_KW ? "quarter_hours" : "maximeter") };
}

function billOf(
  { problem, groups, terms }: ReplayedSite,
  schedule: DispatchSchedule,
  { contractedKw, meter }: MeteredPowers,
): EnergyAndPower {
  const sorted = sortImports(groups, schedule.importKwh);
  return {
    energyEur: energyBillEur(problem, schedule),
    ...powerBill(sorted, groups, terms.prices, meter, contractedKw),
  };
}

const totalEur = ({ energyEur, powerEur, excessEur }: EnergyAndPower): number => energyEur + powerEur + excessEur;

/** How often the imports of an operation exceed contracted powers. */
export function countExcess(
  { timeline: { steps, stepHours, day }, groups, terms }: ReplayedSite,
  { importKwh }: DispatchSchedule,
  { contractedKw, meter }: MeteredPowers,
): ExcessCounts {
  const isCostly = costlyGroups(groups, terms.prices, meter);
  const spoiled = new Set<number>();
  const days = new Set<number>();
  for (let t = 0; t < steps; t++) {
    const group = groups.ofStep[t]!;
    const excessKw = importKwh[t]! / stepHours - contractedKw[groups.period[group]!]!;
    if (!isCostly[group] || excessKw <= DUST_KW) continue;
    spoiled.add(group);
    days.add(day[t]!);
  }
  const periods = isCostly.filter(Boolean).length;
  return { periods, periodsWithoutExcess: periods - spoiled.size, daysWithExcess: days.size };
}
