import type { CurveKind, CurveUnit, SeriesName } from "@ecotrim/contracts/curves/reading";
import { localDate } from "@ecotrim/engine/site/calendar";
import { type ColumnChoices, choicesOf, chosenColumns } from "./choices.ts";
import { flagsOf, numbersOf } from "./columns.ts";
import { isNumber, type Notation, notationOf, numberOf } from "./decimals.ts";
import {
  FORMATS,
  type Format,
  GENERIC,
  HA_ENERGY,
  INVALID,
  PLACED_FORMATS,
  type PlacedFormat,
  WIDE,
} from "./formats.ts";
import { CurveRefusal } from "./refusal.ts";
import {
  type Columns,
  columnsOf,
  isEstimatedTitle,
  isHourTitle,
  isPeriodTitle,
  isSeasonTitle,
  isSupplyTitle,
  isUnitCell,
  titlesOf,
  unitOf,
} from "./roles.ts";
import {
  DAY_MINUTES,
  DAY_MS,
  dateOrder,
  dateStamp,
  isMonth,
  MINUTE_MS,
  type Stamp,
  serialNumberStamp,
  timeStamp,
} from "./stamps.ts";
import type { Cell, Table } from "./table.ts";

/** Columns of one table, in rows that ascend in time as the file has them. */
export interface Readings {
  format: Format;
  rows: number;
  /** Local date of each row, ms; NaN where the row bears an instant. */
  day: Float64Array;
  /** Minutes from that date's midnight to the stamp, which may be 24:00 and beyond. */
  minutes: Float64Array;
  /** NaN where the row bears a local date. */
  instant: Float64Array;
  values: Partial<Record<SeriesName, Float64Array>>;
  units: Partial<Record<SeriesName, CurveUnit>>;
  estimated: Uint8Array;
  /** 1 summer, 0 winter, where the file flags it. */
  summer?: Uint8Array;
  /** Tariff period as written, where the file has it. */
  period?: string[];
  supply: string[];
  isRange: boolean;
  /** Title of the column that holds the time. */
  timeTitle: string;
  totalRows: { count: number; values: number[] };
  /** Of a table of no known source. */
  choices?: ColumnChoices;
  delimiter?: string;
  encoding?: string;
  decimal?: "," | ".";
}

/** Rows in a row with a stamp and a number where the data begin. */
const FIRST_ROWS = 3;
/** Columns of hours from which a table has a day in each row, and instants from which it lies down. */
const LEAST_WIDE = 20;
const SAMPLE_ROWS = 400;

/** What a person said of the columns of a table. */
export interface ColumnAnswers {
  kind?: CurveKind | undefined;
  columns?: Columns | undefined;
}

export function readingsOf(table: Table, answers: ColumnAnswers): Readings {
  const lying = lyingTable(table);
  const { rows } = lying ?? table;
  const column = dateColumn(rows);
  if (column === undefined)
    throw knownRefusal(rows) ?? new CurveRefusal(isMonthly(rows) ? "monthly_only" : "not_a_curve");
  const first = firstDataRow(rows, column);
  if (first === undefined) throw knownRefusal(rows) ?? new CurveRefusal("not_a_curve");
  const placed = first === 0 ? PLACED_FORMATS.find(({ fits }) => fits(rows[0]!.map(String))) : undefined;
  if (placed) return placedReadings(table, placed);
  const head = headOf(rows, first, column);
  if (head.format.refusal)
    throw new CurveRefusal(head.format.refusal.code, { ...head.format.refusal, format: head.format.id });
  if (lying) head.format = HA_ENERGY;
  return wideReadings(table, head, column) ?? longReadings({ ...table, rows }, head, column, answers);
}

/** The column with the most dates that are not all the same. */
function dateColumn(rows: readonly Cell[][]): number | undefined {
  const sample = rows.slice(0, SAMPLE_ROWS);
  const width = Math.max(0, ...sample.map((row) => row.length));
  let found: number | undefined;
  let most = 0;
  for (let column = 0; column < width; column++) {
    const dates = sample.filter((row) => dateStamp(row[column]) ?? dateStamp(row[column], true));
    const distinct = new Set(dates.map((row) => String(row[column]))).size;
    const score = distinct > 1 ? dates.length : 0;
    if (score > most) [found, most] = [column, score];
  }
  return found ?? serialColumn(sample, width);
}

