import { expect, test } from "vitest";
import { EXAMPLE, EXAMPLE_ESTIMATE } from "./estimate.ts";
import { quickEstimate } from "./quick-estimate.ts";

test("the example of the landing page equals the engine's answer", () => {
  const { battery, flows } = quickEstimate(EXAMPLE);
  const { capacity_kwh, power_kw, saving_eur, capex_eur, pays } = battery;
  expect({ capacity_kwh, power_kw, saving_eur: Math.round(saving_eur!), capex_eur, pays }).toEqual(
    EXAMPLE_ESTIMATE.battery,
  );
  for (const [flow, mwh] of Object.entries(EXAMPLE_ESTIMATE.flows))
    expect(flows[flow as keyof typeof flows], flow).toBeCloseTo(mwh, 1);
});
