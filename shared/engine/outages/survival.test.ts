import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CURVE_HOURS, MOST_HOURS, type Outage, servedHours, survivalCurve, survivedHours } from "./survival.ts";

const STEPS = 96;
const BATTERY = { capacityKwh: 100, chargeKw: 40, dischargeKw: 50, etaCharge: 0.9, etaDischarge: 0.8, minSoc: 0.1 };

/** A battery of 100 kWh, of which 10 are out of reach, that stores 50 kWh as each hour begins. */
const outageOf = ({ battery, ...more }: Partial<Omit<Outage, "battery">> & { battery?: object } = {}): Outage => ({
  stepHours: 1,
  battery: { ...BATTERY, initialSoc: 0.5, ...battery },
  storedKwh: new Float64Array(STEPS).fill(50),
  loadKwh: new Float64Array(STEPS).fill(10),
  pvKwh: null,
  ...more,
});
const hoursAt = (more: Parameters<typeof outageOf>[0], start = 0) => survivedHours(outageOf(more))[start];

describe("the hours that a load is carried", () => {
  test("are those of the energy above the minimum, less the loss of its discharge", () => {
    // 40 kWh x 0.8 over 10 kW.
    expect(hoursAt({})).toBeCloseTo(3.2, 12);
    expect(hoursAt({ stepHours: 0.25, loadKwh: new Float64Array(STEPS).fill(2.5) })).toBeCloseTo(3.2, 12);
    expect(hoursAt({ battery: { minSoc: 0.5 } })).toBe(0);
  });

  test("end where the load rises above the power, however full the battery is", () => {
    const loadKwh = new Float64Array(STEPS).fill(10).fill(51, 2);
    expect(hoursAt({ loadKwh })).toBe(2);
    expect(hoursAt({ loadKwh, battery: { dischargeKw: 51 } })).toBeGreaterThan(2);
    expect(hoursAt({ loadKwh }, 2)).toBe(0);
  });

  test("grow by what the plant gives and stores within the charger's power, only where it may run alone", () => {
    const pvKwh = new Float64Array(STEPS).fill(0);
    pvKwh[0] = 110;
    const with1 = { pvKwh, storedKwh: new Float64Array(STEPS).fill(10) };
    // One hour of sun, 40 of the 100 kWh left over x 0.9 x 0.8 over 10 kW, and none without the plant.
    expect(hoursAt(with1)).toBeCloseTo(1 + (40 * 0.9 * 0.8) / 10, 12);
    expect(hoursAt({ ...with1, pvKwh: null })).toBe(0);
    expect(hoursAt({ ...with1, battery: { chargeKw: 1000 } })).toBeCloseTo(1 + (90 * 0.8) / 10, 12);
  });

  test("go on at the beginning of the period after its end, and end at the longest outage", () => {
    expect(hoursAt({}, STEPS - 1)).toBeCloseTo(3.2, 12);
    expect(hoursAt({ loadKwh: new Float64Array(STEPS).fill(0.001) })).toBe(MOST_HOURS);
  });
});

test("a curve says the share that is survived so long, and what is served of an outage", () => {
  const curve = survivalCurve(Float64Array.of(0, 0.25, 1, MOST_HOURS));
  expect(curve).toHaveLength(MOST_HOURS / CURVE_HOURS + 1);
  expect([0, 0.25, 0.5, 1, 1.25, MOST_HOURS].map((hours) => curve[hours / CURVE_HOURS])).toEqual([
    ...[1, 0.75, 0.5, 0.5, 0.25, 0.25],
  ]);
  expect(servedHours(survivalCurve(Float64Array.of(2)), 1.5)).toBe(1.5);
  expect(servedHours(survivalCurve(Float64Array.of(2)), 10)).toBeCloseTo(2, 0);
  expect(servedHours(curve, 0)).toBe(0);
});

const year = fc.array(fc.double({ min: 0, max: 60, noNaN: true }), { minLength: 30, maxLength: 60 });

test("more energy in store or sun never shortens what is survived, and more load never lengthens it", () => {
  fc.assert(
    fc.property(year, fc.double({ min: 0, max: 1, noNaN: true }), fc.boolean(), (values, share, hasSun) => {
      const [loadKwh, pv] = [Float64Array.from(values), Float64Array.from(values.toReversed(), (kwh) => share * kwh)];
      const base = { loadKwh, pvKwh: hasSun ? pv : null, storedKwh: loadKwh.map((_, t) => (t * 37) % 101) };
      const hours = survivedHours(outageOf(base));
      const fuller = survivedHours(
        outageOf({ ...base, storedKwh: base.storedKwh.map((kwh) => kwh + (100 - kwh) * share) }),
      );
      const lighter = survivedHours(outageOf({ ...base, loadKwh: loadKwh.map((kwh) => share * kwh) }));
      for (const [t, value] of hours.entries()) {
        expect(fuller[t]).toBeGreaterThanOrEqual(value - 1e-9);
        expect(lighter[t]).toBeGreaterThanOrEqual(value - 1e-9);
      }
      const curve = survivalCurve(hours);
      expect(curve[0]).toBe(1);
      for (let i = 1; i < curve.length; i++) expect(curve[i]).toBeLessThanOrEqual(curve[i - 1]!);
    }),
  );
});
