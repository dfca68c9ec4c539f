/** What is said of a curve: codes, limits and names, of which the schemas and the sentences are made. */

export const CURVE_LIMITS = {
  /** Files of one drop, and their bytes. */
  files: 30,
  file_bytes: 20_000_000,
  all_bytes: 40_000_000,
  /** Time that reading may take, s. */
  seconds: 20,
  /** Steps of the year that is sent: a leap year of quarter-hours. */
  steps: 366 * 96,
  /** The greatest energy of a step. */
  wh: 2 ** 31 - 1,
  /** Days of readings from which a year is made. */
  least_days: 28,
  /** Days from which what is missing counts as a gap. */
  gap_days: 330,
  /** Curves that a visitor stores in a day. */
  per_day: 20,
  /** Days that a curve is kept without an account, or in one without a simulation or site that uses it. */
  unused_days: 30,
} as const;

/** Where a column's energy flows; `demand` is what the factory uses, whatever it comes from. */
export type SeriesName = "import" | "export" | "pv" | "demand";

export const CURVE_UNITS = ["Wh", "kWh", "MWh", "W", "kW", "MW"] as const;
export type CurveUnit = (typeof CURVE_UNITS)[number];

/** Lengths of the steps that a stored curve may have, minutes. */
export const CURVE_STEPS = [15, 30, 60] as const;

export type CurveKind = "load" | "pv" | "both";

export const STAMP_LABELS = ["start", "end", "range", "ordinal", "hour_end_minute_start"] as const;
export type StampLabel = (typeof STAMP_LABELS)[number];

export const CURVE_CLOCKS = ["local", "utc", "winter", "offset"] as const;
export type CurveClock = (typeof CURVE_CLOCKS)[number];

/** Sources whose files are known, and `generic` and `wide` for tables read by rules alone. */
export const FORMAT_IDS = [
  "generic",
  "wide",
  "ha_energy",
  "ha_history",
  "datadis_web",
  "datadis_web_old",
  "datadis_api",
  "cnmc",
  "edistribucion",
  "ide",
  "ide_tlm",
  "ufd",
  "eredes",
  "endesa",
  "fusionsolar",
  "sma_csv3",
  "solarweb",
  "solaredge",
  "solaredge_api",
  "isolarcloud",
  "solarman",
  "vrm",
  "enphase",
  "s02",
  "pvgis",
  "pvsyst",
  "simel_p",
  "simel_p1",
  "simel_p2",
  "simel_f1",
  "simel_f1qh",
  "simel_medidas",
  "simel_f5",
  "simel_p5",
  // Files that hold no curve.
  "max_power",
  "sips",
  "datadis_monthly",
] as const;
export type FormatId = (typeof FORMAT_IDS)[number];

/** Why a file is not read; `hint` tells what to do with it instead. */
export type RefusalCode =
  | "daily_only"
  | "monthly_only"
  | "not_a_curve"
  | "too_short"
  | "too_large"
  | "unreadable"
  | "other_series";
export type RefusalHint = "old_excel" | "pdf" | "bz2" | "too_complex" | "max_power" | "period_totals" | "prices";

/** The answer that adds the supplies of a file up; others are numbers from 1. */
export const ALL_SUPPLIES = 0;

/** What only the visitor knows of a file. */
export type QuestionCode = "unit" | "clock" | "several_supplies" | "net_or_gross";

/** What only the visitor knows of the year made of it; each has a guess. */
export type YearQuestionCode = "has_pv" | "zero_run" | "august_stop" | "annual_kwh";

export interface CurveQuestion {
  code: QuestionCode;
  options: string[];
  /** The option the curve is read with until the visitor chooses. */
  guess: string;
  /** For the unit: kWh a year with each option. */
  annual_kwh?: number[];
  /** For the supply: its code with all but the ends masked. */
  labels?: string[];
}

/** Repairs of a file and of the year made of it, each counted. */
export const REPAIR_CODES = [
  "total_rows",
  "off_grid_rows",
  "duplicates_identical",
  "duplicates_conflicting",
  "dst_25h_days",
  "dst_23h_days",
  "dst_hour_merged",
  "nonexistent_hour_rows",
  "steps_merged",
  "register",
  "register_resets",
  "negative_to_export",
  "negative_zeroed",
  "missing_short",
  "missing_long",
  "accumulated_spread",
  "missing_in_spread",
  "outliers",
  "peaks_kept",
  "estimated",
  "zero_run",
  "zeros_cut",
  "ignored_files",
  "level_change",
  "months_extended",
  "trimmed_to_year",
  "pv_below_export",
  "pv_scaled",
  "supplies_added",
  "months_joined",
] as const;
export type RepairCode = (typeof REPAIR_CODES)[number];

/** How the file was understood where its own words did not say it, and what its resolution hides. */
export const NOTICE_CODES = [
  "clock_utc",
  "clock_winter",
  "unit_by_magnitude",
  "power_as_energy",
  "hourly_peaks",
  "total_differs",
] as const;
export type NoticeCode = (typeof NOTICE_CODES)[number];

/** Conventions of a file that no rule may be able to prove. */
export const UNCERTAIN_NAMES = ["label", "clock", "unit"] as const;
export type UncertainName = (typeof UNCERTAIN_NAMES)[number];

export interface CurveConventions {
  label: StampLabel;
  clock: CurveClock;
  unit: CurveUnit;
  delimiter?: string;
  decimal?: "," | ".";
  encoding?: string;
  /** Names of the conventions above that no rule could prove. */
  uncertain: UncertainName[];
}

/** `year`: 365 days or more; `partial`: 28 to 364; `too_short` is shown, but no year is simulated from it. */
export type CurveUse = "year" | "partial" | "too_short";

/** From a measured year of quarter-hours (A) to a part of a year of which only the shape is used (D). */
export const TRUST_LEVELS = ["A", "B", "C", "D"] as const;
export type TrustLevel = (typeof TRUST_LEVELS)[number];

/** Why a level is not higher; `too_few_days` and `too_many_gaps` refuse a curve. */
export const TRUST_REASONS = [
  "hourly",
  "short_year",
  "part_year",
  "gaps",
  "estimated",
  "label",
  "clock",
  "unit",
  "net_unknown",
  "pv_modelled",
  "pv_unchecked",
  "level_unknown",
  "total_differs",
  "off_grid_rows",
  "duplicates_conflicting",
  "register_resets",
  "outliers",
  "zero_run",
  "too_few_days",
  "too_many_gaps",
] as const;
export type TrustReason = (typeof TRUST_REASONS)[number];

/**
 * What stands behind the meter: A import, export and production of one source; B with the production of another file; C a
 * production that is modelled and checked against the exports; D one that nothing checks; E none.
 */
export const NET_CASES = ["A", "B", "C", "D", "E"] as const;
export type NetCase = (typeof NET_CASES)[number];

/** What sets the level of days that were not measured: the months of bills, the year's kWh, or nothing. */
export const LEVEL_SOURCES = ["measured", "bill_months", "annual_kwh", "unknown"] as const;
export type LevelSource = (typeof LEVEL_SOURCES)[number];

/** What a step's value is, in this order: 0 measured, 1 filled, 2 of an extended day, 3 estimated by the distributor. */
export const STEP_FLAGS = ["measured", "filled", "extended", "estimated"] as const;
export type StepFlag = (typeof STEP_FLAGS)[number];

/** Why numbers that were sent are no curve. */
export const CURVE_FAULTS = ["period", "series", "length", "value", "flag", "bytes"] as const;
export type CurveFaultCode = (typeof CURVE_FAULTS)[number];
