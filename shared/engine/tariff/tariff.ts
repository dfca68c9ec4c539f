import facts from "../data/spain-2024.json" with { type: "json" };

/** Tariff 6.1TD (1-30 kV, peninsula): its calendar of periods and its prices, from `data/spain-2024.json`. */

/** Changes whenever a price or the calendar changes; stored with every result. */
export const TARIFF_VERSION = "6.1TD-2024";

const tariff = facts.regulated_prices_2024.tariffs["6.1TD"];
const { seasons, working_day_hour_to_period } = facts.period_calendar;

/** Price of one more kW of contracted power in P6 (toll plus charge), EUR/kW a year. */
export const EXTRA_P6_POWER_EUR_KW_YEAR = tariff.power_eur_kw_year.sum.P6;

/** Retailer's margin, EUR/MWh; it also bounds how far the flat adder of the calibration may fall below 0. */
export const MARGIN_EUR_MWH = facts.engine_defaults.margin_eur_mwh;

type PeriodName = keyof typeof tariff.energy_eur_kwh.sum;
const PERIODS: readonly PeriodName[] = ["P1", "P2", "P3", "P4", "P5", "P6"];

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

/** [period 1..6] -> 1 + standard losses from busbar to meter. */
const LOSS_FACTORS = [0, ...PERIODS.map((period) => 1 + tariff.standard_loss_pct[period] / 100)];

/**
 * [period 1..6] -> the sum that does not depend on the market: capacity payment with losses, margin, toll, charge;
 * EUR/MWh.
 */
const FIXED_EUR_MWH = [
  0,
  ...PERIODS.map(
    (period, i) =>
      1000 * tariff.capacity_payment_eur_kwh_busbar[period] * LOSS_FACTORS[i + 1]! +
      MARGIN_EUR_MWH +
      1000 * (tariff.energy_eur_kwh.peaje[period] + tariff.energy_eur_kwh.cargo[period]),
  ),
];

/** Market part of the buy price at the meter, EUR/MWh: the only part the calibration scales. */
export function marketPartEurMwh(period: number, marketEurMwh: number): number {
  return marketEurMwh * LOSS_FACTORS[period]!;
}

/** Part of the buy price that does not depend on the market, EUR/MWh. */
export function fixedPartEurMwh(period: number): number {
  return FIXED_EUR_MWH[period]!;
}
