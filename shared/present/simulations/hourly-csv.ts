import type { HourlySeries } from "@ecotrim/contracts/simulations/result";
import { timelineOfLength } from "@ecotrim/engine/site/calendar";
import { dateOfDay } from "@ecotrim/engine/site/local-dates";

const COLUMNS = {
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

const BYTE_ORDER_MARK = "\uFEFF";
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/**
 * The dispatch as a CSV file for a Spanish spreadsheet: `;` between cells, decimal comma, byte order mark. Each step
 * has its local time (Europe/Madrid) and its UTC time, because one hour of October comes twice.
 */
export function hourlyCsv(series: HourlySeries): string {
  const keys = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[];
  const steps = series.pv_kwh.length;
  const timeline = timelineOfLength(series.start, steps, series.step_hours);
  const lines = [["Hora local", "Hora UTC", ...keys.map((key) => COLUMNS[key])].join(";")];
  for (let t = 0; t < steps; t++) {
    const startMs = timeline.startMs + t * series.step_hours * HOUR_MS;
    const day = dateOfDay(timeline, timeline.day[t]!).toISOString().slice(0, 10);
    const hour = twoDigits(timeline.hour[t]!);
    const minute = twoDigits(Math.floor(startMs / MINUTE_MS) % 60);
    const utc = new Date(startMs).toISOString().slice(0, 16).replace("T", " ");
    lines.push([`${day} ${hour}:${minute}`, utc, ...keys.map((key) => decimalComma(series[key][t]!))].join(";"));
  }
  return `${BYTE_ORDER_MARK}${lines.join("\r\n")}\r\n`;
}

const twoDigits = (value: number): string => String(value).padStart(2, "0");

/** As many decimals in every cell, so that columns align. */
const decimalComma = (value: number): string => (Math.round(value * 10_000) / 10_000).toFixed(4).replace(".", ",");
