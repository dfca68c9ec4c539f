/** What is said of a file of a curve: codes, counts, energies and instants only. Its sentences are made by the page. */

/** Where a column's energy flows; `demand` is what the factory uses, whatever it comes from. */
export type SeriesName = "import" | "export" | "pv" | "demand";

export type CurveUnit = "Wh" | "kWh" | "MWh" | "W" | "kW" | "MW";

export type CurveKind = "load" | "pv" | "both";

export type StampLabel = "start" | "end" | "range" | "ordinal" | "hour_end_minute_start";
export type CurveClock = "local" | "utc" | "winter" | "offset";

/** Why a file is not read; `hint` tells what to do with it instead. */
export type RefusalCode = "daily_only" | "monthly_only" | "not_a_curve" | "too_short" | "too_large" | "unreadable";
export type RefusalHint = "old_excel" | "pdf" | "bz2" | "too_complex" | "max_power" | "period_totals" | "prices";

/** What only the visitor knows. */
export type QuestionCode = "unit" | "clock" | "several_supplies" | "net_or_gross";

export interface CurveQuestion {
  code: QuestionCode;
  options: string[];
  /** The option the curve is read with until the visitor chooses. */
  guess: string;
  /** For the unit: kWh a year with each option. */
  annual_kwh?: number[];
}

/** Repairs of a file, each counted. */
export type RepairCode =
  | "total_rows"
  | "off_grid_rows"
  | "duplicates_identical"
  | "duplicates_conflicting"
  | "dst_25h_days"
  | "dst_23h_days"
  | "dst_hour_merged"
  | "nonexistent_hour_rows"
  | "steps_merged"
  | "register"
  | "register_resets"
  | "negative_to_export"
  | "negative_zeroed"
  | "missing_short"
  | "missing_long"
  | "accumulated_spread"
  | "missing_in_spread"
  | "outliers"
  | "peaks_kept"
  | "estimated"
  | "zero_run"
  | "zeros_cut"
  | "ignored_files";

export interface Repair {
  code: RepairCode;
  count: number;
  /** Energy touched, where it says something. */
  kwh?: number;
  /** First and last instant, UTC. */
  from?: string;
  to?: string;
}

/** How the file was understood where its own words did not say it, and what its resolution hides. */
export type NoticeCode =
  | "clock_utc"
  | "clock_winter"
  | "unit_by_magnitude"
  | "power_as_energy"
  | "hourly_peaks"
  | "total_differs";

export interface CurveConventions {
  label: StampLabel;
  clock: CurveClock;
  unit: CurveUnit;
  delimiter?: string;
  decimal?: "," | ".";
  encoding?: string;
  /** Names of the conventions above that no rule could prove. */
  uncertain: ("label" | "clock" | "unit")[];
}

/** `year`: 365 days or more; `partial`: 28 to 364; `too_short` is shown, but no year is simulated from it. */
export type CurveUse = "year" | "partial" | "too_short";
