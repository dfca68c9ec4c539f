import type { Indicator, Results } from "@ecotrim/contracts/simulations/result";
import { importPeakKw } from "@ecotrim/engine/dispatch/peak";
import type { Outcome } from "@ecotrim/engine/outcome";
import { batteryPrices } from "./plots.ts";
import { chargedMwh, dischargedMwh } from "./tables.ts";

/** Key figures with their names and units. */
export function kpiTable({ economics, energetics }: Results["kpi_new_table"]): Indicator[] {
  const percent = (fraction: number | null) => fraction && fraction * 100;
  return [
    { indicator: "Ahorro anual", value: economics.savings, units: "€/año" },
    { indicator: "Tasa interna de retorno (TIR)", value: percent(economics.irr), units: "%" },
    { indicator: "Valor actual neto (VAN)", value: economics.npv, units: "€" },
    { indicator: "VAN sin las partidas supuestas", value: economics.npv_without_fixed_items, units: "€" },
    { indicator: "Periodo de retorno", value: economics.payback_years, units: "años" },
    { indicator: "Gasto energético / ahorro", value: economics.spending_to_savings, units: "años" },
    { indicator: "Inversión", value: economics.capex_eur, units: "€" },
    { indicator: "LCOE con batería", value: economics.lcoe, units: "€/MWh" },
    { indicator: "LCOE sin batería", value: economics.lcoe_without_battery, units: "€/MWh" },
    { indicator: "LCOS", value: economics.lcos, units: "€/MWh" },
    { indicator: "Consumo", value: energetics.total_demand, units: "MWh" },
    { indicator: "Generación fotovoltaica", value: energetics.total_generation, units: "MWh" },
    { indicator: "Autoconsumo", value: energetics.total_autoconsume, units: "MWh" },
    { indicator: "Autoconsumo sobre generación", value: percent(energetics.self_consumption_fct), units: "%" },
    { indicator: "Compra a la red", value: energetics.total_import, units: "MWh" },
    { indicator: "Excedentes vendidos", value: energetics.total_export, units: "MWh" },
    { indicator: "Ciclos de la batería", value: energetics.cycles_per_year, units: "ciclos/año" },
  ];
}

export function demandIndicators({ site, schedule, withoutBattery, totals, figures }: Outcome): Indicator[] {
  const demandMwh = figures.energetics.total_demand;
  const covered = totals.pvToDemand + totals.batteryToDemand;
  return [
    { indicator: "Consumo", value: demandMwh, units: "MWh" },
    { indicator: "Cubierto por fotovoltaica y batería", value: covered, units: "MWh" },
    { indicator: "Comprado a la red para el consumo", value: totals.gridToDemand, units: "MWh" },
    { indicator: "Cobertura propia", value: demandMwh > 0 ? (100 * covered) / demandMwh : null, units: "%" },
    {
      indicator: "Punta de compra sin batería",
      value: withoutBattery && importPeakKw(site, withoutBattery),
      units: "kW",
    },
    { indicator: "Punta de compra con batería", value: importPeakKw(site, schedule), units: "kW" },
  ];
}

export function batteryIndicators(outcome: Outcome): Indicator[] {
  const { totals, cyclesPerYear, operationYears } = outcome;
  const prices = batteryPrices(outcome);
  const spread = prices.charge !== null && prices.discharge !== null ? prices.discharge - prices.charge : null;
  return [
    { indicator: "Energía descargada", value: dischargedMwh(totals), units: "MWh" },
    { indicator: "Ciclos", value: cyclesPerYear, units: "ciclos/año" },
    { indicator: "Diferencia de precio entre descarga y carga", value: spread, units: "€/MWh" },
    { indicator: "Energía cargada", value: chargedMwh(totals), units: "MWh" },
    { indicator: "Cargada de la fotovoltaica", value: totals.pvToBattery, units: "MWh" },
    {
      indicator: "Capacidad restante en el último año",
      value: cyclesPerYear === null ? null : 100 * operationYears.at(-1)!.stateOfHealth,
      units: "%",
    },
  ];
}
