import type { CurveClock } from "@ecotrim/contracts/curves/reading";
import { midnightMs } from "@ecotrim/engine/site/calendar";
import { FIXED_OFFSET, instantOnFixedClock, rowsByDay } from "./clock.ts";
import { changesClock, habitOf, startsOfDay } from "./daylight.ts";
import type { Readings } from "./readings.ts";
import { DAY_MINUTES, MINUTE_MS } from "./stamps.ts";

export interface Placed {
  /** Instant where the step of each row begins, ms; NaN for a row that has no place. */
  starts: Float64Array;
  /** Rows of the hour that is skipped in March. */
  nonexistent: number[];
  isOrdinal: boolean;
}

/** Places each row of a table in time; its label stands `lead` minutes behind the step's beginning. */
export function placed(part: Readings, step: number, lead: number, clock: CurveClock): Placed {
  const starts = part.instant.map((instant) => instant - lead * MINUTE_MS);
  const offset = FIXED_OFFSET[clock];
  const nonexistent: number[] = [];
  let isOrdinal = false;
  for (const [day, rows] of rowsByDay(part)) {
    if (Number.isNaN(day)) continue;
    if (offset !== undefined) {
      for (const i of rows) starts[i] = instantOnFixedClock(day, part.minutes[i]! - lead, offset);
      continue;
    }
    const midnight = midnightMs(day);
    if (!changesClock(day)) {
      for (const i of rows) {
        const start = part.minutes[i]! - lead;
        starts[i] = start < DAY_MINUTES ? midnight + start * MINUTE_MS : Number.NaN;
      }
      continue;
    }
    const labels = rows.map((i) => ({ label: part.minutes[i]!, summer: part.summer?.[i] }));
    const habit = habitOf(day, labels, step, lead);
    isOrdinal ||= habit === "ordinal";
    const minutes = startsOfDay(day, labels, lead, habit);
    rows.forEach((i, k) => {
      starts[i] = midnight + minutes[k]! * MINUTE_MS;
      if (Number.isNaN(minutes[k]!)) nonexistent.push(i);
    });
  }
  return { starts, nonexistent, isOrdinal };
}
