import type { CurveReport } from "@ecotrim/contracts/curves/curve";
import {
  CURVE_LIMITS,
  type RepairCode,
  TRUST_LEVELS,
  type TrustLevel,
  type TrustReason,
} from "@ecotrim/contracts/curves/reading";
import { ESTIMATED, EXTENDED, FILLED } from "./flags.ts";
import { DAY_MINUTES } from "./stamps.ts";
import type { YearCurve } from "./year.ts";

/** How far a result can be trusted that is simulated from a curve. */

export interface Trust {
  /** null where no year may be simulated from the curve. */
  level: TrustLevel | null;
  /** What keeps it from being A, the gravest first. */
  reasons: TrustReason[];
}

type Facts = Pick<CurveReport, "conventions" | "repairs" | "notices" | "net_case" | "is_net_known" | "level_source">;
type Flagged = Pick<YearCurve, "kind" | "step_minutes" | "steps" | "flags">;

export const countOf = (flags: Uint8Array, flag: number): number =>
  flags.reduce((count, one) => count + (one === flag ? 1 : 0), 0);

/** Whole days of a year that were not extended. */
export const knownDaysOf = ({ steps, flags, step_minutes }: Omit<Flagged, "kind">): number =>
  Math.round(((steps - countOf(flags, EXTENDED)) * step_minutes) / DAY_MINUTES);

/** Steps with a reading of their own over all, whoever estimated it. */
export const measuredShareOf = ({ steps, flags }: Pick<Flagged, "steps" | "flags">): number =>
  (steps - countOf(flags, FILLED) - countOf(flags, EXTENDED)) / steps;

const WHOLE_YEAR = 365;
/** The greatest shares of levels A, B, C and D. */
const MOST_FILLED = [0.01, 0.03, 0.1, 0.25] as const;
const MOST_ESTIMATED = [0.02, 0.1, 0.3, 1] as const;
const REFUSED = TRUST_LEVELS.length;
const [A, B, C, D] = [0, 1, 2, 3];

/** Rank of the first limit that a share keeps. */
const rankOf = (share: number, limits: readonly number[]): number => {
  const rank = limits.findIndex((limit) => share <= limit);
  return rank < 0 ? REFUSED : rank;
};

/** Repairs that make a curve level C, and the share of its steps, or their number, beyond which they do. */
const GRAVE: [code: RepairCode & TrustReason, share: number, count: number][] = [
  ["off_grid_rows", 0.01, 0],
  ["duplicates_conflicting", 0.01, 0],
  ["register_resets", 0, 3],
  ["outliers", 0.001, 0],
  ["zero_run", 0.05, 0],
];

export function trustOf(year: Flagged, facts: Facts): Trust {
  const found: [reason: TrustReason, rank: number][] = [
    ...ofDays(year, facts),
    ...ofReadings(year, facts),
    ...(year.kind === "load" ? ofPlant(facts) : []),
  ];
  const kept = found.filter(([, rank]) => rank > A).sort((a, b) => b[1] - a[1]);
  const rank = kept[0]?.[1] ?? A;
  if (rank === REFUSED) return { level: null, reasons: kept.filter((one) => one[1] === REFUSED).map(([code]) => code) };
  return { level: TRUST_LEVELS[rank]!, reasons: kept.map(([code]) => code) };
}

function ofDays(year: Flagged, { level_source }: Facts): [TrustReason, number][] {
  const days = knownDaysOf(year);
  if (days < CURVE_LIMITS.least_days) return [["too_few_days", REFUSED]];
  if (days >= WHOLE_YEAR) return [];
  if (days >= CURVE_LIMITS.gap_days) return [["short_year", C]];
  return [["part_year", D], ...(level_source === "unknown" ? ([["level_unknown", D]] as [TrustReason, number][]) : [])];
}

function ofReadings(year: Flagged, { conventions, repairs, notices }: Facts): [TrustReason, number][] {
  const known = year.steps - countOf(year.flags, EXTENDED);
  const filled = rankOf(countOf(year.flags, FILLED) / known, MOST_FILLED);
  const estimated = rankOf(countOf(year.flags, ESTIMATED) / known, MOST_ESTIMATED);
  const grave = GRAVE.filter(([code, share, count]) =>
    repairs.some((repair) => repair.code === code && repair.count > Math.max(share * known, count)),
  );
  return [
    [filled === REFUSED ? "too_many_gaps" : "gaps", filled],
    ["estimated", estimated],
    ["hourly", year.kind === "load" && year.step_minutes > 15 ? B : A],
    ...conventions.uncertain.map((name): [TrustReason, number] => [name, C]),
    ["total_differs", notices.includes("total_differs") ? C : A],
    ...grave.map(([code]): [TrustReason, number] => [code, C]),
  ];
}

function ofPlant({ net_case, is_net_known }: Facts): [TrustReason, number][] {
  if (net_case === "C") return [["pv_modelled", C]];
  if (net_case === "D") return [["pv_unchecked", C]];
  return [["net_unknown", is_net_known ? A : B]];
}
