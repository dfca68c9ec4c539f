import type { DispatchProblem } from "./problem.ts";

/**
 * The convex prices nearest to a problem's own, with which the fast solver is exact. No sell price exceeds the buy
 * price, and none is so negative that burning energy in the battery's losses would pay. A dispatch planned with them is
 * feasible, so billed with the problem's own prices it is never better than the optimum. Default prices are convex
 * already.
 * @param buyEurMwh, sellEurMwh filled with the prices, EUR/MWh per step
 * @returns number of steps with another price
 */
export function fillConvexPrices(
  { buyEurMwh: buy, sellEurMwh: sell, wearEurMwh, battery: { etaCharge, etaDischarge } }: DispatchProblem,
  buyEurMwh: Float64Array,
  sellEurMwh: Float64Array,
): number {
  const gain = 1 / etaCharge + etaDischarge;
  const loss = 1 / etaCharge - etaDischarge;
  // A battery without losses cannot burn energy. The bound is slightly tightened, so that rounding cannot cross it.
  const least = loss > 0 ? (-(wearEurMwh * gain) / loss) * (1 - 1e-9) : -Infinity;
  let changed = 0;
  for (let t = 0; t < buy.length; t++) {
    const lawfulBuy = Math.max(buy[t]!, least);
    // Curtailing is free, so beside a buy price of 0 or more a negative sell price is never paid.
    const lawfulSell = Math.min(sell[t]!, lawfulBuy);
    if (lawfulBuy !== buy[t] || lawfulSell !== sell[t]) changed++;
    buyEurMwh[t] = lawfulBuy;
    sellEurMwh[t] = lawfulSell;
  }
  return changed;
}
