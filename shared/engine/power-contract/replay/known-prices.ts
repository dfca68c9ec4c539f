import { fillConvexPrices } from "../../dispatch/convex-prices.ts";
import type { DispatchProblem } from "../../dispatch/problem.ts";
import { endsOfDays } from "../../dispatch/realisable.ts";
import type { Timeline } from "../../site/site.ts";

/** Prices as an operator knows them, EUR/MWh per step; made convex, so that plans are exact. */
export interface KnownPrices {
  buyEurMwh: Float64Array;
  sellEurMwh: Float64Array;
  /** Replaces the prices expected of a day by its own. */
  publish(day: number): void;
}

/** @param expectedStep the step whose price is expected of another one until its day's prices are published */
export function knownPrices(
  problem: DispatchProblem,
  timeline: Timeline,
  expectedStep: (t: number) => number,
): KnownPrices {
  const { steps } = timeline;
  const ends = endsOfDays(timeline);
  const convex = { buyEurMwh: new Float64Array(steps), sellEurMwh: new Float64Array(steps) };
  fillConvexPrices(problem, convex.buyEurMwh, convex.sellEurMwh);
  const buyEurMwh = convex.buyEurMwh.map((_, t) => convex.buyEurMwh[expectedStep(t)]!);
  const sellEurMwh = convex.sellEurMwh.map((_, t) => convex.sellEurMwh[expectedStep(t)]!);
  const publish = (day: number): void => {
    if (day >= ends.length) return;
    const first = day === 0 ? 0 : ends[day - 1]!;
    buyEurMwh.set(convex.buyEurMwh.subarray(first, ends[day]), first);
    sellEurMwh.set(convex.sellEurMwh.subarray(first, ends[day]), first);
  };
  publish(0);
  return { buyEurMwh, sellEurMwh, publish };
}
