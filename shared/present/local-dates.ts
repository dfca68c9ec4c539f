/** Local dates and hours in Spanish. Dates are UTC dates at midnight: only their calendar fields mean something. */

const MONTHS = ["ene", "feb", "mar", "abr", "may", "jun", "jul", "ago", "sep", "oct", "nov", "dic"] as const;
const WEEKDAYS = ["dom", "lun", "mar", "mié", "jue", "vie", "sáb"] as const;

/** "ene". */
export const monthName = (date: Date): string => MONTHS[date.getUTCMonth()]!;

/** "ene", of 1. */
export const nameOfMonth = (month: number): string => MONTHS[month - 1]!;

/** "ene 2024", of "2024-01". */
export const monthAndYear = (month: string): string => `${monthName(new Date(month))} ${month.slice(0, 4)}`;

/** "15 ene". */
export const dayAndMonth = (date: Date): string => `${date.getUTCDate()} ${monthName(date)}`;

const LONG_WEEKDAYS = ["domingo", "lunes", "martes", "miércoles", "jueves", "viernes", "sábado"] as const;

/** "martes 14 ene". */
export const weekdayAndDate = (date: Date): string => `${LONG_WEEKDAYS[date.getUTCDay()]} ${dayAndMonth(date)}`;

/** "lun 15 ene 18:00". */
export const hourLabel = (date: Date, hour: number): string =>
  `${WEEKDAYS[date.getUTCDay()]} ${dayAndMonth(date)} ${String(hour).padStart(2, "0")}:00`;