/** Dates of a workbook without their style are numbers below the title of a date. */
function serialColumn(sample: readonly Cell[][], width: number): number | undefined {
  for (let column = 0; column < width; column++) {
    const title = sample.findIndex((row) => /^(fecha|date|dia|data|time|timestamp)/.test(titlesOf([row[column]])[0]!));
    if (title >= 0 && sample.slice(title + 1).some((row) => serialNumberStamp(row[column]))) return column;
  }
  return undefined;
}

function firstDataRow(rows: readonly Cell[][], column: number): number | undefined {
  const isData = (row: readonly Cell[] | undefined): boolean =>
    row !== undefined &&
    (dateStamp(row[column]) ?? dateStamp(row[column], true) ?? serialNumberStamp(row[column])) !== undefined &&
    row.some((cell, i) => i !== column && isNumber(cell));
  const isDayOfHours = (row: readonly Cell[]): boolean => isData(row) && row.filter(isNumber).length >= LEAST_WIDE;
  const first = rows.findIndex(
    (row, i) => isDayOfHours(row) || Array.from({ length: FIRST_ROWS }, (_, k) => rows[i + k]).every(isData),
  );
  return first < 0 ? undefined : first;
}

const isMonthly = (rows: readonly Cell[][]): boolean => rows.filter((row) => row.some(isMonth)).length >= FIRST_ROWS;

interface Head {
  format: Format;
  /** Row of the titles; -1 without any. */
  row: number;
  titles: string[];
  units: string[];
  /** Words above the titles. */
  above: string[];
  first: number;
}

function headOf(rows: readonly Cell[][], first: number, column: number): Head {
  const candidates = Array.from({ length: first }, (_, i) => first - 1 - i);
  const above = (row: number) =>
    rows.slice(0, row).flatMap((cells) => cells.filter((cell) => typeof cell === "string"));
  const known = candidates
    .map((row) => ({ row, titles: titlesOf(rows[row]!) }))
    .map(({ row, titles }) => ({
      row,
      titles,
      format: knownFormat(titles, titlesOf(above(row)), rows[first]![column]),
    }))
    .find(({ format }) => format);
  const texts = (row: number) =>
    rows[row]!.filter((cell) => typeof cell === "string" && cell !== "" && !isNumber(cell)).length;
  const row = known?.row ?? candidates.find((one) => texts(one) >= 2 && !isUnitRow(rows[one]!)) ?? -1;
  const unitRow = candidates.find((one) => one > row && isUnitRow(rows[one]!));
  return {
    format: known?.format ?? GENERIC,
    row,
    titles: row < 0 ? [] : titlesOf(rows[row]!),
    units: unitRow === undefined ? [] : titlesOf(rows[unitRow]!),
    above: titlesOf(above(Math.max(0, row))),
    first,
  };
}

const isUnitRow = (row: readonly Cell[]): boolean => {
  const texts = row.filter((cell): cell is string => typeof cell === "string" && cell.trim() !== "");
  return texts.length > 0 && 2 * texts.filter((text) => isUnitCell(text.trim())).length >= texts.length;
};

const knownFormat = (titles: readonly string[], above: readonly string[], firstDate: Cell): Format | undefined =>
  FORMATS.find(
    (format) =>
      format.titles.every((title) => titles.some((one) => title.test(one))) &&
      (format.above === undefined || above.some((one) => format.above!.test(one))) &&
      (format.dates === undefined || (format.dates === "year_first") === /^\d{4}/.test(String(firstDate))),
  );

/** A file whose titles say that it is no curve, though its rows are not read. */
function knownRefusal(rows: readonly Cell[][]): CurveRefusal | undefined {
  for (const row of rows.slice(0, SAMPLE_ROWS)) {
    const format = FORMATS.find(
      ({ refusal, titles }) => refusal && titles.every((title) => titlesOf(row).some((one) => title.test(one))),
    );
    if (format) return new CurveRefusal(format.refusal!.code, { ...format.refusal, format: format.id });
  }
  return undefined;
}

