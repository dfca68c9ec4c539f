import { formatNumber } from "@ecotrim/contracts/numbers";
import type { SimulationRecord } from "@ecotrim/contracts/simulations/record";
import { longDate } from "@ecotrim/present/dates";
import { simulationName } from "@ecotrim/present/simulations/battery-name";
import { createContext, useContext } from "react";
import { website } from "../../lib/website.ts";

/** The simulation whose charts a screen shows; null where the charts are of none. */
const ChartedRecordContext = createContext<SimulationRecord | null>(null);

export const ChartedRecordProvider = ChartedRecordContext.Provider;
export const useChartedRecord = (): SimulationRecord | null => useContext(ChartedRecordContext);

/** What stands under a saved picture, which leaves its page: the case, and its date and source. */
export function pictureLines(record: SimulationRecord, locale: string): string[] {
  const { site, source, results, completedAt, createdAt, inputParameters: input } = record;
  const given = (value: number | undefined, unit: string) =>
    value === undefined ? [] : [formatNumber(value, { unit, locale })];
  const facts = [
    simulationName(record),
    ...(site ? [site] : []),
    ...given(input.pv_value, "kWp"),
    ...given(input.demand_value, "kWh/h"),
    ...given(input.total_spending, "€ al año"),
    ...given(input.battery_capacity, "kWh"),
    ...given(input.max_charge_power, "kW"),
  ];
  const origin =
    source === "platform" && results
      ? `${website.company.tradeName}, motor ${results.engine_version}, tarifas ${results.tariff_version}`
      : `cálculo hecho fuera de ${website.company.tradeName}`;
  return [facts.join(" · "), `Calculado el ${longDate(completedAt ?? createdAt)} · Fuente: ${origin}`];
}
