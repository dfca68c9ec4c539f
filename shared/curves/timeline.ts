import { localDate, timelineOfLength } from "@ecotrim/engine/site/calendar";
import type { Timeline } from "@ecotrim/engine/site/site";
import { isoInstant } from "./grid.ts";
import { MINUTE_MS } from "./stamps.ts";
import type { YearCurve } from "./year.ts";

/** The local date on which a year begins, YYYY-MM-DD. */
const startDateOf = ({ start }: Pick<YearCurve, "start">): string =>
  new Date(localDate(Date.parse(start))).toISOString().slice(0, "YYYY-MM-DD".length);

/** UTC instant at which a step of a year begins. */
export const instantOf = ({ start, step_minutes }: Pick<YearCurve, "start" | "step_minutes">, step: number): string =>
  isoInstant(Date.parse(start) + step * step_minutes * MINUTE_MS);

/** The engine's calendar of a year's steps. */
export const timelineOf = (year: Pick<YearCurve, "start" | "steps" | "step_minutes">): Timeline =>
  timelineOfLength(startDateOf(year), year.steps, year.step_minutes / 60);
