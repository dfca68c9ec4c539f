import { describe, expect, test } from "vitest";
import type { DispatchProblem, DispatchSchedule } from "../../dispatch/problem.ts";
import { checkSchedule } from "../../dispatch/rules.ts";
import { createWorkspace, minimise, readInjections } from "../../dispatch/value-function-solver.ts";
import { buildTimeline } from "../../site/calendar.ts";
import { hashedUniform } from "../../studies/uncertainty/sobol.ts";
import { groupsOf } from "../excess.ts";
import { PRICES_6_1TD, steelYear } from "../steel-year.fixture.ts";
import { lastOf } from "../steps.ts";
import type { MeteredPowers } from "./excess-so-far.ts";
import { replayContract } from "./replay.ts";
import type { ReplayedSite } from "./rolling-plan.ts";

const DAY = 96;
const POWERS: MeteredPowers = { contractedKw: [388, 421, 421, 421, 421, 421], meter: "quarter_hours" };

function siteOf(lastDay: string, change: Partial<DispatchProblem> = {}): ReplayedSite {
  const { timeline, problem } = steelYear(250, 500, lastDay);
  // With the least charge at the start any end will do, so that a schedule can be checked as an optimum is.
  const battery = { ...problem.battery, initialSoc: problem.battery.minSoc };
  return {
    timeline,
    groups: groupsOf(timeline),
    problem: { ...problem, battery, ...change },
    terms: { prices: PRICES_6_1TD },
  };
}

const replayed = (site: ReplayedSite, powers = POWERS): DispatchSchedule => lastOf(replayContract(site, powers));

/** Sun from 6 to 18, another every day. */
const sunKwh = (t: number) =>
  120 * hashedUniform(3, Math.floor(t / DAY), 0) * Math.max(0, Math.sin(((t % DAY) - 24) * (Math.PI / 48)));

describe("the operator knows no more than is known at the time", () => {
  test("decisions up to a step do not change with load and sun after it", () => {
    const site = siteOf("2024-01-18");
    const pvKwh = site.problem.demandKwh.map((_, t) => sunKwh(t));
    const known = replayed({ ...site, problem: { ...site.problem, pvKwh } });
    for (const from of [5 * DAY + 41, 14 * DAY + 30, 16 * DAY + 52]) {
      const demandKwh = site.problem.demandKwh.map((kwh, t) => (t > from ? 150 - kwh : kwh));
      const cloudy = pvKwh.map((kwh, t) => (t > from ? kwh / 3 : kwh));
      const changed = replayed({ ...site, problem: { ...site.problem, demandKwh, pvKwh: cloudy } });
      expect(changed.socKwh.slice(0, from + 1)).toEqual(known.socKwh.slice(0, from + 1));
      expect(changed.socKwh.slice(from + 1)).not.toEqual(known.socKwh.slice(from + 1));
    }
  });

  test("the operator counts tomorrow's prices from 13:00 and not before", () => {
    const site = siteOf("2024-01-05");
    const tomorrow = 4 * DAY;
    // Prices rise within the day, so that an operator who knows tomorrow's prices charges at once.
    const buyEurMwh = site.problem.buyEurMwh.map((_, t) => (t >= tomorrow ? 1000 : 100 + 0.01 * (t % DAY)));
    const ample = { ...POWERS, contractedKw: Array<number>(6).fill(2000) };
    const { chargeKwh } = replayed({ ...site, problem: { ...site.problem, buyEurMwh } }, ample);
    expect(chargeKwh.findIndex((kwh) => kwh > 0)).toBe(tomorrow - DAY + 4 * 13);
  });
});

