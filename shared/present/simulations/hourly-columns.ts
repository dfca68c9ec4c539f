import type { HourlySeries } from "@ecotrim/contracts/simulations/result";
import { timelineOfLength } from "@ecotrim/engine/site/calendar";
import { dateOfDay } from "@ecotrim/engine/site/local-dates";

/** The dispatch of every step as a table, for files that people open in a spreadsheet. */

export const TIME_COLUMNS = { local: "Hora local", utc: "Hora UTC" } as const;

export const HOURLY_COLUMNS = {
  pv_kwh: "Fotovoltaica (kWh)",
  demand_kwh: "Consumo (kWh)",
  buy_eur_mwh: "Precio de compra (€/MWh)",
  sell_eur_mwh: "Precio de venta (€/MWh)",
  import_kwh: "Compra a la red (kWh)",
  export_kwh: "Excedentes vendidos (kWh)",
  curtailed_kwh: "Fotovoltaica no aprovechada (kWh)",
  charge_kwh: "Carga de la batería (kWh)",
  discharge_kwh: "Descarga de la batería (kWh)",
  soc_kwh: "Energía almacenada al final (kWh)",
} as const satisfies Partial<Record<keyof HourlySeries, string>>;

export type HourlyKey = keyof typeof HOURLY_COLUMNS;
export const HOURLY_KEYS = Object.keys(HOURLY_COLUMNS) as HourlyKey[];

const HOUR_MS = 3_600_000;

/**
 * When each step begins: in local time, as a UTC date of which only the calendar fields mean something, and in UTC,
 * because one hour of October comes twice.
 */
export function stepTimes(series: HourlySeries): { local: Date; utc: Date }[] {
  const timeline = timelineOfLength(series.start, series.pv_kwh.length, series.step_hours);
  return series.pv_kwh.map((_, t) => {
    const utcMs = timeline.startMs + t * series.step_hours * HOUR_MS;
    const localMs = dateOfDay(timeline, timeline.day[t]!).getTime() + timeline.hour[t]! * HOUR_MS + (utcMs % HOUR_MS);
    return { local: new Date(localMs), utc: new Date(utcMs) };
  });
}
