import { dispatchWithoutBattery } from "@ecotrim/engine/dispatch/no-battery";
import { objectiveEur } from "@ecotrim/engine/dispatch/rules";
import { bestPowers, type PowerTerms } from "@ecotrim/engine/power-contract/best-powers";
import { groupsOf } from "@ecotrim/engine/power-contract/excess";
import { linearisedExcess } from "@ecotrim/engine/power-contract/joint-evaluation";
import { type JointPlan, jointPowers } from "@ecotrim/engine/power-contract/joint-powers";
import type { PowerCase } from "@ecotrim/engine/power-contract/quick-rule";
import { PRICES_3_0TD, PRICES_6_1TD, steelYear } from "@ecotrim/engine/power-contract/steel-year.fixture";
import { lastOf } from "@ecotrim/engine/power-contract/steps";
import { expect, test } from "vitest";
import { createHighsSolver } from "./highs-solver.ts";
import { solveJointByHighs } from "./joint-by-highs.fixture.ts";
import { loadHighs } from "./load-highs.ts";

/** Share of the bill by which whole powers and the end of the search may miss the optimum. */
const TOLERANCE = 5e-4;

/** The steel works' first days with PV whose surplus is sold, hours in which buying is paid, and a scaled battery. */
function sunnyCase(batteryKw: number, days: number, stepsPerHour: 1 | 4, terms: PowerTerms, scale = 1): PowerCase {
  const { timeline, problem } = steelYear(batteryKw, 2 * batteryKw, `2024-01-${days}`);
  const every = 4 / stepsPerHour;
  const steps = timeline.steps / every;
  const thinned = <T extends Float64Array | Uint8Array>(series: T) => series.filter((_, t) => t % every === 0) as T;
  const prices = thinned(problem.buyEurMwh).map((price, t) => (t % 40 === 0 ? -20 : price));
  const sun = (t: number) => Math.max(0, Math.sin(((t / stepsPerHour - 7) / 10) * Math.PI) ** 3);
  return {
    problem: {
      ...problem,
      stepHours: 1 / stepsPerHour,
      pvKwh: Float64Array.from(
        { length: steps },
        (_, t) => (scale * 250 * sun(t % (24 * stepsPerHour))) / stepsPerHour,
      ),
      demandKwh: thinned(problem.demandKwh).map((kwh) => scale * kwh * every),
      buyEurMwh: prices,
      sellEurMwh: prices.map((price) => Math.min(0.5 * price, price)),
      importLimitKwh: new Float64Array(steps).fill((scale * 800) / stepsPerHour),
    },
    groups: groupsOf({
      stepHours: 1 / stepsPerHour,
      month: thinned(timeline.month),
      tariffPeriod: thinned(timeline.tariffPeriod),
    }),
    terms,
  };
}

function jointly(powerCase: PowerCase): JointPlan {
  const { schedule } = dispatchWithoutBattery(powerCase.problem);
  return lastOf(jointPowers(powerCase, bestPowers(powerCase.groups, schedule.importKwh, powerCase.terms)));
}

/** Prices of power for a part of the year. */
const partOf = (prices: typeof PRICES_6_1TD, days: number) => ({
  ...prices,
  powerEurKw: prices.powerEurKw.map((eur) => (eur * days) / 366),
});

test.each([
  ["quarter-hours in 6.1TD", sunnyCase(200, 12, 4, { prices: partOf(PRICES_6_1TD, 12), meter: "quarter_hours" })],
  ["hours in 3.0TD", sunnyCase(80, 31, 1, { prices: partOf(PRICES_3_0TD, 31), meter: "quarter_hours" })],
  ["a maximeter in 3.0TD", sunnyCase(10, 31, 1, { prices: partOf(PRICES_3_0TD, 31), meter: "maximeter" }, 0.07)],
  [
    "a power kept in P6",
    sunnyCase(150, 10, 1, { prices: partOf(PRICES_6_1TD, 10), meter: "quarter_hours", keepP6Kw: 450 }),
  ],
])(
  "powers and dispatch together are HiGHS' optimum of the whole model, and the bound is below it: %s",
  async (_, powerCase) => {
    const joint = jointly(powerCase);
    const { totalEur, boundEur } = solveJointByHighs(await loadHighs(), powerCase);
    expect(totalEur - boundEur).toBeLessThan(1);
    expect(joint.totalEur).toBeGreaterThan(boundEur - 1e-3);
    expect(joint.totalEur).toBeLessThan(totalEur * (1 + TOLERANCE) + 1);
    expect(joint.boundEur).toBeLessThan(totalEur + 1e-3);
    expect(joint.boundEur).toBeGreaterThan(0.99 * joint.totalEur);
  },
);

test("HiGHS finds the dispatch of the plan again where its excess is linearised", async () => {
  const powerCase = sunnyCase(200, 12, 4, { prices: partOf(PRICES_6_1TD, 12), meter: "quarter_hours" });
  const joint = jointly(powerCase);
  const solver = await createHighsSolver();
  const [solution] = await solver.solve([{ ...powerCase.problem, softCaps: linearisedExcess(powerCase, joint) }]);
  solver.dispose();
  const { powerEur, excessEur } = bestPowers(powerCase.groups, solution!.schedule.importKwh, powerCase.terms);
  const energyEur = objectiveEur(powerCase.problem, solution!.schedule);
  expect(energyEur + powerEur + excessEur).toBeLessThan(joint.totalEur + 0.01);
});
