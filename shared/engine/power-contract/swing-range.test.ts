import { expect, test } from "vitest";
import { contractValue } from "./contract-value.ts";
import { steelContract } from "./steel-year.fixture.ts";
import { lastOf } from "./steps.ts";
import { swingRange } from "./swing-range.ts";

test("at the swing that was assumed the battery saves what is expected of it, net of wear", () => {
  const site = steelContract(250, 500, { load_swing: "starts" });
  const value = lastOf(contractValue(site, [0.8]));
  const { savingEur } = value.battery!.expected!.contract;
  const { greatest, least } = swingRange(site, value);
  expect(greatest.batteryEur).toBeCloseTo(savingEur * site.timeline.annualFactor, 6);
  expect(least.batteryEur).not.toBeCloseTo(greatest.batteryEur!, 0);
});
