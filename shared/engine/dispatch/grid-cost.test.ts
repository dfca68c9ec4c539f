import fc from "fast-check";
import { expect, test } from "vitest";
import { createGridBlocks, fillGridBlocks, isChoice } from "./grid-cost.ts";
import type { DispatchProblem } from "./problem.ts";
import { createGridUse, useGrid } from "./rules.ts";

const BATTERY = {
  capacityKwh: 0,
  chargeKw: 0,
  dischargeKw: 0,
  etaCharge: 1,
  etaDischarge: 1,
  minSoc: 0,
  initialSoc: 0,
};

const step = fc
  .record({
    pv: fc.double({ min: 0, max: 100, noNaN: true }),
    buy: fc.double({ min: -50, max: 200, noNaN: true }),
    sell: fc.double({ min: -50, max: 150, noNaN: true }),
    importLimit: fc.constantFrom(50, 400, Infinity),
    exportLimitKwh: fc.constantFrom(0, 30, Infinity),
    cap: fc.double({ min: 0, max: 100, noNaN: true }),
    slope: fc.double({ min: 0, max: 100, noNaN: true }),
  })
  .map(
    ({ pv, buy, sell, importLimit, exportLimitKwh, cap, slope }): DispatchProblem => ({
      stepHours: 1,
      pvKwh: Float64Array.of(pv),
      demandKwh: Float64Array.of(0),
      buyEurMwh: Float64Array.of(buy),
      sellEurMwh: Float64Array.of(sell),
      importLimitKwh: Float64Array.of(importLimit),
      exportLimitKwh,
      battery: BATTERY,
      wearEurMwh: 0,
      batteryExport: true,
      softCaps: [0, 60].map((more) => ({ capKwh: Float64Array.of(cap + more), slopeEurMwh: slope })),
    }),
  );

/** Grid cost of the net purchase of site and battery, thousandths of EUR. */
function costOf(problem: DispatchProblem, need: number): number {
  const use = createGridUse();
  useGrid(problem, 0, need, 0, use);
  const { importKwh, exportKwh } = use;
  const excess = problem.softCaps!.reduce((sum, cap) => sum + Math.max(0, importKwh - cap.capKwh[0]!), 0);
  const slope = problem.softCaps![0]!.slopeEurMwh as number;
  return problem.buyEurMwh[0]! * importKwh + slope * excess - problem.sellEurMwh[0]! * exportKwh;
}

/** Cost of a rise in net purchase according to the blocks. */
function costByBlocks(problem: DispatchProblem, from: number, to: number): number {
  const { untilKwh, priceEurMwh, ...blocks } = createGridBlocks(2);
  const filled = { ...blocks, untilKwh, priceEurMwh };
  fillGridBlocks(problem, 0, filled);
  let cost = 0;
  let begin = from;
  for (let b = 0; b < filled.count; b++) {
    const end = b === filled.count - 1 ? to : Math.min(Math.max(untilKwh[b]!, begin), to);
    cost += priceEurMwh[b]! * (end - begin);
    begin = end;
  }
  return cost;
}

test("the blocks of a step cost what the cheapest lawful use of the grid costs", () => {
  const needs = fc.tuple(fc.double({ min: -80, max: 200, noNaN: true }), fc.double({ min: 0, max: 100, noNaN: true }));
  fc.assert(
    fc.property(step, needs, (problem, [need, more]) => {
      const pv = problem.pvKwh[0]!;
      const most = Math.min(need + more, pv + problem.importLimitKwh[0]!);
      // A discharge never exceeds what demand and export take.
      const least = Math.max(need, -problem.exportLimitKwh);
      fc.pre(!isChoice(problem, 0) && least <= most);
      expect(costByBlocks(problem, least - pv, most - pv)).toBeCloseTo(
        costOf(problem, most) - costOf(problem, least),
        6,
      );
    }),
  );
});
