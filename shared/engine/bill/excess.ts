import type { TariffName, TariffYear } from "@ecotrim/contracts/simulations/tariff";
import { tablesOf, tableYear, valueOn } from "./tables.ts";

/** Power above the contracted one. Which rule holds depends on the meter, not on the tariff. */

/** Meters of types 1 to 3, P1..P6: EUR for each kW of the root of the sum of squares of a whole month. */
export const excessEurKw = (tariff: TariffName, year: TariffYear): number[] => tablesOf(tariff, year).excess_eur_kw;

/** Meters of types 4 and 5, P1..P6: EUR for each kW of the highest power above the contracted, and day. */
export function excessEurKwDay(tariff: TariffName, date: string): number[] {
  const { factor, eur_kw_day } = valueOn(tablesOf(tariff, tableYear(date)).excess_eur_kw_day, date);
  return eur_kw_day.map((eur) => factor * eur);
}
