import { LOCALE } from "@ecotrim/contracts/locale";
import { numberWriter } from "@ecotrim/present/number-writer";

/** Number style of reports: es-ES, always grouped, "No aplicable" for a missing figure. */
export const writer = numberWriter(LOCALE);
export const { figure: number, given: plain, euros, percent, spell, spellBare } = writer;

/** "2.000 kWh / 500 kW". */
export const batterySize = ({ capacity_kwh, power_kw }: { capacity_kwh: number; power_kw: number }): string =>
  `${plain(capacity_kwh, "kWh")} / ${plain(power_kw, "kW")}`;
