/** `npm run -s curve -- FILE... [--kind load|pv] [--contracted-kw N] [--json]`: how files of a curve are read. */
import { parseArgs } from "node:util";
import { parseNumber } from "@ecotrim/contracts/numbers";
import { type CurveAnswers, type CurveReading, type RefusedCurve, totalsOf } from "@ecotrim/curves/read-curve";
import { simulatedYear } from "@ecotrim/curves/simulated-year";
import {
  noticeSentence,
  optionLabels,
  questionSentence,
  readAs,
  refusalSentence,
  repairSentence,
  seriesTotal,
  spanSentences,
} from "@ecotrim/present/curves/reading";
import { trustSentence, yearOptions, yearQuestionSentence } from "@ecotrim/present/curves/trust";
import { readCurveFiles } from "./curve-files.ts";

const USAGE = "Uso: npm run -s curve -- archivo... [--kind load|pv] [--contracted-kw número] [--json]";
const REFUSED = 2;

interface Command {
  paths: string[];
  answers: CurveAnswers;
  isJson: boolean;
}

function commandLine(): Command | undefined {
  try {
    const { values, positionals } = parseArgs({
      options: { kind: { type: "string" }, "contracted-kw": { type: "string" }, json: { type: "boolean" } },
      allowPositionals: true,
    });
    const { kind, "contracted-kw": contracted, json = false } = values;
    const contracted_kw = contracted === undefined ? undefined : parseNumber(contracted);
    const isKind = kind === undefined || kind === "load" || kind === "pv";
    const isPower = contracted === undefined || (contracted_kw !== undefined && contracted_kw > 0);
    if (positionals.length === 0 || !isKind || !isPower) return undefined;
    return { paths: positionals, answers: { kind, contracted_kw }, isJson: json };
  } catch {
    return undefined;
  }
}

/** The reading in the form of an entry of `shared/curves/fixtures/expected.json`. */
function inJson(reading: CurveReading | RefusedCurve) {
  const { outcome, code, format } = reading;
  if (outcome === "refused") return { outcome, code, format, repairs: {}, questions: [] };
  const { curve, conventions, questions, report } = reading;
  const { values: _, flags: __, ...extent } = curve;
  return {
    outcome,
    code,
    format,
    ...extent,
    totals_kwh: totalsOf(curve),
    conventions,
    repairs: Object.fromEntries(report.repairs.map((repair) => [repair.code, repair.count])),
    notices: report.notices,
    questions,
    year: yearInJson(reading),
  };
}

/** The year that would be simulated; null where the file has too few days. */
function yearInJson(reading: CurveReading) {
  const found = simulatedYear(reading);
  if (!found) return null;
  const { year, report, trust, figures, questions } = found;
  return {
    start: year.curve.start,
    end: year.curve.end,
    steps: year.curve.steps,
    totals_kwh: figures.totals_kwh,
    peak: figures.peak,
    base_kw: figures.base_kw,
    measured_share: report.measured_share,
    known_days: report.known_days,
    level_source: report.level_source,
    net_case: report.net_case,
    trust: trust.level,
    trust_reasons: trust.reasons,
    repairs: Object.fromEntries(year.repairs.map((repair) => [repair.code, repair.count])),
    questions,
  };
}

function yearInWords(reading: CurveReading): string[] {
  const found = simulatedYear(reading);
  if (!found) return [];
  const { year, trust, questions } = found;
  return [
    ...year.repairs.map((repair) => repairSentence(repair, year.curve)),
    trustSentence(trust.level, trust.reasons, year.known_days),
    ...questions.map(({ code, from, to }) =>
      `${yearQuestionSentence(code, from && to ? { from, to } : undefined)} ${yearOptions(code)
        .map(([, label]) => label)
        .join(" · ")}`.trim(),
    ),
  ];
}

function inWords(reading: CurveReading | RefusedCurve): string[] {
  if (reading.outcome === "refused") return [refusalSentence(reading)];
  const { curve, conventions, questions, report, format } = reading;
  const totals = Object.entries(totalsOf(curve)) as [keyof typeof curve.values, number][];
  return [
    readAs(format, curve.step_minutes, conventions),
    ...spanSentences(curve),
    ...totals.map(([series, kwh]) => seriesTotal(series, kwh)),
    ...report.repairs.map((repair) => repairSentence(repair, curve)),
    ...report.notices.map(noticeSentence),
    ...questions.map((question) => `${questionSentence(question)} ${optionLabels(question).join(" · ")}`),
    ...yearInWords(reading),
  ];
}

async function main(): Promise<number> {
  const command = commandLine();
  if (!command) {
    console.error(USAGE);
    return REFUSED;
  }
  const { paths, answers, isJson } = command;
  const reading = await readCurveFiles(paths, answers);
  process.stdout.write(`${isJson ? JSON.stringify(inJson(reading)) : inWords(reading).join("\n")}\n`);
  return reading.outcome === "refused" ? REFUSED : 0;
}

process.exitCode = await main();
