import { CurveBody } from "@ecotrim/contracts/curves/curve";
import { validate } from "@ecotrim/contracts/validation";
import { expect, test } from "vitest";
import { decodeCurve, encodeCurve } from "./codec.ts";
import { yearCurve } from "./curve.fixture.ts";
import { netOf } from "./net.ts";
import type { Curve, CurveReading } from "./read-curve.ts";
import { simulatedYear } from "./simulated-year.ts";

const HOUR_MS = 3_600_000;
const sunAt = (at: number): number => Math.max(0, 150 * Math.cos((Math.PI * (((at / HOUR_MS) % 24) - 11.5)) / 12));

const demandAt = (at: number): number => (new Date(at).getUTCDay() === 0 ? 5 : 80);

const readingOf = (curve: Curve): CurveReading => ({
  outcome: "ok",
  code: null,
  format: "generic",
  curve,
  conventions: { label: "end", clock: "local", unit: "kWh", delimiter: ";", uncertain: [] },
  questions: [],
  report: { repairs: [{ code: "estimated", count: 900 }], notices: [] },
});

const metered = yearCurve("2024-02-01", "2026-01-01", {
  import: (at) => Math.max(0, demandAt(at) - sunAt(at)),
  export: (at) => Math.max(0, sunAt(at) - demandAt(at)),
});
metered.flags.fill(3, 0, 900);

test("a load with exports is sent with the production that explains them, and gives the same demand when read back", () => {
  const pv = yearCurve("2024-02-01", "2026-01-01", { pv: (at) => sunAt(at - HOUR_MS) });
  const found = simulatedYear(readingOf(metered), { pv })!;
  expect(found.net).toMatchObject({ net_case: "B", shift_minutes: -60, is_doubtful: false });
  expect(found.trust).toEqual({ level: "B", reasons: ["hourly"] });
  const body = encodeCurve(found.year.curve, found.report);
  expect(validate(CurveBody, body)).toEqual(body);
  // The estimates lie in the month that was cut off.
  expect(body.report.repairs.map(({ code }) => code)).toEqual(["trimmed_to_year"]);
  const again = netOf(decodeCurve(body), { hasPlant: body.report.net_case !== "E" });
  const apart = again.demand_kwh!.map((kwh, t) => Math.abs(kwh - found.net!.demand_kwh![t]!));
  expect(Math.max(...apart)).toBeLessThan(0.003);
  const noon = Date.UTC(2025, 5, 11, 11);
  const step = (noon - Date.parse(body.start)) / HOUR_MS;
  expect(again.demand_kwh![step]).toBeCloseTo(demandAt(noon), 2);
});

test("a plant that is denied is no plant, and a part of a year asks for its level", () => {
  const denied = simulatedYear(readingOf(metered), { has_pv: false })!;
  expect(denied.report).toMatchObject({ net_case: "E", is_net_known: true });
  const part = simulatedYear(readingOf(yearCurve("2025-01-01", "2025-04-01", { import: () => 50 })))!;
  expect(part.trust).toMatchObject({ level: "D", reasons: ["part_year", "level_unknown", "hourly"] });
  expect(simulatedYear(readingOf(yearCurve("2025-01-01", "2025-01-10", { import: () => 50 })))).toBeUndefined();
});
