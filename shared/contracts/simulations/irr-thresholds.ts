/** IRR thresholds of the profitability label, percent. */
export const IRR_HIGH_PERCENT = 8;
export const IRR_MARGINAL_PERCENT = 5;
