/** Prices with IVA, minor units; the rate is part of them. */
export const PREMIUM_REPORT_CENTS = 999;
export const SUBSCRIPTION_CENTS_PER_MONTH = 2900;
export const CURRENCY = "eur";
export const VAT_PERCENT = 21;

/** Access lasts this long after a renewal that failed, days. */
export const GRACE_DAYS = 7;

/** One may withdraw from a purchase this long, days, and gets the money back as soon. */
export const WITHDRAWAL_DAYS = 14;
export const PURCHASES_PAGE_SIZE = 10;
