import { gzipSync } from "node:zlib";
import type { CurveBody } from "@ecotrim/contracts/curves/curve";

/** base64 of gzip of the differences of whole Wh, four bytes each, the lowest first. */
export function packed(values: number[]): string {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [index, value] of values.entries()) bytes.writeInt32LE(value - (values[index - 1] ?? 0), 4 * index);
  return gzipSync(bytes).toString("base64");
}

const HOURS = 8760;
let curves = 0;

/** The hours of 2025, unlike those of any other test; a work day has the greater consumption. */
export function hoursOf2025(changes: Partial<CurveBody> = {}): CurveBody {
  const own = curves++;
  const values = Array.from({ length: HOURS }, (_, hour) => (hour % 24 > 6 ? 400_000 : 150_000) + own);
  return {
    kind: "load",
    start: "2024-12-31T23:00:00Z",
    step_minutes: 60,
    steps: HOURS,
    series: { demand: packed(values) },
    report: {
      format: "datadis_web",
      conventions: { label: "end", clock: "local", unit: "kWh", uncertain: [] },
      repairs: [],
      notices: ["hourly_peaks"],
      measured_share: 1,
      known_days: 365,
      net_case: "E",
      is_net_known: true,
      level_source: "measured",
      months: Array.from({ length: 12 }, () => ({ kwh: 240_000, filled_share: 0 })),
    },
    ...changes,
  };
}
