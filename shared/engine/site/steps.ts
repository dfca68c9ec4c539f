import type { Timeline } from "./site.ts";

/** Whole hours since the timeline began. */
export const hourOf = (timeline: Timeline, t: number): number => Math.floor(t * timeline.stepHours);

/** A series computed step by step. */
export const perStep = (timeline: Timeline, value: (t: number) => number): Float64Array =>
  new Float64Array(timeline.steps).map((_, t) => value(t));
