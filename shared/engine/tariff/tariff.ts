import type { Case, TariffName, TariffYear } from "@ecotrim/contracts/simulations/input";
import facts from "../data/spain-2024.json" with { type: "json" };
import of2024 from "../data/tariffs/2024.json" with { type: "json" };
import of2025 from "../data/tariffs/2025.json" with { type: "json" };
import of2026 from "../data/tariffs/2026.json" with { type: "json" };

/** The access tariffs of the peninsula: their calendar of periods, and the regulated prices of each year. */

/** Identity of prices and calendar; stored with every result. */
export const tariffVersion = ({ name, year }: Case["tariff"]): string => `${name}-${year}`;

const { seasons, working_day_hour_to_period } = facts.period_calendar;

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

const PRICES = { 2024: of2024, 2025: of2025, 2026: of2026 } as const satisfies Record<TariffYear, object>;

/** The regulated prices that a case chooses, from `data/tariffs`. */
export function tariffOf({ name, year }: { name: TariffName; year: TariffYear }): Tariff {
  const { toll_eur_kwh, charge_eur_kwh, capacity_payment_eur_kwh, loss_pct, p6_power_eur_kw_year } =
    PRICES[year].tariffs[name];
  const lossFactors = [0, ...loss_pct.map((loss) => 1 + loss / 100)];
  const fixed = toll_eur_kwh.map(
    (toll, i) =>
      1000 * capacity_payment_eur_kwh[i]! * lossFactors[i + 1]! + MARGIN_EUR_MWH + 1000 * (toll + charge_eur_kwh[i]!),
  );
  return { lossFactors, fixedEurMwh: [0, ...fixed], addedP6EurKwYear: p6_power_eur_kw_year };
}

/** The norms that set the prices of a year, by their number in the official gazette (BOE). */
export const normsOf = (year: TariffYear): readonly string[] => PRICES[year].norms;

/** [month 1..12][hour 0..23] -> period 1..6 of a working day. */
const WORKING_DAY_PERIODS: number[][] = [];
for (const [season, months] of Object.entries(seasons)) {
  const hours = working_day_hour_to_period[season as keyof typeof seasons];
  for (const month of months) WORKING_DAY_PERIODS[month] = hours.map((name) => Number(name.slice(1)));
}

/** Tariff period 1..6 of a local hour; every hour of a non-working day is P6. */
export function tariffPeriodOf(month: number, hour: number, nonWorking: boolean): number {
  return nonWorking ? 6 : WORKING_DAY_PERIODS[month]![hour]!;
}

const FIXED_DATE_HOLIDAYS = new Set(facts.national_holidays_2024.dates.map((date) => date.slice("2024-".length)));

/** Whether a month and day (`MM-DD`) is a national holiday of the tariff calendar; those have a fixed date every year. */
export function isNationalHoliday(monthAndDay: string): boolean {
  return FIXED_DATE_HOLIDAYS.has(monthAndDay);
}

/** Market part of the buy price at the meter, EUR/MWh: the only part the calibration scales. */
export function marketPartEurMwh({ lossFactors }: Tariff, period: number, marketEurMwh: number): number {
  return marketEurMwh * lossFactors[period]!;
}

/** Part of the buy price that does not depend on the market, EUR/MWh. */
export function fixedPartEurMwh({ fixedEurMwh }: Tariff, period: number): number {
  return fixedEurMwh[period]!;
}
