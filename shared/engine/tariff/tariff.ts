import type { Case } from "@ecotrim/contracts/simulations/input";
import type { TariffName, TariffYear } from "@ecotrim/contracts/simulations/tariff";
import { powerEurKwYear, TABLES, tablesOf } from "../bill/tables.ts";
import facts from "../data/spain-2024.json" with { type: "json" };

/** The access tariffs of the peninsula: their calendar of periods, and the regulated prices of each year. */

/** Identity of prices and calendar; stored with every result. */
export const tariffVersion = ({ name, year }: Case["tariff"]): string => `${name}-${year}`;

/** Retailer's margin, EUR/MWh; it also bounds how far the flat adder of the calibration may fall below 0. */
export const MARGIN_EUR_MWH = facts.engine_defaults.margin_eur_mwh;

/** Regulated prices of one tariff in one year. */
export interface Tariff {
  /** [period 1..6] -> 1 + standard losses from busbar to meter. */
  lossFactors: readonly number[];
  /**
   * [period 1..6] -> the sum that does not depend on the market: capacity payment with losses, margin, toll, charge;
   * EUR/MWh.
   */
  fixedEurMwh: readonly number[];
  /** Price of one more kW of contracted power in P6 (toll plus charge), EUR/kW a year. */
  addedP6EurKwYear: number;
}

/** The regulated prices that a case chooses; of a capacity payment that changed within the year, the last. */
export function tariffOf(
  { name, year }: { name: TariffName; year: TariffYear },
  marginEurMwh = MARGIN_EUR_MWH,
): Tariff {
  const { toll_eur_kwh, charge_eur_kwh, capacity_payment_eur_kwh, loss_pct } = tablesOf(name, year);
  const capacityEurKwh = capacity_payment_eur_kwh.at(-1)!.value;
  const lossFactors = [0, ...loss_pct.map((loss) => 1 + loss / 100)];
  const fixed = toll_eur_kwh.map(
    (toll, i) => 1000 * capacityEurKwh[i]! * lossFactors[i + 1]! + marginEurMwh + 1000 * (toll + charge_eur_kwh[i]!),
  );
  return { lossFactors, fixedEurMwh: [0, ...fixed], addedP6EurKwYear: powerEurKwYear(name, year)[5]! };
}

/** The norms that set the prices of a year, by their number in the official gazette (BOE). */
export const normsOf = (year: TariffYear): readonly string[] => TABLES[year].norms;

/** Market part of the buy price at the meter, EUR/MWh: the only part the calibration scales. */
export function marketPartEurMwh({ lossFactors }: Tariff, period: number, marketEurMwh: number): number {
  return marketEurMwh * lossFactors[period]!;
}

/** Part of the buy price that does not depend on the market, EUR/MWh. */
export function fixedPartEurMwh({ fixedEurMwh }: Tariff, period: number): number {
  return fixedEurMwh[period]!;
}
