import type { CurveBody, CurveReport, CurveSeries } from "@ecotrim/contracts/curves/curve";
import {
  CURVE_LIMITS,
  CURVE_STEPS,
  type CurveFaultCode,
  type SeriesName,
  STEP_FLAGS,
} from "@ecotrim/contracts/curves/reading";
import { localDate, midnightMs } from "@ecotrim/engine/site/calendar";
import { Gunzip, gzipSync } from "fflate";
import { flagsOf } from "./columns.ts";
import { isoInstant } from "./grid.ts";
import { sha256Hex } from "./sha256.ts";
import { FIRST_YEAR, LAST_YEAR, MINUTE_MS } from "./stamps.ts";
import { type YearCurve, yearAfter } from "./year.ts";

/**
 * A year as it is sent, stored and named: whole Wh. Canonical bytes, little endian: "ETC1", start (int64, s), minutes of
 * a step (uint16), steps (uint32), mask of what follows (uint8), then of each series the Int32 differences, and the
 * flags. Their SHA-256 names the content.
 */

/** Order of the series, which the bits of the mask follow; the last bit is of the flags. */
const ORDER: readonly SeriesName[] = ["import", "export", "pv", "demand"];
const FLAGS_BIT = 1 << ORDER.length;
const MAGIC = "ETC1";
const HEAD_BYTES = 19;
const INT_BYTES = 4;

/** Why numbers are no curve, and in which of its fields. */
export class CurveFault extends Error {
  readonly code: CurveFaultCode;
  readonly field: string;

  constructor(code: CurveFaultCode, field: string) {
    super(code);
    this.code = code;
    this.field = field;
  }
}

/** kWh in whole Wh; what rounding leaves over is carried on, so that the total holds. */
export function wholeWh(kwh: Float64Array): Int32Array {
  const wh = new Int32Array(kwh.length);
  let rest = 0;
  for (let t = 0; t < kwh.length; t++) {
    const exact = kwh[t]! * 1000 + rest;
    wh[t] = Math.round(exact);
    rest = exact - wh[t]!;
  }
  return wh;
}

const kwhOf = (wh: Int32Array): Float64Array => Float64Array.from(wh, (value) => value / 1000);

/** Little-endian Int32 differences. */
function differencesOf(wh: Int32Array): Uint8Array {
  const view = new DataView(new ArrayBuffer(wh.length * INT_BYTES));
  for (let t = 0; t < wh.length; t++) view.setInt32(t * INT_BYTES, wh[t]! - (t === 0 ? 0 : wh[t - 1]!), true);
  return new Uint8Array(view.buffer);
}

/** @throws CurveFault for a negative value or one beyond the limit */
function whOf(bytes: Uint8Array, field: string): Int32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const wh = new Int32Array(bytes.length / INT_BYTES);
  let value = 0;
  for (let t = 0; t < wh.length; t++) {
    value += view.getInt32(t * INT_BYTES, true);
    if (value < 0 || value > CURVE_LIMITS.wh) throw new CurveFault("value", field);
    wh[t] = value;
  }
  return wh;
}

type Numbers = Pick<YearCurve, "start" | "step_minutes" | "steps" | "values" | "flags">;

const namesOf = ({ values }: Pick<YearCurve, "values">): SeriesName[] => ORDER.filter((name) => values[name]);
const isFlagged = ({ flags }: Pick<YearCurve, "flags">): boolean => flags.some((flag) => flag !== 0);

/** The bytes that a content's name is made of. */
export function canonicalBytes(curve: Numbers): Uint8Array {
  const names = namesOf(curve);
  const flags = isFlagged(curve) ? curve.flags : new Uint8Array();
  const bytes = new Uint8Array(HEAD_BYTES + names.length * curve.steps * INT_BYTES + flags.length);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < MAGIC.length; i++) bytes[i] = MAGIC.charCodeAt(i);
  view.setBigInt64(4, BigInt(Date.parse(curve.start) / 1000), true);
  view.setUint16(12, curve.step_minutes, true);
  view.setUint32(14, curve.steps, true);
  view.setUint8(
    18,
    names.reduce((mask, name) => mask | (1 << ORDER.indexOf(name)), flags.length > 0 ? FLAGS_BIT : 0),
  );
  names.forEach((name, i) => {
    bytes.set(differencesOf(wholeWh(curve.values[name]!)), HEAD_BYTES + i * curve.steps * INT_BYTES);
  });
  bytes.set(flags, bytes.length - flags.length);
  return bytes;
}

/** SHA-256 of the canonical bytes, 64 hexadecimal digits. */
export const contentHash = (curve: Numbers): Promise<string> => sha256Hex(new Uint8Array(canonicalBytes(curve)));

/** A curve as it was stored: its canonical bytes, compressed. @throws CurveFault for bytes that are not of a curve */
export function unpackCurve(packed: Uint8Array): YearCurve {
  const most = HEAD_BYTES + CURVE_LIMITS.steps * (ORDER.length * INT_BYTES + 1);
  const bytes = inflated(packed, most, "bytes");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < HEAD_BYTES || String.fromCharCode(...bytes.subarray(0, MAGIC.length)) !== MAGIC)
    throw new CurveFault("bytes", "bytes");
  const [step_minutes, steps, mask] = [view.getUint16(12, true), view.getUint32(14, true), view.getUint8(18)];
  const names = ORDER.filter((_, i) => mask & (1 << i));
  const seriesEnd = HEAD_BYTES + names.length * steps * INT_BYTES;
  const flagBytes = mask & FLAGS_BIT ? steps : 0;
  if (bytes.length !== seriesEnd + flagBytes) throw new CurveFault("length", "bytes");
  const values: YearCurve["values"] = {};
  names.forEach((name, i) => {
    const from = HEAD_BYTES + i * steps * INT_BYTES;
    values[name] = kwhOf(whOf(bytes.subarray(from, from + steps * INT_BYTES), `series.${name}`));
  });
  return checked({
    start: isoInstant(Number(view.getBigInt64(4, true)) * 1000),
    step_minutes,
    steps,
    values,
    flags: flagBytes ? bytes.slice(seriesEnd) : new Uint8Array(steps),
  });
}

