import { readFileSync } from "node:fs";
import type { SeriesName } from "@ecotrim/contracts/curves/reading";
import { expect, test } from "vitest";
import { type CurveAnswers, type CurveReading, readCurve, totalsOf } from "./read-curve.ts";

/** Files made up with the faults of real ones, and what is right for each. */

interface Fixture {
  file: string;
  fault: string;
  outcome: string;
  code?: string;
  options?: CurveAnswers;
  format: string;
  totals_kwh?: Record<string, number>;
  probes?: ({ at: string } & Record<string, number | string>)[];
  conventions?: Record<string, string>;
  repairs: Record<string, number>;
  [figure: string]: unknown;
}

const FOLDER = new URL("./fixtures/", import.meta.url);
const { fixtures } = JSON.parse(readFileSync(new URL("expected.json", FOLDER), "utf8")) as { fixtures: Fixture[] };

const bytesOf = (file: string) => new Uint8Array(readFileSync(new URL(file, FOLDER)));
const read = ({ file, options }: Fixture) => readCurve([{ name: file, bytes: bytesOf(file) }], options);

const good = fixtures.filter(({ outcome }) => outcome === "ok");
const refused = fixtures.filter(({ outcome }) => outcome === "refused");
const FIGURES = ["kind", "step_minutes", "steps", "first", "last", "end", "measured_steps", "usable"];

test("every fixture is read or refused", () => {
  expect(good.length + refused.length).toBe(fixtures.length);
  expect(fixtures.length).toBeGreaterThan(30);
});

test.each(refused)("$file is refused: $fault", async (fixture) => {
  expect(await read(fixture)).toMatchObject({ outcome: "refused", code: fixture.code, format: fixture.format });
});

test.each(good)("$file is read in spite of its fault: $fault", async (fixture) => {
  const { curve, conventions, report, outcome, format } = (await read(fixture)) as CurveReading;
  expect({ outcome, format }).toEqual({ outcome: "ok", format: fixture.format });
  for (const figure of FIGURES) expect(curve, figure).toHaveProperty(figure, fixture[figure]);
  expect(conventions).toMatchObject(fixture.conventions!);
  expect(Object.fromEntries(report.repairs.map(({ code, count }) => [code, count]))).toEqual(fixture.repairs);

  // Steps beside the reset of a counter are free within a kWh.
  const tolerance = fixture.repairs.register_resets ? 1 : 0.01;
  const totals = totalsOf(curve);
  expect(Object.keys(totals).sort()).toEqual(Object.keys(fixture.totals_kwh!).sort());
  for (const [series, kwh] of Object.entries(fixture.totals_kwh!))
    expect(Math.abs(totals[series as SeriesName]! - kwh), series).toBeLessThanOrEqual(tolerance);
  for (const { at, ...energies } of fixture.probes!) {
    const step = (Date.parse(at) - Date.parse(curve.first)) / (curve.step_minutes * 60_000);
    for (const [series, kwh] of Object.entries(energies))
      expect(Math.abs(curve.values[series as SeriesName]![step]! - Number(kwh)), at).toBeLessThanOrEqual(0.01);
  }
});

test("a table of unknown titles offers its columns, and is read once a person says what they hold", async () => {
  const rows = Array.from({ length: 96 }, (_, h) => {
    const date = `${String(1 + Math.floor(h / 24)).padStart(2, "0")}/03/2025 ${String(h % 24).padStart(2, "0")}:00`;
    return `${date};${100 + 10 * (h % 2)};${h % 3}`;
  });
  const files = [{ name: "a.csv", bytes: new TextEncoder().encode(["Momento;Línea A;Línea B", ...rows].join("\n")) }];
  expect(await readCurve(files)).toMatchObject({
    outcome: "refused",
    choices: {
      header: "Momento;Línea A;Línea B",
      columns: [
        { column: 1, title: "Línea A", sample: ["100", "110", "100"] },
        { column: 2, title: "Línea B", sample: ["0", "1", "2"] },
      ],
    },
  });
  const read = (await readCurve(files, { columns: { import: 1, pv: 2 }, unit: "kWh" })) as CurveReading;
  expect(totalsOf(read.curve)).toEqual({ import: 10_080, pv: 96 });
  expect(read.choices?.columns.map(({ series }) => series)).toEqual(["import", "pv"]);
});
