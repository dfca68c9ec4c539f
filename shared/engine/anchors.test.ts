import { readFileSync } from "node:fs";
import { readCase, type SimulationInput } from "@ecotrim/contracts/simulations/input";
import { describe, expect, test } from "vitest";
import { ANCHOR_INPUTS } from "./anchor-inputs.fixture.ts";
import { energyBillEur } from "./bill/bill.ts";

import { dispatchWithoutBattery } from "./dispatch/no-battery.ts";
import { solveByValueFunction } from "./dispatch/value-function-solver.ts";
import { engineAssumptions } from "./economics/assumptions.ts";
import { fullDataAtHand, fullSeries, NOT_AT_HAND, OMIE } from "./full-2024.fixture.ts";
import { buildSite } from "./site/build-site.ts";
import { dispatchProblem } from "./site/dispatch-problem.ts";
import type { GivenSeries, Site } from "./site/site.ts";

/** Figures of an independent implementation on the full hourly series of 2024 (PV of Madrid, constant demand). */
const SITES = [
  { kwp: 2000, demand: 500, spending: undefined, k: 1, adder: 0, savings: [31238, 61770, 81781] },
  { kwp: 2000, demand: 500, spending: 400_000, k: 1.25, adder: 27.5, savings: [48278, 95176, 129067] },
  { kwp: 2000, demand: 250, spending: 180_000, k: 1.25, adder: 22.4, savings: [46864, 80567, 106980] },
  { kwp: 300, demand: 500, spending: 480_000, k: 1.25, adder: 11.4, savings: [27230, 50437, 64684] },
];
const BATTERIES = [
  { capacityKwh: 1000, powerKw: 250 },
  { capacityKwh: 2000, powerKw: 1000 },
  { capacityKwh: 3000, powerKw: 3000 },
];
type SiteCase = (typeof SITES)[number];

const inputOf = ({ kwp, demand, spending }: SiteCase, battery: Partial<SimulationInput> = {}) =>
  readCase({
    ...ANCHOR_INPUTS,
    pv_value: kwp,
    demand_value: demand,
    ...(spending !== undefined && { total_spending: spending }),
    ...battery,
  });

const siteOf = (site: SiteCase, given?: GivenSeries): Site => buildSite(inputOf(site), given);
const fullSiteOf = (site: SiteCase): Site => siteOf(site, fullSeries(site.kwp));

function energySavings(of: SiteCase, site: Site): number[] {
  return BATTERIES.map(({ capacityKwh, powerKw }) => {
    const input = inputOf(of, {
      battery_capacity: capacityKwh,
      max_charge_power: powerKw,
      max_discharge_power: powerKw,
    });
    const problem = dispatchProblem(input, site, engineAssumptions(input));
    const optimum = solveByValueFunction(problem);
    if (!optimum.ok) throw new Error(`not exact in step ${optimum.step}`);
    const withoutBattery = dispatchWithoutBattery(problem).schedule;
    return energyBillEur(problem, withoutBattery) - energyBillEur(problem, optimum.solution.schedule);
  });
}

describe("energy saving against the independent figures", () => {
  test.each(SITES)(
    "compact data give the independent saving within 3 %: $kwp kWp, demand $demand, spending $spending",
    (site) => {
      for (const [i, saving] of energySavings(site, siteOf(site)).entries()) {
        expect(Math.abs(saving / site.savings[i]! - 1)).toBeLessThan(0.03);
      }
    },
  );

  test.for(SITES)(
    "full data give the independent saving to the euro: $kwp kWp, demand $demand, spending $spending",
    (site, { skip }) => {
      skip(!fullDataAtHand, NOT_AT_HAND);
      for (const [i, saving] of energySavings(site, fullSiteOf(site)).entries()) {
        expect(Math.abs(saving - site.savings[i]!)).toBeLessThanOrEqual(1);
      }
    },
  );
});

describe("calibration against the independent figures", () => {
  test.each(SITES)(
    "compact data are calibrated as the independent figures: $kwp kWp, demand $demand, spending $spending",
    (site) => {
      const { k, adderEurMwh } = siteOf(site).calibration;
      expect(k).toBeCloseTo(site.k, 12);
      expect(Math.abs(adderEurMwh - site.adder)).toBeLessThan(5);
    },
  );

  test.for(SITES)(
    "full data are calibrated as the independent figures: $kwp kWp, demand $demand, spending $spending",
    (site, { skip }) => {
      skip(!fullDataAtHand, NOT_AT_HAND);
      const { k, adderEurMwh } = fullSiteOf(site).calibration;
      expect(k).toBeCloseTo(site.k, 12);
      expect(Math.abs(adderEurMwh - site.adder)).toBeLessThanOrEqual(0.05001);
    },
  );
});

test("every hour of 2024 is in the tariff period of the full data", ({ skip }) => {
  skip(!fullDataAtHand, NOT_AT_HAND);
  const lines = readFileSync(OMIE, "utf8").trim().split(/\r?\n/).slice(1);
  const periods = [...siteOf(SITES[0]!).timeline.tariffPeriod].map((period) => `P${period}`);
  expect(periods).toEqual(lines.map((line) => line.split(",")[4]));
});
