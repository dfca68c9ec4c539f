import type { HourlySeries } from "@ecotrim/contracts/simulations/result";
import { HOURLY_COLUMNS, HOURLY_KEYS, stepTimes, TIME_COLUMNS } from "./hourly-columns.ts";

const BYTE_ORDER_MARK = "\uFEFF";

/** The dispatch as a CSV file for a Spanish spreadsheet: `;` between cells, decimal comma, byte order mark. */
export function hourlyCsv(series: HourlySeries): string {
  const lines = [[TIME_COLUMNS.local, TIME_COLUMNS.utc, ...HOURLY_KEYS.map((key) => HOURLY_COLUMNS[key])].join(";")];
  for (const [t, { local, utc }] of stepTimes(series).entries())
    lines.push([written(local), written(utc), ...HOURLY_KEYS.map((key) => decimalComma(series[key][t]!))].join(";"));
  return `${BYTE_ORDER_MARK}${lines.join("\r\n")}\r\n`;
}

/** "2024-01-31 23:15". */
const written = (time: Date): string => time.toISOString().slice(0, 16).replace("T", " ");

/** As many decimals in every cell, so that columns align. */
const decimalComma = (value: number): string => (Math.round(value * 10_000) / 10_000).toFixed(4).replace(".", ",");
