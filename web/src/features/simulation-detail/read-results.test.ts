import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readFigure, readResults } from "./read-results.ts";

const read = (results: unknown) => readResults(results, { total_spending: 480_000 });

describe("a figure", () => {
  test.each([
    [3, 3],
    [[3.5, 4], 3.5],
    ["1.234,56 €", 1234.56],
    [["7"], 7],
    [null, null],
    [undefined, null],
    [Number.NaN, null],
    [[], null],
    ["mucho", null],
    [{ value: 3 }, null],
    [true, null],
  ])("a figure is read from %j", (given, figure) => {
    expect(readFigure(given)).toBe(figure);
  });
});

describe("results of a client", () => {
  test("results of a client may give their figures as texts, lists or in the summary alone", () => {
    const { figures } = read({
      summary: { npv: "-5.000" },
      kpi_new_table: { economics: { savings: [60_000], irr: "12,5 %" }, energetics: { total_generation: 100 } },
      total_autoconsume: "25",
    });
    expect(figures).toMatchObject({ savings: 60_000, irr: 0.125, npv: -5000, lcoe: null });
    expect(figures.self_consumption_fct).toBe(0.25);
    expect(figures.spending_to_savings).toBe(8);
  });

  test("results of a client say of each missing figure why, in their own words where they have them", () => {
    const { whyNot } = read({
      null_reasons: { irr: "Sin inversión." },
      kpi_new_table: { economics: { savings: -1 }, energetics: { total_generation: 0 } },
    });
    expect(whyNot("irr")).toBe("Sin inversión.");
    expect(whyNot("npv")).toBe("Quien calculó la simulación no dio este dato.");
    expect(whyNot("self_consumption_fct")).toBe("No hay generación fotovoltaica.");
    expect(whyNot("spending_to_savings")).toBe("No hay ahorro con el que comparar el gasto.");
  });

  test("results of a client without a spending have no ratio to it", () => {
    const { figures, whyNot } = readResults({ summary: { savings: 10 } }, {});
    expect(figures.spending_to_savings).toBeNull();
    expect(whyNot("spending_to_savings")).toBe("No se ha indicado el gasto en energía.");
    const zero = readResults({ summary: { savings: 10 } }, { total_spending: 0 });
    expect(zero.whyNot("spending_to_savings")).toBe("El gasto en energía indicado es de 0 €.");
  });

  test("results of a client keep their own warnings, without what is none", () => {
    const own = { code: "negative_npv", message: "Pierde." };
    expect(read({ summary: { npv: -1 }, warnings: [own, 3, {}] }).warnings).toEqual([own]);
  });

  const YEARS = { status: "ready", table: { years: ["1", "2"], metrics: [{ key: "saving", values: [10, null] }] } };

  test.each([
    ["rows", [{ year: 1, saving: 10 }, { year: 2 }]],
    ["rows in an object", { cashflow_df: [{ year: 1, saving: 10 }, { year: 2 }] }],
    ["JSON text", JSON.stringify({ df: [{ Año: 1, saving: 10 }, { Año: 2 }] })],
    ["columns", { df: { year: [1, 2], saving: [10] } }],
    ["columns by index", { df: { year: { 0: 1, 1: 2 }, saving: { 0: "10" } } }],
    ["rows without a year", [{ saving: 10 }, {}]],
  ])("results of a client have their years read from %s", (_, given) => {
    expect(read({ economic_model: given }).cashflow).toEqual(YEARS);
  });

  test.each([
    [undefined, "absent"],
    [null, "absent"],
    ["nada", "unsupported"],
    [3, "unsupported"],
    [{}, "unsupported"],
    [{ df: { df: { df: { df: { df: { df: [] } } } } } }, "unsupported"],
    [[], "unreadable"],
    [[1, 2], "unreadable"],
    [{ df: [{ year: 1, saving: {} }] }, "unreadable"],
  ])("%j is no table of years: %s", (given, status) => {
    expect(read({ operation_data: given }).operation).toEqual({ status });
  });

  test("results of a client may name their indicators in rows or in an object", () => {
    const { indicators, demand, battery } = read({
      kpi_table: [{ indicator: "TIR", value: "alta", units: "%" }, { value: 3 }],
      operative_analysis: { kpi_demand: { Consumo: 12, Punta: null }, kpi_battery: 3 },
    });
    expect(indicators).toEqual({ status: "ready", table: [{ indicator: "TIR", value: "alta", units: "%" }] });
    expect(demand).toMatchObject({
      table: [
        { indicator: "Consumo", value: 12 },
        { indicator: "Punta", value: null },
      ],
    });
    expect(battery).toEqual({ status: "unsupported" });
  });

  const numbered = (count: number, value: (index: number) => unknown) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`c${index}`, value(index)]));

  test.each([
    ["3,000 columns of one long table", { df: { ...numbered(3000, () => [1]), year: Array(5000).fill(1) } }],
    ["one column of 5,000 years", { df: { year: Array(5000).fill(1) } }],
    ["3,000 columns in a row", [numbered(3000, () => 1)]],
    ["columns that differ by row", Array.from({ length: 90 }, (_, index) => ({ [`c${index}`]: 1 }))],
    ["5,000 rows", Array(5000).fill({ saving: 1 })],
    ["5,000 rows as text", JSON.stringify(Array(5000).fill({ saving: 1 }))],
  ])("a table of a client with %s is too large to be shown", (_, given) => {
    expect(read({ operation_data: given }).operation).toEqual({ status: "oversized" });
  });

  test("a table of a client with as many columns and rows as any of ours is shown", () => {
    const years = Array.from({ length: 40 }, (_, year) => ({ year, ...numbered(20, () => 1) }));
    expect(read({ operation_data: years }).operation).toMatchObject({ status: "ready" });
  });

  test("indicators and comparisons of a client are bounded like any table", () => {
    const rows = Array.from({ length: 101 }, () => ({ var_name: "Compra", indicator: "TIR", value: 1 }));
    const view = read({
      kpi_table: rows,
      project_economics_table: rows,
      operative_analysis: { kpi_demand: numbered(101, () => 1) },
    });
    for (const table of [view.indicators, view.comparison, view.demand]) expect(table).toEqual({ status: "oversized" });
  });

  test("of many warnings of a client the first are shown, and how many there are besides", () => {
    const { warnings } = read({
      warnings: Array.from({ length: 2000 }, (_, code) => ({ code, message: `Aviso ${code}` })),
    });
    expect(warnings).toHaveLength(31);
    expect(warnings.at(-1)?.message).toBe("Y otros 1970 avisos.");
  });

  test("names and sentences of a client are shown up to a length, and figures up to a size", () => {
    const { indicators, warnings, figures } = read({
      kpi_table: [{ indicator: "x".repeat(60_000), value: "y".repeat(60_000) }],
      warnings: [{ message: "z".repeat(60_000) }],
      summary: { savings: 1.7e308, npv: -1.7e308 },
    });
    expect(indicators).toMatchObject({ table: [{ indicator: `${"x".repeat(199)}…`, value: `${"y".repeat(199)}…` }] });
    expect(warnings.map(({ message }) => message.length)).toEqual([1000]);
    expect([figures.savings, figures.npv]).toEqual([null, null]);
  });

  test.each(["toString", "__proto__", "constructor", "hasOwnProperty"])(
    "a column of a client may be called %s",
    (name) => {
      const given = JSON.parse(`[{"year": 1, "${name}": 7}]`);
      expect(read({ economic_model: given, kpi_table: given[0], null_reasons: given[0] }).cashflow).toEqual({
        status: "ready",
        table: { years: ["1"], metrics: [{ key: name, values: [7] }] },
      });
    },
  );

  test("results of a client of any shape are read without failing", () => {
    fc.assert(
      fc.property(fc.anything(), (anything) => {
        const { figures, whyNot } = read(anything);
        for (const key of Object.keys(figures) as (keyof typeof figures)[])
          expect(figures[key] === null ? whyNot(key) : figures[key]).not.toBe("");
      }),
    );
  });
});
