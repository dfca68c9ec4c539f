/** Retention period of unused personal data, months; a warning comes before its end. */
export const RETENTION_MONTHS = 24;
export const RETENTION_WARNING_DAYS = 30;

/** Retention period of sent mails, ended sessions and used links, days, for the search for faults. */
export const TRACES_DAYS = 30;
/** A network from which an account was opened is known for so long. */
export const PLACE_DAYS = 90;

/** Retention period of payments of deleted accounts, years (Código de Comercio, art. 30). */
export const PAYMENT_RECORD_YEARS = 6;