/** A table whose titles are instants, one meter a row, turned upright. */
function lyingTable({ rows }: Table): Table | undefined {
  const header = rows.findIndex(
    (row) =>
      row.length >= LEAST_WIDE &&
      row.filter((cell) => dateStamp(cell)?.minutes ?? dateStamp(cell)?.instant).length >= LEAST_WIDE,
  );
  if (header < 0) return undefined;
  const titles = rows[header]!;
  const meters = rows.slice(header + 1).filter((row) => row.some(isNumber));
  const stamps = titles.flatMap((cell, column) => (dateStamp(cell) ? [column] : []));
  const words = meters.map((row) => row.slice(0, stamps[0]).join(" "));
  const sums = summedMeters(words);
  return {
    rows: [
      ["time", ...sums.map(({ title }) => title)],
      ...stamps.map((column) => [
        titles[column],
        ...sums.map(({ members }) => sumOf(members.map((meter) => meters[meter]![column]))),
      ]),
    ],
  };
}

/** Meters of one kind are added up; costs are none. */
function summedMeters(words: readonly string[]): { title: string; members: number[] }[] {
  const groups = new Map<string, number[]>();
  words.forEach((word, meter) => {
    const title = `${/grid_return|return/.test(word) ? "export" : /solar|pv/.test(word) ? "pv" : /consumption|import/.test(word) ? "import" : word} ${/\b(k|M)?Wh?\b/.exec(word)?.[0] ?? ""}`;
    const isCost = /cost|compensation|EUR/i.test(word);
    if (!isCost) groups.set(title, [...(groups.get(title) ?? []), meter]);
  });
  return [...groups].map(([title, members]) => ({ title, members }));
}

function sumOf(cells: readonly Cell[]): number | null {
  const numbers = cells.map((cell) => numberOf(cell, { sign: "." }));
  return numbers.every(Number.isNaN)
    ? null
    : numbers.reduce((sum, value) => sum + (Number.isNaN(value) ? 0 : value), 0);
}

/** A day in each row, its hours or quarters in columns. */
function wideReadings(table: Table, head: Head, column: number): Readings | undefined {
  const { rows } = table;
  const titles = head.row < 0 ? [] : rows[head.row]!;
  const hours = titles.flatMap((cell, i) => {
    const time = i === column ? undefined : timeStamp(typeof cell === "string" ? cell.trim() : cell);
    return time?.minutes === undefined ? [] : [{ column: i, cell }];
  });
  if (hours.length < LEAST_WIDE) return undefined;
  const above = [...head.above, ...titlesOf(titles)].map(unitOf).find((unit) => unit);
  const upright: Cell[][] = [["fecha", "hora", `consumo ${above ?? ""}`]];
  for (const row of rows.slice(head.first)) {
    if (!dateStamp(row[column]) && !serialNumberStamp(row[column])) continue;
    for (const hour of hours) {
      const cell = row[hour.column];
      if (isNumber(cell)) upright.push([row[column], hour.cell, cell]);
    }
  }
  const uprightHead: Head = { ...head, row: 0, titles: titlesOf(upright[0]!), units: [], first: 1, format: WIDE };
  return longReadings({ ...table, rows: upright }, uprightHead, 0, {});
}

