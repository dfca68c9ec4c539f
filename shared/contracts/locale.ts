export const LOCALE = "es-ES";
export const TIME_ZONE = "Europe/Madrid";

/** Number style of the whole of step 6; every other screen and the PDFs use `LOCALE`. */
export const RESULTS_LOCALE = "en-US";
