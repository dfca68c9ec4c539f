/** The durations of the screens, milliseconds unless the name says otherwise; each has its one home here. */

export const PENDING_SIMULATION_TTL_MS = 24 * 60 * 60 * 1000;
export const LOADING_MESSAGE_MS = 1500;
export const CACHED_RESULTS_DELAY_MS = 1000;
export const REGISTERED_REDIRECT_MS = 2000;
export const CHUNK_LOAD_TIMEOUT_MS = 120_000;
export const ASSOCIATION_DELAY_MS = 1000;

/** A menu entry scrolls to its place on the landing page this long after the click. */
export const SCROLL_DELAY_MS = 100;
export const TOAST_MS = 4000;
export const FEEDBACK_MS = 5000;
export const CONTACT_SUCCESS_MS = 8000;

export const SUBSCRIBED_REDIRECT_MS = 4000;

/** Subscriptions are read again this long after the return from a payment, and after a forced update. */
export const PAYMENT_RETURN_RECHECK_MS = 2000;
export const FORCED_RECHECKS_MS = [500, 2000, 5000] as const;
