import { describe, expect, test } from "vitest";
import { readCase } from "./case.ts";

describe("a case of the command line", () => {
  test("takes the specification's defaults and reads numbers as people write them", () => {
    const { input, series, solver } = readCase({ inputParameters: { demand_value: "1.250,5" } });
    expect(input).toMatchObject({ demand_value: 1250.5, pv_value: 2000, battery_capacity: 1000, weekends: true });
    expect(input).not.toHaveProperty("total_spending");
    expect([series, solver]).toEqual([{}, "highs"]);
  });

  test("needs no consumption where its series is given", () => {
    expect(readCase({ series: { demand_kwh: ["5,5", 6] } }).series.demand_kwh).toEqual([5.5, 6]);
  });

  test.each([
    ["no consumption", { inputParameters: {} }, "demand_value"],
    ["a number that is none", { inputParameters: { demand_value: "1,2,3" } }, "demand_value"],
    ["an exponent", { inputParameters: { demand_value: "1e5" } }, "demand_value"],
    ["an unknown field", { inputParameters: { demand_value: 500, demanda: 1 } }, "demanda"],
    ["an unknown series", { series: { demand: [1] } }, "series.demand"],
    [
      "a price that is no number",
      { series: { demand_kwh: [1, 1], buy_eur_mwh: [100, "NaN"] } },
      "series.buy_eur_mwh[1]",
    ],
    ["a missing price", { series: { demand_kwh: [1, 1], buy_eur_mwh: [null, 1] } }, "series.buy_eur_mwh[0]"],
    ["an empty series", { series: { demand_kwh: [] } }, "series.demand_kwh"],
    ["an unknown solver", { inputParameters: { demand_value: 1 }, solver: "cplex" }, "solver"],
    ["a start charge below the least", { inputParameters: { battery_min_soc: 0.4, initial_soc: 0.1 } }, "initial_soc"],
    ["a list", [], undefined],
  ])("with %s is refused, naming the field", (_, content, field) => {
    let error: unknown;
    try {
      readCase(content);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toMatchObject({ code: "INVALID_INPUT", message: expect.stringMatching(/^[A-Z].*\.$/) });
    expect((error as { field?: string }).field || undefined).toBe(field);
  });
});
