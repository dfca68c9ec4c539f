import { readCase, type SimulationInput } from "@ecotrim/contracts/simulations/input";
import { describe, expect, test } from "vitest";
import { ANCHOR_INPUTS } from "../anchor-inputs.fixture.ts";
import { energyBillEur } from "../bill/bill.ts";
import { engineAssumptions } from "../economics/assumptions.ts";
import { fullDataAtHand, fullSeries, NOT_AT_HAND } from "../full-2024.fixture.ts";
import { buildSite } from "../site/build-site.ts";
import { dispatchProblem } from "../site/dispatch-problem.ts";
import type { GivenSeries, Site, Timeline } from "../site/site.ts";
import { hashedUniform } from "../studies/uncertainty/sobol.ts";

import { dispatchWithoutBattery } from "./no-battery.ts";
import type { DispatchProblem, DispatchSchedule } from "./problem.ts";
import { realisableShare, replayDayAhead } from "./realisable.ts";
import { completeSchedule } from "./rules.ts";
import { solveByValueFunction } from "./value-function-solver.ts";

interface Case {
  input: SimulationInput;
  capacityKwh: number;
  powerKw: number;
  share: number;
}

/** Shares of an independent implementation on the full hourly series of 2024. */
const ANCHORS: Case[] = [
  { input: { pv_value: 2000, total_spending: 400_000 }, capacityKwh: 2000, powerKw: 1000, share: 0.949 },
  {
    input: { pv_value: 2000, total_spending: 300_000, two_turnes: true, weekends: false },
    capacityKwh: 1000,
    powerKw: 250,
    share: 0.96,
  },
  { input: { pv_value: 300, total_spending: 480_000 }, capacityKwh: 2000, powerKw: 1000, share: 0.993 },
];

const siteOf = (input: SimulationInput, given?: GivenSeries): Site =>
  buildSite(readCase({ ...ANCHOR_INPUTS, demand_value: 500, ...input }), given);

function problemOf(site: Site, capacityKwh = 2000, powerKw = 1000): DispatchProblem {
  const input = readCase({
    ...ANCHOR_INPUTS,
    demand_value: 500,
    battery_capacity: capacityKwh,
    max_charge_power: powerKw,
    max_discharge_power: powerKw,
  });
  return dispatchProblem(input, site, engineAssumptions(input));
}

function shareOf(site: Site, problem: DispatchProblem): number {
  const optimum = solveByValueFunction(problem);
  if (!optimum.ok) throw new Error(`not exact in step ${optimum.step}`);
  const without = energyBillEur(problem, dispatchWithoutBattery(problem).schedule);
  return realisableShare(problem, site.timeline, without, energyBillEur(problem, optimum.solution.schedule));
}

function replayed(problem: DispatchProblem, timeline: Timeline): DispatchSchedule {
  const { chargeKwh, dischargeKwh } = replayDayAhead(problem, timeline);
  return completeSchedule(problem, chargeKwh, dischargeKwh);
}

describe("the realisable share against the independent figures", () => {
  test.for(ANCHORS)(
    "full data give the independent realisable share of $share",
    ({ input, capacityKwh, powerKw, share }, { skip }) => {
      skip(!fullDataAtHand, NOT_AT_HAND);
      const site = siteOf(input, fullSeries(input.pv_value!));
      expect(Math.abs(shareOf(site, problemOf(site, capacityKwh, powerKw)) - share)).toBeLessThan(0.001);
    },
  );

  test.for(ANCHORS)(
    "compact data give about the independent realisable share of $share",
    ({ input, capacityKwh, powerKw, share }) => {
      const site = siteOf(input);
      expect(Math.abs(shareOf(site, problemOf(site, capacityKwh, powerKw)) - share)).toBeLessThan(0.01);
    },
  );
});

