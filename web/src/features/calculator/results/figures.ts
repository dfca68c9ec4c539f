import { formatNumber, formatPercent } from "@ecotrim/shared/numbers";
import { RESULTS_LOCALE } from "@ecotrim/shared/product";
import type { Results } from "@ecotrim/shared/simulations/result";

/** How step 6 writes: every figure in the style of `RESULTS_LOCALE`. */

const style = { locale: RESULTS_LOCALE };

export const figure = (value: number, decimals: number, unit?: string): string =>
  formatNumber(value, { ...style, decimals, ...(unit ? { unit } : {}) });

/** The style of the four results: two decimals; null stays null, for `Figure` to say so. */
export const headline = (value: number | null): string | null => (value === null ? null : figure(value, 2));

export const headlinePercent = (fraction: number | null): string | null =>
  fraction === null ? null : figure(fraction * 100, 2);

export const euros = (value: number | null): string => formatNumber(value, { ...style, decimals: 0, unit: "€" });

export const percent = (fraction: number, decimals = 0): string => formatPercent(fraction, { ...style, decimals });

const SPANISH_FIGURE = /(?<![\d.,])\d{1,3}(?:\.\d{3})+(?:,\d+)?(?![\d.,]*\d)|(?<![\d.,])\d+,\d+(?![\d.,]*\d)/g;

/** Sentences of the engine (warnings, assumptions, chart descriptions) are written in es-ES; this screen is not. */
export function inResultsStyle(text: string): string {
  return text.replace(SPANISH_FIGURE, (written) => {
    const [, decimals = ""] = written.split(",");
    return figure(Number(written.replaceAll(".", "").replace(",", ".")), decimals.length);
  });
}

export interface BreakEven {
  /** Largest investment that the savings would pay back, EUR. */
  capexEur: number;
  /** By how much the savings would have to grow for the investment as it is, as a fraction. */
  savingsGrowth: number;
}

/**
 * What would bring the NPV to zero: costs over life are proportional to the investment, so the present value of the
 * savings sets the largest one they pay for. Undefined without cash flow or where no investment would be paid back.
 */
export function breakEven({ summary, economic_model }: Results): BreakEven | undefined {
  const years = economic_model?.cashflow_df ?? [];
  const { npv, capex_eur } = summary;
  if (npv === null || years.length === 0) return undefined;
  const savingsValue = years.reduce(
    (sum, { saving_eur, net_eur, discounted_eur }) =>
      sum + (net_eur === 0 ? 0 : (saving_eur * discounted_eur) / net_eur),
    0,
  );
  const costsValue = savingsValue - npv;
  if (savingsValue <= 0 || costsValue <= 0) return undefined;
  return { capexEur: (capex_eur * savingsValue) / costsValue, savingsGrowth: costsValue / savingsValue - 1 };
}

/** Whether the saving is positive only through the items that are assumed, not computed. */
export function savesByAssumptionOnly({ summary, savings_split }: Results): boolean {
  const assumed = savings_split.reduce((sum, part) => sum + (part.assumed ? part.value_eur : 0), 0);
  return summary.savings !== null && summary.savings > 0 && summary.savings - assumed <= 0;
}
