import { dateOfDay } from "../site/local-dates.ts";
import type { Timeline } from "../site/site.ts";
import { addedPowerEurYear, type PowerContract } from "../tariff/contracted-power.ts";

/** The part of a timeline that a bill depends on. */
export type BilledPeriod = Pick<Timeline, "tariffPeriod" | "stepHours" | "annualFactor">;

/** Energies that the meter counts, kWh per step. */
export interface GridExchange {
  importKwh: Float64Array;
  exportKwh: Float64Array;
}

/** Prices of the metered energy, EUR/MWh per step. */
export interface EnergyPrices {
  buyEurMwh: Float64Array;
  sellEurMwh: Float64Array;
}

/** One line of the bill of a whole period, EUR; revenue is negative. */
export interface BillLine {
  key: "energy" | "surplus" | "added_power";
  eur: number;
}

/**
 * The bill of a period: energy bought, surplus sold and the power term beyond the power that is paid already. Every
 * saving of a battery is the difference of two such bills.
 */
export function billOf(
  { buyEurMwh, sellEurMwh }: EnergyPrices,
  contract: PowerContract,
  timeline: BilledPeriod,
  { importKwh, exportKwh }: GridExchange,
): BillLine[] {
  return [
    { key: "energy", eur: valueEur(buyEurMwh, importKwh) },
    { key: "surplus", eur: -valueEur(sellEurMwh, exportKwh) },
    { key: "added_power", eur: addedPowerEurYear(contract, timeline, importKwh) / timeline.annualFactor },
  ];
}

/** The energy part of a bill, EUR: purchases less sales. */
export const energyEur = (bill: readonly BillLine[]): number => sumOf(bill, ["energy", "surplus"]);

/** The power part of a bill, EUR. */
export const powerEur = (bill: readonly BillLine[]): number => sumOf(bill, ["added_power"]);

const sumOf = (bill: readonly BillLine[], keys: readonly BillLine["key"][]): number =>
  bill.reduce((sum, { key, eur }) => (keys.includes(key) ? sum + eur : sum), 0);

/** Energy bill, EUR: imports at the buy price less exports at the sell price. */
export const energyBillEur = (
  { buyEurMwh, sellEurMwh }: EnergyPrices,
  { importKwh, exportKwh }: GridExchange,
): number => valueEur(buyEurMwh, importKwh) - valueEur(sellEurMwh, exportKwh);

/** The energy bill of each calendar month that a period touches, EUR, in order. */
export function energyEurByMonth(
  timeline: Pick<Timeline, "start" | "day" | "month">,
  { buyEurMwh, sellEurMwh }: EnergyPrices,
  { importKwh, exportKwh }: GridExchange,
): { month: string; eur: number }[] {
  const { day, month } = timeline;
  const months: { month: string; eur: number }[] = [];
  for (let t = 0; t < month.length; t++) {
    if (month[t] !== month[t - 1])
      months.push({ month: dateOfDay(timeline, day[t]!).toISOString().slice(0, "YYYY-MM".length), eur: 0 });
    months.at(-1)!.eur += (buyEurMwh[t]! * importKwh[t]! - sellEurMwh[t]! * exportKwh[t]!) / 1000;
  }
  return months;
}

/** Sum of price x energy, EUR, for prices in EUR/MWh and energies in kWh per step. */
export function valueEur(priceEurMwh: Float64Array, energyKwh: Float64Array): number {
  let milliEur = 0;
  for (let t = 0; t < energyKwh.length; t++) milliEur += energyKwh[t]! * priceEurMwh[t]!;
  return milliEur / 1000;
}
