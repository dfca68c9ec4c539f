import type { Contract } from "@ecotrim/contracts/simulations/contract";
import { energyBillEur } from "../bill/bill.ts";
import { openBooks } from "../dispatch/book-year.ts";
import { dispatchWithoutBattery } from "../dispatch/no-battery.ts";
import type { DispatchProblem, DispatchSchedule } from "../dispatch/problem.ts";
import { type AgedOperation, agedOperation } from "../economics/aged-operation.ts";
import { AGED_HEALTH } from "../economics/economic-case.ts";
import type { Site } from "../site/site.ts";
import { type BestPowers, bestPowers } from "./best-powers.ts";
import { agedValues, type ChosenPowers, powerCaseOf } from "./contract-value.ts";
import type { FoundContract } from "./found-contract.ts";
import { createPlanner } from "./operation.ts";
import { type QuickPlan, quickRule } from "./quick-rule.ts";
import type { MeteredPowers } from "./replay/excess-so-far.ts";

/**
 * Values variants of a run under its contract by the quick rule. Their savings are those of the optimum: what the run
 * found, moved as the quick rule moves. So the run itself has its own saving.
 */
export interface ContractOperator {
  /** The operation that the run found. */
  own: AgedOperation;
  /**
   * Saving of a year with a new battery, EUR.
   * @throws AppError INFEASIBLE where the site does not fit in its limit without battery
   */
  savingEur(problem: DispatchProblem): number;
  /** The operation of a battery new and aged, under the powers that the quick rule finds for it. */
  operate(problem: DispatchProblem): AgedOperation;
}

/** @param problem that of the run */
export function contractOperator(
  supply: Contract,
  { timeline }: Pick<Site, "timeline">,
  problem: DispatchProblem,
  found: FoundContract,
): ContractOperator {
  const { annualFactor } = timeline;
  const chosen = powerCaseOf({ supply, timeline, problem });
  const casesOf = (changed: DispatchProblem): ChosenPowers => ({
    ...chosen,
    powerCase: { ...chosen.powerCase, problem: changed },
  });
  const ofRun = quickYear(chosen);
  const optimumEur = found.savingEur / found.realised;
  const perQuick = ofRun.savingEur > 0 ? optimumEur / ofRun.savingEur : annualFactor;

  const operation = (valued: DispatchProblem, year: QuickYear, powers: MeteredPowers, newEur: number) => {
    const { plan, withoutEur } = year;
    const aged = agedValues(casesOf(valued).powerCase, powers, withoutEur, AGED_HEALTH);
    const books = openBooks(valued, timeline, null);
    const years = [plan, ...aged].map(({ schedule: { chargeKwh, dischargeKwh } }) =>
      books.book(valued, chargeKwh, dischargeKwh),
    );
    const operated = agedOperation(years, books.without, annualFactor);
    const shares = [1, ...aged.map(({ share }) => share)];
    return {
      ...operated,
      points: operated.points.map((point, i) => ({ ...point, energySavingEur: newEur * shares[i]! })),
      billWithoutEur: (found.costWithoutEur / annualFactor) * (withoutEur / ofRun.withoutEur),
    };
  };
  const { points, ...own } = operation(problem, ofRun, found, optimumEur);
  const { dischargedMwh, chargeCostEur } = found;
  return {
    own: { ...own, points: [{ ...points[0]!, dischargedMwh, chargeCostEur }, ...points.slice(1)] },
    savingEur: (changed) => perQuick * quickYear(casesOf(changed)).savingEur,
    operate(changed) {
      const year = quickYear(casesOf(changed));
      return operation(changed, year, year.plan.powers, perQuick * year.savingEur);
    },
  };
}

/** A period by the quick rule; EUR on bill and surplus. Wear steers the operation and is on no bill. */
export interface QuickYear {
  /** The site without battery, and its best powers. */
  idle: DispatchSchedule;
  without: BestPowers;
  plan: QuickPlan;
  withoutEur: number;
  savingEur: number;
}

export function quickYear({ powerCase, terms }: ChosenPowers): QuickYear {
  const { problem, groups } = powerCase;
  const { schedule: idle } = dispatchWithoutBattery(problem);
  const without = bestPowers(groups, idle.importKwh, terms);
  const steps = quickRule(powerCase, without, createPlanner(problem, 1));
  let step = steps.next();
  while (!step.done) step = steps.next();
  const plan = step.value;
  const withoutEur = energyBillEur(problem, idle) + without.powerEur + without.excessEur;
  const withEur = energyBillEur(problem, plan.schedule) + plan.powers.powerEur + plan.powers.excessEur;
  return { idle, without, plan, withoutEur, savingEur: withoutEur - withEur };
}
