import { AppError } from "@ecotrim/contracts/errors";
import type { Case } from "@ecotrim/contracts/simulations/input";
import { energyEur, powerEur } from "../bill/bill.ts";
import { type BookedYear, openBooks } from "../dispatch/book-year.ts";
import { type FastOperator, fastOperator } from "../dispatch/fast-operation.ts";
import { solveFast } from "../dispatch/near-convex.ts";
import type { Battery, DispatchProblem, SolveDispatch } from "../dispatch/problem.ts";
import { realisableShare } from "../dispatch/realisable.ts";
import { dispatchProblem } from "../site/dispatch-problem.ts";
import type { Site } from "../site/site.ts";
import { addedP6Price } from "../tariff/contracted-power.ts";
import { type EngineAssumptions, engineAssumptions } from "./assumptions.ts";
import { AGED_HEALTH, atHealth, batteryLife, economicCase, operationPoint } from "./economic-case.ts";
import { type Economics, economics, type OperationPoint } from "./economics.ts";

/** A year of a site without battery, and with the battery at each state of health. */
export interface AgedOperation {
  /** The new battery first, then at `AGED_HEALTH`. */
  points: OperationPoint[];
  dead: OperationPoint;
  /** Energy bills of the period, with the new battery. */
  billWithoutEur: number;
  billWithEur: number;
  /** Yearly power term of the power that the new battery adds. */
  extraPowerEur: number;
}

const HEALTHS = [1, ...AGED_HEALTH];

/**
 * The operation of a battery: by the exact dispatch where prices are convex, elsewhere with lower bounds of the
 * savings.
 */
export const operateAged = ({ operate, without }: FastOperator, { timeline }: Site, battery: Battery): AgedOperation =>
  agedOperation(
    HEALTHS.map((health) => operate(battery, health)),
    without,
    timeline.annualFactor,
  );

/** The operation of the new battery alone, solved likewise. */
export const operateNew = ({ operate, without }: FastOperator, { timeline }: Site, battery: Battery): AgedOperation =>
  agedOperation([operate(battery, 1)], without, timeline.annualFactor);

/** @param years booked years: the new battery first, then at `AGED_HEALTH` */
export function agedOperation(years: BookedYear[], without: BookedYear, annualFactor: number): AgedOperation {
  return {
    points: years.map((year, index) => operationPoint(year, without, HEALTHS[index]!, annualFactor)),
    dead: operationPoint(without, without, 0, annualFactor),
    billWithoutEur: energyEur(without.bill),
    billWithEur: energyEur(years[0]!.bill),
    extraPowerEur: powerEur(years[0]!.bill) * annualFactor,
  };
}

/**
 * The operation of the input's battery by the exact dispatch. It is null where the site does not fit in its contracted
 * power without the battery.
 * @param solve solver of the dispatches for which no fast solver is exact
 * @throws AppError of the solver
 */
export async function exactOperation(input: Case, site: Site, solve: SolveDispatch): Promise<AgedOperation | null> {
  const problem = dispatchProblem(input, site, engineAssumptions(input));
  const operator = nullIfInfeasible(() => fastOperator(problem, site));
  if (!operator) return null;
  if (operator.approximateSteps === 0) return operateAged(operator, site, problem.battery);

  const books = openBooks(problem, site.timeline, addedP6Price(site));
  const years: BookedYear[] = [];
  for (const health of HEALTHS) {
    const aged = atHealth(problem, health);
    const { schedule } = solveFast(aged) ?? (await solve([aged]))[0]!;
    years.push(books.book(problem, schedule.chargeKwh, schedule.dischargeKwh));
  }
  return agedOperation(years, books.without, site.timeline.annualFactor);
}

/** Null where the site does not fit in its contracted power without battery. */
export function nullIfInfeasible<T>(value: () => T): T | null {
  try {
    return value();
  } catch (error) {
    if (error instanceof AppError && error.code === "INFEASIBLE") return null;
    throw error;
  }
}

/** The realisable share of a battery's operation on its site. */
export const ownShare = (problem: DispatchProblem, site: Site, operated: AgedOperation): number =>
  realisableShare(problem, site.timeline, operated.billWithoutEur, operated.billWithEur);

/** The operation of a battery over its life, and its yearly fade. */
export function lifeOf(
  input: Case,
  site: Site,
  assumptions: EngineAssumptions,
  { points, dead, billWithoutEur, extraPowerEur: extraPower }: AgedOperation,
): Economics & { fade: number } {
  const { operation, fade } = batteryLife(input, assumptions, points, dead, assumptions.life_years);
  return { ...economics(economicCase(input, site, assumptions, operation, billWithoutEur, extraPower)), fade };
}