describe("the operator plans to the end of tomorrow", () => {
  test("on days that go as expected it does what it planned at midnight", () => {
    const timeline = buildTimeline("2024-04-08", "2024-04-28", 0.25);
    const { problem } = siteOf("2024-01-01");
    const steps = Float64Array.from({ length: timeline.steps }, (_, t) => t);
    const weekly: DispatchProblem = {
      ...problem,
      pvKwh: steps.map(() => 0),
      demandKwh: steps.map(() => 25),
      buyEurMwh: steps.map((t) => 20 + 200 * hashedUniform(5, t % (7 * DAY), 1)),
      sellEurMwh: steps.map(() => 0),
      // That of the contract, so that the optimum keeps to it as well.
      importLimitKwh: steps.map(() => 50),
    };
    const site = { ...siteOf("2024-01-01"), timeline, groups: groupsOf(timeline), problem: weekly };
    const { chargeKwh, dischargeKwh, socKwh } = replayed(site, { ...POWERS, contractedKw: Array(6).fill(200) });
    const workspace = createWorkspace(timeline.steps);
    for (let firstStep = 15 * DAY; firstStep < timeline.steps; firstStep += DAY) {
      const endStep = Math.min(firstStep + 2 * DAY, timeline.steps);
      minimise(weekly, workspace, { firstStep, endStep, initialKwh: socKwh[firstStep - 1]!, finalKwh: 50 });
      const planned = [new Float64Array(timeline.steps), new Float64Array(timeline.steps)] as const;
      readInjections(weekly, workspace, firstStep, endStep, ...planned);
      for (let t = firstStep; t < firstStep + DAY; t++) {
        expect(chargeKwh[t]! - dischargeKwh[t]!).toBeCloseTo(planned[0][t]! - planned[1][t]!, 6);
      }
    }
  });

  test("peaks that come back every week are covered once they were seen", () => {
    const timeline = buildTimeline("2024-01-08", "2024-02-04", 0.25);
    const { problem, ...rest } = siteOf("2024-01-01");
    const steps = Float64Array.from({ length: timeline.steps }, (_, t) => t);
    const isPeak = (t: number) => timeline.nonWorking[t] === 0 && [40, 41, 60, 61].includes(t % DAY);
    const weekly: DispatchProblem = {
      ...problem,
      pvKwh: steps.map(() => 0),
      demandKwh: steps.map((t) => (isPeak(t) ? 60 : 20)),
      buyEurMwh: steps.map(() => 90),
      sellEurMwh: steps.map(() => 0),
      importLimitKwh: steps.map(() => Infinity),
    };
    const site = { ...rest, timeline, groups: groupsOf(timeline), problem: weekly };
    const { importKwh } = replayed(site, { ...POWERS, contractedKw: Array(6).fill(120) });
    expect(Math.max(...importKwh.slice(3 * DAY))).toBeLessThanOrEqual(30 + 1e-9);
  });
});

describe("what the operator keeps to", () => {
  test("energy is conserved and every limit kept, with sun that is not what was expected", () => {
    const site = siteOf("2024-01-21");
    const problem: DispatchProblem = {
      ...site.problem,
      pvKwh: site.problem.demandKwh.map((_, t) => sunKwh(t)),
      sellEurMwh: site.problem.buyEurMwh.map((eur) => eur / 2),
      importLimitKwh: site.problem.demandKwh.map(() => 160),
      exportLimitKwh: 40,
    };
    checkSchedule(problem, replayed({ ...site, problem }));
    const exporting = { ...problem, batteryExport: true };
    checkSchedule(exporting, replayed({ ...site, problem: exporting }));
  });

  test("charging never takes the import above the contracted power, where excess costs next to nothing either", () => {
    const site = siteOf("2024-01-14");
    const contractedKw = Array<number>(6).fill(150);
    const { importKwh, chargeKwh } = replayed(site, { ...POWERS, contractedKw });
    let charging = 0;
    for (let t = 0; t < importKwh.length; t++) {
      if (chargeKwh[t]! === 0) continue;
      charging++;
      expect(importKwh[t]).toBeLessThanOrEqual(37.5 + 1e-9);
    }
    expect(charging).toBeGreaterThan(100);
  });

  test("a hard limit below the contracted power is never exceeded, where prices invite to", () => {
    const site = siteOf("2024-01-14");
    const peakKwh = Math.max(...site.problem.demandKwh);
    const ample = { ...POWERS, contractedKw: Array<number>(6).fill(2000) };
    const highestWith = (limitKwh: number) => {
      // Cheap while the load is high.
      const buyEurMwh = site.problem.buyEurMwh.map((eur) => 300 - eur);
      const importLimitKwh = buyEurMwh.map(() => limitKwh);
      const { importKwh } = replayed({ ...site, problem: { ...site.problem, buyEurMwh, importLimitKwh } }, ample);
      return Math.max(...importKwh);
    };
    expect(highestWith(Infinity)).toBeGreaterThan(peakKwh + 10);
    expect(highestWith(peakKwh)).toBeLessThanOrEqual(peakKwh + 1e-9);
  });

  test("a replay that is abandoned leaves nothing behind for the next", () => {
    const site = siteOf("2024-01-05");
    const whole = replayed(site);
    const abandoned = replayContract(site, POWERS);
    abandoned.next();
    abandoned.next();
    expect(abandoned.return({} as DispatchSchedule).done).toBe(true);
    expect(abandoned.next().done).toBe(true);
    expect(replayed(site)).toEqual(whole);
  });
});
