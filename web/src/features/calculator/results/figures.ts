import { RESULTS_LOCALE } from "@ecotrim/contracts/product";
import { numberStyle } from "../../results/number-style.ts";

/** How step 6 writes: every figure in the style of `RESULTS_LOCALE`. */
export const RESULTS_STYLE = numberStyle(RESULTS_LOCALE);
export const { figure, given, euros, percent, write } = RESULTS_STYLE;

/** The style of the four results: two decimals; null stays null, for `Figure` to say so. */
export const headline = (value: number | null): string | null => (value === null ? null : figure(value, 2));

export const headlinePercent = (fraction: number | null): string | null =>
  fraction === null ? null : figure(fraction * 100, 2);
