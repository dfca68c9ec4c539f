import type { EngineAssumptions } from "./assumptions.ts";

/** Nominal EUR of one year of life. */
export interface CashFlowYear {
  /** From 1. */
  year: number;
  /** Growth of prices since year 1, factor. */
  growth: number;
  savingEur: number;
  /** Saving that the battery's owner receives: all of it without revenue share. */
  ownerSavingEur: number;
  /** Saving that the site keeps: all of it without revenue share, since the site is then the owner. */
  customerSavingEur: number;
  omEur: number;
  replacementEur: number;
  netEur: number;
}

type Rates = Pick<
  EngineAssumptions,
  "om_fct" | "om_indexation" | "price_growth" | "replacement_fct" | "replacement_year"
>;

/** Inputs of a battery's cash flow. */
export interface CashFlowCase {
  assumptions: Rates;
  capexEur: number;
  /** Energy saving less own consumption in each year of life, year 1 first, at today's prices. */
  netSavingEur: readonly number[];
  /** Yearly power term of the contracted power that the battery adds. */
  extraPowerEur: number;
  /** Share of the saving that goes to the investor; 0: the site invests and keeps all of it. */
  revenueShare: number;
}

/** Share of the saving that its owner receives. */
export const ownerShareOf = (revenueShare: number): number => (revenueShare > 0 ? revenueShare : 1);

/** The cash flow of a battery in each year of its life, before corporate tax. All economics use this one function. */
export function cashFlow({ assumptions, capexEur, netSavingEur, ...given }: CashFlowCase): CashFlowYear[] {
  const ownerShare = ownerShareOf(given.revenueShare);
  return netSavingEur.map((saving, index) => {
    const growth = (1 + assumptions.price_growth) ** index;
    const savingEur = saving * growth - given.extraPowerEur;
    const ownerSavingEur = ownerShare * savingEur;
    const customerSavingEur = given.revenueShare > 0 ? savingEur - ownerSavingEur : savingEur;
    const omEur = assumptions.om_fct * capexEur * (1 + assumptions.om_indexation) ** index;
    const replacementEur = index + 1 === assumptions.replacement_year ? assumptions.replacement_fct * capexEur : 0;
    const netEur = ownerSavingEur - omEur - replacementEur;
    return { year: index + 1, growth, savingEur, ownerSavingEur, customerSavingEur, omEur, replacementEur, netEur };
  });
}

/** The owner's payments and receipts, the investment first, EUR. */
export const ownerFlows = (capexEur: number, years: readonly CashFlowYear[]): number[] => [
  -capexEur,
  ...years.map(({ netEur }) => netEur),
];
