import type { EstimateQuery, QuickEstimate } from "./quick-estimate.ts";

export type { EstimateQuery };

/** The part of an estimate that the landing page shows. */
export interface Estimate extends Pick<QuickEstimate, "flows" | "doubt"> {
  battery: Pick<QuickEstimate["battery"], "capacity_kwh" | "power_kw" | "saving_eur" | "pays" | "verdict">;
}

/** Message of the web worker: the estimate of a query; null where there is none. */
export interface EstimateAnswer {
  query: EstimateQuery;
  estimate: Estimate | null;
}

/** A common site that pays what its energy costs at the market's prices; the verdict on it is the engine's. */
export const EXAMPLE: EstimateQuery = { generation: 2000, average: 500, total_spendings: 264_000 };

/** The engine's answer to the example, so that the page shows it before any of the engine is loaded; a test compares. */
export const EXAMPLE_ESTIMATE: Estimate = {
  doubt: null,
  battery: {
    capacity_kwh: 1250,
    power_kw: 625,
    saving_eur: 34_273,
    pays: false,
    verdict: "VAN negativo: vale −132.000\u00a0€.",
  },
  flows: {
    pvToDemand: 1794.8,
    pvToBattery: 358.7,
    pvToExport: 1086.9,
    curtailed: 0,
    batteryToDemand: 395.8,
    batteryToExport: 0,
    gridToDemand: 2201.4,
    gridToBattery: 81.0,
  },
};
