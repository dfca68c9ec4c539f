import type { YearQuestionCode } from "@ecotrim/contracts/curves/reading";
import { decodeCurve, encodeCurve } from "@ecotrim/curves/codec";
import type { Net } from "@ecotrim/curves/net";
import { type CurveReading, readCurve } from "@ecotrim/curves/read-curve";
import { simulatedYear } from "@ecotrim/curves/simulated-year";
import { sumOf } from "@ecotrim/curves/statistics";
import { readingsOfYear } from "@ecotrim/curves/stored-readings";
import { summaryOf } from "@ecotrim/curves/summary";
import { yearEnds } from "@ecotrim/curves/year";
import { exampleFile } from "./example.ts";
import type { Answers, Balance, ReadAnswer, ReadRequest } from "./messages.ts";
import { shapeAnswers } from "./shape-answers.ts";

/** A web worker: reading a year of quarter-hours takes up to a second, and a hostile file might never end. */
addEventListener("message", ({ data }: MessageEvent<ReadRequest>) => {
  // An error that nobody catches in a promise would not reach the page.
  answerTo(data).then(postMessage, reportError);
});

export async function answerTo({ files, answers, earlier, production }: ReadRequest): Promise<ReadAnswer> {
  const isExample = files === "example";
  const stored = earlier && readingsOfYear(decodeCurve(earlier));
  const all = await readCurve(isExample ? [{ name: "", bytes: exampleFile() }] : files, answers, stored);
  if (all.outcome === "refused") return all;
  const reading = ofKind(all, answers.kind);
  if (!reading) return { outcome: "other_kind" };
  const made = simulatedYear(reading, { ...answers, pv: production });
  if (!made) return { outcome: "no_year", reason: "too_few_days" };
  const { year, net, figures, report, trust } = made;
  const { level, reasons } = trust;
  if (level === null) return { outcome: "no_year", reason: reasons[0]! };
  const { format, conventions, questions, choices, curve } = reading;
  const { values: _, flags: __, ...extent } = curve;
  const balance = net ? balanceOf(net) : null;
  return {
    outcome: "read",
    isExample,
    reading: { format, conventions, questions, ...(choices && { choices }), curve: extent },
    questions: made.questions.filter(({ code }) => !isAnswered(code, answers)),
    figures,
    trust,
    summary: summaryOf(figures, { level, reasons }),
    body: encodeCurve(year.curve, report),
    balance,
    production: balance ? null : curve,
    periods: yearEnds(curve),
    isUndecided: reading.outcome === "ask" || balance?.is_doubtful === true,
    shape: balance && shapeAnswers(figures, balance.demand_kwh ?? undefined),
  };
}

/** What is asked for of a file: of a plant its production alone, whatever else stands beside it; undefined without it. */
function ofKind(reading: CurveReading, kind: Answers["kind"]): CurveReading | undefined {
  const { curve, code, outcome } = reading;
  if (kind === "load" && curve.kind === "pv") return undefined;
  if (kind !== "pv" || curve.kind === "pv") return reading;
  const { pv } = curve.values;
  if (!pv) return undefined;
  // What the load beside it measures is of no matter here.
  return {
    ...reading,
    outcome: code === "net_or_gross" ? "ok" : outcome,
    questions: reading.questions.filter((question) => question.code !== "net_or_gross"),
    curve: { ...curve, kind: "pv", values: { pv } },
  };
}

const balanceOf = ({ net_case, shift_minutes, is_doubtful, demand_kwh }: Net): Balance => ({
  net_case,
  shift_minutes,
  is_doubtful,
  demand_kwh: demand_kwh ? sumOf(demand_kwh) : null,
});

/** An answer that was given is not asked for again. */
const isAnswered = (code: YearQuestionCode, { has_pv, zeros, august_weeks }: Answers): boolean =>
  ({ has_pv, zero_run: zeros, august_stop: august_weeks, annual_kwh: undefined })[code] !== undefined;
