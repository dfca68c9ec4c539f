import type { Case, Shifts } from "@ecotrim/contracts/simulations/input";
import { isSpendReplaced } from "@ecotrim/contracts/simulations/result";
import { sumMwh } from "../dispatch/flows.ts";
import { FULL_YEAR_FACTOR } from "../tariff/calibration.ts";
import { buildSite } from "./build-site.ts";
import type { GivenSeries, Site } from "./site.ts";

/** Slips of the pen in answers, found before they become verdicts: each rule has bounds, a cause and a repair. */

/** What a site buys and makes in a year without battery, which its answers are held against. */
export interface SiteFacts {
  /** Modelled cost of the grid imports, EUR; null where no spending can be held against it. */
  modelledEurYear: number | null;
  importMwhYear: number;
  /** Mean power of solar production and consumption, kW. */
  pvMeanKw: number;
  demandMeanKw: number;
  /** Dearest less cheapest buy price, EUR/MWh. */
  priceSpreadEurMwh: number;
  /** The prices could not be fitted to the spending, so the engine calculates with another. */
  spendingReplaced: boolean;
  /** The period is so short that its months may not represent a year. */
  partOfYear: boolean;
}

/** Answers as typed; null where there is none, or where a curve stands in its place. */
export interface SlipAnswers {
  /** Mean power of an operating day, kW. */
  demandKw: number | null;
  spendingEurYear: number | null;
  /** Period in which the spending is asked for. */
  spendingPer: "month" | "year";
  shifts: Shifts;
  weekends: boolean;
}

/** A slip in codes and figures; `present` writes its sentence. */
export type FoundSlip = {
  /** Input that is doubted, as in `inputParameters`. */
  field: "total_spending" | "demand_value" | "pv_value" | "weekends";
  /** The input that repairs it; null where none follows. */
  suggestion: { field: string; value: number | boolean } | null;
  /** Whether the answer is repaired or confirmed before one goes on. */
  blocks: boolean;
  /** Whether a result warns of it; the others are asked in their step alone. */
  inResults: boolean;
} & (SpendingSlip | { code: "demand_of_month"; demandKw: number } | QuietSlip);

interface SpendingSlip {
  code: "spending_of_year" | "spending_of_month" | "spending_with_vat" | "spending_out_of_range";
  spendingEurYear: number;
  modelledEurYear: number;
  per: SlipAnswers["spendingPer"];
}

type QuietSlip = { code: "nothing_to_save"; reason: "no_demand" | "flat_price" } | { code: "shifts_with_weekend" };

const MONTHS = 12;
const HOURS_A_MONTH = 8760 / MONTHS;
const VAT = 1.21;

/** Spending / modelled cost that nobody doubts. */
const UNDOUBTED_RATIO = [0.8, 1.25] as const;
/** Where a spending of the other period has to land; as a year's spending it may hold VAT too. */
const LANDING_RATIO = [0.8, 1.6] as const;
/** Spending without VAT / modelled cost from which VAT is a cause that fits. */
const LEAST_WITHOUT_VAT = 0.9;
/** Ratio from which VAT is likely enough to hold people up, and for results to warn of it. */
const VAT_LIKELY = 1.15;
/** Prices that somebody pays for grid energy, EUR/MWh. */
const PAID_EUR_MWH = [30, 300] as const;
/** Consumption over mean solar power that no site with a plant of its own has. */
const MOST_DEMAND_TO_PV = 40;

const isWithin = (value: number, [low, high]: readonly [number, number]): boolean => value >= low && value <= high;

/** Two decimals, as the fields of the wizard have. */
const hundredths = (value: number): number => Math.round(value * 100) / 100;

/** Whether results warn of a spending that is so many times the cost it is held against. */
export const isWarnedOf = (ratio: number): boolean => ratio < UNDOUBTED_RATIO[0] || ratio >= VAT_LIKELY;

type Rule = (answers: SlipAnswers, facts: SiteFacts) => FoundSlip | undefined;

/** The spending over what the site's imports should cost; undefined where they cannot be compared. */
function comparedSpending({ spendingEurYear, spendingPer }: SlipAnswers, { modelledEurYear }: SiteFacts) {
  if (!spendingEurYear || !modelledEurYear) return undefined;
  return { spendingEurYear, modelledEurYear, per: spendingPer, ratio: spendingEurYear / modelledEurYear };
}

const ofAnotherPeriod: Rule = (answers, facts) => {
  const compared = comparedSpending(answers, facts);
  if (!compared || isWithin(compared.ratio, UNDOUBTED_RATIO)) return undefined;
  const { ratio, ...figures } = compared;
  const slip = (code: SpendingSlip["code"], value: number): FoundSlip => ({
    ...{ code, ...figures, field: "total_spending", blocks: true, inResults: true },
    suggestion: { field: "total_spending", value: hundredths(value) },
  });
  if (isWithin(ratio / MONTHS, LANDING_RATIO)) return slip("spending_of_year", figures.spendingEurYear / MONTHS);
  if (isWithin(ratio * MONTHS, LANDING_RATIO)) return slip("spending_of_month", figures.spendingEurYear * MONTHS);
  return undefined;
};

