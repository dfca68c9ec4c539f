import { LOCALE, TIME_ZONE } from "@ecotrim/contracts/locale";

/** Dates as people in Spain write them, in Madrid's time zone on any machine. All functions take ISO 8601 texts. */

const written = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat(LOCALE, { timeZone: TIME_ZONE, ...options });
  return (iso: string): string => format.format(new Date(iso));
};

/** "28/11/2026" */
export const shortDate = written({ day: "2-digit", month: "2-digit", year: "numeric" });
/** "28/11/2026, 9:05" */
export const shortDateTime = written({
  day: "2-digit",
  month: "2-digit",
  year: "numeric",
  hour: "numeric",
  minute: "2-digit",
});
/** "28 de noviembre de 2026" */
export const longDate = written({ dateStyle: "long" });
/** "noviembre de 2026" */
export const longMonth = written({ month: "long", year: "numeric" });
/** A calendar date, free of time zones: 2024-12-31 -> 31/12/2024. */
export const calendarDate = (iso: string): string => iso.split("-").reverse().join("/");
