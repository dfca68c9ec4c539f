import { parseNumber } from "@ecotrim/contracts/numbers";
import type { SimulationRecord } from "@ecotrim/contracts/simulations/record";
import type { Results, Warning } from "@ecotrim/contracts/simulations/result";
import { ECONOMICS_COLUMNS } from "@ecotrim/present/economics-rows";
import { ECONOMICS_KEYS, ENERGETICS_KEYS, isYearKey, type ResultKey, YEAR_KEYS } from "@ecotrim/present/figures";
import { clipped, GREATEST, MOST, NAME_LENGTH, SENTENCE_LENGTH } from "../charts/bounds.ts";
import type { CompletedRecord } from "../results/completed-record.ts";

/**
 * Reads results of any shape for display: a client that optimises elsewhere has a shape of its own. Any field may be
 * missing or of another type. Units are those of the results schema.
 */

const PLOTS = ["energy_plot", "sankey_plot", "stackbar_plot", "battery_cha", "battery_dis", "battery_spread"] as const;

type PlotKey = (typeof PLOTS)[number];

/** A table, or why there is none: not given, in no known format, without a usable row, or too large to be shown. */
export type Table<T> =
  | { status: "ready"; table: T }
  | { status: "absent" | "unsupported" | "unreadable" | "oversized" };

/** null where there is nothing to show. */
export type Cell = number | string | null;

export interface IndicatorView {
  indicator: string;
  value: Cell;
  units: string;
}

/** MWh, EUR/MWh and EUR without battery, then the same with it. */
export interface ComparisonRow {
  name: string;
  cells: (number | null)[];
}

/** One row a year. */
export interface YearTable {
  years: string[];
  metrics: { key: string; values: Cell[] }[];
}

export interface ResultsView {
  figures: Record<ResultKey, number | null>;
  /** Why a figure is null: one sentence. */
  whyNot: (key: ResultKey) => string;
  warnings: Warning[];
  indicators: Table<IndicatorView[]>;
  demand: Table<IndicatorView[]>;
  battery: Table<IndicatorView[]>;
  comparison: Table<ComparisonRow[]>;
  operation: Table<YearTable>;
  cashflow: Table<YearTable>;
  /** Plots in the form that `ChartCard` takes; undefined where not given. */
  plots: Record<PlotKey, unknown>;
}

/** The record of a simulation whose results are in the shape of the schema; null for all others. */
export function platformRecord(record: SimulationRecord): CompletedRecord | null {
  const results = platformResults(record);
  return results && { ...record, results };
}

/** Results in the shape of the schema; null where there are none, or only those of a client. */
export const platformResults = ({ source, results }: SimulationRecord): Results | null =>
  source === "platform" ? results : null;

const NOT_GIVEN = "Quien calculó la simulación no dio este dato.";
const NOT_YET = "Esta simulación se calculó cuando la calculadora aún no daba este dato.";

/** @param results of a completed simulation */
export function readResults(results: unknown, input: SimulationRecord["inputParameters"]): ResultsView {
  const root = objectOf(results);
  const kpis = objectOf(root.kpi_new_table);
  const [economics, energetics, summary] = [
    objectOf(kpis.economics),
    objectOf(kpis.energetics),
    objectOf(root.summary),
  ];
  const operative = objectOf(root.operative_analysis);
  const reasons = objectOf(root.null_reasons);

  const figures = {
    ...record(ECONOMICS_KEYS, (key) => readFigure(economics[key]) ?? readFigure(summary[key])),
    irr: readFraction(economics.irr) ?? readFraction(summary.irr),
    ...record(ENERGETICS_KEYS, (key) => readFigure(energetics[key])),
    first_year_income_by_power: readFigure(root.first_year_income_by_power),
  };
  figures.total_autoconsume ??= readFigure(root.total_autoconsume);
  figures.self_consumption_fct ??= ratio(figures.total_autoconsume, figures.total_generation);
  figures.spending_to_savings ??= ratio(input.total_spending || null, figures.savings);

  // Only the platform's own results name the engine that computed them.
  const missing = textOf(root.engine_version) ? NOT_YET : NOT_GIVEN;
  return {
    figures,
    whyNot: (key) =>
      textOf(reasons[key], SENTENCE_LENGTH) || computedReason(key, figures, input.total_spending) || missing,
    warnings: readWarnings(root.warnings),
    indicators: readIndicators(root.kpi_table),
    demand: readIndicators(operative.kpi_demand),
    battery: readIndicators(operative.kpi_battery),
    comparison: readComparison(root.project_economics_table),
    operation: readYears(root.operation_data),
    cashflow: readYears(root.economic_model),
    plots: record(PLOTS, (key) => operative[key] ?? undefined),
  };
}

/** Reads a number, a numeric text, or the first element of a list; null otherwise. */
export function readFigure(value: unknown): number | null {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  const figure = typeof first === "string" ? parseNumber(first) : first;
  return typeof figure === "number" && Math.abs(figure) <= GREATEST ? figure : null;
}

