import { type Case, QUARTER_HOUR } from "@ecotrim/contracts/simulations/input";
import { isShortPeriod } from "../economics/economic-figures.ts";
import { liftedBy } from "../site/maximeter-lift.ts";
import type { GivenSeries, Site } from "../site/site.ts";

/** Why the power term of a contract cannot be known. */
export type MissingForPower = "peaks" | "year";

/** What is missing; null where nothing is. Peaks are those of a curve of quarter-hours or of maximeters, or estimated. */
export function missingForPower(
  input: Case,
  given: GivenSeries,
  { timeline }: Pick<Site, "timeline">,
): MissingForPower | null {
  const isMetered = input.period.stepHours === QUARTER_HOUR && (given.demand_kwh ?? given.net_kwh) !== undefined;
  if (!isMetered && !liftedBy(input, given)) return "peaks";
  return isShortPeriod(timeline.hours) ? "year" : null;
}
