export const MIN_PASSWORD_LENGTH = 8;

/** A login lasts this long, days, renewed by use, but no longer than the second in all. */
export const SESSION_DAYS = 7;
export const SESSION_MAX_DAYS = 90;

/** Youngest age at which one may consent to the treatment of one's data, years. */
export const CONSENT_AGE = 14;
