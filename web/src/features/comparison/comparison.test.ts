import type { SimulationRecord } from "@ecotrim/contracts/simulations/record";
import { describe, expect, test } from "vitest";
import { bestOf, type ComparedRow, comparison } from "./comparison.ts";

const record = (economics: object | undefined, status = "completed") =>
  ({
    status,
    inputParameters: { battery_capacity: 2000, max_charge_power: 1000, pv_value: 1250.5 },
    results: economics && { kpi_new_table: { economics, energetics: { total_generation: 1500 } } },
  }) as unknown as SimulationRecord;

const rowOf = (records: SimulationRecord[], label: string): ComparedRow =>
  comparison(records)
    .flatMap(({ rows }) => rows)
    .find((row) => row.label === label) as ComparedRow;
const textsOf = (records: SimulationRecord[], label: string) =>
  rowOf(records, label).cells.map(({ text }) => text.replaceAll("\u00a0", " "));

describe("a comparison", () => {
  const good = record({ savings: 88_593, irr: 0.104, npv: 102_407, lcoe: 44, payback_years: 7.2 });
  const bad = record({ savings: 117_375, irr: 0.044, npv: -180_778, lcoe: 48, payback_years: 12 });

  test("a comparison marks the higher saving, return and value, and the lower cost and payback", () => {
    expect(bestOf(rowOf([good, bad], "Ahorro anual"))).toEqual([1]);
    for (const label of ["TIR", "VAN", "LCOE", "Periodo de retorno"])
      expect(bestOf(rowOf([good, bad], label)), label).toEqual([0]);
  });

  test("a comparison marks nothing where all are alike, or only one has a figure", () => {
    expect(bestOf(rowOf([good, good], "VAN"))).toEqual([]);
    expect(bestOf(rowOf([good, record({})], "VAN"))).toEqual([]);
    expect(bestOf(rowOf([good, bad], "Capacidad"))).toEqual([]);
  });

  test("a comparison writes figures the Spanish way, and says when a value is negative", () => {
    expect(textsOf([good, bad], "VAN")).toEqual(["102.407 €", "−180.778 €"]);
    expect(textsOf([good, bad], "TIR")).toEqual(["10,40 %", "4,40 %"]);
    expect(textsOf([good, bad], "Valoración")[1]).toContain("VAN negativo");
    expect(textsOf([good, bad], "Generación fotovoltaica")).toEqual(["1,5 GWh", "1,5 GWh"]);
  });

  test("a comparison says which figures a simulation without results, or with odd ones, has not", () => {
    const records = [record(undefined, "failed"), record({ savings: [5], npv: "a lot" })];
    expect(textsOf(records, "Ahorro anual")).toEqual(["No aplicable", "5 €"]);
    expect(textsOf(records, "VAN")).toEqual(["No aplicable", "No aplicable"]);
    expect(textsOf(records, "Valoración")[0]).toBe("Sin resultados");
  });
});
