import type { SimulationRecord } from "@ecotrim/contracts/simulations/record";
import { longDate } from "@ecotrim/present/dates";
import { caseLine } from "@ecotrim/present/simulations/case-line";
import { createContext, useContext } from "react";
import { website } from "../../lib/website.ts";

/** The simulation whose charts a screen shows; null where the charts are of none. */
const ChartedRecordContext = createContext<SimulationRecord | null>(null);

export const ChartedRecordProvider = ChartedRecordContext.Provider;
export const useChartedRecord = (): SimulationRecord | null => useContext(ChartedRecordContext);

/** What stands under a saved picture, which leaves its page: the case, and its date and source. */
export function pictureLines(record: SimulationRecord, locale: string): string[] {
  const { source, results, completedAt, createdAt } = record;
  const origin =
    source === "platform" && results
      ? `${website.company.tradeName}, motor ${results.engine_version}, tarifas ${results.tariff_version}`
      : `cálculo hecho fuera de ${website.company.tradeName}`;
  return [caseLine(record, locale), `Calculado el ${longDate(completedAt ?? createdAt)} · Fuente: ${origin}`];
}
