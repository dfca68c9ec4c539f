import { readCase } from "@ecotrim/contracts/simulations/input";
import { expect, test } from "vitest";
import { caseCurve } from "../case-curve.fixture.ts";
import { fastSolve as solve } from "../dispatch/fast-solve.fixture.ts";
import { runSimulation } from "../simulate.ts";
import { buildTimeline } from "./calendar.ts";
import { doubtedProduction, type Production, productionDoubts } from "./production-doubts.ts";
import { pvSeries } from "./pv.ts";

const timeline = buildTimeline("2025-01-01", "2025-12-31", 1);
const plant = { kwp: 100, province: "41" } as const;
const modelled = pvSeries(timeline, plant.kwp, plant.province);
const sum = (kwh: ArrayLike<number>) => Array.from(kwh).reduce((total, value) => total + value, 0);

const fileOf = (kwh: ArrayLike<number>, more: Partial<Production> = {}): Production => ({
  ...{ startMs: timeline.startMs, stepHours: 1, kwh, kwhYear: sum(kwh), format: "fusionsolar" },
  ...more,
});
const codesOf = (kwh: ArrayLike<number>, more = {}) =>
  productionDoubts(fileOf(kwh), { ...plant, ...more }).map(({ code }) => code);
const later = (hours: number) => modelled.map((_, t) => modelled[t - hours] ?? 0);

test.each(["41", "48", "15", "35", "07"] as const)(
  "the model of a plant raises no doubt in its province %s",
  (province) => {
    expect(productionDoubts(fileOf(pvSeries(timeline, 100, province)), { kwp: 100, province })).toEqual([]);
  },
);

test("a file of one kWp is that of another plant, and the plant that it fits is told", () => {
  const [doubt, ...others] = productionDoubts(fileOf(modelled.map((kwh) => kwh / 100)), plant);
  expect(others).toEqual([]);
  expect(doubt).toMatchObject({ code: "pv_yield" });
  expect(doubt).toHaveProperty("fittingKwp", expect.closeTo(1, 1));
  expect(doubt).toHaveProperty("kwhPerKwp", expect.closeTo(sum(modelled) / 10_000, 6));
});

test("a yield a third above or below that of the place is believed, and one beyond is not", () => {
  const scaled = (factor: number) => codesOf(modelled.map((kwh) => Math.min(factor * kwh, 100)));
  expect([0.7, 1.3].map(scaled)).toEqual([[], []]);
  expect([0.6, 1.8].map((factor) => scaled(factor).includes("pv_yield"))).toEqual([true, true]);
});

test("a reading beyond what the panels can give is doubted where the year's energy is not", () => {
  expect(codesOf(modelled.with(4000, 130))).toEqual(["pv_above_power"]);
});

test.each([
  [1, "pv_off_noon"],
  [-1, "pv_off_noon"],
  [6, "pv_at_night"],
])("a production %d hours late is doubted for its clock", (hours, code) => {
  expect(codesOf(later(hours))).toEqual([code]);
});

test("the middle of the day is that of the plane: panels to the east are earlier, and right", () => {
  const east = { tiltDeg: 30, azimuthDeg: -90 };
  const kwh = pvSeries(timeline, 100, plant.province, east);
  expect(codesOf(kwh)).toEqual(["pv_off_noon"]);
  expect(codesOf(kwh, { plane: east })).toEqual([]);
});

test("a production that stays at a limit for hundreds of hours is said to be limited", () => {
  const [doubt] = productionDoubts(fileOf(modelled.map((kwh) => Math.min(kwh, 50))), plant);
  const hours = modelled.filter((kwh) => kwh >= 49.5).length;
  expect(doubt).toEqual({ code: "pv_clipped", kw: 50, hours });
});

test("a measured production is not that which a plant could give where nothing may be exported, a modelled one is", () => {
  expect(codesOf(modelled, { zeroExport: true })).toEqual(["pv_curtailed"]);
  expect(productionDoubts(fileOf(modelled, { format: "pvgis" }), { ...plant, zeroExport: true })).toEqual([]);
});

test("a case doubts the production of a curve, by the plant that the file is of", () => {
  const doubtsOf = (input: object, curves: object) =>
    doubtedProduction(
      readCase({ demand_value: 50, pv_value: 100, province: "41", ...input }, curves),
      { pv_kwh: [...modelled] },
      timeline,
    );
  const curve = caseCurve();
  expect(doubtsOf({}, {})).toEqual([]);
  expect(doubtsOf({}, { curve })).toEqual([]);
  expect(doubtsOf({ pv_value: 500, pv_installed: 100 }, { curve })).toEqual([]);
  expect(doubtsOf({ pv_value: 500, pv_installed: 500 }, { curve })).toMatchObject([
    { code: "pv_yield", fittingKwp: expect.closeTo(100, -1) },
  ]);
  expect(doubtsOf({ pv_value: 500, pv_installed: 400 }, { curve })).toMatchObject([{ fittingKwp: null }]);
  expect(doubtsOf({ pv_value: 500, pv_installed: 0 }, { curve })).toMatchObject([{ code: "pv_yield" }]);
});

test("a run on a curve warns of a production that is not its plant's", async () => {
  const input = readCase(
    { ...{ demand_value: 50, pv_value: 500, province: "41" }, ...{ battery_capacity: 100, max_charge_power: 50 } },
    { curve: caseCurve() },
  );
  const demand_kwh = new Array<number>(timeline.steps).fill(50);
  const { warnings } = await runSimulation({ input, series: { demand_kwh, pv_kwh: [...modelled] } }, { solve });
  expect(warnings).toContainEqual(expect.objectContaining({ code: "pv_yield", fittingKwp: expect.closeTo(100, -1) }));
});
