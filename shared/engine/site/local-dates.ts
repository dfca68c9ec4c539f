import type { Timeline } from "./site.ts";

const DAY_MS = 86_400_000;

/** Local date of a day of the period, as a UTC date at midnight: only its calendar fields mean something. */
export const dateOfDay = ({ start }: Pick<Timeline, "start">, day: number): Date =>
  new Date(Date.parse(start) + day * DAY_MS);
