import Type, { type Static } from "typebox";
import {
  CURVE_CLOCKS,
  CURVE_LIMITS,
  CURVE_STEPS,
  CURVE_UNITS,
  FORMAT_IDS,
  LEVEL_SOURCES,
  NET_CASES,
  NOTICE_CODES,
  REPAIR_CODES,
  STAMP_LABELS,
  TRUST_LEVELS,
  TRUST_REASONS,
  UNCERTAIN_NAMES,
} from "./reading.ts";

/** A curve as it is sent and kept: one year of whole Wh, and a report in codes. No text of a file is among it. */

const closed = { additionalProperties: false };

const TrustLevel = Type.Enum([...TRUST_LEVELS]);
const TrustReason = Type.Enum([...TRUST_REASONS]);
const NetCase = Type.Enum([...NET_CASES]);
/** Without the leap seconds and names of zones that the format allows, but `Date` does not read. */
const Instant = Type.String({
  ...{ format: "date-time", maxLength: 40 },
  pattern: String.raw`^\d{4}-\d\d-\d\dT\d\d:\d\d:[0-5]\d(\.\d+)?(Z|[+-]\d\d:\d\d)$`,
});
const Share = Type.Number({ minimum: 0, maximum: 1 });
const Count = Type.Integer({ minimum: 0, maximum: 10_000_000 });
const Energy = Type.Number({ minimum: -1e12, maximum: 1e12 });

/** Of one repair: rows, steps or days, the energy touched, first and last instant. */
export const Repair = Type.Object(
  {
    code: Type.Enum([...REPAIR_CODES]),
    count: Count,
    kwh: Type.Optional(Energy),
    from: Type.Optional(Instant),
    to: Type.Optional(Instant),
  },
  closed,
);
export type Repair = Static<typeof Repair>;

export const CurveReport = Type.Object(
  {
    format: Type.Enum([...FORMAT_IDS]),
    conventions: Type.Object(
      {
        label: Type.Enum([...STAMP_LABELS]),
        clock: Type.Enum([...CURVE_CLOCKS]),
        unit: Type.Enum([...CURVE_UNITS]),
        uncertain: Type.Array(Type.Enum([...UNCERTAIN_NAMES]), { maxItems: UNCERTAIN_NAMES.length }),
      },
      closed,
    ),
    repairs: Type.Array(Repair, { maxItems: REPAIR_CODES.length }),
    notices: Type.Array(Type.Enum([...NOTICE_CODES]), { maxItems: NOTICE_CODES.length }),
    /** Steps with a reading of their own over those of the year. */
    measured_share: Share,
    /** Days of the year that were not extended. */
    known_days: Type.Number({ minimum: 0, maximum: 366 }),
    /** Left out for a production of its own. */
    net_case: Type.Optional(NetCase),
    /** Whether the visitor or the file said what the load's file measures. */
    is_net_known: Type.Optional(Type.Boolean()),
    level_source: Type.Enum([...LEVEL_SOURCES]),
    /** January to December: the load or production, and the share of steps without a reading of their own. */
    months: Type.Array(Type.Object({ kwh: Energy, filled_share: Share }, closed), { minItems: 12, maxItems: 12 }),
  },
  closed,
);
export type CurveReport = Static<typeof CurveReport>;

const CURVE_KINDS = ["load", "pv"] as const;

/** base64 of gzip; a year of quarter-hours takes a tenth of a megabyte. */
const Packed = Type.String({
  ...{ minLength: 1, maxLength: 400_000 },
  ...{ contentEncoding: "base64", pattern: "^[A-Za-z0-9+/]+={0,2}$" },
});

/** `POST /api/curves`: a year from a local midnight; `series` gzip of Int32LE differences of whole Wh, `flags` of a byte a step. */
export const CurveBody = Type.Object(
  {
    kind: Type.Enum([...CURVE_KINDS]),
    start: Instant,
    step_minutes: Type.Enum([...CURVE_STEPS]),
    steps: Type.Integer({ minimum: 365 * 24 - 1, maximum: CURVE_LIMITS.steps }),
    /** A load has `demand`, or `import` with or without `export`; either may have `pv` beside it. */
    series: Type.Object(
      {
        import: Type.Optional(Packed),
        export: Type.Optional(Packed),
        pv: Type.Optional(Packed),
        demand: Type.Optional(Packed),
      },
      closed,
    ),
    /** Left out where every step is measured. */
    flags: Type.Optional(Packed),
    report: CurveReport,
  },
  closed,
);
export type CurveBody = Static<typeof CurveBody>;

/** Figures of a year. Peaks are mean powers of a step, of the load or, without one, of the production. */
export const CurveSummary = Type.Object({
  annual_kwh: Type.Number(),
  peak_kw: Type.Number(),
  peak_at: Instant,
  /** Mean power of the night, 0 to 5 h. */
  base_kw: Type.Number(),
  import_kwh: Type.Number(),
  export_kwh: Type.Optional(Type.Number()),
  pv_kwh: Type.Optional(Type.Number()),
  measured_share: Share,
  trust: TrustLevel,
  trust_reasons: Type.Array(TrustReason),
});
export type CurveSummary = Static<typeof CurveSummary>;

/** A stored curve; `hash` names its content, equal for equal curves. */
export const CurveRecord = Type.Object({
  id: Type.String({ format: "uuid" }),
  hash: Type.String({ pattern: "^[0-9a-f]{64}$" }),
  kind: Type.Enum([...CURVE_KINDS]),
  start: Instant,
  end: Instant,
  step_minutes: Type.Enum([...CURVE_STEPS]),
  steps: Type.Integer(),
  summary: CurveSummary,
  report: CurveReport,
  created_at: Instant,
  /** Once, to a visitor without an account. */
  accessToken: Type.Optional(Type.String()),
});
export type CurveRecord = Static<typeof CurveRecord>;

/** `GET /api/curves/:id/series`: the numbers as they were sent. */
export const CurveSeries = Type.Pick(CurveBody, ["start", "step_minutes", "steps", "series", "flags"]);
export type CurveSeries = Static<typeof CurveSeries>;
