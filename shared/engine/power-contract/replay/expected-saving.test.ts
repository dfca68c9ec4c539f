import { AppError } from "@ecotrim/contracts/errors";
import { describe, expect, test } from "vitest";
import { FULL } from "../../../../tests/support/full.ts";
import { energyBillEur } from "../../bill/bill.ts";
import { dispatchWithoutBattery } from "../../dispatch/no-battery.ts";
import { bestPowers } from "../best-powers.ts";
import { groupsOf, powerBill, sortImports } from "../excess.ts";
import { jointPowers } from "../joint-powers.ts";
import { PRICES_3_0TD, PRICES_6_1TD, steelYear } from "../steel-year.fixture.ts";
import { lastOf } from "../steps.ts";
import type { MeteredPowers } from "./excess-so-far.ts";
import { expectedSaving } from "./expected-saving.ts";
import type { ReplayedSite } from "./rolling-plan.ts";

const WITHOUT: MeteredPowers = { contractedKw: Array(6).fill(527), meter: "quarter_hours" };
const JOINT_KW = [359, 390, 390, 390, 390, 390];

function siteOf(kw: number, kwh: number, lastDay?: string): ReplayedSite {
  const { timeline, problem } = steelYear(kw, kwh, lastDay);
  // Powers are billed by the day.
  const powerEurKw = PRICES_6_1TD.powerEurKw.map((eur) => eur / timeline.annualFactor);
  return { timeline, groups: groupsOf(timeline), problem, terms: { prices: { ...PRICES_6_1TD, powerEurKw } } };
}

function finished(
  site: ReplayedSite,
  without = WITHOUT,
  jointKw = JOINT_KW,
  onShare: (share: number) => void = () => {},
) {
  const replay = expectedSaving(site, without, jointKw);
  for (;;) {
    const step = replay.next();
    if (step.done) return step.value;
    onShare(step.value);
  }
}

/** A site that is a tenth of the steel works, with a battery of 15 kW / 30 kWh and the prices of 3.0TD. */
function smallSite(lastDay: string): ReplayedSite {
  const site = siteOf(15, 30, lastDay);
  const demandKwh = site.problem.demandKwh.map((kwh) => kwh / 10);
  return { ...site, problem: { ...site.problem, demandKwh }, terms: { prices: PRICES_3_0TD } };
}

