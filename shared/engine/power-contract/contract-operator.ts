import type { Contract } from "@ecotrim/contracts/simulations/contract";
import { energyBillEur } from "../bill/bill.ts";
import { openBooks } from "../dispatch/book-year.ts";
import type { DispatchProblem } from "../dispatch/problem.ts";
import { type AgedOperation, agedOperation } from "../economics/aged-operation.ts";
import { AGED_HEALTH } from "../economics/economic-case.ts";
import type { Site } from "../site/site.ts";
import { agedValues, type ChosenPowers, powerCaseOf, type QuickYear, quickYear } from "./contract-value.ts";
import type { FoundContract } from "./found-contract.ts";
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
  const ofRunEur = savingOnBillEur(ofRun);
  const perQuick = ofRunEur > 0 ? optimumEur / ofRunEur : annualFactor;

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
    savingEur: (changed) => perQuick * savingOnBillEur(quickYear(casesOf(changed))),
    operate(changed) {
      const year = quickYear(casesOf(changed));
      return operation(changed, year, year.plan.powers, perQuick * savingOnBillEur(year));
    },
  };
}

/** Saving on bill and surplus, EUR. Wear steers the operation and is on no bill. */
const savingOnBillEur = ({ powerCase, withoutEur, plan: { schedule, powers } }: QuickYear): number =>
  withoutEur - (energyBillEur(powerCase.problem, schedule) + powers.powerEur + powers.excessEur);
