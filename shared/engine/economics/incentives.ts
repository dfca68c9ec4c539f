import { AppError } from "@ecotrim/contracts/errors";
import type { FinanceTerms, FinanceTermsInput } from "@ecotrim/contracts/simulations/finance-terms";
import file from "../data/incentives.json" with { type: "json" };

/** How the law stands: in force, its call closed, repealed, or not checked by anyone. */
export type IncentiveStatus = "in_force" | "closed" | "repealed" | "unchecked";
/** What its value means: a share of the investment, EUR once, EUR a year, or the whole depreciation in year 1. */
export type IncentiveKind = "grant_share" | "grant_eur" | "icio" | "ibi" | "depreciation";

export interface Incentive {
  id: string;
  name: string;
  norm: string;
  from: string | null;
  to: string | null;
  status: IncentiveStatus;
  checked_on: string;
  kind: IncentiveKind;
  note: string;
}

/** Incentives of Spain as they were checked; none counts unless a person asks for it. */
export const INCENTIVES = file as readonly Incentive[];

const incentiveOf = (id: string): Incentive | undefined => INCENTIVES.find((incentive) => incentive.id === id);

/** @throws AppError INVALID_INPUT for one that is not in the list or is named twice */
export function checkIncentives({ incentives = [] }: FinanceTermsInput): void {
  for (const [index, { id }] of incentives.entries()) {
    const isTwice = incentives.findIndex((other) => other.id === id) < index;
    if (!incentiveOf(id) || isTwice)
      throw new AppError("INVALID_INPUT", {
        field: `incentives[${index}].id`,
        message: isTwice ? "La ayuda está dos veces en la lista." : "La ayuda no está en la lista.",
      });
  }
}

/** The incentives that are asked for, EUR by year of life, year 0 first. */
export interface CountedIncentives {
  /** Once, for the investment: it lowers what is depreciated. */
  grants: number[];
  /** Every year, to whoever owns the building. */
  propertyTax: number[];
  /** Whether the whole investment is depreciated in year 1. */
  isFreeDepreciation: boolean;
}

/** Year in which a grant is paid where nobody says: the one after the investment. */
const PAID_IN_YEAR = 1;

export function countIncentives({ incentives }: FinanceTerms, capexEur: number, lifeYears: number): CountedIncentives {
  const counted: CountedIncentives = {
    grants: new Array(lifeYears + 1).fill(0),
    propertyTax: new Array(lifeYears + 1).fill(0),
    isFreeDepreciation: false,
  };
  for (const { id, value, year = PAID_IN_YEAR, years = 1 } of incentives) {
    switch (incentiveOf(id)?.kind) {
      case "grant_share":
        counted.grants[Math.min(year, lifeYears)]! += Math.min(value, 1) * capexEur;
        break;
      case "grant_eur":
      case "icio":
        counted.grants[Math.min(year, lifeYears)]! += value;
        break;
      case "ibi":
        for (let paid = year; paid < year + years && paid <= lifeYears; paid++) counted.propertyTax[paid]! += value;
        break;
      case "depreciation":
        counted.isFreeDepreciation = true;
        break;
    }
  }
  return counted;
}
