/** The constants of the product's specification, each with its one home here. Durations in milliseconds. */

export const LOCALE = "es-ES";
export const TIME_ZONE = "Europe/Madrid";

export const DEFAULT_GENERATION_KWP = 2000;
/** Mean PV power of an installation, kW per kWp, used to size batteries. */
export const MEAN_PV_KW_PER_KWP = 0.17;
export const AUTONOMY_HOURS = 4;

export const WIZARD_STEPS = 6;
export const PENDING_SIMULATION_TTL_MS = 24 * 60 * 60 * 1000;
export const LOADING_MESSAGE_MS = 1500;
export const CACHED_RESULTS_DELAY_MS = 1000;
export const REGISTERED_REDIRECT_MS = 2000;
export const CHUNK_LOAD_TIMEOUT_MS = 120_000;

export const CHART_HEIGHT_PX = 400;
export const SANKEY_HEIGHT_PX = 500;

export const CACHE_MESSAGE = "Cargando resultados desde caché...";
export const LOADING_MESSAGES = [
  "Analizando generación y consumo...",
  "Generando modelo de optimización...",
  "Analizando miles de simulaciones...",
  "Generando resultados",
] as const;

/** IRR thresholds of the profitability label, percent. */
export const IRR_HIGH_PERCENT = 8;
export const IRR_MARGINAL_PERCENT = 5;

/** Number style of the whole of step 6; every other screen and the PDFs use `LOCALE`. */
export const RESULTS_LOCALE = "en-US";

export const MIN_PASSWORD_LENGTH = 8;
/** Local storage key of the session credential. */
export const TOKEN_STORAGE_KEY = "authToken";
/** A login lasts this long, days, renewed by use, but no longer than the second in all. */
export const SESSION_DAYS = 7;
export const SESSION_MAX_DAYS = 90;
export const ASSOCIATION_DELAY_MS = 1000;

/** A menu entry scrolls to its place on the landing page this long after the click. */
export const SCROLL_DELAY_MS = 100;

export const TOAST_MS = 4000;
export const FEEDBACK_MS = 5000;
export const CONTACT_SUCCESS_MS = 8000;

/** 'Esta semana' of the statistics, days. */
export const WEEK_DAYS = 7;
export const HISTORY_PAGE_SIZES = [5, 10, 25, 50] as const;
export const HISTORY_PAGE_SIZE = 10;

/** Personal data without use is kept this long; a warning comes before. */
export const RETENTION_MONTHS = 24;
export const RETENTION_WARNING_DAYS = 30;
/** Settled mails, ended sessions and used links are kept this long, days, to look into what went wrong. */
export const TRACES_DAYS = 30;
/** Payments of accounts that are gone are kept this long, years (Código de Comercio, art. 30). */
export const PAYMENT_RECORD_YEARS = 6;
/** Youngest age at which one may consent to the treatment of one's data, years. */
export const CONSENT_AGE = 14;
/** A choice about cookies is asked for again after this long, as the AEPD's guide asks. */
export const CONSENT_RENEWAL_MONTHS = 24;

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

export const SUBSCRIBED_REDIRECT_MS = 4000;
/** Subscriptions are read again this long after the return from a payment, and after a forced update. */
export const PAYMENT_RETURN_RECHECK_MS = 2000;
export const FORCED_RECHECKS_MS = [500, 2000, 5000] as const;
