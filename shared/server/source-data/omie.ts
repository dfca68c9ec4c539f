import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { buildTimeline } from "@ecotrim/engine/site/calendar";
import { parse } from "csv-parse/sync";
import { HOUR_MS, instantOf, noReadings, note, type Readings, SourceDataError } from "./hours.ts";

/** Plausible prices, EUR/MWh: slightly wider than the harmonised limits of the European day-ahead market. */
const PLAUSIBLE: [number, number] = [-600, 6000];
/** Name of OMIE's file of one day; the extension is its version. */
const DAY_FILE = /^marginalpdbc_(\d{8})\.(\d+)$/i;
/** First day with quarter-hours. */
const QUARTERS_SINCE = 20_251_001;
/** Position of the price of Spain in a line of year, month, day, period, Portugal, Spain. */
const SPAIN = 5;

/** Content of a folder of OMIE's files. */
export interface OmieFolder {
  readings: Readings;
  files: number;
  /** Names of files that are neither day files of OMIE nor CSV. */
  ignored: string[];
}

/**
 * Reads the day-ahead prices of Spain from a folder. OMIE's files are `marginalpdbc_YYYYMMDD.v`, of which the highest
 * version of a day counts; CSV files have the columns `utc_iso` and `eur_mwh`. Quarter-hours are averaged.
 * @throws SourceDataError where the folder has no data or a file has another format
 */
export function readOmieFolder(folder: string): OmieFolder {
  let names: string[];
  try {
    names = readdirSync(folder).sort();
  } catch (cause) {
    throw new SourceDataError(`OMIE_DIR: the folder ${folder} cannot be read.`, { cause });
  }
  const versions = new Map<string, { name: string; version: number }>();
  for (const name of names) {
    const [, date, version] = DAY_FILE.exec(name) ?? [];
    if (date && Number(version) > (versions.get(date)?.version ?? 0))
      versions.set(date, { name, version: Number(version) });
  }
  const tables = names.filter((name) => /\.csv$/i.test(name));
  const ignored = names.filter((name) => !DAY_FILE.test(name) && !tables.includes(name));
  if (versions.size + tables.length === 0)
    throw new SourceDataError(`OMIE_DIR: ${folder} holds no marginalpdbc_YYYYMMDD.v and no CSV.`);

  const readings = noReadings();
  for (const name of tables) readTable(join(folder, name), readings);
  for (const [date, { name }] of versions) readDay(join(folder, name), date, readings);
  return { readings, files: versions.size + tables.length, ignored };
}

/** Reads lines `2024;01;31;24;63,33;63.33;` from the day's first hour on: 23, 24 or 25, or four times as many. */
function readDay(path: string, compactDate: string, readings: Readings): void {
  const lines = rowsOf(path, { delimiter: ";", relax_column_count: true }) as string[][];
  const date = compactDate.replace(/^(....)(..)(..)$/, "$1-$2-$3");
  if (!/^MARGINALPDBC/i.test(lines[0]?.[0] ?? "") || Number.isNaN(Date.parse(date)))
    throw new SourceDataError(`OMIE_DIR: ${path} is not a file of OMIE's marginal prices.`);
  const { startMs, steps } = buildTimeline(date, date, 1);
  const parts = Number(compactDate) >= QUARTERS_SINCE ? 4 : 1;
  const byHour = new Map<number, number[]>();
  for (const line of lines) {
    if (line.slice(0, 3).map(Number).join("-") !== date.split("-").map(Number).join("-")) continue;
    const hour = Math.floor((Number(line[3]) - 1) / parts);
    if (!(hour >= 0 && hour < steps))
      throw new SourceDataError(`OMIE_DIR: ${path} has a period ${line[3]}, and ${date} has ${steps * parts}.`);
    byHour.set(hour, [...(byHour.get(hour) ?? []), numberOf(line[SPAIN])]);
  }
  for (const [hour, values] of byHour) {
    const whole = values.length === parts;
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    // An hour with missing quarters counts as missing; a repeated hour has its last value.
    if (whole) note(readings, startMs + hour * HOUR_MS, mean, PLAUSIBLE);
    else if (parts === 1) for (const value of values) note(readings, startMs + hour * HOUR_MS, value, PLAUSIBLE);
  }
}

function readTable(path: string, readings: Readings): void {
  const rows = rowsOf(path, { columns: true }) as Record<string, string>[];
  if (!rows[0] || !("utc_iso" in rows[0] && "eur_mwh" in rows[0]))
    throw new SourceDataError(`OMIE_DIR: ${path} has not the columns utc_iso and eur_mwh.`);
  for (const [index, { utc_iso, eur_mwh }] of rows.entries()) {
    const instant = instantOf(utc_iso);
    if (Number.isNaN(instant) || instant % HOUR_MS !== 0)
      throw new SourceDataError(`OMIE_DIR: ${path}, row ${index + 1}, is not of a whole hour in UTC.`);
    note(readings, instant, numberOf(eur_mwh), PLAUSIBLE);
  }
}

/** NaN, which is not plausible, for text that is no number. */
const numberOf = (text = ""): number => (text.trim() === "" ? Number.NaN : Number(text.replace(",", ".")));

function rowsOf(path: string, options: object): unknown[] {
  try {
    return parse(readFileSync(path), { bom: true, trim: true, skip_empty_lines: true, ...options });
  } catch (cause) {
    throw new SourceDataError(`OMIE_DIR: ${path} cannot be read as a table.`, { cause });
  }
}
