import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { AppError } from "@ecotrim/contracts/errors";
import type { CaseCurve, GivenCurves } from "@ecotrim/contracts/simulations/input";
import { contentHash } from "@ecotrim/curves/codec";
import {
  type Curve,
  type CurveAnswers,
  type CurveReading,
  type RefusedCurve,
  readCurve,
} from "@ecotrim/curves/read-curve";
import { type SimulatedYear, simulatedYear } from "@ecotrim/curves/simulated-year";
import type { CaseContents } from "@ecotrim/curves/stored-series";
import { summaryOf } from "@ecotrim/curves/summary";
import { noCaseSentence, questionSentence, refusalSentence } from "@ecotrim/present/curves/reading";
import { trustSentence } from "@ecotrim/present/curves/trust";

/** Reads files of one curve; a file that cannot be opened is refused like one that cannot be read. */
export async function readCurveFiles(
  paths: readonly string[],
  answers: CurveAnswers,
): Promise<CurveReading | RefusedCurve> {
  const files = [];
  for (const path of paths) {
    const bytes = await readFile(path).catch(() => undefined);
    if (!bytes) return { outcome: "refused", code: "unreadable", format: null };
    files.push({ name: basename(path), bytes: new Uint8Array(bytes) });
  }
  return readCurve(files, answers);
}

/** The curves of a case as a stored one names them, and their contents. */
export interface ReadCurves {
  curves: GivenCurves;
  contents: CaseContents;
}

/** A load, with the production of another file: of the plant behind its meter, else of one to come. */
export async function readCurves(loadPath: string, pvPath: string | undefined): Promise<ReadCurves> {
  const production = pvPath === undefined ? undefined : await readingOf("pv", pvPath);
  if (production && !production.curve.values.pv) throw refused("pv", noCaseSentence("no_pv"));
  const load = yearOfReading("load", await readingOf("load", loadPath), production?.curve);
  if (load.year.curve.kind === "pv") throw refused("load", noCaseSentence("no_load"));
  if (load.net?.is_doubtful) throw refused("pv", noCaseSentence("other_pv"));
  const curves: GivenCurves = { curve: await caseCurveOf("load", load) };
  const contents: CaseContents = { load: load.year.curve };
  if (!production || load.net?.net_case !== "E") return { curves, contents };
  const pv = yearOfReading("pv", production);
  return {
    curves: { ...curves, pv_curve: await caseCurveOf("pv", pv) },
    contents: { ...contents, pv: pv.year.curve },
  };
}

function yearOfReading(kind: "load" | "pv", reading: CurveReading, pv?: Curve): SimulatedYear {
  const year = simulatedYear(reading, { pv });
  if (!year) throw refused(kind, trustSentence(null, ["too_few_days"], 0));
  return year;
}

async function caseCurveOf(
  kind: "load" | "pv",
  { year: { curve, known_days }, figures, trust: { level, reasons }, report }: SimulatedYear,
): Promise<CaseCurve> {
  if (level === null) throw refused(kind, trustSentence(null, reasons, known_days));
  const { start, end, steps } = curve;
  const step_minutes = curve.step_minutes as CaseCurve["step_minutes"];
  const summary = summaryOf(figures, { level, reasons });
  return { hash: await contentHash(curve), start, end, step_minutes, steps, summary, report };
}

/** A curve that no question is open about. */
async function readingOf(kind: "load" | "pv", path: string): Promise<CurveReading> {
  const reading = await readCurveFiles([path], { kind });
  if (reading.outcome === "ok") return reading;
  throw refused(
    kind,
    reading.outcome === "refused" ? refusalSentence(reading) : reading.questions.map(questionSentence).join(" "),
  );
}

const refused = (field: "load" | "pv", message: string): AppError => new AppError("INVALID_INPUT", { field, message });
