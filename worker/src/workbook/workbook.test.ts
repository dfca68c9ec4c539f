import { cashFlow } from "@ecotrim/engine/economics/cash-flow";
import { financingOf } from "@ecotrim/engine/economics/ways";
import { BILLS, VALUE } from "@ecotrim/present/bill/contract-bill.fixture";
import { WAY_NAMES } from "@ecotrim/present/finance/ways";
import { beforeAll, describe, expect, test } from "vitest";
import { named, type ReadWorkbook, readWorkbook } from "../../../tests/support/workbook.ts";
import type { ReportContent } from "../pdf/content.ts";
import { computedReport } from "../pdf/report.fixture.ts";
import { renderWorkbook } from "./workbook.ts";

const MB = 1_000_000;
const FLOW = "Flujo de caja";
/** Row of year 0. */
const FIRST = 11;

let report: ReportContent;
let file: Buffer;
let book: ReadWorkbook;
beforeAll(async () => {
  report = await computedReport();
  file = await renderWorkbook(report);
  book = readWorkbook(file);
}, 300_000);

/** Another workbook, without the hours, which take the longest. */
async function changed(change: (report: ReportContent) => void): Promise<ReadWorkbook> {
  const { hourly: _, ...copy } = structuredClone(report);
  change(copy);
  return readWorkbook(await renderWorkbook(copy));
}

const textsOf = (cells: ReadWorkbook["sheets"][string]): string =>
  Object.values(cells)
    .map(({ value }) => value)
    .filter((value) => typeof value === "string")
    .join("\n");

/** The cells of a column that hold numbers, from one row on. */
const column = (letter: string, { sheets } = book): (number | null)[] =>
  Array.from({ length: 41 }, (_, year) => sheets[FLOW]![`${letter}${FIRST + year}`]?.value as number);

describe("the cash flow of a workbook", () => {
  test("the cash flow of a workbook has the values of the stored one, and nothing beyond the life", () => {
    const stored = report.simulation.results.economic_model!.cashflow_df;
    const life = stored.length;
    const figures = { E: "saving_eur", I: "net_eur", J: "cumulative_eur", K: "discounted_eur" } as const;
    for (const [letter, key] of Object.entries(figures)) {
      const values = column(letter);
      for (const row of stored.slice(1)) expect(values[row.year]).toBeCloseTo(row[key], 6);
      for (const value of values.slice(life)) expect(value).toBe(key === "cumulative_eur" ? values[life - 1] : 0);
    }
    expect(column("F")[0]).toBe(stored[0]!.net_eur);
    for (const [letter, key] of [
      ["G", "om_eur"],
      ["H", "replacement_eur"],
    ] as const)
      for (const row of stored.slice(1)) expect(column(letter)[row.year]).toBeCloseTo(-row[key], 6);
  });

  test("the cash flow of a workbook follows from named cells, year by year", () => {
    const cells = book.sheets[FLOW]!;
    const formulas = "CDEGHIJK".split("").map((letter) => cells[`${letter}${FIRST + 3}`]!.formula);
    expect(formulas).toEqual([
      "B14*Disponibilidad*Ahorro_realizable-Consumo_auxiliar",
      "(1+Crecimiento_energía)^(A14-1)",
      "IF(A14>Vida_útil,0,C14*D14-Potencia_adicional)",
      "IF(A14>Vida_útil,0,-Mantenimiento*Inversión*(1+Indexación_mantenimiento)^(A14-1))",
      "IF(A14>Vida_útil,0,IF(A14=Año_sustitución,-Sustitución*Inversión,0))",
      "E14+F14+G14+H14",
      "SUM(I11:I14)",
      "I14/(1+Tasa_descuento)^A14",
    ]);
    expect(cells[`F${FIRST}`]!.formula).toBe("-Inversión");
    const { assumptions } = report.simulation.results.economic_case!;
    expect(named(book, "Inversión").value).toBe(assumptions.capex_eur);
    expect(named(book, "Vida_útil").value).toBe(assumptions.life_years);
  });

  test("value, rate of return and payback are formulas over all years that carry the results' figures", () => {
    const { npv, irr, payback_years, savings } = report.simulation.results.summary;
    const value = named(book, "Valor_actual_neto");
    expect(value.formula).toBe("I11+NPV(Tasa_descuento,I12:I51)");
    expect(value.value).toBeCloseTo(npv!, 6);
    const rate = named(book, "Tasa_interna_retorno");
    expect(rate.formula).toBe(`IFERROR(IRR(I11:I51,${irr!.toFixed(6)}),"No aplicable")`);
    expect(rate.value).toBeCloseTo(irr!, 12);
    expect(named(book, "Periodo_retorno").value).toBeCloseTo(payback_years!, 9);
    expect(named(book, "Ahorro_primer_año").value).toBeCloseTo(savings!, 6);
    const summary = Object.values(book.sheets.Resumen!).filter(({ formula }) => formula === "Valor_actual_neto");
    expect(summary).toMatchObject([{ value: value.value }]);
  });

  test("with a revenue share the cash flow is the owner's, beside the customer's saving", async () => {
    const shared = await changed(({ simulation: { results } }) => {
      const given = results.economic_case!;
      given.revenue_share_fct = 0.4;
      const { availability, realisable_fct } = given.assumptions;
      const netSavingEur = given.operation.map(
        ({ energy_saving_eur }) => energy_saving_eur * availability * realisable_fct - given.auxiliaries_eur,
      );
      const [first] = cashFlow({
        assumptions: given.assumptions,
        capexEur: given.assumptions.capex_eur,
        netSavingEur,
        extraPowerEur: given.extra_power_eur,
        revenueShare: 0.4,
      });
      results.summary.savings = first!.customerSavingEur;
    });
    expect(shared.sheets[FLOW]!.F12).toMatchObject({ formula: "IF(Parte_inversor>0,Parte_inversor,1)*E12" });
    expect(column("F", shared)[1]).toBeCloseTo(0.4 * column("E")[1]!, 6);
    expect(column("G", shared)[1]).toBeCloseTo(0.6 * column("E")[1]!, 6);
    expect(shared.sheets[FLOW]!.K12!.formula).toBe("F12+H12+I12+J12");
    expect(named(shared, "Ahorro_primer_año").value).toBe(column("G", shared)[1]);
  });

  test("a life can be shortened alone where the saving of later years was not stored", async () => {
    const older = await changed(({ simulation: { results } }) => {
      delete results.economic_case!.later_energy_saving_eur;
    });
    expect(older.sheets[FLOW]!.A26!.value).toBe(15);
    expect(older.sheets[FLOW]!.A27!.value).toBe("Suma");
    expect(textsOf(older.sheets.Supuestos!)).toContain("hasta 15 años");
    expect(textsOf(book.sheets.Supuestos!)).toContain("hasta 40 años");
  });
});

