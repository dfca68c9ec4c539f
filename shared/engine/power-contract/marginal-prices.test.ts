import { expect, test } from "vitest";
import { objectiveEur } from "../dispatch/rules.ts";
import { solveByValueFunction } from "../dispatch/value-function-solver.ts";
import { marginalPrices } from "./marginal-prices.ts";
import { steelYear } from "./steel-year.fixture.ts";

/** The steel works' first fortnight with PV at noon, and with two soft caps. */
function cappedFortnight(batteryKw: number, batteryKwh: number, capKw: number, limitKw: number) {
  const { problem } = steelYear(batteryKw, batteryKwh, "2024-01-14");
  const pvKwh = problem.pvKwh.map((_, t) => Math.max(0, 60 * Math.sin((((t % 96) - 28) / 40) * Math.PI)));
  const capsKwh = [capKw, 1.2 * capKw].map((kw) => problem.demandKwh.map(() => kw / 4));
  return {
    ...problem,
    pvKwh,
    sellEurMwh: problem.buyEurMwh.map((price) => 0.4 * price),
    importLimitKwh: problem.demandKwh.map(() => limitKw / 4),
    softCaps: capsKwh.map((capKwh, k) => ({ capKwh, slopeEurMwh: 150 * (k + 1) })),
  };
}

test.each([
  [250, 500, 300, Infinity],
  [100, 400, 250, 700],
  [400, 300, 350, 640],
  [0, 0, 300, Infinity],
])(
  "a schedule of %d kW and %d kWh is optimal at its own marginal prices, without any soft cap",
  (kw, kwh, cap, limit) => {
    const capped = cappedFortnight(kw, kwh, cap, limit);
    const solved = solveByValueFunction(capped);
    if (!solved.ok) throw new Error("not exact");
    const { schedule } = solved.solution;
    const buyEurMwh = marginalPrices(capped, schedule, capped.buyEurMwh).map((price, t) =>
      Math.max(price, capped.buyEurMwh[t]!),
    );
    const { softCaps: _, ...uncapped } = { ...capped, buyEurMwh };
    const atThosePrices = solveByValueFunction(uncapped);
    if (!atThosePrices.ok) throw new Error("not exact");
    expect(objectiveEur(uncapped, schedule)).toBeCloseTo(atThosePrices.solution.objectiveEur, 6);
    expect(buyEurMwh.some((price, t) => price > capped.buyEurMwh[t]! + 1)).toBe(true);
  },
);
