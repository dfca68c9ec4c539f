import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { CurveBody, CurveRecord, CurveSeries } from "@ecotrim/contracts/curves/curve";
import { CurveFault, canonicalBytes, decodeCurve, encodeSeries, unpackCurve } from "@ecotrim/curves/codec";
import { numbersOfReport } from "@ecotrim/curves/report";
import { sha256Hex } from "@ecotrim/curves/sha256";
import { figuresOf, summaryOf } from "@ecotrim/curves/summary";
import { trustOf } from "@ecotrim/curves/trust";
import { curveFaultSentence } from "@ecotrim/present/curves/reading";

/** What is stored of a curve: its numbers with their name, and what is told of them. */
export interface Content extends Pick<CurveRecord, "hash" | "report" | "summary"> {
  packed: Uint8Array;
}

/** Why a curve is refused, as a sentence about a field of the body. */
export interface Refusal {
  field: string;
  message: string;
}

const zip = promisify(gzip);

/**
 * Reads the numbers of a body. Summary, trust and what the report says of the numbers are computed from them; what it
 * says of the file is the sender's.
 */
async function readContent({ kind, report, ...numbers }: CurveBody): Promise<Content | Refusal> {
  const curve = decoded(numbers);
  if ("message" in curve) return curve;
  if (curve.kind !== kind) return { field: "kind", message: "La clase de la curva no es la de sus series." };
  const { level, reasons } = trustOf(curve, report);
  if (level === null)
    return { field: "flags", message: "La curva tiene muy pocos días o demasiados huecos para simular un año." };
  const figures = figuresOf(curve);
  const bytes = canonicalBytes(curve);
  return {
    hash: await sha256Hex(new Uint8Array(bytes)),
    packed: await zip(bytes),
    summary: summaryOf(figures, { level, reasons }),
    report: { ...report, ...numbersOfReport(figures) },
  };
}

function decoded(numbers: CurveSeries) {
  try {
    return decodeCurve(numbers);
  } catch (error) {
    if (error instanceof CurveFault) return { field: error.field, message: curveFaultSentence(error.code) };
    throw error;
  }
}

/** The numbers of a stored content as they were sent. */
const seriesOf = (packed: Uint8Array): CurveSeries => encodeSeries(unpackCurve(packed));

/** The task of the reader's thread: reads what is sent, or writes what is stored. */
export default (task: CurveBody | Uint8Array): CurveSeries | Promise<Content | Refusal> =>
  task instanceof Uint8Array ? seriesOf(task) : readContent(task);
