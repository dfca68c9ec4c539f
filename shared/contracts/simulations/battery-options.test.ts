import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { validate } from "../validation.ts";
import {
  BATTERY_KEYS,
  BatteryConfigurations,
  BatterySelectionQuery,
  batteryConfigurations,
  DEFAULT_BATTERY_CONFIGURATIONS,
} from "./battery-options.ts";

const sizes = (pv_generation: number, demand_load: number, autonomy_hours?: number): number[] => {
  const configurations = batteryConfigurations({
    pv_generation,
    demand_load,
    ...(autonomy_hours === undefined ? {} : { autonomy_hours }),
  });
  return BATTERY_KEYS.map((key) => configurations[key].capacity_kwh);
};

describe("battery options", () => {
  test("the smaller of PV power and demand sets the size, at the nearest size on the market", () => {
    expect(sizes(340, 500)).toEqual([750, 1250, 2000]);
    expect(sizes(500, 340)).toEqual([750, 1250, 2000]);
    expect(sizes(340, 100)).toEqual([200, 400, 600]);
    expect(sizes(3400, 5000)).toEqual([7000, 14000, 20000]);
  });

  test("twice the autonomy is twice the energy", () => {
    expect(sizes(250, 500, 8)).toEqual(sizes(500, 500, 4));
  });

  test("no battery is smaller than 100 kWh, and equal sizes move to the next step", () => {
    expect(sizes(0, 0)).toEqual([100, 125, 150]);
    expect(sizes(26, 26)).toEqual([100, 125, 150]);
  });

  test("the ladder has steps of 250 up to 5,000 kWh and of 1,000 above", () => {
    expect(sizes(5000, 2050, 1)).toEqual([1000, 2000, 3000]);
    expect(sizes(5000, 4620, 1)).toEqual([2250, 4500, 7000]);
    expect(sizes(5000, 4900, 1)).toEqual([2500, 5000, 7000]);
  });

  test("cards are distinct, ascending and keep their C rate for every site", () => {
    const power = fc.double({ min: 0, max: 34_000, noNaN: true });
    fc.assert(
      fc.property(power, power, fc.double({ min: 0.25, max: 24, noNaN: true }), (pv, demand, hours) => {
        const query = { pv_generation: pv, demand_load: demand, autonomy_hours: hours };
        const configurations = validate(BatteryConfigurations, batteryConfigurations(query));
        const [small, middle, large] = BATTERY_KEYS.map((key) => configurations[key].capacity_kwh) as [
          number,
          number,
          number,
        ];
        expect(small).toBeGreaterThanOrEqual(100);
        expect(middle).toBeGreaterThan(small);
        expect(large).toBeGreaterThan(middle);
        for (const { capacity_kwh, power_kw, c_rating, discharge_duration_hours } of Object.values(configurations)) {
          expect(power_kw).toBe(capacity_kwh * c_rating);
          expect(discharge_duration_hours * c_rating).toBe(1);
        }
      }),
    );
  });

  test("the default batteries are those of the specification", () => {
    const figures = BATTERY_KEYS.map((key) => {
      const { capacity_kwh, power_kw, c_rating, discharge_duration_hours, is_recommended } =
        DEFAULT_BATTERY_CONFIGURATIONS[key];
      return [capacity_kwh, power_kw, c_rating, discharge_duration_hours, is_recommended];
    });
    expect(figures).toEqual([
      [1000, 250, 0.25, 4, false],
      [2000, 1000, 0.5, 2, true],
      [3000, 3000, 1, 1, false],
    ]);
  });

  test("the query is read from Spanish text and its limits are named with their unit", () => {
    expect(validate(BatterySelectionQuery, { pv_generation: "340,5", demand_load: "1.500" })).toEqual({
      pv_generation: 340.5,
      demand_load: 1500,
    });
    expect(() => validate(BatterySelectionQuery, { pv_generation: "40.000,5", demand_load: "1" })).toThrow(
      "La generación fotovoltaica media debe estar entre 0 y 34.000\u00a0kW.",
    );
  });
});