/** The body that stores a curve. */
export function encodeCurve(curve: YearCurve, report: CurveReport): CurveBody {
  return { kind: curve.kind, ...encodeSeries(curve), report };
}

export function encodeSeries(curve: YearCurve): CurveSeries {
  const { start, step_minutes, steps, values, flags } = curve;
  return {
    start,
    step_minutes: step_minutes as CurveSeries["step_minutes"],
    steps,
    series: Object.fromEntries(
      namesOf(curve).map((name) => [name, base64(gzipped(differencesOf(wholeWh(values[name]!))))]),
    ),
    ...(isFlagged(curve) && { flags: base64(gzipped(flags)) }),
  };
}

/**
 * The curve of a body, in whole Wh.
 * @throws CurveFault naming the field for numbers that are not a year of a curve
 */
export function decodeCurve({ start, step_minutes, steps, series, flags }: CurveSeries): YearCurve {
  if (steps > CURVE_LIMITS.steps) throw new CurveFault("period", "steps");
  const values: YearCurve["values"] = {};
  for (const name of ORDER) {
    const text = series[name];
    if (text === undefined) continue;
    const field = `series.${name}`;
    const bytes = inflated(bytesOfBase64(text, field), steps * INT_BYTES, field);
    if (bytes.length !== steps * INT_BYTES) throw new CurveFault("length", field);
    values[name] = kwhOf(whOf(bytes, field));
  }
  const marks = flags === undefined ? new Uint8Array(steps) : inflated(bytesOfBase64(flags, "flags"), steps, "flags");
  if (marks.length !== steps) throw new CurveFault("length", "flags");
  return checked({ start, step_minutes, steps, values, flags: flagsOf(steps, (t) => marks[t]!) });
}

/** A whole year from a local midnight, with series that say one thing. */
function checked({ start, step_minutes, steps, values, flags }: Numbers): YearCurve {
  const startMs = Date.parse(start);
  const date = localDate(startMs);
  const isRead = date >= Date.UTC(FIRST_YEAR, 0) && date < Date.UTC(LAST_YEAR + 1, 0);
  if (!isRead || midnightMs(date) !== startMs) throw new CurveFault("period", "start");
  if (!CURVE_STEPS.some((minutes) => minutes === step_minutes)) throw new CurveFault("period", "step_minutes");
  const endMs = midnightMs(yearAfter(date));
  if (steps * step_minutes * MINUTE_MS !== endMs - startMs) throw new CurveFault("period", "steps");
  const { import: imports, export: exports, demand, pv } = values;
  const isLoad = imports !== undefined || demand !== undefined;
  if ((imports && demand) || (exports && !imports) || (!isLoad && !pv)) throw new CurveFault("series", "series");
  if (flags.some((flag) => flag >= STEP_FLAGS.length)) throw new CurveFault("flag", "flags");
  return {
    kind: isLoad ? "load" : "pv",
    start: isoInstant(startMs),
    end: isoInstant(endMs),
    step_minutes,
    steps,
    values,
    flags,
  };
}

/** Without a date in it, so that equal bytes compress to equal bytes. */
const gzipped = (bytes: Uint8Array): Uint8Array => gzipSync(bytes, { mtime: 0 });

const GZIP = [0x1f, 0x8b];
/** Bytes given to the inflater at a time; they inflate to a thousand times as many at most. */
const PIECE_BYTES = 4096;

/** Inflates so many bytes and no more. */
function inflated(packed: Uint8Array, most: number, field: string): Uint8Array {
  if (packed[0] !== GZIP[0] || packed[1] !== GZIP[1]) throw new CurveFault("bytes", field);
  const whole = new Uint8Array(most);
  let length = 0;
  let isWhole = false;
  const gunzip = new Gunzip((piece, isLast) => {
    if (length + piece.length > most) throw new CurveFault("length", field);
    whole.set(piece, length);
    length += piece.length;
    isWhole = isLast;
  });
  try {
    for (let from = 0; from < packed.length; from += PIECE_BYTES)
      gunzip.push(packed.subarray(from, from + PIECE_BYTES), from + PIECE_BYTES >= packed.length);
  } catch (error) {
    throw error instanceof CurveFault ? error : new CurveFault("bytes", field);
  }
  if (!isWhole) throw new CurveFault("bytes", field);
  return whole.subarray(0, length);
}

const CHARACTERS = 0x8000;

function base64(bytes: Uint8Array): string {
  let text = "";
  for (let from = 0; from < bytes.length; from += CHARACTERS)
    text += String.fromCharCode(...bytes.subarray(from, from + CHARACTERS));
  return btoa(text);
}

function bytesOfBase64(text: string, field: string): Uint8Array {
  try {
    const binary = atob(text);
    return flagsOf(binary.length, (i) => binary.charCodeAt(i));
  } catch {
    throw new CurveFault("bytes", field);
  }
}
