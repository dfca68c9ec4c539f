import type { CurveResults } from "@ecotrim/contracts/simulations/result";
import { caseCurve } from "../../engine/case-curve.fixture.ts";

const { hash: _, ...read } = caseCurve({
  summary: { import_kwh: 1_214_300 },
  report: {
    measured_share: 0.93,
    repairs: [{ code: "missing_long", count: 288, from: "2025-03-11T00:00:00Z", to: "2025-03-13T22:45:00Z" }],
    notices: ["hourly_peaks"],
  },
});

/** A curve of trust C whose meter the model reproduces. */
export const CURVE: CurveResults = {
  trust: "C",
  trust_reasons: ["gaps"],
  measured_share: 0.93,
  known_days: 365,
  read,
  modelled_import_kwh: 1_214_300,
  saving_by_average_eur: 31_234,
};
