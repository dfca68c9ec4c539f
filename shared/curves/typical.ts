import { isHoliday, localMs } from "@ecotrim/engine/site/calendar";
import { numbersOf } from "./columns.ts";
import type { Grid } from "./grid.ts";
import { DAY_MINUTES, DAY_MS, MINUTE_MS } from "./stamps.ts";
import { percentile } from "./statistics.ts";

/** What a step usually is: of the same weekday and wall time in the weeks around, else of the same class of day. */

const NEAR_WEEKS = 8;
/** Beyond it readings tell nothing of a step. */
export const FAR_WEEKS = 26;
const LEAST_VALUES = 3;
/** Share of the usual below which the days beside a gap are those of a stop, which then lasts through it. */
const STOPPED = 0.6;

type DayClass = "working" | "saturday" | "free";

export interface Typical {
  /** The usual value of a step; NaN where the series has none at all. */
  at: (values: Float64Array, t: number) => number;
  /** Whether the days beside a gap are those of a stop, as in August, so that the usual says nothing of it. */
  isStopped: (values: Float64Array, from: number, to: number) => boolean;
  /** The mean of a series, for steps that no reading is near. */
  mean: (values: Float64Array) => number;
  /** The nearest day's value at the same time, for the sun. */
  nearest: (values: Float64Array, t: number) => number;
}

export function typicalOf({ startMs, stepMs, steps }: Grid): Typical {
  const local = (t: number): number => localMs(startMs + t * stepMs);
  const days = numbersOf(steps, (t) => Math.floor(local(t) / DAY_MS));
  const minutes = numbersOf(steps, (t) => (local(t) - days[t]! * DAY_MS) / MINUTE_MS);
  /** Step of each local day and minute; of the repeated hour the first. */
  const places = new Map<number, number>();
  for (let t = steps - 1; t >= 0; t--) places.set(days[t]! * DAY_MINUTES + minutes[t]!, t);

  const classOf = remembered(dayClass);
  const isHolidayOn = remembered((day: number) => isHoliday(day * DAY_MS));
  const meanOf = remembered(mean);

  const valuesOn = (
    values: Float64Array,
    t: number,
    wanted: (day: number) => boolean,
    weeks: number,
    every = 1,
  ): number[] => {
    const found: number[] = [];
    for (let day = days[t]! - 7 * weeks; day <= days[t]! + 7 * weeks; day += every) {
      if (day === days[t] || !wanted(day)) continue;
      const value = values[places.get(day * DAY_MINUTES + minutes[t]!) ?? -1];
      if (value !== undefined && !Number.isNaN(value)) found.push(value);
    }
    return found;
  };

  const at = (values: Float64Array, t: number): number => {
    const own = classOf(days[t]!);
    const alike = isHolidayOn(days[t]!)
      ? valuesOn(values, t, isHolidayOn, NEAR_WEEKS)
      : valuesOn(values, t, (day) => !isHolidayOn(day), NEAR_WEEKS, 7);
    if (alike.length >= LEAST_VALUES) return percentile(alike, 0.5);
    for (const weeks of [NEAR_WEEKS, FAR_WEEKS]) {
      const ofClass = valuesOn(values, t, (day) => classOf(day) === own, weeks);
      if (ofClass.length > 0) return percentile(ofClass, 0.5);
    }
    return meanOf(values);
  };

  const isStopped = (values: Float64Array, from: number, to: number): boolean => {
    const perDay = DAY_MS / stepMs;
    const around = [...range(from - perDay, from), ...range(to, to + perDay)].filter(
      (i) => i >= 0 && i < steps && !Number.isNaN(values[i]!),
    );
    const usual = around.reduce((sum, i) => sum + at(values, i), 0);
    const actual = around.reduce((sum, i) => sum + values[i]!, 0);
    return actual < STOPPED * usual;
  };

  const nearest = (values: Float64Array, t: number): number => {
    for (let shift = 1; shift <= 7 * FAR_WEEKS; shift++) {
      const found = [-shift, shift].flatMap((by) => {
        const value = values[places.get((days[t]! + by) * DAY_MINUTES + minutes[t]!) ?? -1];
        return value === undefined || Number.isNaN(value) ? [] : [value];
      });
      if (found.length > 0) return percentile(found, 0.5);
    }
    return meanOf(values);
  };

  return { at, isStopped, mean: meanOf, nearest };
}

/** A function that is asked for the same again and again. */
export function remembered<K, V>(calculate: (key: K) => V): (key: K) => V {
  const known = new Map<K, V>();
  return (key) => {
    if (!known.has(key)) known.set(key, calculate(key));
    return known.get(key)!;
  };
}

export function dayClass(day: number): DayClass {
  const weekday = new Date(day * DAY_MS).getUTCDay();
  if (weekday === 0 || isHoliday(day * DAY_MS)) return "free";
  return weekday === 6 ? "saturday" : "working";
}

const range = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i);

function mean(values: Float64Array): number {
  let sum = 0;
  let count = 0;
  for (const value of values) {
    if (Number.isNaN(value)) continue;
    sum += value;
    count += 1;
  }
  return count === 0 ? Number.NaN : sum / count;
}
