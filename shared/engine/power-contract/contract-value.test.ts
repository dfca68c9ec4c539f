import { describe, expect, test } from "vitest";
import {
  billSavingEur,
  type ContractedSite,
  contractValue,
  expectedValue,
  jointOptimum,
  powerCaseOf,
  quickValue,
  quickYear,
  replayOf,
} from "./contract-value.ts";
import { betterOf, MARGINS } from "./replay/expected-saving.ts";
import { steelContract } from "./steel-year.fixture.ts";
import { lastOf } from "./steps.ts";

const HEALTH = [0.8];

const wholeValue = (site: ContractedSite) => lastOf(contractValue(site, HEALTH));

describe("ten days of the steel works under a contract", () => {
  const site = steelContract(250, 500);

  test("the pieces of the study give what a run in one go gives", () => {
    const joint = jointOptimum(site);
    const best = MARGINS.map((margin) => replayOf(site, joint, margin)).reduce(betterOf);
    expect(expectedValue(site, HEALTH, { joint, best })).toEqual(wholeValue(site));
  });

  test("the quick rule has the same bills without battery, and expects nothing yet", () => {
    const [quick, whole] = [quickValue(site, HEALTH), wholeValue(site)];
    expect(quick.battery!.expected).toBeNull();
    expect([quick.asIs, quick.bestWithout]).toEqual([whole.asIs, whole.bestWithout]);
    expect(billSavingEur(quick.bestWithout, quick.bestWith)).toBeGreaterThan(0);
  });
});

test("without a battery there is nothing to expect, however the powers are found", () => {
  const site = steelContract(0, 0);
  expect(quickValue(site, HEALTH)).toEqual(wholeValue(site));
  expect(quickValue(site, HEALTH).battery).toBeNull();
});

test("studies contract the power that is allowed in P6 with the battery, and not without it", () => {
  const site = steelContract(250, 500);
  const allowed = { ...site, supply: { ...site.supply, allow_p6_kw: 700 } };
  const { plan, without } = quickYear(powerCaseOf(allowed));
  expect(plan.powers.contractedKw[5]).toBeGreaterThanOrEqual(700);
  expect(without.contractedKw[5]).toBeLessThan(700);
});
