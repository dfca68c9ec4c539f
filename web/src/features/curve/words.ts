import { LOCALE, TIME_ZONE } from "@ecotrim/contracts/locale";

const format = new Intl.DateTimeFormat(LOCALE, {
  timeZone: TIME_ZONE,
  weekday: "long",
  day: "numeric",
  month: "short",
  hour: "numeric",
  minute: "2-digit",
});

/** "martes, 14 ene, 11:15". */
export const instantText = (iso: string): string => format.format(new Date(iso));