function longReadings(table: Table, head: Head, column: number, answers: ColumnAnswers): Readings {
  const { rows } = table;
  const { format } = head;
  const { titles, data } = withSums(format, head.titles, rows.slice(head.first));
  const width = Math.max(titles.length, rows[head.first]!.length);
  const monthFirst = isMonthFirst(data, column, [...titles, ...head.above]);
  const hour = hourColumn(data, column, titles, monthFirst);
  const special = new Set([column, hour]);
  titles.forEach((title, i) => {
    if (isSupplyTitle(title) || isSeasonTitle(title) || isEstimatedTitle(title) || isPeriodTitle(title)) special.add(i);
  });
  const numeric = Array.from({ length: width }, (_, i) => i).filter(
    (i) => !special.has(i) && data.some((row) => isNumber(row[i])),
  );
  const columns =
    chosenColumns(format, numeric, answers.columns) ?? columnsOf(format, titles, numeric, format.kind ?? answers.kind);
  const choices = choicesOf(format, rows[head.row] ?? [], data, numeric, columns);
  if (Object.keys(columns).length === 0) throw pricesOr(titles, format, choices);

  const find = (matches: (title: string) => boolean): number => titles.findIndex(matches);
  const season = find(isSeasonTitle);
  const flag = find(isEstimatedTitle);
  const period = find(isPeriodTitle);
  const supply = find(isSupplyTitle);
  const readings = withValues(table, data, {
    format,
    columns,
    stamp: stampReader(column, hour, monthFirst),
    unit: (at) => unitOf(titles[at] ?? "") ?? unitOf(head.units[at] ?? "") ?? unitAbove(head.above) ?? format.unit,
    isEstimated: (row) => flag >= 0 && /^e/i.test(String(row[flag] ?? "")),
    summer: season < 0 ? undefined : (row) => seasonOf(row[season]),
    period: period < 0 ? undefined : (row) => String(row[period] ?? ""),
    supply: supply < 0 ? supplyAbove(rows, head) : (row) => String(row[supply] ?? ""),
    timeTitle: titles[hour ?? column] ?? "",
  });
  return choices ? { ...readings, choices } : readings;
}

/** Adds a column for each series that is a sum of columns. */
function withSums(format: Format, titles: string[], data: Cell[][]): { titles: string[]; data: Cell[][] } {
  const sums = Object.entries(format.sums ?? {}).map(([series, pattern]) => ({
    series,
    columns: titles.flatMap((title, i) => (pattern.test(title) ? [i] : [])),
  }));
  if (sums.length === 0) return { titles, data };
  return {
    titles: [...titles, ...sums.map(({ series }) => series)],
    data: data.map((row) => [
      ...Array.from(titles, (_, i) => row[i]),
      ...sums.map(({ columns }) => sumOf(columns.map((i) => row[i]))),
    ]),
  };
}

function placedReadings(table: Table, placed: PlacedFormat): Readings {
  const { id, unit, kind, quality, method } = placed;
  const columns = Object.fromEntries(
    Object.entries(placed.columns).filter(([, at]) => table.rows.some((row) => isNumber(row[at]))),
  );
  return withValues(table, table.rows, {
    format: { id, titles: [], label: "end", isSpanish: true, ...(kind && { kind }) },
    columns,
    stamp: (row) => dateStamp(row[placed.stamp]),
    unit: () => unit,
    isEstimated: (row) => method?.estimates.includes(String(row[method.column])) === true,
    isInvalid: (row) => quality !== undefined && Number(row[quality]) >= INVALID,
    summer: (row) => seasonOf(row[placed.season]),
    supply: (row) => String(row[0]),
    timeTitle: "",
  });
}

interface Extraction {
  format: Format;
  columns: Columns;
  stamp: (row: readonly Cell[]) => Stamp | undefined;
  unit: (column: number) => CurveUnit | undefined;
  isEstimated: (row: readonly Cell[]) => boolean;
  isInvalid?: (row: readonly Cell[]) => boolean;
  summer?: ((row: readonly Cell[]) => number) | undefined;
  period?: ((row: readonly Cell[]) => string) | undefined;
  supply: (row: readonly Cell[]) => string;
  timeTitle: string;
}

