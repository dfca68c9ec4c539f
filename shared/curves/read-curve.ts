import type { Repair } from "@ecotrim/contracts/curves/curve";
import {
  ALL_SUPPLIES,
  type CurveClock,
  type CurveConventions,
  type CurveKind,
  type CurveQuestion,
  type CurveUnit,
  type CurveUse,
  type FormatId,
  type NoticeCode,
  type QuestionCode,
  type RefusalCode,
  type RefusalHint,
  type SeriesName,
} from "@ecotrim/contracts/curves/reading";
import type { ColumnChoices } from "./choices.ts";
import { flagsOf } from "./columns.ts";
import { type Content, contentsOf, type NamedBytes } from "./container.ts";
import { changesClock, dayLength } from "./daylight.ts";
import { showPlant } from "./exports.ts";
import { ESTIMATED, FILLED, MEASURED } from "./flags.ts";
import { cut, type Grid, isoInstant, Repairs, seriesOf } from "./grid.ts";
import { type GroupReading, type RepeatedHour, readGroup } from "./group.ts";
import { added, joined, withEarlier } from "./join.ts";
import { tableOfJson } from "./json.ts";
import { tableOfMarkup } from "./markup.ts";
import { type ColumnAnswers, type Readings, readingsOf } from "./readings.ts";
import { CurveRefusal } from "./refusal.ts";
import { boundsOf, fillNights, repaired, splitSigns } from "./repair.ts";
import type { Columns } from "./roles.ts";
import { DAY_MINUTES, DAY_MS, HOUR_MS, MINUTE_MS } from "./stamps.ts";
import { sumOf } from "./statistics.ts";
import { chosenSupplies, masked, suppliesOf } from "./supplies.ts";
import type { Table } from "./table.ts";
import { decoded, rowsOf } from "./text.ts";
import { ENERGY_UNITS } from "./units.ts";
import { sheetsOf } from "./workbook.ts";

/** What the visitor knows or has answered. */
export interface CurveAnswers {
  kind?: "load" | "pv" | undefined;
  contracted_kw?: number | undefined;
  annual_kwh?: number | undefined;
  spending_eur?: number | undefined;
  unit?: CurveUnit | undefined;
  clock?: CurveClock | undefined;
  label?: "start" | "end" | undefined;
  /** Number of the supply as the question counts them, or `ALL_SUPPLIES`. */
  supply?: number | undefined;
  /** What the load's file measures. */
  measures?: "demand" | "import" | undefined;
  /** What days without any load are: a stop, or readings that are missing. */
  zeros?: "stopped" | "missing" | undefined;
  /** By how much a production is multiplied whose plant has another power. */
  pv_scale?: number | undefined;
  /** Number of the column of each series, counted from 0, in a table of no known source. */
  columns?: Columns | undefined;
}

export interface Curve {
  kind: CurveKind;
  /** Instants in UTC: the beginning of the first and the last step, and the end. */
  first: string;
  last: string;
  end: string;
  step_minutes: number;
  steps: number;
  /** kWh of each step. */
  values: Partial<Record<SeriesName, Float64Array>>;
  /** Place in `STEP_FLAGS` of each step. */
  flags: Uint8Array;
  measured_steps: number;
  usable: CurveUse;
}

export interface CurveReading {
  outcome: "ok" | "ask";
  code: QuestionCode | null;
  format: FormatId;
  curve: Curve;
  conventions: CurveConventions;
  questions: CurveQuestion[];
  report: { repairs: Repair[]; notices: NoticeCode[] };
  /** Columns that a person may give another meaning, in a table of no known source. */
  choices?: ColumnChoices;
}

export interface RefusedCurve {
  outcome: "refused";
  code: RefusalCode;
  hint?: RefusalHint;
  format: FormatId | null;
  /** Columns that a person may tell the meaning of, by which the file is read after all. */
  choices?: ColumnChoices;
}

