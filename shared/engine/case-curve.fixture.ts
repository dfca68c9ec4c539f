import type { CaseCurve } from "@ecotrim/contracts/simulations/input";

/** A stored curve of the hours of 2025, of trust A unless a test says otherwise. */
export const caseCurve = ({ summary, report, ...changes }: DeepPartial<CaseCurve> = {}): CaseCurve => ({
  hash: "c".repeat(64),
  start: "2024-12-31T23:00:00Z",
  end: "2025-12-31T23:00:00Z",
  step_minutes: 60,
  steps: 8760,
  ...changes,
  summary: {
    annual_kwh: 4_000_000,
    peak_kw: 900,
    peak_at: "2025-06-18T10:00:00Z",
    base_kw: 150,
    import_kwh: 3_000_000,
    measured_share: 1,
    trust: "A",
    trust_reasons: [],
    ...summary,
  },
  report: {
    format: "datadis_web",
    conventions: { label: "end", clock: "local", unit: "kWh", uncertain: [] },
    repairs: [],
    notices: [],
    measured_share: 1,
    known_days: 365,
    net_case: "A",
    level_source: "measured",
    months: Array.from({ length: 12 }, () => ({ kwh: 333_333, filled_share: 0 })),
    ...report,
  },
});

type DeepPartial<T> = Partial<Omit<T, "summary" | "report">> & {
  [K in Extract<keyof T, "summary" | "report">]?: Partial<T[K]>;
};
