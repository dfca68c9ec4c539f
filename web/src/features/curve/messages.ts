import type { CurveBody, CurveSummary } from "@ecotrim/contracts/curves/curve";
import type { TrustReason } from "@ecotrim/contracts/curves/reading";
import type { NamedBytes } from "@ecotrim/curves/container";
import type { CurveAnswers, CurveReading, RefusedCurve } from "@ecotrim/curves/read-curve";
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
}

export type ReadAnswer = ReadCurve | RefusedCurve | NoYear;

/** A curve of which no year can be made. */
export interface NoYear {
  outcome: "no_year";
  reason: TrustReason;
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
  /** A question has to be answered before the curve can be simulated. */
  isUndecided: boolean;
  /** What the other steps take from the curve; null for a production. */
  shape: ShapeAnswers | null;
}
