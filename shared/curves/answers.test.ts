import { ALL_SUPPLIES } from "@ecotrim/contracts/curves/reading";
import { describe, expect, test } from "vitest";
import type { Grid } from "./grid.ts";
import { type CurveReading, readCurve } from "./read-curve.ts";
import { readingsOfYear } from "./stored-readings.ts";
import type { YearCurve } from "./year.ts";

/** Four weeks of hours in the shape of the CNMC's file, with three days of nothing. */
function rowsOf(supply: string, days = 28): string {
  const rows = Array.from({ length: days * 24 }, (_, t) => {
    const day = String(Math.floor(t / 24) + 1).padStart(2, "0");
    const kwh = t >= 240 && t < 312 ? "0,000" : `${90 + (t % 24)},000`;
    return `${supply};${day}/02/2025;${(t % 24) + 1};${kwh};R`;
  });
  return rows.join("\n");
}

const HEADER = "CUPS;Fecha;Hora;Consumo_kWh;Metodo_obtencion";
const [ONE, OTHER] = ["ES0031000000000001AB0F", "ES0031000000000002CD0F"];

const read = async (text: string, answers = {}, earlier?: Grid): Promise<CurveReading> =>
  (await readCurve([{ name: "a.csv", bytes: new TextEncoder().encode(text) }], answers, earlier)) as CurveReading;

test("days of zeros are told with both their ends, and are filled once they are said to be missing", async () => {
  const text = `${HEADER}\n${rowsOf(ONE)}`;
  const run = { count: 72, from: "2025-02-10T23:00:00Z", to: "2025-02-13T22:00:00Z" };
  const asked = await read(text);
  expect(asked.report.repairs).toEqual([{ code: "zero_run", ...run }]);
  expect((await read(text, { zeros: "stopped" })).report.repairs).toEqual([]);
  const missing = await read(text, { zeros: "missing" });
  expect(missing.report.repairs).toEqual([{ code: "missing_long", ...run }]);
  expect(missing.curve.values.import![250]).toBe(90 + (250 % 24));
  expect(missing.curve.flags[250]).toBe(1);
});

test("supplies are asked for by codes that name none", async () => {
  const { questions } = await read(`${HEADER}\n${rowsOf(ONE)}\n${rowsOf(OTHER)}`);
  expect(questions[0]).toMatchObject({
    code: "several_supplies",
    options: ["1", "2", "0"],
    labels: ["ES00…AB", "ES00…CD"],
  });
});

test("supplies are added up over the days that all have, and once only where a row is of none", async () => {
  const text = `${HEADER}\n${rowsOf(ONE)}\n${rowsOf(OTHER, 20)}\n;29/02/2025;1;7,000;R`;
  const sum = await read(text, { supply: ALL_SUPPLIES });
  const one = await read(text, { supply: 1 });
  expect(sum.questions).toEqual([]);
  expect(sum.curve).toMatchObject({ first: one.curve.first, steps: 20 * 24 });
  expect([...sum.curve.values.import!]).toEqual(
    [...one.curve.values.import!.subarray(0, 20 * 24)].map((kwh) => 2 * kwh),
  );
  expect(sum.report.repairs).toContainEqual({ code: "supplies_added", count: 2 });
});

test("supplies without a common day are not added up", async () => {
  const text = `${HEADER}\n${rowsOf(ONE, 3)}\n${rowsOf(OTHER, 3).replaceAll("/02/", "/05/")}`;
  expect(await read(text, { supply: ALL_SUPPLIES })).toMatchObject({ outcome: "refused", code: "too_short" });
});

describe("a file that is joined to an earlier curve", () => {
  /** The year before March 2025 as it was stored: 50 kWh measured, estimated in January, extended before July. */
  const [start, end] = ["2024-02-29T23:00:00Z", "2025-02-28T23:00:00Z"];
  const steps = (Date.parse(end) - Date.parse(start)) / 3_600_000;
  const at = (date: string) => (Date.parse(date) - Date.parse(start)) / 3_600_000;
  const stored = (values: YearCurve["values"]): YearCurve => {
    const flags = new Uint8Array(steps).fill(2, 0, at("2024-06-30T22:00:00Z"));
    flags.fill(3, at("2024-12-31T23:00:00Z"), at("2025-01-31T23:00:00Z"));
    return { kind: "load", start, end, step_minutes: 60, steps, values, flags };
  };
  const fifty = new Float64Array(steps).fill(50);
  const march = `${HEADER}\n${rowsOf(ONE).replaceAll("/02/", "/03/")}`;

  test("keeps the readings of the earlier one where the file has none, with their estimates", async () => {
    const { curve, report } = await read(march, { zeros: "stopped" }, readingsOfYear(stored({ import: fifty })));
    expect(curve).toMatchObject({ first: "2024-06-30T22:00:00Z", end: "2025-03-28T23:00:00Z", kind: "load" });
    const { import: kwh } = curve.values;
    const own = (Date.parse(end) - Date.parse(curve.first)) / 3_600_000;
    expect([kwh![0], kwh![own - 1], kwh![own], kwh![own + 5]]).toEqual([50, 50, 90, 95]);
    expect(curve.flags.filter((flag) => flag === 3)).toHaveLength(31 * 24);
    expect(report.repairs).toContainEqual({
      ...{ code: "months_joined", count: own },
      ...{ from: "2024-06-30T22:00:00Z", to: "2025-02-28T22:00:00Z" },
    });
  });

  test("counts where both have readings, and the earlier one no more", async () => {
    const february = `${HEADER}\n${rowsOf(ONE)}`;
    const { curve } = await read(february, { zeros: "stopped" }, readingsOfYear(stored({ import: fifty })));
    expect(curve.end).toBe(end);
    expect(curve.values.import!.subarray(-4)).toEqual(Float64Array.of(110, 111, 112, 113));
  });

  test("is taken for a whole consumption where the earlier one is, and refused where it measures something else", async () => {
    const whole = await read(march, { zeros: "stopped" }, readingsOfYear(stored({ demand: fifty })));
    expect(Object.keys(whole.curve.values)).toEqual(["demand"]);
    const net = readingsOfYear(stored({ import: fifty, export: fifty }));
    expect(await read(march, {}, net)).toMatchObject({ outcome: "refused", code: "other_series" });
  });
});
