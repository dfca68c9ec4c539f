import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { AppError } from "@ecotrim/contracts/errors";
import { caseOfCurves } from "@ecotrim/curves/case-series";
import {
  type Curve,
  type CurveAnswers,
  type CurveReading,
  type RefusedCurve,
  readCurve,
} from "@ecotrim/curves/read-curve";
import { noCaseSentence, questionSentence, refusalSentence } from "@ecotrim/present/curves/reading";

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

/** The content of a case's file with period, step and series of the curves. */
export async function withCurves(content: unknown, loadPath: string, pvPath: string | undefined): Promise<unknown> {
  // Content that is no case is refused where cases are read.
  if (typeof content !== "object" || content === null) return content;
  const load = await curveOf("load", loadPath);
  const pv = pvPath === undefined ? undefined : await curveOf("pv", pvPath);
  const found = caseOfCurves(load, pv);
  if (typeof found === "string")
    throw new AppError("INVALID_INPUT", {
      field: found.endsWith("pv") ? "pv" : "load",
      message: noCaseSentence(found),
    });
  const { inputParameters, series, ...rest } = content as {
    inputParameters?: object;
    series?: object;
  };
  const { start_date, time_step_duration } = found;
  return {
    ...rest,
    inputParameters: { ...inputParameters, start_date, end_date: undefined, time_step_duration },
    series: { ...series, ...found.series },
  };
}

/** A curve that no question is open about. */
async function curveOf(kind: "load" | "pv", path: string): Promise<Curve> {
  const reading = await readCurveFiles([path], { kind });
  if (reading.outcome === "ok") return reading.curve;
  const message =
    reading.outcome === "refused" ? refusalSentence(reading) : reading.questions.map(questionSentence).join(" ");
  throw new AppError("INVALID_INPUT", { field: kind, message });
}
