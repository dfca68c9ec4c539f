import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { FULL } from "../../tests/support/full.ts";
import { HOURLY, QUARTERLY, stepsIn, type Written } from "./notations.fixture.ts";
import { type CurveReading, readCurve } from "./read-curve.ts";

/** Wh of steps that look like a factory's: never zero, never wild. */
function yearOf(stepMinutes: number, firstYear: number, seed: number): Written {
  const curve = { day: Date.UTC(firstYear, 0, 1), stepMinutes, wh: [] };
  const days = (Date.UTC(firstYear + 1, 0, 1) - curve.day) / 86_400_000;
  let state = seed;
  const wh = Array.from({ length: stepsIn(curve, days) }, () => {
    state = (state * 48_271) % 2_147_483_647;
    return 20_000 + (state % 60_000);
  });
  return { ...curve, wh };
}

const seeds = fc.integer({ min: 1, max: 1_000_000 });
const years = fc.constantFrom(2023, 2024, 2025);

describe.each([
  ["hours", 60, HOURLY],
  ["quarter-hours", 15, QUARTERLY],
] as const)("a year of %s", (_, stepMinutes, notations) => {
  // A notation of both steps is read alike, and hours are a quarter of the work.
  test.each(Object.entries(notations).filter(([name]) => FULL || stepMinutes === 60 || !(name in HOURLY)))(
    "comes back to the Wh from %s, both changes of the clock included",
    async (_name, write) => {
      await fc.assert(
        fc.asyncProperty(years, seeds, async (year, seed) => {
          const curve = yearOf(stepMinutes, year, seed);
          const reading = (await readCurve([{ name: "curva", bytes: write(curve) }])) as CurveReading;
          expect(reading.outcome).toBe("ok");
          expect(reading.curve).toMatchObject({ steps: curve.wh.length, measured_steps: curve.wh.length });
          expect(reading.curve.step_minutes).toBe(stepMinutes);
          expect(Date.parse(reading.curve.first)).toBe(curve.day - 3_600_000);
          const wrong = reading.curve.values.import!.findIndex((kwh, t) => Math.round(kwh * 1000) !== curve.wh[t]);
          expect(wrong).toBe(-1);
        }),
        { numRuns: 1 },
      );
    },
  );
});
