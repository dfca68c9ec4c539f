import { readCase } from "@ecotrim/contracts/simulations/input";
import { buildSite } from "@ecotrim/engine/site/build-site";
import { expect, test } from "vitest";
import { EXAMPLE, EXAMPLE_ESTIMATE } from "./estimate.ts";
import { quickEstimate } from "./quick-estimate.ts";

test("the example of the landing page pays what the model says its energy costs", () => {
  const { average, generation, total_spendings } = EXAMPLE;
  const answers = { demand_value: average, pv_value: generation, total_spending: total_spendings };
  const { calibration } = buildSite(readCase(answers));
  expect(calibration.ratio).toBeGreaterThan(0.95);
  expect(calibration.ratio).toBeLessThan(1.05);
});

test("a year's spending typed as a month's is doubted on the landing page", () => {
  expect(quickEstimate(EXAMPLE).doubt).toBeNull();
  const typed = { ...EXAMPLE, total_spendings: 12 * EXAMPLE.total_spendings };
  expect(quickEstimate(typed).doubt).toMatch(/^¿Es su gasto anual\?/);
});

test("the example of the landing page equals the engine's answer", () => {
  const { battery, flows } = quickEstimate(EXAMPLE);
  const { capacity_kwh, power_kw, saving_eur, pays, verdict } = battery;
  expect({ capacity_kwh, power_kw, saving_eur: Math.round(saving_eur!), pays, verdict }).toEqual(
    EXAMPLE_ESTIMATE.battery,
  );
  for (const [flow, mwh] of Object.entries(EXAMPLE_ESTIMATE.flows))
    expect(flows[flow as keyof typeof flows], flow).toBeCloseTo(mwh, 1);
});
