import { type Case, readCase } from "@ecotrim/contracts/simulations/input";
import { sumMwh } from "../dispatch/flows.ts";
import { buildSite } from "../site/build-site.ts";
import { buildTimeline } from "../site/calendar.ts";
import { gridNeed } from "../site/grid-need.ts";
import { demandSeries } from "./demand.ts";

/** Mean power of the year over that of an operating day; closed days consume less. */
export function yearMeanShare({ shifts, weekends }: Pick<Case["load"], "shifts" | "weekends">): number {
  const { start, end, stepHours } = readCase({ demand_value: 0 }).period;
  const timeline = buildTimeline(start, end, stepHours);
  const demandKwh = demandSeries(timeline, { averageKw: 1, shifts, weekends });
  return (1000 * sumMwh(demandKwh)) / timeline.hours;
}

export interface GrossConsumption {
  /** Mean power of an operating day, with what the plant covers. */
  averageKw: number;
  /** Mean power of the year that the plant covers. */
  selfConsumedKw: number;
}

/** Halvings of an interval: the last one is below a billionth of the first. */
const HALVINGS = 40;

/**
 * The consumption of a site of which only the purchases from the grid are known, as its invoices have them. The more it
 * consumes, the more it buys, so halving finds the one consumption of this shape that buys so much.
 * @param input its PV plant and the shape of its consumption
 * @param purchasedKw mean power of the year
 */
export function grossConsumption(input: Case, purchasedKw: number): GrossConsumption {
  const { pvKwh, demandKwh, timeline } = buildSite({ ...input, load: { ...input.load, averageKw: 1 } });
  const meanKw = (kwh: Float64Array) => (1000 * sumMwh(kwh)) / timeline.hours;
  const purchasedAt = (averageKw: number) => {
    return meanKw(
      gridNeed(
        pvKwh,
        demandKwh.map((kwh) => kwh * averageKw),
      ),
    );
  };
  const share = meanKw(demandKwh);
  // Even if the plant covered as much as it yields, no more would be consumed.
  let [low, high] = [purchasedKw / share, (purchasedKw + meanKw(pvKwh)) / share];
  for (let i = 0; i < HALVINGS; i++) {
    const middle = (low + high) / 2;
    if (purchasedAt(middle) < purchasedKw) low = middle;
    else high = middle;
  }
  return { averageKw: high, selfConsumedKw: high * share - purchasedKw };
}
