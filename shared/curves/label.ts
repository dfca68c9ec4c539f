import type { StampLabel } from "@ecotrim/contracts/curves/reading";
import { periodOf } from "@ecotrim/engine/bill/calendar";
import { isNonWorking, localMs } from "@ecotrim/engine/site/calendar";
import type { Readings } from "./readings.ts";
import { DAY_MINUTES, DAY_MS, MINUTE_MS } from "./stamps.ts";

export interface Label {
  label: Exclude<StampLabel, "ordinal">;
  isCertain: boolean;
}

const START_WORD = /\b(inicio|start|desde|from)\b/;
const END_WORD = /\b(fin|final|end|hasta|to)\b/;

/** Whether a stamp is the beginning or the end of its step: the first rule that decides. */
export function labelOf(parts: readonly Readings[], step: number): Label {
  const { format, timeTitle } = parts[0]!;
  if (parts.some(({ isRange }) => isRange)) return { label: "range", isCertain: true };
  if (START_WORD.test(timeTitle)) return { label: "start", isCertain: true };
  if (END_WORD.test(timeTitle)) return { label: "end", isCertain: true };
  const proven = byLabels(parts, step) ?? byPeriods(parts, step) ?? byBounds(parts, step);
  if (proven) return { label: proven, isCertain: true };
  return { label: format.label ?? "start", isCertain: format.label !== undefined };
}

function byLabels(parts: readonly Readings[], step: number): Label["label"] | undefined {
  let least = Number.POSITIVE_INFINITY;
  let most = 0;
  for (const { day, minutes } of parts) {
    for (let i = 0; i < day.length; i++) {
      if (Number.isNaN(day[i]!)) continue;
      least = Math.min(least, minutes[i]!);
      most = Math.max(most, minutes[i]!);
    }
  }
  if (most > DAY_MINUTES && step < 60) return "hour_end_minute_start";
  return most >= DAY_MINUTES && least > 0 ? "end" : undefined;
}

/** Least agreement of the reading that is taken, and most of the other. */
const AGREES = 0.98;
const DISAGREES = 0.95;

/** The column of the tariff period, where the file has it, agrees with one reading only. */
function byPeriods(parts: readonly Readings[], step: number): "start" | "end" | undefined {
  let rows = 0;
  let start = 0;
  let end = 0;
  for (const { period, day, minutes, rows: count } of parts) {
    if (!period) continue;
    for (let i = 0; i < count; i++) {
      if (Number.isNaN(day[i]!) || isNonWorking(day[i]!)) continue;
      const said = period[i]!.trim().toLowerCase();
      rows += 1;
      if (said === periodAt(day[i]!, minutes[i]!, said)) start += 1;
      if (said === periodAt(day[i]!, minutes[i]! - step, said)) end += 1;
    }
  }
  if (rows === 0) return undefined;
  if (end >= AGREES * rows && start < DISAGREES * rows) return "end";
  return start >= AGREES * rows && end < DISAGREES * rows ? "start" : undefined;
}

/** Hours of the three periods of low voltage on working days. */
const PEAK_HOURS = [10, 11, 12, 13, 18, 19, 20, 21];
const NIGHT_ENDS = 8;

/** Period of a wall time in the words of the file: `P1` to `P6`, or those of three periods. */
function periodAt(day: number, wall: number, said: string): string {
  const time = day + wall * MINUTE_MS;
  const startDay = Math.floor(time / DAY_MS) * DAY_MS;
  const hour = Math.floor((time - startDay) / (60 * MINUTE_MS));
  const isFree = isNonWorking(startDay);
  if (/^p\d$/.test(said)) return `p${periodOf("peninsula", new Date(startDay).getUTCMonth() + 1, hour, isFree)}`;
  if (isFree || hour < NIGHT_ENDS) return "valle";
  return PEAK_HOURS.includes(hour) ? "punta" : "llano";
}

/** A file of whole days begins and ends with the stamps of its first and last step. */
function byBounds(parts: readonly Readings[], step: number): "start" | "end" | undefined {
  const bounds = parts.map((part) => [wallMinutes(part, 0), wallMinutes(part, part.rows - 1)] as const);
  const all = (first: number, last: number): boolean => bounds.every(([a, b]) => a === first && b === last);
  if (all(0, DAY_MINUTES - step)) return "start";
  return all(step, 0) ? "end" : undefined;
}

function wallMinutes({ day, minutes, instant }: Readings, i: number): number {
  if (!Number.isNaN(day[i]!)) return minutes[i]! % DAY_MINUTES;
  return (localMs(instant[i]!) % DAY_MS) / MINUTE_MS;
}
