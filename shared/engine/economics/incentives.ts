import { type FinanceTerms, INCENTIVE_TIME } from "@ecotrim/contracts/simulations/finance-terms";
import { INCENTIVES } from "@ecotrim/contracts/simulations/incentives";

/** The incentives that are asked for, EUR by year of life, year 0 first. */
export interface CountedIncentives {
  /** Once, for the investment: it lowers what is depreciated. */
  grants: number[];
  /** Every year, to whoever owns the building. */
  propertyTax: number[];
  /** Whether the whole investment is depreciated in year 1. */
  isFreeDepreciation: boolean;
}

export function countIncentives({ incentives }: FinanceTerms, capexEur: number, lifeYears: number): CountedIncentives {
  const counted: CountedIncentives = {
    grants: new Array(lifeYears + 1).fill(0),
    propertyTax: new Array(lifeYears + 1).fill(0),
    isFreeDepreciation: false,
  };
  // Nobody is granted more than was invested.
  let left = capexEur;
  const grant = (year: number, eur: number) => {
    const paid = Math.min(eur, left);
    left -= paid;
    counted.grants[Math.min(year, lifeYears)]! += paid;
  };
  for (const { id, value, year = INCENTIVE_TIME.year, years = INCENTIVE_TIME.years } of incentives) {
    switch (INCENTIVES.find((incentive) => incentive.id === id)?.kind) {
      case "grant_share":
        grant(year, value * capexEur);
        break;
      case "grant_eur":
      case "icio":
        grant(year, value);
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