describe("a workbook", () => {
  test("a workbook of a year of hours is small, and has every step with its energies", () => {
    expect(file.length).toBeLessThan(3 * MB);
    const hours = book.sheets.Horas!;
    expect(hours.A8785!.value).toBeCloseTo(45657 + 23 / 24, 6);
    expect(hours).not.toHaveProperty("A8786");
    const { total_demand, total_generation } = report.simulation.results.kpi_new_table.energetics;
    const months = book.sheets.Mensual!;
    expect(months.B5!.formula).toBe("SUM('Horas'!C2:C745)/1000");
    expect(months.B17).toMatchObject({ formula: "SUM(B5:B16)", value: expect.closeTo(total_generation, 3) });
    expect(months.C17!.value).toBeCloseTo(total_demand, 3);
    expect(months.I17!.value).toBeCloseTo(report.simulation.results.costs.without_battery_eur!, 2);
  });

  test("the same content gives the same workbook", async () => {
    expect((await renderWorkbook(structuredClone(report))).equals(file)).toBe(true);
  });

  test("a name is text in a workbook, whatever it looks like", async () => {
    const formulas = ({ sheets }: ReadWorkbook) =>
      Object.values(sheets).flatMap((cells) => Object.values(cells).flatMap(({ formula }) => formula ?? []));
    const harmless = formulas(await changed(() => {}));
    const names: [given: string, written: string][] = [
      ...["=1+1", "+34 600", "-2", "@SUM(A1)", "#REF!", "_x003D_1"].map((name): [string, string] => [name, name]),
      ["\t=1", "=1"],
      ["\r=1", "=1"],
      ["<b>&\u0001\ufffe", "<b>&"],
    ];
    for (const [given, written] of names) {
      const safe = await changed(({ simulation, holder }) => {
        simulation.name = given;
        simulation.site = given;
        holder.company = given;
      });
      expect(formulas(safe)).toEqual(harmless);
      const texts = Object.values(safe.sheets.Resumen!).filter(({ value }) => value === written);
      expect(texts).toHaveLength(3);
    }
  });

  test("the ways to pay stand side by side, with their value as a formula over the customer's cash flow below", async () => {
    const { results } = report.simulation;
    const { ways } = financingOf(results, {});
    const cells = book.sheets["Formas de pago"]!;
    expect(ways).toHaveLength(5);
    for (const [index, { key, customer }] of ways!.entries()) {
      const row = 5 + index;
      expect(cells[`A${row}`]!.value).toBe(WAY_NAMES[key]);
      expect(cells[`E${row}`]!.formula).toMatch(/^([A-Z]+)\d+\+NPV\(Tasa_descuento,\1\d+:\1\d+\)$/);
      expect(cells[`E${row}`]!.value).toBe(customer.npvEur);
      const [, column, year0] = /^([A-Z]+)(\d+)/.exec(cells[`E${row}`]!.formula!)!;
      for (const [year, net] of customer.net.entries())
        expect(cells[`${column}${Number(year0) + year}`]).toMatchObject({
          formula: expect.stringMatching(/^SUM\(B\d+:[A-Z]+\d+\)$/),
          value: expect.closeTo(net, 6),
        });
    }
    expect(cells.E5!.value).toBeCloseTo(results.summary.npv!, 6);
    const taxed = await changed(({ simulation }) => {
      simulation.financeTerms = {
        tax: { applies: true },
        insurance_fct: 0.004,
        incentives: [{ id: "ibi", value: 1500, years: 3 }],
      };
    });
    const texts = textsOf(taxed.sheets["Formas de pago"]!);
    expect(texts).toContain("VAN después de impuestos");
    expect(texts).toMatch(/Seguro, sobre la inversión al año\. 0,40\s% \(indicado\)/);
    expect(texts).toMatch(/Bonificación del IBI\. 1\.500\s€ al año, del año 1 al 3 \(indicado\)/);
  });

  test("every assumption stands in a workbook with its source", () => {
    const texts = textsOf(book.sheets.Fuentes!);
    for (const { label, value, source } of report.simulation.results.assumptions)
      for (const words of [label, value, source]) expect(texts).toContain(words);
  });

  test("the bill of a contract has its sums as formulas with the figures of the results", async () => {
    const billed = await changed(({ simulation: { results } }) => {
      Object.assign(results, { bill: BILLS, battery_value: VALUE });
    });
    const sums = Object.entries(billed.sheets.Factura!).filter(([, { formula }]) => formula);
    const values = sums.map(([, { value }]) => value);
    expect(values).toContain(BILLS.best_with.total_eur);
    expect(sums.length).toBeGreaterThan(8);
    for (const [address, { formula, value }] of sums) {
      const range = /^SUM\(([A-Z]+)(\d+):[A-Z]+(\d+)\)$/.exec(formula!);
      if (!range) continue;
      const [, letter, from, to] = range;
      let sum = 0;
      for (let row = Number(from); row <= Number(to); row++)
        sum += billed.sheets.Factura![`${letter}${row}`]!.value as number;
      expect(sum, address).toBeCloseTo(value as number, 2);
    }
  });

  test.each<[string, (report: ReportContent) => void, string]>([
    [
      "without details",
      ({ simulation: { results } }) => {
        delete results.economic_model;
        delete results.operative_analysis;
        delete results.project_economics_table;
      },
      "la simulación se pidió sin el detalle de la operación",
    ],
    [
      "without a saving",
      ({ simulation: { results } }) => {
        delete results.economic_case;
        results.null_reasons.savings = "No hay batería.";
      },
      "No aplicable. No hay batería.",
    ],
    [
      "of an old model",
      ({ simulation: { results } }) => {
        results.engine_version = "1.9.0";
      },
      "es de una versión anterior del cálculo",
    ],
  ])("a workbook %s says so in place of the cash flow", async (_, change, sentence) => {
    const answered = await changed(change);
    expect(textsOf(answered.sheets[FLOW]!)).toContain(sentence);
    expect(answered.names).not.toHaveProperty("Inversión");
    expect(textsOf(answered.sheets.Resumen!)).not.toContain("fórmula");
  });

  test("a workbook of a short period has the cash flow without rates, and says why", async () => {
    const short = await changed(({ simulation: { results } }) => {
      results.summary.npv = null;
      results.null_reasons.npv = "El periodo es corto.";
    });
    expect(textsOf(short.sheets[FLOW]!)).toContain("El periodo es corto.");
    expect(short.names).not.toHaveProperty("Valor_actual_neto");
    expect(short.sheets[FLOW]!.I51!.formula).toBe("E51+F51+G51+H51");
  });

  test("a workbook of a result that is not to be relied on gives no figure of it", async () => {
    const doubted = await changed(({ simulation: { results } }) => {
      results.warnings.push({ code: "spending_out_of_range", message: "El gasto no cuadra." });
    });
    expect(Object.keys(doubted.sheets)).toEqual(["Resumen", "Fuentes"]);
    expect(textsOf(doubted.sheets.Resumen!)).toContain("Por eso este libro no da cifras");
  });
});
