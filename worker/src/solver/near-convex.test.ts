import { solveNearConvex } from "@ecotrim/engine/dispatch/near-convex";
import type { DispatchProblem } from "@ecotrim/engine/dispatch/problem";
import { checkSchedule } from "@ecotrim/engine/dispatch/rules";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { FULL } from "../../../tests/support/full.ts";
import { createHighsSolver } from "./highs-solver.ts";

type Solver = Awaited<ReturnType<typeof createHighsSolver>>;
let highs: Solver;
beforeAll(async () => {
  highs = await createHighsSolver();
});
afterAll(() => highs.dispose());

const series = (values: number[]) => Float64Array.from(values);

function problem(
  prices: { buy: number[]; sell: number[] },
  pv: number[],
  demand: number[],
  powerKw = 5,
): DispatchProblem {
  return {
    stepHours: 1,
    pvKwh: series(pv),
    demandKwh: series(demand),
    buyEurMwh: series(prices.buy),
    sellEurMwh: series(prices.sell),
    importLimitKwh: series(pv.map(() => Infinity)),
    exportLimitKwh: Infinity,
    battery: {
      capacityKwh: 10,
      chargeKw: powerKw,
      dischargeKw: powerKw,
      etaCharge: 0.95,
      etaDischarge: 0.95,
      minSoc: 0,
      initialSoc: 0,
    },
    wearEurMwh: 5,
    batteryExport: false,
  };
}

describe("dispatch with selling dearer than buying in some steps", () => {
  test("a proven optimum is HiGHS' optimum, and most problems of a fixed contract are proven", async () => {
    let proven = 0;
    let tried = 0;
    const step = fc.record({
      pv: fc.integer({ min: 0, max: 12 }),
      demand: fc.integer({ min: 0, max: 8 }),
      sell: fc.integer({ min: 0, max: 150 }),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 6, maxLength: 30 }),
        fc.integer({ min: 20, max: 120 }),
        async (steps, buy) => {
          const candidate = problem(
            { buy: steps.map(() => buy), sell: steps.map(({ sell }) => sell) },
            steps.map(({ pv }) => pv),
            steps.map(({ demand }) => demand),
          );
          tried++;
          const solution = solveNearConvex(candidate);
          if (!solution) return;
          proven++;
          checkSchedule(candidate, solution.schedule);
          const [reference] = await highs.solve([candidate]);
          expect(solution.objectiveEur).toBeCloseTo(reference!.objectiveEur, 8);
        },
      ),
      { numRuns: FULL ? 150 : 50 },
    );
    expect(proven).toBeGreaterThan(tried / 2);
  });

  test("a problem that cannot be proven is handed over: an export limit, a negative buy price", () => {
    const dear = problem({ buy: [20, 20], sell: [30, 30] }, [9, 0], [1, 5]);
    expect(solveNearConvex(dear)).toBeDefined();
    expect(solveNearConvex({ ...dear, exportLimitKwh: 3 })).toBeUndefined();
    expect(solveNearConvex({ ...dear, buyEurMwh: series([-20, 20]) })).toBeUndefined();
  });
});
