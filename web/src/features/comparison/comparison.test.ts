import type { SimulationRecord } from "@ecotrim/contracts/simulations/record";
import { BILLS, VALUE } from "@ecotrim/present/bill/contract-bill.fixture";
import { describe, expect, test } from "vitest";
import { bestOf, type ComparedRow, comparison, isAlike, namesApart } from "./comparison.ts";
import { conclusion } from "./conclusion.ts";

const record = (economics: object | undefined, status = "completed") =>
  ({
    status,
    inputParameters: { battery_capacity: 2000, max_charge_power: 1000, pv_value: 1250.5 },
    results: economics && { kpi_new_table: { economics, energetics: { total_generation: 1500 } } },
  }) as unknown as SimulationRecord;

const NONE = "No aplicable";
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
    const larger = record({ savings: 95_000, npv: 90_000 });
    expect(bestOf(rowOf([good, larger], "Ahorro anual"))).toEqual([1]);
    for (const label of ["TIR", "VAN", "LCOE", "Periodo de retorno"])
      expect(bestOf(rowOf([good, bad], label)), label).toEqual([0]);
  });

  test("a comparison calls no saving the better one that loses money or is of an old model", () => {
    expect(bestOf(rowOf([good, bad], "Ahorro anual"))).toEqual([]);
    const old = { ...record({ savings: 1e6, npv: 1e6 }), verdict: { code: "old" } } as unknown as SimulationRecord;
    const other = record({ savings: 1000, npv: 1 });
    expect(bestOf(rowOf([old, good, other], "VAN"))).toEqual([1]);
    expect(conclusion([old, good])).toContain("Hacen falta dos simulaciones con VAN");
  });

  test("a comparison marks nothing where all are alike, or only one has a figure", () => {
    expect(bestOf(rowOf([good, good], "VAN"))).toEqual([]);
    expect(bestOf(rowOf([good, record({})], "VAN"))).toEqual([]);
    expect(bestOf(rowOf([good, bad], "Capacidad"))).toEqual([]);
  });

  test("a comparison writes figures the Spanish way, and says when a value is negative", () => {
    expect(textsOf([good, bad], "VAN")).toEqual(["102.407 €", "−180.778 €"]);
    expect(textsOf([good, bad], "TIR")).toEqual(["10,4 %", "4,4 %"]);
    expect(textsOf([good, bad], "Clasificación")[1]).toBe("No aplicable");
    expect(textsOf([good, bad], "Generación fotovoltaica")).toEqual(["1,5 GWh", "1,5 GWh"]);
  });

  test("a comparison names the assumptions in which simulations differ, and no other", () => {
    const under = (contract: string) => {
      const assumptions = [
        { key: "contract_kind", label: "Contrato de suministro", value: contract },
        { key: "life_years", label: "Vida útil", value: "15 años" },
      ];
      return { ...good, results: { ...good.results, assumptions } } as unknown as SimulationRecord;
    };
    const groups = comparison([under("precio fijo"), under("indexado al mercado")]);
    expect(groups.at(-1)!.rows.map(({ label }) => label)).toEqual(["Contrato de suministro"]);
    expect(comparison([good, bad]).map(({ title }) => title)).not.toContain(groups.at(-1)!.title);
  });

  test("a comparison has powers, bill and the battery's worth where a result has a contract, and only then", () => {
    const contracted = { ...good, results: { ...good.results, bill: BILLS, battery_value: VALUE } } as SimulationRecord;
    const of = (label: string) => textsOf([contracted, bad], label);
    expect(of("Potencia de P1 a P6: óptima con batería")).toEqual(["388 · 420 · 420 · 420 · 420 · 420", NONE]);
    expect(of("Término de potencia: ahora")).toEqual(["37.997 €", NONE]);
    expect(of("Excesos de potencia: óptima con batería")).toEqual(["496 €", NONE]);
    expect(of("Factura sin IVA: óptima sin batería")).toEqual(["124.272 €", NONE]);
    expect(of("Ahorro esperable en operación")).toEqual(["11.621 €", NONE]);
    expect(of("Techo teórico del ahorro")).toEqual(["14.267 €", NONE]);
    expect(rowOf([good, bad], "Techo teórico del ahorro")).toBeUndefined();
  });

  test("a comparison marks no figure of money, and says why, where only some value the whole bill", () => {
    const billed = { ...good, results: { ...good.results, bill: BILLS } } as SimulationRecord;
    const larger = record({ savings: 95_000, irr: 0.2, npv: 110_000, lcoe: 40, payback_years: 5 });
    for (const label of ["Ahorro anual", "TIR", "VAN", "LCOE", "Periodo de retorno"]) {
      expect(bestOf(rowOf([good, larger], label)), label).toEqual([1]);
      expect(bestOf(rowOf([billed, larger], label)), label).toEqual([]);
    }
    expect(conclusion([billed, larger])).toMatch(/^Con factura entera y solo energía: no comparables\./);
    expect(bestOf(rowOf([billed, { ...larger, results: { ...larger.results, bill: BILLS } } as never], "VAN"))).toEqual(
      [1],
    );
    expect(bestOf(rowOf([good, larger, record({ npv: null })], "VAN"))).toEqual([1]);
  });

  test("a comparison has what the prices of a contract cost in the place of a spending that does not count", () => {
    const spent = { ...good, source: "platform", inputParameters: { total_spending: 60_000 } } as SimulationRecord;
    const results = { ...good.results, calibration: { contract_spending_eur: 52_031 } };
    expect(textsOf([spent, { ...spent, results } as SimulationRecord], "Gasto anual en energía")).toEqual([
      "60.000 €",
      "52.031 €",
    ]);
  });

  test("a comparison gives results without a saving no label, as they have no verdict", () => {
    const without = record({ savings: null, irr: null, npv: null });
    expect(textsOf([without, good, record(undefined, "failed")], "Clasificación")).toEqual([
      "No aplicable",
      "Altamente Rentable",
      "Sin resultados",
    ]);
  });

  test("a comparison says which figures a simulation without results, or with odd ones, has not", () => {
    const records = [record(undefined, "failed"), record({ savings: [5], npv: "a lot" })];
    expect(textsOf(records, "Ahorro anual")).toEqual(["No aplicable", "5 €"]);
    expect(textsOf(records, "VAN")).toEqual(["No aplicable", "No aplicable"]);
    expect(textsOf(records, "Veredicto")[0]).toBe("Sin resultados");
  });
});

