import type { CurveKind, CurveUnit, SeriesName } from "@ecotrim/contracts/curves/reading";
import { type Format, normalised } from "./formats.ts";

/** What columns hold, told by the words of their titles where no known format tells it. */

const SKIPPED =
  /precio|price|coste|cost\b|importe|ingres|revenue|reactiv|capacit|induct|\b[rq][1-4]\b|quality|calidad|autocons|self|theoret|teoric|specific|especific|loss|perdida|\bmax|temp|\bsoc\b|irradi|tarifa|kwh\/|w\/m|\bt2m\b|battery|bateria|charge\b|carga\b/;
const TOTAL = /\btotal\b/;
const LOAD = /\bload\b|demand|total consumption|consumo total/;
const EXPORT = /vertid|exceden|export|\bas\b|saliente|feed ?in|to (the )?grid|a la red|return|ehex|surplus|inyec|injec/;
const IMPORT = /import|\bae\b|\bai\b|entrante|purchas|comprad|de la red|from (the )?grid|grid consumption|grid to|ehcr/;
const PV = /generad|generac|generation|produc|\bpv\b|\bfv\b|fotovolt|solar|yield|rendimiento|e ?grid/;
const CONSUMPTION = /consum/;
const INVERTER = /inverter|inversor/;

const UNIT_WORD = /(?:^|[^a-z])(mwh|kwh|wh|mw|kw|w)(?![a-z/])/;
const UNIT_ENDING = /(mwh|kwh|wh)$/;
const UNIT_NAMES: Record<string, CurveUnit> = { mwh: "MWh", kwh: "kWh", wh: "Wh", mw: "MW", kw: "kW", w: "W" };

export function unitOf(title: string): CurveUnit | undefined {
  const word = (UNIT_WORD.exec(title) ?? UNIT_ENDING.exec(title))?.[1];
  return word === undefined ? undefined : UNIT_NAMES[word];
}

/** A cell below the titles that holds a unit alone: `[Wh]`, `kW`, `W/m²`, `[dd.MM.yyyy HH:mm]`. */
export const isUnitCell = (text: string): boolean =>
  /^\[.{1,24}\]$/.test(text) || /^(k|M)?Wh?(\/m(²|2))?$|^°C$|^%$|^m\/s$|^kWh\/kWp$/.test(text);

export type Columns = Partial<Record<SeriesName, number>>;

/** The column of each series, among columns that hold numbers. */
export function columnsOf(
  format: Format,
  titles: readonly string[],
  numeric: readonly number[],
  kind?: CurveKind,
): Columns {
  const own = { ...format.columns, ...ownTitles(format.sums) };
  if (format.columns) return ofFormat(own, titles, numeric);
  const found: Partial<Record<SeriesName, number[]>> = {};
  const consumption: number[] = [];
  for (const column of numeric) {
    const title = titles[column] ?? "";
    if (CONSUMPTION.test(title) && !SKIPPED.test(title) && seriesOf(title) === undefined) consumption.push(column);
    const series = seriesOf(title);
    if (series) found[series] = [...(found[series] ?? []), column];
  }
  const columns: Columns = {};
  for (const [series, candidates] of Object.entries(found)) columns[series as SeriesName] = best(candidates, titles);
  if (consumption.length > 0) columns[columns.import === undefined ? "import" : "demand"] = best(consumption, titles);
  return Object.keys(columns).length > 0 ? ofKind(columns, kind) : onlyColumn(titles, numeric, kind);
}

function seriesOf(title: string): SeriesName | undefined {
  if (LOAD.test(title)) return "demand";
  if (SKIPPED.test(title) || TOTAL.test(title)) return undefined;
  if (EXPORT.test(title)) return "export";
  if (IMPORT.test(title)) return "import";
  return PV.test(title) && !CONSUMPTION.test(title) ? "pv" : undefined;
}

/** Sums bear the name of their series. */
const ownTitles = (sums: Format["sums"] = {}): NonNullable<Format["columns"]> =>
  Object.fromEntries(Object.keys(sums).map((series) => [series, new RegExp(`^${series}$`)]));

function ofFormat(
  wanted: NonNullable<Format["columns"]>,
  titles: readonly string[],
  numeric: readonly number[],
): Columns {
  const columns: Columns = {};
  for (const [series, pattern] of Object.entries(wanted)) {
    const column = numeric.find((one) => pattern.test(titles[one] ?? ""));
    if (column !== undefined) columns[series as SeriesName] = column;
  }
  return columns;
}

/** Energy before power, the plant before one inverter, else the first. */
const best = (candidates: readonly number[], titles: readonly string[]): number =>
  [...candidates].sort((a, b) => rank(titles[a]!) - rank(titles[b]!) || a - b)[0]!;

const rank = (title: string): number => (INVERTER.test(title) ? 2 : 0) + (/wh/.test(title) ? 0 : 1);

/** A file said to be of the plant holds production alone. */
function ofKind(columns: Columns, kind: CurveKind | undefined): Columns {
  if (kind !== "pv" || columns.pv !== undefined) return columns;
  const { import: asImport, demand, ...rest } = columns;
  const column = asImport ?? demand;
  return column === undefined ? rest : { pv: column };
}

/** Without words a single column of numbers is the curve. */
function onlyColumn(titles: readonly string[], numeric: readonly number[], kind: CurveKind | undefined): Columns {
  const left = numeric.filter((column) => !SKIPPED.test(titles[column] ?? ""));
  const [column] = left;
  if (column === undefined || left.length > 1) return {};
  return kind === "pv" ? { pv: column } : { import: column };
}

const SUPPLY = /^(cups|cpe|cil|codigo cups)$/;
const HOUR = /\b(hora|hour|time|inicio|start|hh|intervalo|interval)\b/;
const SEASON = /^inv ?\/? ?ver$|invierno|estacion del ano/;
const ESTIMATED = /metodo ?obten|metodo obt|obtainmethod|real\/estimad|^lectura$|^estado$|^status$/;
const PERIOD = /periodo tarifario|^periodo$|^tramo$|discriminacion/;

export const isSupplyTitle = (title: string): boolean => SUPPLY.test(title);
export const isHourTitle = (title: string): boolean => HOUR.test(title);
export const isSeasonTitle = (title: string): boolean => SEASON.test(title);
export const isEstimatedTitle = (title: string): boolean => ESTIMATED.test(title);
export const isPeriodTitle = (title: string): boolean => PERIOD.test(title);

export const titlesOf = (row: readonly unknown[]): string[] =>
  row.map((cell) => (typeof cell === "string" ? normalised(cell) : ""));
