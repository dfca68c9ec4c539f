import { AppError, type ErrorCode } from "@ecotrim/contracts/errors";

/** Local start of a step. */
interface StepStart {
  /** YYYY-MM-DD. */
  date: string;
  hour: number;
}

/** A fault of an input or a site; `present` writes its sentence. Steps count from 0. */
export type Fault =
  | { fault: "empty_series" }
  | { fault: "unequal_series"; shortest: SeriesLength; longest: SeriesLength }
  | { fault: "series_value"; name: string; step: number; reason: "negative" | "not_finite" }
  /** Prices that can only be EUR/kWh. */
  | { fault: "price_per_kwh"; name: string; meanEurMwh: number }
  | { fault: "problem_length"; steps: number; expected: number }
  | { fault: "problem_value"; reason: ProblemValueReason }
  | { fault: "limit_too_small"; step: number; limitKw: number; neededKw: number; reason: LimitReason; at?: StepStart }
  | { fault: "end_charge"; step: number; at?: StepStart }
  | { fault: "short_period" };

interface SeriesLength {
  name: string;
  steps: number;
}

export type ProblemValueReason =
  | "no_steps"
  | "negative"
  | "not_finite"
  | "below_0"
  | "not_above_0"
  | "not_efficiency"
  | "not_fraction"
  | "below_min_soc";

/** Reason why the battery does not help: it does not exist, its discharge is too weak, or its energy runs out. */
export type LimitReason = "no_battery" | "discharge" | "energy";

/** An error with the fault as its cause. */
export const faultError = (code: ErrorCode, field: string, fault: Fault): AppError =>
  new AppError(code, { field, cause: fault });
