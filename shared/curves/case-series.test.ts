import { midnightMs } from "@ecotrim/engine/site/calendar";
import { describe, expect, test } from "vitest";
import { caseOfCurves } from "./case-series.ts";
import type { Curve } from "./read-curve.ts";

const HOUR_MS = 3_600_000;

/** An hourly curve of whole local days. */
function curve(
  start: string,
  end: string,
  valueAt: (t: number) => Partial<Record<"import" | "export" | "pv", number>>,
): Curve {
  const from = midnightMs(Date.parse(start));
  const steps = (midnightMs(Date.parse(end)) - from) / HOUR_MS;
  const names = Object.keys(valueAt(0)) as ("import" | "export" | "pv")[];
  const values = Object.fromEntries(
    names.map((name) => [name, Float64Array.from({ length: steps }, (_, t) => valueAt(t)[name]!)]),
  );
  const iso = (ms: number) => new Date(ms).toISOString();
  return {
    kind: "load",
    first: iso(from),
    last: iso(from + (steps - 1) * HOUR_MS),
    end: iso(from + steps * HOUR_MS),
    step_minutes: 60,
    steps,
    values,
    flags: new Uint8Array(steps),
    measured_steps: steps,
    usable: "year",
  };
}

describe("the case of a curve", () => {
  test("the last twelve complete months are taken", () => {
    const load = curve("2023-11-10", "2025-03-20", (t) => ({ import: t }));
    const found = caseOfCurves(load);
    expect(found).toMatchObject({ start_date: "2024-03-01", time_step_duration: 1 });
    if (typeof found === "string") throw new Error(found);
    expect(found.series.demand_kwh).toHaveLength(8760);
    expect(found.series.demand_kwh![0]).toBe((midnightMs(Date.parse("2024-03-01")) - Date.parse(load.first)) / HOUR_MS);
  });

  test("a year between two days of a month is taken as it is", () => {
    const found = caseOfCurves(curve("2024-03-15", "2025-03-15", () => ({ import: 1 })));
    expect(found).toMatchObject({ start_date: "2024-03-15" });
  });

  test("import with exports is the net of a plant that is there", () => {
    const found = caseOfCurves(curve("2024-01-01", "2025-01-01", () => ({ import: 1, export: 3 })));
    if (typeof found === "string") throw new Error(found);
    expect(found.series).toEqual({ net_kwh: new Array(8784).fill(-2) });
  });

  test("exports beyond the production are of another plant, and else both give the demand", () => {
    const load = curve("2024-01-01", "2025-01-01", () => ({ import: 1, export: 3 }));
    const plant = (kwh: number) => curve("2024-01-01", "2025-01-01", () => ({ pv: kwh }));
    expect(caseOfCurves(load, plant(1))).toBe("other_pv");
    expect(caseOfCurves(load, plant(5))).toMatchObject({
      series: { demand_kwh: new Array(8784).fill(3), pv_kwh: new Array(8784).fill(5) },
    });
  });

  test("a production of another year comes on the same month and day, 29 February on the 28th", () => {
    const load = curve("2024-01-01", "2025-01-01", () => ({ import: 1 }));
    const pv = curve("2021-01-01", "2022-01-02", (t) => ({ pv: t }));
    const found = caseOfCurves(load, pv);
    if (typeof found === "string") throw new Error(found);
    const produced = found.series.pv_kwh!;
    const feb28 = 24 * (31 + 27);
    // Days are those of UTC, whose midnight lies in the night.
    expect(produced.slice(feb28 + 25, feb28 + 48)).toEqual(produced.slice(feb28 + 1, feb28 + 24));
    expect(produced[12]).toBe(12);
    expect(produced[8783 - 12]).toBe(8759 - 12);
  });

  test("less than four weeks, a file of production alone and one without production are told apart", () => {
    const load = curve("2024-01-01", "2025-01-01", () => ({ import: 1 }));
    expect(caseOfCurves(curve("2024-01-01", "2024-01-28", () => ({ import: 1 })))).toBe("no_year");
    expect(caseOfCurves(curve("2024-01-01", "2025-01-01", () => ({ pv: 1 })))).toBe("no_load");
    expect(caseOfCurves(load, load)).toBe("no_pv");
    expect(
      caseOfCurves(
        load,
        curve("2021-01-01", "2021-01-20", () => ({ pv: 1 })),
      ),
    ).toBe("no_pv");
  });
});
