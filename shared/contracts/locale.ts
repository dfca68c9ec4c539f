export const LOCALE = "es-ES";
export const TIME_ZONE = "Europe/Madrid";

/** Swedish writes dates as ISO 8601 does. */
const DAY = new Intl.DateTimeFormat("sv-SE", { timeZone: TIME_ZONE });
/** The day in Spain: "2026-11-28". */
export const dayInSpain = (time: Date): string => DAY.format(time);

/** Number style of the whole of step 6; every other screen and the PDFs use `LOCALE`. */
export const RESULTS_LOCALE = "en-US";
