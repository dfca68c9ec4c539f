import { midnightMs } from "@ecotrim/engine/site/calendar";
import { CurveRefusal } from "./refusal.ts";
import { DAY_MS, HOUR_MS } from "./stamps.ts";
import type { Cell, Table } from "./table.ts";

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type JsonObject = { [key: string]: Json };

/** Lists are looked for this deep: `outputs.hourly`, `energy.values`. */
const DEEPEST = 3;
/** Rows whose keys are collected. */
const SAMPLE_ROWS = 50;

/** The longest list of flat objects of a JSON text, with the words beside it above the titles. */
export function tableOfJson(text: string): Table {
  const found = longestList(parsed(text), DEEPEST);
  if (!found) throw new CurveRefusal("not_a_curve");
  const { list, beside } = found;
  const keys = [...new Set(list.slice(0, SAMPLE_ROWS).flatMap((row) => Object.keys(row)))];
  const above = Object.entries(beside).flatMap(([key, value]) => (typeof value === "string" ? [[key, value]] : []));
  return { rows: [...above, keys, ...list.map((row) => keys.map((key) => cellOf(row, key)))] };
}

function parsed(text: string): Json {
  try {
    const content = JSON.parse(text) as Json;
    return hourlyValuesOfIde(content) ?? content;
  } catch {
    throw new CurveRefusal("unreadable");
  }
}

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const cellOf = (row: JsonObject, key: string): Cell => {
  const value = Object.hasOwn(row, key) ? row[key] : null;
  return typeof value === "object" ? null : value;
};

interface FoundList {
  list: JsonObject[];
  /** The object that holds it. */
  beside: JsonObject;
}

function longestList(value: Json, depth: number, beside: JsonObject = {}): FoundList | undefined {
  if (Array.isArray(value)) return value.length > 0 && value.every(isObject) ? { list: value, beside } : undefined;
  if (!isObject(value) || depth === 0) return undefined;
  return Object.values(value)
    .map((inner) => longestList(inner, depth - 1, value))
    .reduce((best, found) => ((found?.list.length ?? 0) > (best?.list.length ?? 0) ? found : best), undefined);
}

/** i-DE's private answer has values without stamps: one an hour from the first day on. */
function hourlyValuesOfIde(content: Json): Json | undefined {
  const answer = Array.isArray(content) ? content[0] : content;
  if (!isObject(answer) || typeof answer.fechaPeriodo !== "string" || !isObject(answer.y)) return undefined;
  const [, date, month, year] = /^(\d{2})-(\d{2})-(\d{4})/.exec(answer.fechaPeriodo) ?? [];
  const data = Array.isArray(answer.y.data) ? answer.y.data[0] : undefined;
  if (year === undefined || !Array.isArray(data)) return undefined;
  const firstDay = Date.UTC(Number(year), Number(month) - 1, Number(date));
  const stamp = stamperOf(firstDay, data.length);
  return data.map((one, hour) => ({
    "FECHA-HORA": stamp(hour),
    "CONSUMO Wh": isObject(one) ? (one.valor ?? null) : null,
  }));
}

/** Hours in the order they pass if their number is that of the days; else 24 labels a day. */
function stamperOf(firstDay: number, hours: number): (hour: number) => string {
  const begin = midnightMs(firstDay);
  const end = midnightMs(firstDay + Math.round(hours / 24) * DAY_MS);
  if (hours * HOUR_MS === end - begin) return (hour) => new Date(begin + hour * HOUR_MS).toISOString();
  return (hour) => new Date(firstDay + hour * HOUR_MS).toISOString().slice(0, "YYYY-MM-DDTHH:MM".length);
}