describe("what a comparison comes to", () => {
  const named = (name: string | null, economics: object, uncertainty: object | null = null) =>
    ({ ...record(economics), name, uncertainty }) as unknown as SimulationRecord;
  const said = (...records: SimulationRecord[]) => conclusion(records).replaceAll("\u00a0", " ");
  const scenarios = {
    result: {
      npv_eur: { p10: { value: -50_000 }, p50: { value: 90_000 }, p90: { value: 220_000 } },
      probability_npv_positive: { value: 0.82 },
    },
  };
  const small = named("Nave 2", { savings: 88_593, npv: 102_407 }, scenarios);
  const large = named("Nave 3", { savings: 117_375, npv: 40_000 });
  const losing = named("Nave 4", { savings: 130_000, npv: -180_778 });

  test("a comparison's conclusion names the one worth most, by how much, and its risk", () => {
    expect(said(named("Nave 1", { savings: 50_000, npv: 2407 }), small)).toBe(
      "La que más vale es «Nave 2»: un VAN de 102.407 €, 100.000 € más que «Nave 1». «Nave 2» pierde dinero en 1 de cada 6 escenarios.",
    );
  });

  test("a comparison's conclusion warns of a larger saving that is worth less", () => {
    expect(said(large, small)).toContain("«Nave 3» ahorra más al año, pero");
  });

  test("a comparison's conclusion praises none of those that all lose money", () => {
    expect(said(losing, named("Nave 5", { savings: 1, npv: -200_000 }))).toBe(
      "Ninguna recupera su inversión con estos datos; la que menos pierde es «Nave 4», con un VAN de −180.778 €.",
    );
  });

  test("a comparison's conclusion says when two are worth the same, and when nothing can be said", () => {
    expect(said(small, named("Nave 6", { savings: 1, npv: 102_407.2 }))).toContain("valen lo mismo");
    expect(said(small, record(undefined, "failed"))).toContain("Hacen falta dos simulaciones con VAN");
  });

  test("a comparison tells simulations of one name apart by their place", () => {
    expect(namesApart([small, named("Nave 2", {}), large])).toEqual(["Nave 2 (1)", "Nave 2 (2)", "Nave 3"]);
  });

  test("a comparison has the risk where there are scenarios, and marks the better odds", () => {
    const other = { result: { ...scenarios.result, probability_npv_positive: { value: 0.5 } } };
    const records = [small, named("Nave 7", { npv: 1 }, other), large];
    expect(textsOf(records, "VAN en 8 de cada 10 escenarios (P10–P90)")).toEqual([
      "−50.000 € a 220.000 €",
      "−50.000 € a 220.000 €",
      "No aplicable",
    ]);
    const odds = rowOf(records, "Probabilidad de ganar dinero (VAN positivo)");
    expect(bestOf(odds)).toEqual([0]);
    expect(rowOf([large, losing], odds.label)).toBeUndefined();
  });

  test("a row of a comparison is alike where every figure reads the same", () => {
    expect(isAlike(rowOf([small, large], "Capacidad"))).toBe(true);
    expect(isAlike(rowOf([small, large], "VAN"))).toBe(false);
  });
});
