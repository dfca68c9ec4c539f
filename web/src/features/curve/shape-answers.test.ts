import { shiftsOf } from "@ecotrim/contracts/simulations/shifts";
import { readCurve } from "@ecotrim/curves/read-curve";
import { figuresOf } from "@ecotrim/curves/summary";
import { yearOf } from "@ecotrim/curves/year";
import { demandSeries } from "@ecotrim/engine/load/demand";
import { buildTimeline } from "@ecotrim/engine/site/calendar";
import { expect, test } from "vitest";
import { exampleFile } from "./example.ts";
import { shapeAnswers } from "./shape-answers.ts";

test.each([
  { type: "constante", weekend: true },
  { type: "2turnos", weekend: false },
  { type: "1turno", weekend: true },
  { type: "1turno", weekend: false },
] as const)("a curve of the shape $type with weekends $weekend is recognised, and its average with it", (shape) => {
  const load = { averageKw: 400, shifts: shiftsOf(shape.type).shifts, weekends: shape.weekend };
  const week = [...demandSeries(buildTimeline("2024-01-15", "2024-01-21", 1), load)];
  const annual = (week.reduce((sum, kwh) => sum + kwh, 0) / week.length) * 8760;
  const hours = week.map((kw) => ({ median: kw, p10: kw, p90: kw }));
  expect(shapeAnswers({ week: hours, series: "demand", totals_kwh: { demand: annual } })).toEqual({
    ...shape,
    average: expect.closeTo(400, 2),
  });
});

test("the example is a year of two shifts with one gap, read without a question", async () => {
  const reading = await readCurve([{ name: "", bytes: exampleFile() }]);
  if (reading.outcome !== "ok") throw new Error(reading.outcome);
  expect(reading).toMatchObject({ questions: [], conventions: { label: "range", unit: "kWh", uncertain: [] } });
  expect(reading.report.repairs.map(({ code }) => code).sort()).toEqual([
    "dst_23h_days",
    "dst_25h_days",
    "missing_long",
  ]);
  expect(shapeAnswers(figuresOf(yearOf(reading.curve)!.curve))).toMatchObject({ type: "2turnos", weekend: false });
});