describe("the expected saving", () => {
  test("without battery the bill is that of the given powers, and the saving is the difference of the contracts", () => {
    const site = siteOf(0, 0, "2024-01-04");
    const { tried } = finished(site);
    const { importKwh } = dispatchWithoutBattery(site.problem).schedule;
    const billAt = (contractedKw: readonly number[]) =>
      powerBill(sortImports(site.groups, importKwh), site.groups, site.terms.prices, "quarter_hours", contractedKw);
    const now = billAt(WITHOUT.contractedKw);
    for (const contract of tried) {
      const { powerEur, excessEur } = billAt(contract.contractedKw);
      expect(contract).toMatchObject({ powerEur, excessEur, wearEur: 0 });
      expect(contract.energyEur).toBeCloseTo(
        energyBillEur(site.problem, dispatchWithoutBattery(site.problem).schedule),
        9,
      );
      expect(contract.savingEur).toBeCloseTo(now.powerEur + now.excessEur - powerEur - excessEur, 6);
    }
  });

  test("the contract is the best of the joint powers raised by five margins, in whole kW", () => {
    const { best, tried } = finished(siteOf(250, 500, "2024-01-14"));
    expect(tried.map(({ contractedKw }) => contractedKw[0])).toEqual([359, 377, 388, 402, 424]);
    expect(tried.map(({ contractedKw }) => contractedKw[5])).toEqual([390, 410, 421, 437, 460]);
    expect(best.savingEur).toBe(Math.max(...tried.map(({ savingEur }) => savingEur)));
    expect(tried).toContain(best);
  });

  test("the share done rises day by day, one margin after another, and stays below 1", () => {
    const shares: number[] = [];
    finished(siteOf(250, 500, "2024-01-05"), WITHOUT, JOINT_KW, (share) => shares.push(share));
    expect(shares).toHaveLength(5 * 4);
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
    expect(new Set(shares).size).toBe(shares.length);
    expect(shares[4]).toBeCloseTo(1 / 5 + 1 / 25, 9);
    expect(shares.at(-1)).toBeLessThan(1);
  });

  test("an excess counts in P1 and P2 of January and not in P6, where it costs next to nothing", () => {
    const january = siteOf(0, 0, "2024-01-12");
    const ample = finished(january, WITHOUT, Array(6).fill(1000)).best;
    expect(ample).toMatchObject({ periods: 2, periodsWithoutExcess: 2, daysWithExcess: 0 });
    const tight = finished(january, WITHOUT, [...Array(5).fill(1000), 1000].fill(150, 0, 2)).tried[0]!;
    expect(tight).toMatchObject({ periods: 2, periodsWithoutExcess: 0, daysWithExcess: 9 });
    const tightP6 = finished(january, WITHOUT, [...Array(5).fill(1000), 10]).tried[0]!;
    expect(tightP6).toMatchObject({ periods: 2, periodsWithoutExcess: 2, daysWithExcess: 0 });
    expect(tightP6.excessEur).toBeGreaterThan(0);
  });

  test("energy that was in the battery at the start saves nothing by itself", () => {
    const site = siteOf(250, 500, "2024-01-02");
    const full = { ...site.problem.battery, initialSoc: 1 };
    const [half, more] = [site.problem.battery, full].map(
      (battery) => finished({ ...site, problem: { ...site.problem, battery } }).best.savingEur,
    );
    const meanEurKwh = site.problem.buyEurMwh.reduce((sum, eur) => sum + eur, 0) / site.timeline.steps / 1000;
    expect(more! - half!).toBeLessThan(250 * meanEurKwh);
  });

  test("the meter follows from the raised powers, and a least power in P6 is not rounded down", () => {
    const { tried } = finished(smallSite("2024-01-07"), WITHOUT, [10, 10, 15.001, 15.001, 15.001, 45]);
    expect(tried.map(({ meter }) => meter)).toEqual([
      "maximeter",
      "maximeter",
      "maximeter",
      "maximeter",
      "quarter_hours",
    ]);
    expect(tried[0]!.contractedKw).toEqual([10, 10, 15.001, 15.001, 15.001, 45]);
  });

  test("behind a maximeter a month's highest excess is what is paid", () => {
    const site = smallSite("2024-01-14");
    const { best, schedule } = finished(site, WITHOUT, Array(6).fill(40));
    const highest = [0, 1, 5].map((period) =>
      Math.max(
        ...schedule.importKwh.filter((_, t) => site.timeline.tariffPeriod[t] === period + 1).map((kwh) => 4 * kwh),
      ),
    );
    const excess = [0, 1, 5].map(
      (period, i) => PRICES_3_0TD.excessEurKwDay[period]! * 14 * Math.max(0, highest[i]! - best.contractedKw[period]!),
    );
    expect(best.meter).toBe("maximeter");
    expect(best.excessEur).toBeCloseTo(
      excess.reduce((sum, eur) => sum + eur, 0),
      6,
    );
  });

  test("a site that does not fit in its limit without battery is refused", () => {
    const site = siteOf(250, 500, "2024-01-07");
    const problem = { ...site.problem, importLimitKwh: site.problem.demandKwh.map(() => 100) };
    expect(() => finished({ ...site, problem })).toThrow(AppError);
  });

  test("on the steel works' first eight weeks the battery saves with the power term, where prices alone save little", () => {
    const { best } = finished(siteOf(250, 500, "2024-02-25"));
    expect(best.savingEur).toBeGreaterThan(2000);
    expect(best.excessEur).toBeLessThan(100);
  });
});

test.runIf(FULL).each([
  [100, 200, 7656, 0.7],
  [250, 500, 14_267, 0.75],
  [500, 1000, 18_804, 0.7],
])(
  "a year of the steel works with %d kW and %d kWh reaches, of the ceiling of %d EUR, at least the share %d",
  (kw, kwh, ceilingEur, share) => {
    const site = siteOf(kw, kwh);
    const without = bestPowers(site.groups, site.problem.demandKwh, site.terms);
    const joint = lastOf(jointPowers(site, without));
    const { best } = finished(site, without, joint.powers.contractedKw);
    expect(best.savingEur).toBeGreaterThan(share * ceilingEur);
    expect(best.savingEur).toBeLessThan(ceilingEur);
    expect(best.periods).toBe(21);
  },
);
