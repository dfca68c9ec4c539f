import type { Timeline } from "./site.ts";

/** Whole hours since the timeline began. */
export const hourOf = (timeline: Timeline, t: number): number => Math.floor(t * timeline.stepHours);

/** A series computed step by step. */
export const perStep = (timeline: Timeline, value: (t: number) => number): Float64Array =>
  Float64Array.from({ length: timeline.steps }, (_, t) => value(t));
