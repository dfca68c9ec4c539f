import { formatNumber, formatPercent } from "@ecotrim/contracts/numbers";
import { LOCALE, TIME_ZONE } from "@ecotrim/contracts/product";

/** How reports write: es-ES, grouping always, "No aplicable" for what does not exist. */

type Maybe = number | null | undefined;

export const number = (value: Maybe, decimals = 0): string => formatNumber(value, { decimals });
export const euros = (value: Maybe, decimals = 0): string => formatNumber(value, { decimals, unit: "€" });
export const mwh = (value: Maybe): string => formatNumber(value, { decimals: 0, unit: "MWh" });
export const kw = (value: Maybe): string => formatNumber(value, { decimals: 0, unit: "kW" });
export const euroMwh = (value: Maybe, decimals = 2): string => formatNumber(value, { decimals, unit: "€/MWh" });
export const years = (value: Maybe): string => formatNumber(value, { decimals: 2, unit: "años" });
export const percent = (fraction: Maybe, decimals = 1): string => formatPercent(fraction, { decimals });
/** As many decimals as the figure has, two at most. */
export const plain = (value: Maybe, unit: string): string => formatNumber(value, { unit });

/** "2.000 kWh / 500 kW". */
export const batterySize = ({ capacity_kwh, power_kw }: { capacity_kwh: number; power_kw: number }): string =>
  `${plain(capacity_kwh, "kWh")} / ${plain(power_kw, "kW")}`;

const LONG_DATE = new Intl.DateTimeFormat(LOCALE, { dateStyle: "long", timeZone: TIME_ZONE });
const SHORT_DATE = new Intl.DateTimeFormat(LOCALE, {
  day: "2-digit",
  month: "2-digit",
  year: "numeric",
  timeZone: TIME_ZONE,
});

/** "28 de noviembre de 2026", in Madrid. */
export const longDate = (iso: string): string => LONG_DATE.format(new Date(iso));
export const shortDate = (iso: string): string => SHORT_DATE.format(new Date(iso));
/** Calendar dates, free of time zones: 2024-12-31 -> 31/12/2024. */
export const calendarDate = (iso: string): string => iso.split("-").reverse().join("/");

/** Control characters have no glyph, and names are one line. */
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\s]+/gu, " ").trim();
