import type { Indicator } from "@ecotrim/contracts/simulations/result";
import { importPeakKw } from "@ecotrim/engine/bill/peaks";
import type { Outcome } from "@ecotrim/engine/outcome";
import { indicator, labelOf, type ResultKey, unitOf } from "../figures.ts";
import { batteryPrices } from "./plots.ts";
import { chargedMwh, dischargedMwh } from "./tables.ts";

const KEY_FIGURES = [
  "savings",
  "irr",
  "npv",
  "payback_years",
  "simple_payback",
  "spending_to_savings",
  "capex_eur",
  "lcoe",
  "lcoe_without_battery",
  "lcos",
  "total_demand",
  "total_generation",
  "total_autoconsume",
  "self_consumption_fct",
  "total_import",
  "total_export",
  "cycles_per_year",
] as const satisfies (ResultKey | "simple_payback")[];

/** Key figures with their names and units. */
export function kpiTable({ figures, simplePaybackYears }: Outcome): Indicator[] {
  const all = { ...figures.economics, ...figures.energetics, simple_payback: simplePaybackYears };
  return KEY_FIGURES.map((key) => indicator(key, all[key]));
}

export function demandIndicators({ site, schedule, withoutBattery, totals, figures }: Outcome): Indicator[] {
  const demandMwh = figures.energetics.total_demand;
  const covered = totals.pvToDemand + totals.batteryToDemand;
  return [
    indicator("total_demand", demandMwh),
    indicator("demand_covered", covered),
    indicator("import_to_demand", totals.gridToDemand),
    {
      indicator: labelOf("demand_covered_fct"),
      value: demandMwh > 0 ? (100 * covered) / demandMwh : null,
      units: unitOf("demand_covered_fct"),
    },
    indicator("import_peak_without", withoutBattery && importPeakKw(site.timeline, withoutBattery.importKwh)),
    indicator("import_peak_with", importPeakKw(site.timeline, schedule.importKwh)),
  ];
}

export function batteryIndicators(outcome: Outcome): Indicator[] {
  const { totals, cyclesPerYear, operationYears } = outcome;
  const prices = batteryPrices(outcome);
  const spread = prices.charge !== null && prices.discharge !== null ? prices.discharge - prices.charge : null;
  return [
    indicator("total_discharge", dischargedMwh(totals), "batteryIndicator"),
    indicator("cycles_per_year", cyclesPerYear, "batteryIndicator"),
    indicator("price_spread", spread, "batteryIndicator"),
    indicator("total_charge", chargedMwh(totals), "batteryIndicator"),
    indicator("charge_from_pv", totals.pvToBattery, "batteryIndicator"),
    indicator(
      "final_state_of_health",
      cyclesPerYear === null ? null : operationYears.at(-1)!.stateOfHealth,
      "batteryIndicator",
    ),
  ];
}