/**
 * Reads a curve out of files of any known source, or tells with a code why not. It throws nothing.
 * @param earlier a curve of the same meter, whose readings count where the files have none
 */
export async function readCurve(
  files: readonly NamedBytes[],
  answers: CurveAnswers = {},
  earlier?: Grid,
): Promise<CurveReading | RefusedCurve> {
  try {
    return await read(files, answers, earlier);
  } catch (error) {
    if (!(error instanceof CurveRefusal)) throw error;
    const { code, hint, format, choices } = error;
    return { outcome: "refused", code, ...(hint && { hint }), format: format ?? null, ...(choices && { choices }) };
  }
}

async function read(
  files: readonly NamedBytes[],
  answers: CurveAnswers,
  earlier: Grid | undefined,
): Promise<CurveReading> {
  const { parts, ignored } = await partsOf(files, answers);
  const repairs = new Repairs();
  repairs.add("ignored_files", ignored);
  const supplies = suppliesOf(parts);
  const ofSupplies = chosenSupplies(parts, supplies, answers.supply ?? 1);
  const sources = ofSupplies.map(groupsOf);
  const read = sources.map((groups) => groups.map((group) => readGroup(group, answers, repairs)));
  const groups = read.flat();
  const [main] = groups;
  if (!main) throw new CurveRefusal("not_a_curve");

  const whole = added(
    read.map((ofOne) =>
      joined(
        ofOne.map(({ grid }) => grid),
        repairs,
      ),
    ),
    repairs,
  );
  const measures = answers.measures ?? (earlier?.values.demand && "demand");
  if (measures === "demand" && whole.values.import) {
    const { import: demand, ...rest } = whole.values;
    whole.values = { ...rest, demand };
  }
  scaleProduction(whole, answers, repairs);
  const isSignProven = splitSigns(whole, repairs);
  fillNights(whole);
  const all = earlier ? withEarlier(whole, earlier, repairs) : whole;
  const cutGrid = cut(all, ...boundsOf(all, repairs));
  if (cutGrid.steps * cutGrid.stepMs < DAY_MS) throw new CurveRefusal("too_short", { format: main.format });
  const { grid, filled } = repaired(cutGrid, answers, repairs);
  const repeated = repeatedHoursOf(groups);
  for (const { at, isHalved } of repeated.values()) {
    repairs.add("dst_hour_merged", 1, at);
    const second = (at + HOUR_MS - grid.startMs) / grid.stepMs;
    if (!isHalved) filled.fill(1, Math.max(0, second), Math.max(0, second + HOUR_MS / grid.stepMs));
  }
  countChanges(grid, groups, repeated, repairs);
  repairs.add(
    "estimated",
    grid.estimated.reduce((sum, flag) => sum + flag, 0),
  );

  const questions = questionsOf(groups, supplies, answers, grid, isSignProven);
  const choices = sources[0]?.[0]?.[0]?.choices;
  const code = blockingCode(questions, isSignProven, answers);
  return {
    outcome: code ? "ask" : "ok",
    code,
    format: main.format,
    curve: curveOf(grid, filled),
    conventions: conventionsOf(groups, ofSupplies.flat()),
    questions,
    report: { repairs: repairs.list(), notices: noticesOf(groups, grid) },
    ...(choices && { choices }),
  };
}

function scaleProduction({ values, steps }: Grid, { pv_scale = 1 }: CurveAnswers, repairs: Repairs): void {
  if (!values.pv || pv_scale === 1) return;
  values.pv = values.pv.map((kwh) => kwh * pv_scale);
  repairs.add("pv_scaled", steps);
}

interface Parts {
  parts: Readings[];
  ignored: number;
}