const monthAsHour: Rule = ({ demandKw, spendingEurYear }, { modelledEurYear, importMwhYear, pvMeanKw }) => {
  if (!demandKw) return undefined;
  // A spending says more than the size of the plant does.
  const isDoubted =
    spendingEurYear && modelledEurYear
      ? spendingEurYear / importMwhYear < PAID_EUR_MWH[0] &&
        spendingEurYear / ((demandKw * MONTHS) / 1000) <= PAID_EUR_MWH[1]
      : pvMeanKw > 0 && demandKw > MOST_DEMAND_TO_PV * pvMeanKw;
  if (!isDoubted) return undefined;
  return {
    ...{ code: "demand_of_month", demandKw, field: "demand_value", blocks: true, inResults: true },
    suggestion: { field: "demand_value", value: hundredths(demandKw / HOURS_A_MONTH) },
  };
};

const replaced: Rule = (answers, facts) => {
  const compared = comparedSpending(answers, facts);
  if (!compared || !facts.spendingReplaced) return undefined;
  const { ratio: _, ...figures } = compared;
  return {
    ...{ code: "spending_out_of_range", ...figures, field: "total_spending", blocks: true, inResults: true },
    suggestion: { field: "total_spending", value: hundredths(figures.modelledEurYear) },
  };
};

const withVat: Rule = (answers, facts) => {
  const compared = comparedSpending(answers, facts);
  if (!compared || facts.partOfYear || compared.ratio < LEAST_WITHOUT_VAT * VAT) return undefined;
  const { ratio, ...figures } = compared;
  const isLikely = ratio >= VAT_LIKELY;
  return {
    ...{ code: "spending_with_vat", ...figures, field: "total_spending", blocks: isLikely, inResults: isLikely },
    suggestion: { field: "total_spending", value: hundredths(figures.spendingEurYear / VAT) },
  };
};

const nothingToSave: Rule = (_, { demandMeanKw, pvMeanKw, priceSpreadEurMwh }) => {
  const told = { code: "nothing_to_save", suggestion: null, blocks: true, inResults: false } as const;
  if (demandMeanKw === 0) return { ...told, field: "demand_value", reason: "no_demand" };
  return pvMeanKw === 0 && priceSpreadEurMwh === 0 ? { ...told, field: "pv_value", reason: "flat_price" } : undefined;
};

/** Two shifts are asked for as those of five days. */
const shiftsWithWeekend: Rule = ({ shifts, weekends }) =>
  shifts === 2 && weekends
    ? {
        ...{ code: "shifts_with_weekend", field: "weekends", blocks: false, inResults: false },
        suggestion: { field: "weekends", value: false },
      }
    : undefined;

/** Rules about one cause, the surest first: only the first that holds counts. */
const CAUSES: Rule[][] = [[ofAnotherPeriod, monthAsHour, replaced, withVat], [nothingToSave], [shiftsWithWeekend]];

export const findSlips = (answers: SlipAnswers, facts: SiteFacts): FoundSlip[] =>
  CAUSES.flatMap((rules) => {
    for (const rule of rules) {
      const slip = rule(answers, facts);
      if (slip) return [slip];
    }
    return [];
  });

/** The facts of a site without its battery, for the wizard: they are of the same answers as those held against them. */
export const siteFacts = (input: Case, series: GivenSeries = {}): SiteFacts => factsOf(input, buildSite(input, series));

export function factsOf({ tariff }: Case, site: Site): SiteFacts {
  const { timeline, calibration, pricesGiven, paidImportKwh: importKwh } = site;
  const costEur = importKwh.reduce((cost, kwh, t) => cost + (kwh * site.buyEurMwh[t]!) / 1000, 0);
  // Buy prices that are calibrated cost the spending, not what the model says.
  const modelledEurYear =
    calibration.ratio === null ? costEur * timeline.annualFactor : tariff.spendingEurYear! / calibration.ratio;
  return {
    modelledEurYear: pricesGiven || modelledEurYear <= 0 ? null : modelledEurYear,
    importMwhYear: sumMwh(importKwh) * timeline.annualFactor,
    pvMeanKw: (1000 * sumMwh(site.pvKwh)) / timeline.hours,
    demandMeanKw: (1000 * sumMwh(site.demandKwh)) / timeline.hours,
    priceSpreadEurMwh: spreadOf(site.buyEurMwh),
    spendingReplaced: isSpendReplaced(site.warnings),
    partOfYear: timeline.annualFactor > FULL_YEAR_FACTOR,
  };
}

function spreadOf(prices: Float64Array): number {
  const [lowest, highest] = [Math.min, Math.max].map((pick) => prices.reduce((a, b) => pick(a, b)));
  return highest! - lowest!;
}

/** The slip that results of a case warn of. */
export const slipInResults = (input: Case, given: GivenSeries, site: Site): FoundSlip | undefined =>
  findSlips(answersOf(input, given), factsOf(input, site)).find(({ inResults }) => inResults);

/** The answers that a case was made from; a curve of the consumption stands in the place of the typed one. */
export const answersOf = ({ load, tariff }: Case, { demand_kwh, net_kwh }: GivenSeries): SlipAnswers => ({
  demandKw: demand_kwh || net_kwh ? null : load.averageKw,
  spendingEurYear: tariff.spendingEurYear ?? null,
  spendingPer: "year",
  shifts: load.shifts,
  weekends: load.weekends,
});