/** Reads a fraction; a text in percent is divided by 100. */
function readFraction(value: unknown): number | null {
  const figure = readFigure(value);
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return figure !== null && typeof first === "string" && first.includes("%") ? figure / 100 : figure;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const objectOf = (value: unknown): Record<string, unknown> => (isObject(value) ? value : {});

const textOf = (value: unknown, length = NAME_LENGTH): string =>
  typeof value === "string" ? clipped(value.trim(), length) : "";

const record = <K extends string, V>(keys: readonly K[], make: (key: K) => V) =>
  Object.fromEntries(keys.map((key) => [key, make(key)])) as Record<K, V>;

const ratio = (part: number | null, whole: number | null): number | null =>
  part !== null && whole !== null && whole > 0 ? part / whole : null;

/** Why a figure that is calculated here from others does not exist. */
function computedReason(key: ResultKey, figures: ResultsView["figures"], spending: number | undefined): string {
  if (key === "self_consumption_fct" && figures.total_generation === 0) return "No hay generación fotovoltaica.";
  if (key !== "spending_to_savings") return "";
  if (spending === undefined) return "No se ha indicado el gasto en energía.";
  if (spending === 0) return "El gasto en energía indicado es de 0 €.";
  return figures.savings === null ? "" : "No hay ahorro con el que comparar el gasto.";
}

function readWarnings(given: unknown): Warning[] {
  const all = (Array.isArray(given) ? given : []).flatMap((warning) => {
    const { code, message } = objectOf(warning);
    const sentence = textOf(message, SENTENCE_LENGTH);
    return sentence ? [{ code: textOf(code), message: sentence }] : [];
  });
  const warnings = all.slice(0, MOST.warnings);
  if (all.length > MOST.warnings)
    warnings.push({ code: "more", message: `Y otros ${all.length - MOST.warnings} avisos.` });
  return warnings;
}

type Row = Record<string, unknown>;

/** Names under which tables wrap their rows. */
const WRAPPERS = ["df", "cashflow_df", "data", "rows"];
const DEEPEST = 4;

/** Rows given as a list, JSON text, an object around either, or columns by name. */
function readRows(given: unknown, depth = 0): Table<Row[]> {
  if (given === undefined || given === null) return { status: "absent" };
  if (depth > DEEPEST) return { status: "unsupported" };
  if (typeof given === "string") {
    const parsed = parseJson(given);
    return parsed === null || parsed === undefined ? { status: "unsupported" } : readRows(parsed, depth + 1);
  }
  if (Array.isArray(given)) {
    const rows = given.filter(isObject);
    if (rows.length > MOST.rows) return { status: "oversized" };
    return rows.length > 0 ? { status: "ready", table: rows } : { status: "unreadable" };
  }
  if (!isObject(given)) return { status: "unsupported" };
  const wrapper = WRAPPERS.find((name) => Object.hasOwn(given, name));
  if (wrapper) return readRows(given[wrapper], depth + 1);
  const columns = Object.entries(given).flatMap(([name, column]) =>
    typeof column === "object" && column !== null ? [{ name, cells: Object.values(column) }] : [],
  );
  if (columns.length === 0) return { status: "unsupported" };
  const length = columns.reduce((longest, { cells }) => Math.max(longest, cells.length), 0);
  if (columns.length > MOST.columns || length > MOST.rows) return { status: "oversized" };
  return readRows(
    Array.from({ length }, (_, index) => Object.fromEntries(columns.map(({ name, cells }) => [name, cells[index]]))),
    depth + 1,
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Builds a table from the readable rows with `read`; unreadable where `read` returns none. */
function tableOf<T>(given: unknown, read: (rows: Row[]) => T | undefined): Table<T> {
  const rows = readRows(given);
  if (rows.status !== "ready") return rows;
  if (new Set(rows.table.flatMap((row) => Object.keys(row))).size > MOST.columns) return { status: "oversized" };
  const table = read(rows.table);
  return table === undefined ? { status: "unreadable" } : { status: "ready", table };
}

const unlessEmpty = <T>(values: T[]): T[] | undefined => (values.length > 0 ? values : undefined);

const cellOf = (value: unknown): Cell => readFigure(value) ?? (textOf(value) || null);

/** Reads indicators given as rows, or as figures by name. */
function readIndicators(given: unknown): Table<IndicatorView[]> {
  const byName = isObject(given) && !WRAPPERS.some((name) => Object.hasOwn(given, name));
  const flat = byName && Object.values(given).every((value) => value === null || typeof value !== "object");
  const rows = flat ? Object.entries(given).map(([indicator, value]) => ({ indicator, value })) : given;
  return tableOf(rows, (read) =>
    unlessEmpty(
      read.flatMap(({ indicator, value, units }) => {
        const name = textOf(indicator);
        return name ? [{ indicator: name, value: cellOf(value), units: textOf(units) }] : [];
      }),
    ),
  );
}

const COMPARISON_CELLS = ["sb", "cb"].flatMap((scenario) => ECONOMICS_COLUMNS.map(({ key }) => `${key}-${scenario}`));

const readComparison = (given: unknown): Table<ComparisonRow[]> =>
  tableOf(given, (rows) =>
    unlessEmpty(
      rows.flatMap((row) => {
        const name = textOf(row.var_name);
        return name ? [{ name, cells: COMPARISON_CELLS.map((cell) => readFigure(row[cell])) }] : [];
      }),
    ),
  );

const YEAR_NAMES = /^(year|años?|anio)$/i;

/** The database keeps objects in an order of its own; columns that are not the product's come last, as they come. */
const inTableOrder = (names: string[]): string[] => {
  const own = YEAR_KEYS.filter((key) => names.includes(key));
  return [...own, ...names.filter((name) => !isYearKey(name))];
};

const readYears = (given: unknown): Table<YearTable> =>
  tableOf(given, (rows) => {
    const names = inTableOrder([...new Set(rows.flatMap((row) => Object.keys(row)))]);
    const yearName = names.find((name) => YEAR_NAMES.test(name));
    const metrics = names
      .filter((name) => name !== yearName)
      .map((key) => ({ key, values: rows.map((row) => cellOf(row[key])) }))
      .filter(({ values }) => values.some((value) => value !== null));
    if (metrics.length === 0) return undefined;
    const yearOf = (row: Row, index: number) => String(cellOf(yearName && row[yearName]) ?? index + 1);
    return { years: rows.map(yearOf), metrics };
  });
