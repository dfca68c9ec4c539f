import type { CurveReport } from "@ecotrim/contracts/curves/curve";
import { guessesPlant, type Net, netOf } from "./net.ts";
import type { Curve, CurveReading } from "./read-curve.ts";
import { reportOf } from "./report.ts";
import { type CurveFigures, figuresOf } from "./summary.ts";
import { type Trust, trustOf } from "./trust.ts";
import { productionOn, type Year, type YearAnswers, yearOf } from "./year.ts";
import { type YearQuestion, yearQuestions } from "./year-questions.ts";

/** What a reading comes to: the year to simulate, its figures, how far it can be trusted and what is to be asked. */
export interface SimulatedYear {
  year: Year;
  /** Left out for a production of its own. */
  net?: Net;
  figures: CurveFigures;
  report: CurveReport;
  trust: Trust;
  questions: YearQuestion[];
}

export interface SimulatedAnswers extends YearAnswers {
  /** Whether the meter counts behind a plant; guessed where left out. */
  has_pv?: boolean | undefined;
  /** The production of a file of its own. */
  pv?: Curve | undefined;
}

/** Undefined where the reading has too few days for a year. */
export function simulatedYear(reading: CurveReading, answers: SimulatedAnswers = {}): SimulatedYear | undefined {
  const year = yearOf(reading.curve, answers);
  if (!year) return undefined;
  const { curve } = year;
  const net = curve.kind === "load" ? netOfAnswers(year, answers) : undefined;
  // Kept beside the load that it explains, where it fits it.
  if (net?.net_case === "B") curve.values.pv = net.pv_kwh!;
  const figures = figuresOf(curve);
  const report = reportOf(reading, year, figures, net && { ...net, isTold: answers.has_pv !== undefined });
  return {
    year,
    ...(net && { net }),
    figures,
    report,
    trust: trustOf(curve, report),
    questions: yearQuestions(year, figures, answers),
  };
}

function netOfAnswers({ curve }: Year, { has_pv, pv }: SimulatedAnswers): Net {
  return netOf(curve, { hasPlant: has_pv ?? guessesPlant(curve), pv: pv && productionOn(curve, pv) });
}
