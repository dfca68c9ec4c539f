/** Prices in minor units, IVA included at the rate of `VAT_PERCENT`. */
export const PREMIUM_REPORT_CENTS = 999;
export const SUBSCRIPTION_CENTS_PER_MONTH = 2900;
export const CURRENCY = "eur";
export const VAT_PERCENT = 21;

/** Grace period of access after a failed renewal, days. */
export const GRACE_DAYS = 7;

/** Withdrawal period of a purchase, days; the money is given back within the same time. */
export const WITHDRAWAL_DAYS = 14;
export const PURCHASES_PAGE_SIZE = 10;
