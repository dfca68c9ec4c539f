import { describe, expect, test } from "vitest";
import type { DispatchProblem } from "../../dispatch/problem.ts";
import { buildTimeline } from "../../site/calendar.ts";
import { steelYear } from "../steel-year.fixture.ts";
import { forecastOf } from "./forecast.ts";

const TIMELINE = buildTimeline("2024-01-08", "2024-03-10", 0.25);
const DAY = 96;
const WEEK = 7 * DAY;

/** A site whose load and PV are functions of the step; the period begins on a Monday. */
function siteOf(demandKwh: (t: number) => number, pvKwh: (t: number) => number = () => 0): DispatchProblem {
  const { problem } = steelYear(100, 200, "2024-01-01");
  const steps = Float64Array.from({ length: TIMELINE.steps }, (_, t) => t);
  return { ...problem, demandKwh: steps.map(demandKwh), pvKwh: steps.map(pvKwh) };
}

/** What is expected in step `t` of step `of`, after all steps before were seen. */
function expected(problem: DispatchProblem, t: number, of: number) {
  const forecast = forecastOf(problem, TIMELINE);
  for (let s = 0; s <= t; s++) forecast.see(s);
  const demandKwh = new Float64Array(TIMELINE.steps);
  const pvKwh = new Float64Array(TIMELINE.steps);
  const reserveKwh = new Float64Array(TIMELINE.steps);
  forecast.fill(t, of + 1, demandKwh, pvKwh, reserveKwh);
  return { demandKwh: demandKwh[of]!, pvKwh: pvKwh[of]!, reserveKwh: reserveKwh[of]! };
}

const weekly = (t: number) => 20 + 10 * Math.sin((2 * Math.PI * t) / WEEK) + ((t * 7) % DAY) / 10;
/** A Monday with five Mondays before it. */
const now = 5 * WEEK + 40;

describe("the forecast of load and PV", () => {
  test("a load that repeats every week is expected as it comes", () => {
    const site = siteOf((t) => weekly(t % WEEK));
    for (const ahead of [0, 1, 30, 140])
      expect(expected(site, now, now + ahead).demandKwh).toBeCloseTo(weekly((now + ahead) % WEEK), 9);
  });

  test("a load that has risen in the last hours is expected to stay higher for some hours, not until tomorrow", () => {
    const risen = siteOf((t) => 20 + (t > now - 12 ? 10 : 0));
    expect(expected(risen, now, now + 1).demandKwh).toBeGreaterThan(28);
    expect(expected(risen, now, now + 16).demandKwh).toBeCloseTo(20 + 10 / Math.E, 0);
    expect(expected(risen, now, now + DAY).demandKwh).toBeLessThan(20.1);
  });

  test("no negative load is expected after a fall", () => {
    const fallen = siteOf((t) => (t > now - 12 ? 0 : t % 2 === 0 ? 5 : 20));
    for (let ahead = 1; ahead < 8; ahead++)
      expect(expected(fallen, now, now + ahead).demandKwh).toBeGreaterThanOrEqual(0);
  });

  test("the reserve covers the highest load of five comparable days within half an hour", () => {
    const withPeakAt = (step: number) =>
      expected(
        siteOf((t) => (t === step ? 50 : 20)),
        now,
        now + 30,
      ).reserveKwh;
    const oldest = now + 30 - 5 * WEEK;
    expect(withPeakAt(oldest + 2)).toBe(30);
    expect(withPeakAt(oldest + 3)).toBe(0);
  });

  test("the present step is known and needs no reserve", () => {
    const site = siteOf((t) => (t === now ? 77 : 20));
    expect(expected(site, now, now)).toEqual({ demandKwh: 77, pvKwh: 0, reserveKwh: 0 });
  });

  test("the sun of yesterday is expected today and tomorrow", () => {
    const site = siteOf(
      () => 20,
      (t) => Math.floor(t / DAY),
    );
    const today = Math.floor(now / DAY);
    expect(expected(site, now, now).pvKwh).toBe(today);
    expect(expected(site, now, now + 1).pvKwh).toBe(today - 1);
    expect(expected(site, now, now + DAY).pvKwh).toBe(today - 1);
  });

  test("before there is a comparable day the load is expected to stay as it is", () => {
    const site = siteOf((t) => 20 + t);
    expect(expected(site, 10, 30).demandKwh).toBe(30);
  });

  test("nothing that is still to come changes what is expected", () => {
    const known = siteOf(
      (t) => weekly(t % WEEK),
      () => 3,
    );
    const changed = siteOf(
      (t) => (t > now ? 99 : weekly(t % WEEK)),
      (t) => (t > now ? 9 : 3),
    );
    for (const ahead of [0, 1, 50, 150])
      expect(expected(changed, now, now + ahead)).toEqual(expected(known, now, now + ahead));
  });
});
