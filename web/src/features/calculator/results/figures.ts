import { RESULTS_LOCALE } from "@ecotrim/contracts/locale";
import { numberStyle } from "../../../lib/number-style.ts";

/** How step 6 writes: every figure in the style of `RESULTS_LOCALE`. */
export const RESULTS_STYLE = numberStyle(RESULTS_LOCALE);
export const { figure, given, euros, percent, spell, spellBare, write } = RESULTS_STYLE;
