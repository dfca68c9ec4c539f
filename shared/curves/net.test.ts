import { describe, expect, test } from "vitest";
import { yearCurve } from "./curve.fixture.ts";
import { guessesPlant, netOf } from "./net.ts";
import { type YearCurve, yearOf } from "./year.ts";

const HOUR_MS = 3_600_000;

/** A plant of 300 kW under a sun that is highest at 12 h UTC, and higher in summer. */
function sunAt(at: number): number {
  const hour = (at / HOUR_MS) % 24;
  const season = 1 - 0.5 * Math.cos((2 * Math.PI * (at / HOUR_MS / 24 - 15)) / 365);
  return 200 * season * Math.max(0, Math.cos((Math.PI * (hour - 11.5)) / 12));
}
const demandAt = (at: number): number => ([0, 6].includes(new Date(at).getUTCDay()) ? 20 : 120);
const importAt = (at: number): number => Math.max(0, demandAt(at) - sunAt(at));
const exportAt = (at: number): number => Math.max(0, sunAt(at) - demandAt(at));

const yearWith = (values: Parameters<typeof yearCurve>[2]): YearCurve =>
  yearOf(yearCurve("2025-01-01", "2026-01-01", values))!.curve;
const column = (valueAt: (at: number) => number): Float64Array => yearWith({ pv: valueAt }).values.pv!;

const metered = { import: importAt, export: exportAt };
const demand = column(demandAt);
const most = (a: Float64Array, b: Float64Array): number =>
  a.reduce((worst, value, t) => Math.max(worst, Math.abs(value - b[t]!)), 0);

describe("the consumption behind a meter", () => {
  test("of one file with import, export and production is their balance", () => {
    const net = netOf(yearWith({ ...metered, pv: sunAt }), { hasPlant: true });
    expect(net).toMatchObject({ net_case: "A", is_doubtful: false, repairs: [] });
    expect(most(net.demand_kwh!, demand)).toBeLessThan(1e-9);
  });

  test.each([0, 1, -1, 2])("is found with a production whose clock is %i hours late", (late) => {
    const pv = column((at) => sunAt(at - late * HOUR_MS));
    const net = netOf(yearWith(metered), { hasPlant: true, pv });
    expect(net).toMatchObject({ net_case: "B", is_doubtful: false });
    expect(net.shift_minutes).toBe(late === 0 ? 0 : -60 * late);
    expect(most(net.demand_kwh!.subarray(3, -3), demand.subarray(3, -3))).toBeLessThan(1e-9);
  });

  test("says how much is exported beyond a production that is a little small, and doubts one of another plant", () => {
    const small = netOf(yearWith(metered), { hasPlant: true, pv: column((at) => 0.9 * sunAt(at)) });
    expect(small.is_doubtful).toBe(false);
    expect(small.repairs).toMatchObject([{ code: "pv_below_export" }]);
    expect(small.demand_kwh!.every((kwh) => kwh >= 0)).toBe(true);
    const other = netOf(yearWith(metered), { hasPlant: true, pv: column((at) => 0.5 * sunAt(at)) });
    expect(other.is_doubtful).toBe(true);
  });

  test("of a plant that was not measured is left to a model, which exports prove or nothing does", () => {
    const measured = netOf(yearWith(metered), { hasPlant: true });
    expect(measured.net_case).toBe("C");
    expect(measured.net_kwh![12]).toBeCloseTo(
      importAt(Date.UTC(2025, 0, 1, 11)) - exportAt(Date.UTC(2025, 0, 1, 11)),
      9,
    );
    expect(netOf(yearWith({ import: importAt }), { hasPlant: true })).toMatchObject({ net_case: "D" });
  });

  test("is the import without a plant, beside whatever production is to come", () => {
    const pv = column(sunAt);
    const net = netOf(yearWith({ import: demandAt }), { hasPlant: false, pv });
    expect(net).toMatchObject({ net_case: "E", pv_kwh: pv });
    expect(net.demand_kwh).toEqual(demand);
  });
});

test("a plant is guessed by exports or by a dip at noon in summer alone", () => {
  const winterless = (at: number): number => {
    const summer = [5, 6, 7].includes(new Date(at).getUTCMonth());
    return Math.max(10, demandAt(at) - (summer ? 0.4 : 0.1) * sunAt(at));
  };
  expect(guessesPlant(yearWith(metered))).toBe(true);
  expect(guessesPlant(yearWith({ import: winterless }))).toBe(true);
  expect(guessesPlant(yearWith({ import: demandAt }))).toBe(false);
  // One shift, which ends at 14 h all year.
  const shift = (at: number): number => (new Date(at).getUTCHours() < 12 ? 100 : 20);
  expect(guessesPlant(yearWith({ import: shift }))).toBe(false);
});