describe("the operator knows no more than is known at the time", () => {
  const JUNE = { start_date: "2024-06-03", end_date: "2024-06-12" };

  test("the operator's plan does not change with the sun that is still to come", () => {
    const hours = Array.from({ length: 120 }, (_, t) => t);
    const sun = (t: number) => Math.max(0, Math.sin(((t % 24) - 6) * (Math.PI / 12)));
    // Prices are random, so that any expected value may decide the present action.
    const given = {
      pv_kwh: hours.map((t) => 2000 * sun(t) * hashedUniform(1, t, 0)),
      buy_eur_mwh: hours.map((t) => 400 * hashedUniform(1, t, 1)),
      sell_eur_mwh: hours.map(() => 0),
    };
    const random = siteOf({}, given);
    const changedFrom = (from: number) =>
      siteOf({}, { ...given, pv_kwh: given.pv_kwh.map((kwh, t) => (t >= from ? 2000 * sun(t) - kwh : kwh)) });
    // A battery of this size plans beyond a day.
    const socOf = (of: Site) => replayed(problemOf(of, 12_000, 1000), of.timeline).socKwh;
    const before = socOf(random);
    let atOnce = 0;
    for (let from = 24; from < 120; from++) {
      const after = socOf(changedFrom(from));
      const first = before.findIndex((kwh, t) => Math.abs(kwh - after[t]!) > 1e-9);
      if (first >= 0) expect(first).toBeGreaterThanOrEqual(from);
      if (first === from) atOnce++;
    }
    expect(atOnce).toBeGreaterThan(5);
  });

  test("the operator expects yesterday's sun for tomorrow afternoon until it has seen today's", () => {
    const hours = Array.from({ length: 72 }, (_, t) => t);
    const cheapest = 24 + 13;
    const chargedAtTheCheapest = (sunnyAfternoons: number[]) => {
      const site = siteOf(
        {},
        {
          pv_kwh: hours.map((t) =>
            sunnyAfternoons.includes(Math.floor(t / 24)) && t % 24 >= 15 && t % 24 < 18 ? 2500 : 0,
          ),
          // Prices are high only in the evening of the third day, which the sun before it could serve as well.
          buy_eur_mwh: hours.map((t) => (t >= 48 + 18 ? 500 : t === cheapest ? 50 : 60)),
          sell_eur_mwh: hours.map(() => 0),
        },
      );
      return replayed(problemOf(site), site.timeline).chargeKwh[cheapest]!;
    };
    expect(chargedAtTheCheapest([1, 2])).toBeGreaterThan(500);
    expect(chargedAtTheCheapest([])).toBeGreaterThan(500);
    expect(chargedAtTheCheapest([0])).toBe(0);
  });

  test("the operator counts tomorrow's prices from 13:00 and not before", () => {
    const hours = Array.from({ length: 48 }, (_, t) => t);
    // Prices rise by the hour, so that an operator who knows tomorrow's prices charges at once.
    const buy_eur_mwh = hours.map((t) => (t < 24 ? 100 + 0.01 * t : 1000));
    const ahead = siteOf({ pv_value: 0 }, { buy_eur_mwh, sell_eur_mwh: hours.map(() => 0) });
    const { chargeKwh } = replayed(problemOf(ahead), ahead.timeline);
    expect(chargeKwh.findIndex((kwh) => kwh > 0)).toBe(13);
  });

  test("quarter hours that repeat the hour give the hourly realisable share, also of a year", () => {
    for (const period of [JUNE, {}]) {
      const hourly = siteOf(period);
      const quarterly = siteOf({ ...period, time_step_duration: 0.25 });
      expect(shareOf(quarterly, problemOf(quarterly))).toBeCloseTo(shareOf(hourly, problemOf(hourly)), 9);
    }
  });
});

describe("what the replay keeps to", () => {
  test("the replay keeps to storage and contracted power, although the sun is not what was expected", () => {
    const site = siteOf({ two_turnes: true, pv_value: 3000 });
    const problem = problemOf(site);
    const { socKwh, importKwh } = replayed(problem, site.timeline);
    expect(Math.min(...socKwh)).toBeGreaterThan(200 - 1e-6);
    expect(Math.max(...socKwh)).toBeLessThan(2000 + 1e-6);
    expect(importKwh.every((kwh, t) => kwh <= problem.importLimitKwh[t]! + 1e-6)).toBe(true);
  });

  test("the replay keeps to both limits where a day without sun makes the forecast impossible to serve", () => {
    const hours = Array.from({ length: 240 }, (_, t) => t);
    const sunny = hours.map((t) => (Math.floor(t / 24) % 3 === 2 ? 1 : 0) * (t % 24 >= 9 && t % 24 < 17 ? 1 : 0));
    const site = siteOf(
      { limit: 110 },
      {
        pv_kwh: sunny.map((sun) => 900 * sun),
        demand_kwh: sunny.map((sun) => 100 + 900 * sun),
        buy_eur_mwh: hours.map((t) => 50 + 100 * (t % 4)),
        sell_eur_mwh: hours.map(() => 10),
      },
    );
    const problem = problemOf(site, 500, 250);
    const { socKwh, importKwh } = replayed(problem, site.timeline);
    expect(Math.min(...socKwh)).toBeGreaterThan(50 - 1e-6);
    // A shortage in the forecast that does not come must not fill the battery completely.
    expect(Math.max(...socKwh)).toBeLessThan(490);
    expect(Math.max(...importKwh)).toBeLessThan(110 + 1e-6);
  });

  test("the realisable share lies between 0 and 1 where selling pays more than buying and prices are far below 0", () => {
    const hours = Array.from({ length: 240 }, (_, t) => t);
    const site = siteOf(
      {},
      {
        buy_eur_mwh: hours.map((t) => (t % 7 === 0 ? -2000 : 40 + 90 * (t % 5))),
        sell_eur_mwh: hours.map((t) => (t % 3 === 0 ? 300 : -10)),
      },
    );
    const problem = { ...problemOf(site), batteryExport: true };
    const without = energyBillEur(problem, dispatchWithoutBattery(problem).schedule);
    const share = realisableShare(problem, site.timeline, without, without - 50_000);
    expect(share).toBeGreaterThan(0);
    expect(share).toBeLessThanOrEqual(1);
  });

  test("a battery that saves nothing has a realisable share of 1", () => {
    const site = siteOf({ start_date: "2024-06-03", end_date: "2024-06-04" });
    expect(shareOf(site, problemOf(site, 0, 0))).toBe(1);
  });
});
