import { parseNumber } from "@ecotrim/contracts/numbers";
import { BatterySelectionQuery } from "@ecotrim/contracts/simulations/battery-options";
import { validate } from "@ecotrim/contracts/validation";
import { describe, expect, test } from "vitest";
import { batteryQuery, INITIAL_STATE } from "../features/calculator/state.ts";
import { queryString } from "./query-string.ts";

/** Query of step 5 for an installation of so many kWp. */
const queryOf = (generation: number) =>
  batteryQuery({
    ...INITIAL_STATE,
    generation,
    demand: { ...INITIAL_STATE.demand, average: generation / 8 },
    total_spendings: 400_000.01,
  })!;

/** 0 to 200 kWp in steps of 0.1. */
const SIZES = Array.from({ length: 2001 }, (_, step) => step / 10);

describe("a query", () => {
  test("a query is read by the server as it was meant, for every size of installation", () => {
    for (const size of SIZES) {
      const query = queryOf(size);
      expect(validate(BatterySelectionQuery, Object.fromEntries(new URLSearchParams(queryString(query))))).toEqual(
        query,
      );
    }
  });

  test("a query has figures that need no limits to be read", () => {
    for (const size of SIZES) {
      const { pv_generation: value } = queryOf(size);
      expect(parseNumber(new URLSearchParams(queryString({ value })).get("value")!)).toBe(value);
    }
  });

  test.each([
    [8.585, "8,585"],
    [1234.5, "1234,5"],
    [100_000_000, "100000000"],
    [0.0000001, "0,0000001"],
    [0, "0"],
  ])("a query writes %d as %s", (value, text) => {
    expect(new URLSearchParams(queryString({ value })).get("value")).toBe(text);
  });

  test("a query leaves words and booleans as they are", () => {
    expect(queryString({ type: "2turnos", weekend: false })).toBe("type=2turnos&weekend=false");
  });
});
