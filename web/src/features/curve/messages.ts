import type { CurveBody, CurveSeries, CurveSummary } from "@ecotrim/contracts/curves/curve";
import type { NetCase, TrustReason } from "@ecotrim/contracts/curves/reading";
import type { NamedBytes } from "@ecotrim/curves/container";
import type { Curve, CurveAnswers, CurveReading, RefusedCurve } from "@ecotrim/curves/read-curve";
import type { SimulatedAnswers } from "@ecotrim/curves/simulated-year";
import type { CurveFigures } from "@ecotrim/curves/summary";
import type { Trust } from "@ecotrim/curves/trust";
import type { YearQuestion } from "@ecotrim/curves/year-questions";
import type { ShapeAnswers } from "./shape-answers.ts";

/** What the page and the thread that reads tell one another. */

export interface Answers extends CurveAnswers, Omit<SimulatedAnswers, "pv"> {}

export interface ReadRequest {
  /** The files as they were dropped, or the made-up one. */
  files: NamedBytes[] | "example";
  answers: Answers;
  /** A stored curve of the same meter, to which the files add their months. */
  earlier?: CurveSeries | undefined;
  /** Production of another file, of the plant that a load's meter may have behind it. */
  production?: Curve | undefined;
}

export type ReadAnswer = ReadCurve | RefusedCurve | NoYear | OtherKind;

/** A curve of which no year can be made. */
export interface NoYear {
  outcome: "no_year";
  reason: TrustReason;
}

/** A production where a load is asked for, or the reverse. */
export interface OtherKind {
  outcome: "other_kind";
}

/** What the factory uses out of what its meter and its plant say. */
export interface Balance {
  net_case: NetCase;
  /** By how much the production was moved to fit the exports, minutes later. */
  shift_minutes: number;
  /** More is exported than produced: the production is another plant's. */
  is_doubtful: boolean;
  /** Of the year; null where the production is to be modelled. */
  demand_kwh: number | null;
}

type Extent = Omit<CurveReading["curve"], "values" | "flags">;

/** A curve as it is shown and sent: nothing in it names a supply. */
export interface ReadCurve {
  outcome: "read";
  isExample: boolean;
  reading: Pick<CurveReading, "format" | "conventions" | "questions" | "choices"> & { curve: Extent };
  /** What is asked about the year, the weightiest first. */
  questions: YearQuestion[];
  figures: CurveFigures;
  trust: Trust;
  summary: CurveSummary;
  body: CurveBody;
  /** Null for a production. */
  balance: Balance | null;
  /** A production as long as the file has it, for the balance of a load; null for a load. */
  production: Curve | null;
  /** Ends of the twelve months that could be simulated, UTC instants, the latest first. */
  periods: string[];
  /** A question has to be answered, or another file chosen, before the curve can be simulated. */
  isUndecided: boolean;
  /** What the other steps take from the curve; null for a production. */
  shape: ShapeAnswers | null;
}

/** Whether a plant stands behind the meter of a load. */
export const hasPlant = ({ balance }: Pick<ReadCurve, "balance">): boolean =>
  balance !== null && balance.net_case !== "E";

/** Whether a load is what the site buys with no plant behind its meter: a file of the whole consumption does not tell. */
export const isBeforePlant = ({ balance, figures }: Pick<ReadCurve, "balance" | "figures">): boolean =>
  balance?.net_case === "E" && figures.series === "import";
