import type { CaseSeries } from "@ecotrim/contracts/simulations/case-file";
import type { SupplyContract } from "../tariff/contract-kind.ts";
import type { Tariff } from "../tariff/tariff.ts";

/** Series of the caller that replace the model's own: one value a step from the start of the period. */
export type GivenSeries = CaseSeries;

/** Calendar of the steps in local time (Europe/Madrid, in Canarias Atlantic/Canary); all arrays have one value a step. */
export interface Timeline {
  steps: number;
  stepHours: number;
  /** steps x stepHours. */
  hours: number;
  /** First instant, epoch milliseconds; step t begins at startMs + t x stepHours in real elapsed time. */
  startMs: number;
  /** Local dates of the first and last step, YYYY-MM-DD. */
  start: string;
  end: string;
  /** Annual figure = period figure x annualFactor (1 for a whole calendar year, 8760/hours otherwise). */
  annualFactor: number;
  /** Local hour of day at the start of the step, 0..23. */
  hour: Uint8Array;
  /** Local month, 1..12. */
  month: Uint8Array;
  /** Index of the local day within the period, from 0. */
  day: Uint16Array;
  /** Tariff period, 1..6; those of 3.0TD and 6.1TD are the same. */
  tariffPeriod: Uint8Array;
  /** 1 on Saturdays, Sundays and national holidays of the tariff calendar. */
  nonWorking: Uint8Array;
}

export interface Calibration {
  /** Factor on the market part of the price. */
  k: number;
  /** Flat addition to every buy price, EUR/MWh. */
  adderEurMwh: number;
  /** Spending / modelled cost; null without spending or imports. */
  ratio: number | null;
}

/** Warnings about a site's prices and dates. Spending and costs in EUR a year. */
export type SiteWarning =
  | { code: "no_spending" | "zero_spending" | "no_imports" }
  | {
      code: "spending_out_of_range" | "spending_unusual";
      /** Spending / modelled cost. */
      ratio: number;
      modelledEurYear: number;
      /** Spending that the prices are calibrated to. */
      usedEurYear: number;
      /** True where the period is so short that its months may not represent a year. */
      partOfYear: boolean;
    }
  | {
      code: "outside_data_year";
      year: number;
      pv: boolean;
      market: boolean;
      /** Years of the curve that the site's load was read from. */
      curveYears?: readonly string[];
    }
  | { code: "market_year"; year: number }
  /** The site lies where other periods hold. */
  | { code: "peninsula_prices" }
  /** Steps in which exports exceed the given solar production. */
  | { code: "export_beyond_pv"; steps: number };

/** A site over a period: energies kWh per step, prices EUR/MWh. */
export interface Site {
  timeline: Timeline;
  pvKwh: Float64Array;
  demandKwh: Float64Array;
  marketEurMwh: Float64Array;
  /** The market that the spending was paid in; `marketEurMwh` unless a case asks for another level or spread. */
  paidMarketEurMwh: Float64Array;
  /** What the spending bought, kWh per step: a plant that is still to come covers none of it. */
  paidImportKwh: Float64Array;
  buyEurMwh: Float64Array;
  sellEurMwh: Float64Array;
  /** Import limit per step (Infinity: none). */
  importLimitKwh: Float64Array;
  exportLimitKwh: number;
  tariff: Tariff;
  contract: SupplyContract;
  calibration: Calibration;
  /** True where a series or the contract gives the buy prices: no calibration, no contract range, no implied limit. */
  pricesGiven: boolean;
  /** True where the P6 limit is free and its extra power is priced (no `limit`, default prices). */
  freeP6: boolean;
  warnings: SiteWarning[];
}