function withValues(table: Table, data: readonly Cell[][], from: Extraction): Readings {
  const stamps = data.map(from.stamp);
  const isData = (i: number): boolean =>
    stamps[i]?.instant !== undefined || stamps[i]?.minutes !== undefined || stamps[i]?.day !== undefined;
  const kept = data.flatMap((_, i) => (isData(i) ? [i] : []));
  const order = isDescending(kept.map((i) => stamps[i]!)) ? kept.reverse() : kept;
  const entries = Object.entries(from.columns) as [SeriesName, number][];
  const notation = notationOf(
    cellsOf(
      data,
      entries.map(([, column]) => column),
    ),
  );
  const values: Readings["values"] = {};
  const units: Readings["units"] = {};
  for (const [series, column] of entries) {
    values[series] = numbersOf(order.length, (k) => {
      const row = data[order[k]!]!;
      const value = from.isInvalid?.(row) ? Number.NaN : numberOf(row[column], notation);
      return from.format.isEmptyZero && Number.isNaN(value) ? 0 : value;
    });
    const unit = from.unit(column);
    if (unit) units[series] = unit;
  }
  const stampAt = (k: number): Stamp => stamps[order[k]!]!;
  const rowAt = (k: number): Cell[] => data[order[k]!]!;
  const rows = order.length;
  const day = numbersOf(rows, (k) => (stampAt(k).instant === undefined ? stampAt(k).day! : Number.NaN));
  const minutes = numbersOf(rows, (k) => stampAt(k).minutes ?? 0);
  endDaysAtMidnight(day, minutes);
  return {
    format: from.format,
    rows,
    day,
    minutes,
    instant: numbersOf(rows, (k) => stampAt(k).instant ?? Number.NaN),
    values,
    units,
    estimated: flagsOf(rows, (k) => (from.isEstimated(rowAt(k)) ? 1 : 0)),
    ...seasonsOf(from.summer && flagsOf(rows, (k) => from.summer!(rowAt(k)))),
    ...(from.period && { period: order.map((i) => from.period!(data[i]!)) }),
    supply: order.map((i) => from.supply(data[i]!)),
    isRange: order.some((i) => stamps[i]!.isRange),
    timeTitle: from.timeTitle,
    totalRows: totalsOf(data, isData, entries, notation),
    ...(table.delimiter !== undefined && { delimiter: table.delimiter }),
    ...(table.encoding !== undefined && { encoding: table.encoding }),
    ...decimalOf(table, notation),
  };
}

/** A flag that never changes tells nothing of the clock. */
const seasonsOf = (summer: Uint8Array | undefined): Pick<Readings, "summer"> =>
  summer?.includes(0) && summer.includes(1) ? { summer } : {};

/** Between commas the decimal sign can only be the point. */
function decimalOf({ delimiter }: Table, { sign }: Notation): Pick<Readings, "decimal"> {
  if (delimiter === undefined) return {};
  const decimal = sign ?? (delimiter === "," ? "." : undefined);
  return decimal ? { decimal } : {};
}

function* cellsOf(rows: readonly Cell[][], columns: readonly number[]): Iterable<Cell> {
  for (const row of rows) for (const column of columns) yield row[column];
}

/** Footers that add up the column, by which it can be checked. */
function totalsOf(
  data: readonly Cell[][],
  isData: (i: number) => boolean,
  entries: readonly [SeriesName, number][],
  notation: Notation,
): Readings["totalRows"] {
  const rows = data.filter(
    (row, i) =>
      !isData(i) &&
      row.some((cell) => typeof cell === "string" && /\b(total|suma)\b/i.test(cell)) &&
      row.some((cell) => isNumber(cell)),
  );
  const [, column] = entries[0]!;
  const values = rows.map((row) => numberOf(row[column], notation)).filter((value) => !Number.isNaN(value));
  return { count: rows.length, values };
}

/** Reads the stamps of rows; a column of dates alone repeats each of them many times. */
function stampReader(
  column: number,
  hour: number | undefined,
  monthFirst: boolean,
): (row: readonly Cell[]) => Stamp | undefined {
  const dateOf = (cell: Cell): Stamp | undefined => dateStamp(cell, monthFirst) ?? serialNumberStamp(cell);
  if (hour === undefined) return (row) => dateOf(row[column]);
  const dates = new Map<Cell, Stamp | undefined>();
  return (row) => {
    const cell = row[column];
    if (!dates.has(cell)) dates.set(cell, dateOf(cell));
    return joinedStamp(dates.get(cell), timeStamp(row[hour]));
  };
}

function joinedStamp(date: Stamp | undefined, time: Stamp | undefined): Stamp | undefined {
  if (date === undefined || time?.minutes === undefined) return undefined;
  const day = date.instant === undefined ? date.day! : localDate(date.instant);
  return time.isRange ? { day, minutes: time.minutes, isRange: true } : { day, minutes: time.minutes };
}