/** Tables that hold a curve; the rest is left out unless nothing else came. */
async function partsOf(files: readonly NamedBytes[], answers: ColumnAnswers): Promise<Parts> {
  const parts: Readings[] = [];
  const refusals: CurveRefusal[] = [];
  for (const content of contentsOf(files)) {
    try {
      if (content instanceof CurveRefusal) throw content;
      parts.push(...(await readingsIn(content, answers)));
    } catch (error) {
      if (!(error instanceof CurveRefusal) || error.code === "too_large") throw error;
      refusals.push(error);
    }
  }
  if (parts.length === 0) throw refusals[0] ?? new CurveRefusal("not_a_curve");
  return { parts, ignored: refusals.length };
}

async function readingsIn({ kind: container, bytes }: Content, answers: ColumnAnswers): Promise<Readings[]> {
  if (container === "workbook") return [longestOf(await sheetsOf(bytes), answers)];
  return [readingsOf(tableOfText(bytes), answers)];
}

function tableOfText(bytes: Uint8Array): Table {
  const { text, encoding } = decoded(bytes);
  const body = text.replace(/^\ufeff/, "");
  if (/^\s*[{[]/.test(body)) return tableOfJson(body);
  if (/^\s*</.test(body)) return { ...tableOfMarkup(body), encoding };
  return { ...rowsOf(body), encoding };
}

/** The sheet with the longest curve. */
function longestOf(sheets: readonly Table["rows"][], answers: ColumnAnswers): Readings {
  let longest: Readings | undefined;
  let refusal: CurveRefusal | undefined;
  for (const rows of sheets) {
    try {
      const readings = readingsOf({ rows }, answers);
      if (readings.rows > (longest?.rows ?? 0)) longest = readings;
    } catch (error) {
      if (!(error instanceof CurveRefusal)) throw error;
      refusal ??= error;
    }
  }
  if (!longest) throw refusal ?? new CurveRefusal("not_a_curve");
  return longest;
}

/** Files of one source, which share their conventions. */
function groupsOf(parts: readonly Readings[]): Readings[][] {
  const groups = new Map<string, Readings[]>();
  for (const part of parts) {
    const isInstant = !Number.isNaN(part.instant[0]!);
    const key = [
      part.format.id,
      isInstant,
      part.isRange,
      ...Object.keys(part.values),
      ...Object.values(part.units),
    ].join();
    groups.set(key, [...(groups.get(key) ?? []), part]);
  }
  const isLoad = ([part]: Readings[]): boolean =>
    part!.values.import !== undefined || part!.values.demand !== undefined;
  return [...groups.values()].sort((a, b) => Number(isLoad(b)) - Number(isLoad(a)) || rowsIn(b) - rowsIn(a));
}

const rowsIn = (group: readonly Readings[]): number => group.reduce((sum, { rows }) => sum + rows, 0);

const repeatedHoursOf = (groups: readonly GroupReading[]): Map<number, RepeatedHour> =>
  new Map(groups.flatMap(({ repeated }) => repeated.map((hour) => [hour.at, hour])));

/** Days of the curve on which the clock changed, where the file followed it. */
function countChanges(
  grid: Grid,
  groups: readonly GroupReading[],
  repeated: ReadonlyMap<number, RepeatedHour>,
  repairs: Repairs,
): void {
  if (groups[0]!.clock.clock !== "local") return;
  const endMs = grid.startMs + grid.steps * grid.stepMs;
  for (let day = Math.floor(grid.startMs / DAY_MS) * DAY_MS; day < endMs; day += DAY_MS) {
    const change = day + HOUR_MS;
    if (!changesClock(day) || change <= grid.startMs || change >= endMs || repeated.has(day)) continue;
    repairs.add(dayLength(day) > DAY_MINUTES ? "dst_25h_days" : "dst_23h_days", 1, day);
  }
}

function questionsOf(
  groups: readonly GroupReading[],
  supplies: readonly string[],
  answers: CurveAnswers,
  grid: Grid,
  isSignProven: boolean,
): CurveQuestion[] {
  const questions: CurveQuestion[] = [];
  const [{ unit, clock, annualByUnit }] = groups as [GroupReading];
  if (supplies.length > 1 && answers.supply === undefined)
    questions.push({
      code: "several_supplies",
      options: [...supplies.map((_, i) => i + 1), ALL_SUPPLIES].map(String),
      guess: "1",
      labels: supplies.map(masked),
    });
  if (unit.isAsked)
    questions.push({ code: "unit", options: [...ENERGY_UNITS], guess: unit.unit, annual_kwh: annualByUnit });
  if (clock.isAsked) questions.push({ code: "clock", options: ["local", "utc", "winter"], guess: clock.clock });
  if (answers.measures === undefined && grid.values.import && (showPlant(grid.values) || !isSignProven))
    questions.push({ code: "net_or_gross", options: ["import", "demand"], guess: "import" });
  return questions;
}

/** The question that changes the energy or moves the curve, and that no rule decides. */
function blockingCode(
  questions: readonly CurveQuestion[],
  isSignProven: boolean,
  { measures }: CurveAnswers,
): QuestionCode | null {
  const asked = questions.find(({ code }) => code !== "net_or_gross");
  if (asked) return asked.code;
  return isSignProven || measures !== undefined ? null : "net_or_gross";
}

function curveOf(grid: Grid, filled: Uint8Array): Curve {
  const { startMs, stepMs, steps, values } = grid;
  const isLoad = values.import !== undefined || values.demand !== undefined;
  return {
    kind: isLoad && values.pv ? "both" : isLoad ? "load" : "pv",
    first: isoInstant(startMs),
    last: isoInstant(startMs + (steps - 1) * stepMs),
    end: isoInstant(startMs + steps * stepMs),
    step_minutes: stepMs / MINUTE_MS,
    steps,
    values,
    flags: flagsOf(steps, (t) => (filled[t] ? FILLED : grid.estimated[t] ? ESTIMATED : MEASURED)),
    measured_steps: steps - filled.reduce((sum, flag) => sum + flag, 0),
    usable: useOf(Math.round((steps * stepMs) / DAY_MS)),
  };
}

function useOf(days: number): CurveUse {
  if (days >= 365) return "year";
  return days >= 28 ? "partial" : "too_short";
}

function conventionsOf(groups: readonly GroupReading[], parts: readonly Readings[]): CurveConventions {
  const [{ clock, unit }] = groups as [GroupReading];
  const main = groups.find(({ label }) => label === "ordinal") ?? groups[0]!;
  const delimiter = common(parts.map((part) => part.delimiter));
  const decimal = common(parts.map((part) => part.decimal));
  const encoding = common(parts.map((part) => part.encoding));
  const uncertain: CurveConventions["uncertain"] = [];
  if (!main.isLabelCertain) uncertain.push("label");
  if (!clock.isCertain) uncertain.push("clock");
  if (!unit.isCertain) uncertain.push("unit");
  return {
    label: main.label,
    clock: clock.clock,
    unit: unit.unit,
    ...(delimiter && { delimiter }),
    ...(decimal && { decimal }),
    ...(encoding && { encoding }),
    uncertain,
  };
}

/** What all have, if they have the same. */
const common = <T>(all: readonly T[]): T | undefined => (all.every((one) => one === all[0]) ? all[0] : undefined);

/** Mean import, kW, from which a supply is of a size whose peaks are billed by the quarter-hour. */
const LARGE_KW = 50;

function noticesOf(groups: readonly GroupReading[], grid: Grid): NoticeCode[] {
  const notices = new Set(groups.flatMap((group) => group.notices));
  const hours = (grid.steps * grid.stepMs) / HOUR_MS;
  if (grid.stepMs === HOUR_MS && sumOf(grid.values.import ?? grid.values.demand) > LARGE_KW * hours)
    notices.add("hourly_peaks");
  return [...notices];
}

/** Energy of each series, kWh. */
export const totalsOf = ({ values }: Pick<Curve, "values">): Partial<Record<SeriesName, number>> =>
  Object.fromEntries(seriesOf({ values }).map(([series, column]) => [series, sumOf(column)]));
