/** Personal data without use is kept this long; a warning comes before. */
export const RETENTION_MONTHS = 24;
export const RETENTION_WARNING_DAYS = 30;

/** Settled mails, ended sessions and used links are kept this long, days, to look into what went wrong. */
export const TRACES_DAYS = 30;

/** Payments of accounts that are gone are kept this long, years (Código de Comercio, art. 30). */
export const PAYMENT_RECORD_YEARS = 6;