/** The column of the time, where that of the date has none. */
function hourColumn(
  data: readonly Cell[][],
  column: number,
  titles: readonly string[],
  monthFirst: boolean,
): number | undefined {
  const sample = data.slice(0, SAMPLE_ROWS);
  const dates = sample.map((row) => dateStamp(row[column], monthFirst) ?? serialNumberStamp(row[column]));
  const isWithTime = dates.some((date) => (date?.minutes ?? 0) !== 0 && date?.instant === undefined);
  if (isWithTime) return undefined;
  const width = Math.max(...sample.map((row) => row.length));
  const isTimes = (i: number): boolean => {
    const times = sample.filter((_, k) => dates[k]).map((row) => timeStamp(row[i])?.minutes);
    return (
      i !== column &&
      new Set(times).size > 1 &&
      times.filter((time) => time !== undefined).length >= 0.95 * times.length
    );
  };
  const candidates = Array.from({ length: width }, (_, i) => i).filter(isTimes);
  return (
    candidates.find((i) => isHourTitle(titles[i] ?? "")) ??
    candidates.find((i) => sample.some((row) => typeof row[i] === "string" && row[i].includes(":")))
  );
}

function isMonthFirst(data: readonly Cell[][], column: number, words: readonly string[]): boolean {
  const orders = new Set(data.map((row) => dateOrder(row[column])));
  if (orders.has("day_first")) return false;
  if (orders.has("month_first")) return true;
  if (words.some((word) => /fecha|hora|consumo|energia|data\b/.test(word))) return false;
  return jumpsOf(data, column, true) < jumpsOf(data, column, false);
}

/** How often the next date is neither the same nor a neighbour. */
function jumpsOf(data: readonly Cell[][], column: number, monthFirst: boolean): number {
  const days = data.slice(0, SAMPLE_ROWS).map((row) => dateStamp(row[column], monthFirst)?.day ?? Number.NaN);
  return days.filter((day, i) => i > 0 && Math.abs(day - days[i - 1]!) > DAY_MS).length;
}

const isDescending = (stamps: readonly Stamp[]): boolean => {
  let up = 0;
  let down = 0;
  for (let i = 1; i < stamps.length; i++) {
    const step = timeOf(stamps[i]!) - timeOf(stamps[i - 1]!);
    if (step > 0) up += 1;
    else if (step < 0) down += 1;
  }
  return down > up;
};

const timeOf = ({ day, minutes = 0, instant }: Stamp): number => instant ?? day! + minutes * MINUTE_MS;

/** 00:00 behind the other hours of a date, and not before them, is the end of that date. */
function endDaysAtMidnight(day: Float64Array, minutes: Float64Array): void {
  const begun = new Set<number>();
  for (let i = 0; i < day.length; i++) {
    if (minutes[i] !== 0) continue;
    if (i > 0 && day[i] === day[i - 1] && !begun.has(day[i]!)) minutes[i] = DAY_MINUTES;
    begun.add(day[i]!);
  }
}

const seasonOf = (cell: Cell): number => (/^(1|v|s)/i.test(String(cell)) ? 1 : 0);

const unitAbove = (above: readonly string[]): CurveUnit | undefined =>
  above
    .filter((word) => /\b(uom|unidad|unidades|unit|unidade)\b/.test(word) || /^k?wh$/.test(word))
    .map(unitOf)
    .find((unit) => unit);

const CODE = /^ES\d{16}[A-Z]{2}/;

function supplyAbove(rows: readonly Cell[][], { row }: Head): () => string {
  const cells = rows.slice(0, Math.max(0, row)).flat();
  const words = cells.flatMap((cell) => (typeof cell === "string" ? cell.split(/[\s:]+/) : []));
  const code = words.find((word) => CODE.test(word)) ?? "";
  return () => code;
}

function pricesOr(titles: readonly string[], format: Format, choices: ColumnChoices | undefined): CurveRefusal {
  const isPrices = titles.some((title) => /precio|price|eur\/mwh/.test(title));
  return new CurveRefusal("not_a_curve", { ...(isPrices && { hint: "prices" as const }), format: format.id, choices });
}
