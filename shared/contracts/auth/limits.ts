export const MIN_PASSWORD_LENGTH = 8;

/** Lifetime of a session in days, renewed by use; the second figure bounds it in all. */
export const SESSION_DAYS = 7;
export const SESSION_MAX_DAYS = 90;

/** Youngest age at which one may consent to the treatment of one's data, years. */
export const CONSENT_AGE = 14;
