import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import { HOUR_MS, instantOf, noReadings, note, type Readings, SourceDataError } from "./hours.ts";

/** Plausible kWh of one kWp in an hour: up to a little more than cloud-edge irradiance gives. */
const PLAUSIBLE: [number, number] = [0, 1.3];
/** Hours are stamped with the minute of the satellite's image. */
const STAMP = /^(\d{4})(\d\d)(\d\d):(\d\d)\d\d$/;

/** Content of a PVGIS file. */
export interface PvgisFile {
  readings: Readings;
  /** Location and orientation of the modules, in Spanish, as far as the file states them. */
  place: string;
}

/**
 * Reads the yield of one kWp from PVGIS' hourly CSV (`seriescalc` with `pvcalculation=1`), header and footer included.
 * Also reads a table with the columns `utc_iso` and `kwh_per_kwp_derived`.
 * @throws SourceDataError where the file cannot be read, has no power, or no rated power
 */
export function readPvgis(path: string): PvgisFile {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (cause) {
    throw new SourceDataError(`PVGIS_CSV: ${path} cannot be read.`, { cause });
  }
  const lines = text.split(/\r?\n/);
  const start = lines.findIndex((line) => /^(time|utc_iso),/.test(line));
  if (start < 0) throw new SourceDataError(`PVGIS_CSV: ${path} has no line of columns that begins with "time".`);
  const header = lines.slice(0, start).join("\n");
  // The footer begins at the first empty line.
  const end = lines.findIndex((line, index) => index > start && line.trim() === "");
  const table = lines.slice(start, end < 0 ? undefined : end).join("\n");
  const rows: Record<string, string>[] = parse(table, { columns: true, trim: true, relax_column_count: true });
  const yieldOf = yieldReader(path, header, Object.keys(rows[0] ?? {}));

  const readings = noReadings();
  for (const [index, row] of rows.entries()) {
    const instant = stampOf(row.time ?? row.utc_iso);
    if (Number.isNaN(instant))
      throw new SourceDataError(`PVGIS_CSV: ${path}, row ${index + 1} of the hours, has no time.`);
    note(readings, Math.floor(instant / HOUR_MS) * HOUR_MS, yieldOf(row), PLAUSIBLE);
  }
  return { readings, place: placeOf(header) };
}

function stampOf(stamp = ""): number {
  const [, year, month, day, hour] = STAMP.exec(stamp) ?? [];
  return year ? Date.parse(`${year}-${month}-${day}T${hour}:00:00Z`) : instantOf(stamp);
}

function yieldReader(path: string, header: string, columns: string[]): (row: Record<string, string>) => number {
  if (columns.includes("kwh_per_kwp_derived")) return (row) => numberOf(row.kwh_per_kwp_derived);
  if (!columns.includes("P"))
    throw new SourceDataError(`PVGIS_CSV: ${path} has no column P: ask PVGIS for it with pvcalculation=1.`);
  const kwp = Number(/Nominal power of the PV system.*:\s*([\d.]+)/.exec(header)?.[1]);
  if (!(kwp > 0)) throw new SourceDataError(`PVGIS_CSV: ${path} does not tell the nominal power of the PV system.`);
  return (row) => numberOf(row.P) / 1000 / kwp;
}

const numberOf = (text = ""): number => (text === "" ? Number.NaN : Number(text));

function placeOf(header: string): string {
  const figure = (name: string) => new RegExp(`${name}[^:\\n]*:\\s*(-?[\\d.]+)`).exec(header)?.[1];
  const [latitude, longitude] = [figure("Latitude"), figure("Longitude")];
  const slope = figure("Slope");
  const parts = [
    ...(latitude && longitude ? [`latitud ${comma(latitude)}°, longitud ${comma(longitude)}°`] : []),
    ...(slope ? [`inclinación ${comma(slope)}°`] : []),
  ];
  return parts.length > 0 ? parts.join(", ") : "emplazamiento del fichero";
}

const comma = (figure: string): string => figure.replace(".", ",");
