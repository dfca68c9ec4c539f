import type { YearQuestionCode } from "@ecotrim/contracts/curves/reading";
import { guessesPlant } from "./net.ts";
import type { CurveFigures } from "./summary.ts";
import type { Year, YearAnswers } from "./year.ts";

export interface YearQuestion {
  code: YearQuestionCode;
  /** The answer that the year is made with until the visitor gives another; none where a number is asked. */
  guess?: string;
  /** The longest run of zeros that is asked about: UTC instants of its first and last step. */
  from?: string;
  to?: string;
}

/** Share of the year without any load from which it is asked about. */
const ASKED_ZEROS = 0.05;
/** Place among the months. */
const AUGUST = 7;

/** What only the visitor knows of a year, each with a guess. */
export function yearQuestions(
  { curve, level_source }: Year,
  { zero_runs, months }: CurveFigures,
  { august_weeks }: YearAnswers = {},
): YearQuestion[] {
  if (curve.kind === "pv") return [];
  const questions: YearQuestion[] = [];
  if (curve.values.import) questions.push({ code: "has_pv", guess: guessesPlant(curve) ? "yes" : "no" });
  const zeroHours = zero_runs.reduce((sum, { hours }) => sum + hours, 0);
  if (zeroHours * 60 > ASKED_ZEROS * curve.steps * curve.step_minutes) {
    const { from, to } = zero_runs.reduce((longest, run) => (run.hours > longest.hours ? run : longest));
    questions.push({ code: "zero_run", guess: "stopped", from, to });
  }
  const isAugustKnown = months[AUGUST]!.quality.extended < 1;
  if (!isAugustKnown) questions.push({ code: "august_stop", guess: String(august_weeks ?? 0) });
  if (level_source === "unknown") questions.push({ code: "annual_kwh" });
  return questions;
}
