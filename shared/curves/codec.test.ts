import { midnightMs } from "@ecotrim/engine/site/calendar";
import fc from "fast-check";
import { gzipSync } from "fflate";
import { expect, test } from "vitest";
import { FULL } from "../../tests/support/full.ts";
import { CurveFault, canonicalBytes, contentHash, decodeCurve, encodeSeries, unpackCurve, wholeWh } from "./codec.ts";
import { type YearCurve, yearAfter } from "./year.ts";

const START = Date.UTC(2025, 0, 1);

function hourly(values: YearCurve["values"], flags?: Uint8Array): YearCurve {
  const [from, to] = [midnightMs(START), midnightMs(yearAfter(START))];
  const steps = (to - from) / 3_600_000;
  const iso = (ms: number) => new Date(ms).toISOString().replace(".000", "");
  return {
    kind: values.import || values.demand ? "load" : "pv",
    start: iso(from),
    end: iso(to),
    step_minutes: 60,
    steps,
    values,
    flags: flags ?? new Uint8Array(steps),
  };
}

const stored = (curve: YearCurve): Uint8Array => gzipSync(canonicalBytes(curve));

const STEPS = 8760;
const wave = (at = 0): Float64Array => Float64Array.from({ length: STEPS }, (_, t) => ((t * 37 + at) % 997) / 1000);

/** Pseudo-random numbers of a seed, as columns of a year are too long for the generator. */
function noise(seed: number, most: number): Float64Array {
  let state = seed >>> 0;
  return Float64Array.from({ length: STEPS }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state / 2 ** 32) * most;
  });
}

test("a year of any values is the same after it was sent and after it was stored, in whole Wh with its total", () => {
  const names = fc.constantFrom(["demand"], ["import"], ["import", "export"], ["import", "export", "pv"], ["pv"]);
  const most = fc.constantFrom(0.0004, 3, 2_147_483);
  fc.assert(
    fc.property(names, fc.integer(), most, fc.boolean(), (series, seed, limit, isFlagged) => {
      const flags = Uint8Array.from({ length: STEPS }, (_, t) => (isFlagged ? (t + seed) & 3 : 0));
      const curve = hourly(Object.fromEntries(series.map((name, i) => [name, noise(seed + i, limit)])), flags);
      const sent = decodeCurve(encodeSeries(curve));
      const kept = unpackCurve(stored(curve));
      for (const read of [sent, kept]) expect(Buffer.compare(canonicalBytes(read), canonicalBytes(curve))).toBe(0);
      expect({ ...kept, values: 0, flags: 0 }).toEqual({ ...curve, values: 0, flags: 0 });
      for (const [name, values] of Object.entries(sent.values)) {
        const [before, after] = [curve.values[name as "pv"]!, values].map((all) => all.reduce((a, b) => a + b, 0));
        expect(Math.abs(after! - before!)).toBeLessThan(0.001);
      }
    }),
    { numRuns: FULL ? 100 : 4 },
  );
});

test("what rounding leaves over is carried to the next step", () => {
  expect([...wholeWh(Float64Array.of(0.0004, 0.0004, 0.0004, 0))]).toEqual([0, 1, 0, 0]);
});

test("a content has one name on every machine, and another one for any other number, flag or start", async () => {
  const curve = hourly({ import: wave(), export: wave(3) });
  const hash = await contentHash(curve);
  expect(hash).toBe("d71a96790cced8df03435388698e016cae5d8850ae962eef2b598fa841c9fea6");
  const flags = new Uint8Array(STEPS);
  flags[5] = 1;
  const others = [
    hourly({ import: wave(1), export: wave(3) }),
    hourly({ import: wave(), pv: wave(3) }),
    { ...curve, flags },
    { ...curve, start: "2023-12-31T23:00:00Z" },
  ];
  for (const other of others) expect(await contentHash(other)).not.toBe(hash);
});

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64");
const packed = (differences: Int32Array): string => base64(gzipSync(new Uint8Array(differences.buffer)));

test.each([
  ["no base64", { import: "%%%" }, "bytes", "series.import"],
  ["no gzip", { import: "AAAA" }, "bytes", "series.import"],
  ["a bomb", { import: base64(gzipSync(new Uint8Array(50_000_000))) }, "length", "series.import"],
  ["a step too few", { import: packed(new Int32Array(STEPS - 1)) }, "length", "series.import"],
  ["a negative energy", { import: packed(Int32Array.from({ length: STEPS }, () => -1)) }, "value", "series.import"],
  [
    "an energy beyond the limit",
    { import: packed(Int32Array.from({ length: STEPS }, () => 2_000_000)) },
    "value",
    "series.import",
  ],
  ["exports without imports", { export: packed(new Int32Array(STEPS)) }, "series", "series"],
  ["nothing", {}, "series", "series"],
])("a body with %s is refused", (_, series, code, field) => {
  const body = { ...encodeSeries(hourly({ import: wave() })), series };
  expect(() => decodeCurve(body)).toThrow(expect.objectContaining({ code, field }));
});

test.each([
  ["a start beside midnight", { start: "2024-12-31T22:00:00Z" }, "period"],
  ["a start that is no date", { start: "ayer" }, "period"],
  ["a year that is too long for its start", { start: "2023-12-31T23:00:00Z" }, "period"],
  ["unknown flags", { flags: base64(gzipSync(new Uint8Array(STEPS).fill(4))) }, "flag"],
])("a body with %s is refused", (_, change, code) => {
  const body = { ...encodeSeries(hourly({ import: wave() })), ...change };
  expect(() => decodeCurve(body)).toThrow(expect.objectContaining({ code }));
});

test("stored bytes that were cut or changed are refused or read, never thrown at otherwise", () => {
  const whole = stored(hourly({ import: wave() }));
  for (let at = 0; at < whole.length; at += Math.ceil(whole.length / 40)) {
    const changed = whole.slice();
    changed[at]! ^= 255;
    for (const bytes of [changed, whole.subarray(0, at)])
      try {
        unpackCurve(bytes);
      } catch (error) {
        expect(error).toBeInstanceOf(CurveFault);
      }
  }
});
