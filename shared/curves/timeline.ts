import { localDate, timelineOfLength } from "@ecotrim/engine/site/calendar";
import type { Timeline } from "@ecotrim/engine/site/site";
import type { YearCurve } from "./year.ts";

/** The local date on which a year begins, YYYY-MM-DD. */
const startDateOf = ({ start }: Pick<YearCurve, "start">): string =>
  new Date(localDate(Date.parse(start))).toISOString().slice(0, "YYYY-MM-DD".length);

/** The engine's calendar of a year's steps. */
export const timelineOf = (year: Pick<YearCurve, "start" | "steps" | "step_minutes">): Timeline =>
  timelineOfLength(startDateOf(year), year.steps, year.step_minutes / 60);
