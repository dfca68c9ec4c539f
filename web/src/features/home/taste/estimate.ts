import type { EstimateQuery, QuickEstimate } from "./quick-estimate.ts";

export type { EstimateQuery };

/** The part of an estimate that the landing page shows. */
export interface Estimate extends Pick<QuickEstimate, "flows"> {
  battery: Pick<QuickEstimate["battery"], "capacity_kwh" | "power_kw" | "saving_eur" | "capex_eur" | "pays">;
}

/** Message of the web worker: the estimate of a query; null where there is none. */
export interface EstimateAnswer {
  query: EstimateQuery;
  estimate: Estimate | null;
}

export const EXAMPLE: EstimateQuery = { generation: 2000, average: 500, total_spendings: 400_000 };

/** The engine's answer to the example, so that the page shows it before any of the engine is loaded; a test compares. */
export const EXAMPLE_ESTIMATE: Estimate = {
  battery: { capacity_kwh: 2000, power_kw: 500, saving_eur: 82_620, capex_eur: 515_000, pays: true },
  flows: {
    pvToDemand: 1794.8,
    pvToBattery: 583.2,
    pvToExport: 862.4,
    curtailed: 0,
    batteryToDemand: 685.6,
    batteryToExport: 0,
    gridToDemand: 1911.6,
    gridToBattery: 138,
  },
};
