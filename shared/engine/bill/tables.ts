import { TARIFF_YEARS, type TariffName, type TariffYear } from "@ecotrim/contracts/simulations/tariff";
import of2024 from "../data/tariffs/2024.json" with { type: "json" };
import of2025 from "../data/tariffs/2025.json" with { type: "json" };
import of2026 from "../data/tariffs/2026.json" with { type: "json" };

/** The regulated prices of each year; arrays are P1..P6. Sources and doubts are in `data/README.md`. */

/** A value that holds from a date on (YYYY-MM-DD). */
export interface Dated<T> {
  from_date: string;
  value: T;
}

/** Price of the excess of meters without quarter-hours: `factor` x price x excess x days. */
export interface DailyExcessPrice {
  factor: number;
  eur_kw_day: number[];
}

/** Regulated prices of one tariff in one year, before taxes. */
export interface TariffTables {
  power_toll_eur_kw_year: number[];
  power_charge_eur_kw_year: number[];
  toll_eur_kwh: number[];
  charge_eur_kwh: number[];
  excess_eur_kw: number[];
  excess_departure_eur_kw?: number;
  excess_eur_kw_day: Dated<DailyExcessPrice>[];
  capacity_payment_eur_kwh: Dated<number[]>[];
  loss_pct: number[];
}

export interface YearTables {
  /** Numbers of the norms in the official gazette (BOE). */
  norms: string[];
  electricity_tax_pct: Dated<number>[];
  bono_social_eur_day: Dated<number>[];
  tariffs: Record<TariffName, TariffTables>;
}

export const TABLES: Readonly<Record<TariffYear, YearTables>> = { 2024: of2024, 2025: of2025, 2026: of2026 };

export const tablesOf = (tariff: TariffName, year: TariffYear): TariffTables => TABLES[year].tariffs[tariff];

/** The value of a date; before the first, the first. */
export function valueOn<T>(values: readonly Dated<T>[], date: string): T {
  return (values.findLast(({ from_date }) => from_date <= date) ?? values[0]!).value;
}

/** The year of the tables for a date: its own, or the nearest there is. */
export function tableYear(date: string): TariffYear {
  const year = Number(date.slice(0, "YYYY".length));
  return TARIFF_YEARS.findLast((known) => known <= year) ?? TARIFF_YEARS[0];
}

/** Digits of a published price after the decimal sign. */
const PRICE_SCALE = 1e6;

/** Price of a contracted kW, toll plus charge, EUR a year. */
export function powerEurKwYear(tariff: TariffName, year: TariffYear): number[] {
  const { power_toll_eur_kw_year, power_charge_eur_kw_year } = tablesOf(tariff, year);
  return power_toll_eur_kw_year.map(
    (toll, i) => Math.round((toll + power_charge_eur_kw_year[i]!) * PRICE_SCALE) / PRICE_SCALE,
  );
}

const datedOf = <T>(pick: (tables: YearTables) => Dated<T>[]): Dated<T>[] =>
  TARIFF_YEARS.flatMap((year) => pick(TABLES[year]));

const ELECTRICITY_TAX_PCT = datedOf((tables) => tables.electricity_tax_pct);
const BONO_SOCIAL_EUR_DAY = datedOf((tables) => tables.bono_social_eur_day);

/** Rate of the electricity tax of a bill, %: the date of issue decides. */
export const electricityTaxPct = (issued: string): number => valueOn(ELECTRICITY_TAX_PCT, issued);

export const bonoSocialEurDay = (date: string): number => valueOn(BONO_SOCIAL_EUR_DAY, date);
