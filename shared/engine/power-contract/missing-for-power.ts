import { type Case, QUARTER_HOUR } from "@ecotrim/contracts/simulations/input";
import { isShortPeriod } from "../economics/economic-figures.ts";
import type { GivenSeries, Site } from "../site/site.ts";

/** Why the power term of a contract cannot be known. */
export type MissingForPower = "peaks" | "year";

/** What is missing; null where nothing is. Peaks are those of a curve of quarter-hours, or of maximeters. */
export function missingForPower(
  { supply, period }: Case,
  { demand_kwh, net_kwh }: GivenSeries,
  { timeline }: Pick<Site, "timeline">,
): MissingForPower | null {
  const isMetered = period.stepHours === QUARTER_HOUR && (demand_kwh ?? net_kwh) !== undefined;
  const isLifted = period.stepHours > QUARTER_HOUR && supply?.maximeters !== undefined;
  if (!isMetered && !isLifted) return "peaks";
  return isShortPeriod(timeline.hours) ? "year" : null;
}
