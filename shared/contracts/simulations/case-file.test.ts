import { describe, expect, test } from "vitest";
import { readCaseFile } from "./case-file.ts";
import { stepsOf } from "./input.ts";

describe("a case of the command line", () => {
  test("a case file takes the specification's defaults and reads numbers as people write them", () => {
    const { input, series, solver } = readCaseFile({ inputParameters: { demand_value: "1.250,5" } });
    expect(input).toMatchObject({
      load: { averageKw: 1250.5, weekends: true },
      pv: { kwp: 2000 },
      battery: { capacityKwh: 1000 },
    });
    expect(input.tariff).toEqual({ name: "6.1TD", year: 2026, contractKind: "unknown" });
    expect([series, solver]).toEqual([{}, "highs"]);
  });

  test("a case file has its contract beside its inputs", () => {
    const contract = { tariff: "6.1TD", contracted_kw: ["629", 629, 629, 629, 629, 629] };
    const { input } = readCaseFile({ inputParameters: { demand_value: 1, province: "Ceuta" }, contract });
    expect(input.supply).toMatchObject({ contracted_kw: new Array(6).fill(629), zone: "ceuta" });
    expect(readCaseFile({ inputParameters: { demand_value: 1 } }).input).not.toHaveProperty("supply");
  });

  test("a case whose maximeters are known is solved in quarter-hours", () => {
    const contract = { tariff: "6.1TD", contracted_kw: new Array(6).fill(629) };
    const stepsUnder = (known: object) =>
      stepsOf(readCaseFile({ inputParameters: { demand_value: 1 }, contract: { ...contract, ...known } }).input);
    expect(stepsUnder({})).toBe(366 * 24);
    expect(stepsUnder({ maximeters: new Array(12).fill(new Array(6).fill(500)) })).toBe(366 * 96);
  });

  test("a case file needs no consumption where its series is given", () => {
    expect(readCaseFile({ series: { demand_kwh: ["5,5", 6] } }).series.demand_kwh).toEqual([5.5, 6]);
    expect(readCaseFile({ series: { net_kwh: ["-5,5", 6] } }).series.net_kwh).toEqual([-5.5, 6]);
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
    ["a consumption both gross and net", { series: { demand_kwh: [1], net_kwh: [1] } }, "series.net_kwh"],
    ["an empty series", { series: { demand_kwh: [] } }, "series.demand_kwh"],
    [
      "powers that fall",
      { contract: { tariff: "6.1TD", contracted_kw: [2, 1, 2, 2, 2, 2] } },
      "contract.contracted_kw[1]",
    ],
    ["an unknown solver", { inputParameters: { demand_value: 1 }, solver: "cplex" }, "solver"],
    ["a start charge below the least", { inputParameters: { battery_min_soc: 0.4, initial_soc: 0.1 } }, "initial_soc"],
    ["a list", [], undefined],
  ])("a case file with %s is refused, naming the field", (_, content, field) => {
    let error: unknown;
    try {
      readCaseFile(content);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toMatchObject({ code: "INVALID_INPUT", message: expect.stringMatching(/^[A-Z].*\.$/) });
    expect((error as { field?: string }).field || undefined).toBe(field);
  });
});
