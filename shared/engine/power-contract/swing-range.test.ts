import { readCase } from "@ecotrim/contracts/simulations/input";
import { expect, test } from "vitest";
import { type ContractedSite, contractValue } from "./contract-value.ts";
import { steelYear } from "./steel-year.fixture.ts";
import { swingRange } from "./swing-range.ts";

function siteOf(kw: number, kwh: number): ContractedSite {
  const { timeline, problem } = steelYear(kw, kwh, "2024-01-10");
  const contract = {
    tariff: "6.1TD" as const,
    contracted_kw: Array<number>(6).fill(629),
    pricing: { kind: "indexed" as const },
    load_swing: "starts" as const,
  };
  const { supply } = readCase({ pv_value: 0, demand_value: 0, contract });
  return { supply: supply!, timeline, problem, isTaxed: false };
}

test("at the swing that was assumed the battery saves what is expected of it, net of wear", () => {
  const site = siteOf(250, 500);
  const steps = contractValue(site, [0.8]);
  let step = steps.next();
  while (!step.done) step = steps.next();
  const { savingEur } = step.value.battery!.expected!.contract;
  const { greatest, least } = swingRange(site, step.value);
  expect(greatest.batteryEur).toBeCloseTo(savingEur * site.timeline.annualFactor, 6);
  expect(least.batteryEur).not.toBeCloseTo(greatest.batteryEur!, 0);
});
