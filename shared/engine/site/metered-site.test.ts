import { type GivenCurves, readCase, type SimulationInput } from "@ecotrim/contracts/simulations/input";
import { describe, expect, test } from "vitest";
import { caseCurve } from "../case-curve.fixture.ts";
import { dispatchWithoutBattery } from "../dispatch/no-battery.ts";
import { engineAssumptions } from "../economics/assumptions.ts";
import { buildSite, siteUnder } from "./build-site.ts";
import { buildTimeline } from "./calendar.ts";
import { dispatchProblem } from "./dispatch-problem.ts";
import { plantBehindMeter } from "./plant-behind-meter.ts";
import { pvSeries } from "./pv.ts";
import type { GivenSeries } from "./site.ts";

const sum = (values: Iterable<number>): number => [...values].reduce((total, value) => total + value, 0);

/** What a meter of 2025 read: a works of five days behind a plant a fifth stronger than the model's. */
const timeline = buildTimeline("2025-01-01", "2025-12-31", 1);
const modelKwh = pvSeries(timeline, 500);
const producedKwh = modelKwh.map((kwh) => 1.2 * kwh);
const usedKwh = modelKwh.map((_, t) => (timeline.nonWorking[t] || timeline.hour[t]! < 6 ? 60 : 400));
const net_kwh = [...usedKwh].map((kwh, t) => kwh - producedKwh[t]!);
const importKwh = net_kwh.map((kwh) => Math.max(0, kwh));
const exportKwh = sum(net_kwh.map((kwh) => Math.max(0, -kwh)));

const caseOfCurve = (input: SimulationInput = {}, curves: GivenCurves = { curve: caseCurve() }) =>
  readCase({ pv_value: 500, ...input }, curves);

function withoutBattery(series: GivenSeries, input: SimulationInput = {}) {
  const measured = caseOfCurve(input);
  const site = buildSite(measured, series);
  return {
    site,
    schedule: dispatchWithoutBattery(dispatchProblem(measured, site, engineAssumptions(measured))).schedule,
  };
}

describe("a site behind its meter", () => {
  test("the year of a curve is that of its dates, and no other period is taken", () => {
    expect(caseOfCurve().period).toEqual({ start: "2025-01-01", end: "2025-12-31", stepHours: 1 });
    expect(() => caseOfCurve({ start_date: "2024-01-01" })).toThrow(expect.objectContaining({ field: "start_date" }));
    expect(() => caseOfCurve({ pv_installed: 600 })).toThrow(expect.objectContaining({ field: "pv_installed" }));
  });

  test("the year of a curve is named where its prices are those of another", () => {
    const { warnings } = buildSite(caseOfCurve(), { net_kwh, pv_kwh: [...producedKwh] });
    expect(warnings).toContainEqual({
      ...{ code: "outside_data_year", year: 2024, pv: false, market: true },
      curveYears: ["2025"],
    });
  });

  test.each<[string, GivenSeries]>([
    ["whose plant was measured", { net_kwh, pv_kwh: [...producedKwh] }],
    ["whose plant is modelled", { net_kwh }],
    ["that exports nothing", { net_kwh: importKwh }],
    ["without a plant", { demand_kwh: importKwh, pv_kwh: importKwh.map(() => 0) }],
  ])("a site %s buys without battery in every step what its meter read", (_, series) => {
    const { schedule, site } = withoutBattery(series);
    for (const [t, kwh] of importKwh.entries()) expect(schedule.importKwh[t]).toBeCloseTo(kwh, 6);
    expect(site.warnings.map(({ code }) => code)).not.toContain("export_beyond_pv");
  });

  test("a measured plant gives back the consumption behind it and what it exports", () => {
    const { schedule, site } = withoutBattery({ net_kwh, pv_kwh: [...producedKwh] });
    expect(sum(site.demandKwh)).toBeCloseTo(sum(usedKwh), 4);
    expect(sum(schedule.exportKwh)).toBeCloseTo(exportKwh, 4);
  });

  test("a new plant comes beside the one that is there, whose consumption stays", () => {
    const measured = { net_kwh, pv_kwh: [...producedKwh] };
    const { site } = withoutBattery(measured, { pv_value: 800, pv_installed: 500 });
    const added = pvSeries(timeline, 300);
    expect(site.demandKwh).toEqual(withoutBattery(measured).site.demandKwh);
    for (const t of [4000, 4001, 4010]) expect(site.pvKwh[t]).toBeCloseTo(producedKwh[t]! + added[t]!, 9);
  });

  describe("whose spending was paid before a plant is built", () => {
    const total_spending = 250_000;
    const bought = { demand_kwh: importKwh };
    const siteWith = (input: SimulationInput, series: GivenSeries = bought) =>
      buildSite(caseOfCurve({ total_spending, ...input }), series);

    test.each(["indexed", "fixed", "fixed_by_period"] as const)(
      "prices of a contract %s are those of the purchases of today, which cost the spending",
      (contract_kind) => {
        const today = siteWith({ contract_kind, pv_value: 0 });
        const planned = siteWith({ contract_kind, pv_value: 800, pv_installed: 0 });
        expect(planned.buyEurMwh).toEqual(today.buyEurMwh);
        expect(planned.calibration).toEqual(today.calibration);
        const costEur = importKwh.reduce((eur, kwh, t) => eur + (kwh * planned.buyEurMwh[t]!) / 1000, 0);
        expect(costEur).toBeCloseTo(total_spending, 3);
        const under = caseOfCurve({ total_spending, pv_value: 800, pv_installed: 0 });
        expect(siteUnder("fixed", under, planned).buyEurMwh).toEqual(
          siteWith({ contract_kind: "fixed", pv_value: 0 }).buyEurMwh,
        );
      },
    );

    test("a plant of which nothing is said covers its part of what was paid", () => {
      const whole = siteWith({ pv_value: 800 });
      expect(whole.calibration.ratio).toBeGreaterThan(1.2 * siteWith({ pv_value: 0 }).calibration.ratio!);
      expect(siteWith({ pv_value: 800, pv_installed: 800 }).calibration).toEqual(whole.calibration);
    });

    test("the part of a plant that is there covers its part of what was paid", () => {
      const part = siteWith({ pv_value: 800, pv_installed: 500 });
      expect(part.calibration).toEqual(siteWith({ pv_value: 500 }).calibration);
      expect(sum(part.pvKwh)).toBeCloseTo(1.6 * sum(modelKwh), 3);
    });

    test("the production of a design counts once, and covers nothing of what was paid", () => {
      const designed = siteWith({ pv_value: 800, pv_installed: 0 }, { ...bought, pv_kwh: [...producedKwh] });
      expect(designed.pvKwh).toEqual(producedKwh);
      expect(designed.calibration).toEqual(siteWith({ pv_value: 0 }).calibration);
    });
  });

  test.each([0, 3, 7])("exports of closed days tell how strong a plant is, also under weather %d days off", (days) => {
    const produced = modelKwh.map((_, t) => 1.2 * modelKwh[(t + 24 * days) % modelKwh.length]!);
    const net = Array.from(usedKwh, (kwh, t) => kwh - produced[t]!);
    const plant = plantBehindMeter(timeline, modelKwh, net);
    expect(Math.abs(sum(plant) / sum(produced) - 1)).toBeLessThan(0.03);
    expect(plant.every((kwh, t) => kwh >= -net[t]! - 1e-9)).toBe(true);
  });

  test("a month without exports keeps the model", () => {
    expect(plantBehindMeter(timeline, modelKwh, importKwh)).toEqual(modelKwh);
  });
});
