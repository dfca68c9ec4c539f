export const LOCALE = "es-ES";
export const TIME_ZONE = "Europe/Madrid";

let days: Intl.DateTimeFormat | undefined;
/** The day in Spain: "2026-11-28". */
export function dayInSpain(time: Date): string {
  // Made when it is asked for: browsers take long. Swedish writes dates as ISO 8601 does.
  days ??= new Intl.DateTimeFormat("sv-SE", { timeZone: TIME_ZONE });
  return days.format(time);
}

/** Number style of the whole of step 6; every other screen and the PDFs use `LOCALE`. */
export const RESULTS_LOCALE = "en-US";
