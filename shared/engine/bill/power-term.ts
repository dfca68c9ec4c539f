import type { TariffName, TariffYear } from "@ecotrim/contracts/simulations/tariff";
import { powerEurKwYear, tablesOf, tableYear } from "./tables.ts";

/** What a supplier may print apart: the toll, the charge; else both. */
export type Part = "peaje" | "cargo";

/** Suppliers print a day of the yearly price as this part of it; bills of leap years were not seen. */
const BILLED_DAYS_A_YEAR = 365;

/**
 * Regulated price of a contracted kW for one day, P1..P6, EUR.
 * @param year of the tables, where it is not that of the date
 */
export function powerEurKwDay(tariff: TariffName, date: string, year?: TariffYear, part?: Part): number[] {
  const tables = year ?? tableYear(date);
  const { power_toll_eur_kw_year, power_charge_eur_kw_year } = tablesOf(tariff, tables);
  const annual =
    part === "peaje"
      ? power_toll_eur_kw_year
      : part === "cargo"
        ? power_charge_eur_kw_year
        : powerEurKwYear(tariff, tables);
  return annual.map((eur) => eur / BILLED_DAYS_A_YEAR);
}
