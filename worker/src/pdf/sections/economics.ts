import type { CashflowYear, OperationYear, Results } from "@ecotrim/contracts/simulations/result";
import { financingOf } from "@ecotrim/engine/economics/ways";
import { labelOf, type ResultKey, unitOf } from "@ecotrim/present/figures";
import { conditionsOf } from "@ecotrim/present/finance/conditions";
import { bearerTable, discountNote, ownerTable, wayTable } from "@ecotrim/present/finance/ways";
import { withOwnCapex } from "@ecotrim/present/results/own-capex";
import { drawCashFlow } from "../charts/cash-flow.ts";
import type { ReportContent } from "../content.ts";
import { euros, spell, spellBare, writer } from "../format.ts";
import { amounts, assumption, figureRow, NO_DETAILS, reasonOf } from "../parts.ts";
import type { Sheet } from "../sheet.ts";
import { drawTable } from "../table.ts";

/** Investment at which the net present value would be 0, EUR; null where it does not exist. */
export function breakEvenCapex(results: Results): number | null {
  return withOwnCapex(results, results.summary.capex_eur)?.break_even_capex_eur ?? null;
}

/** Height of the first table of the ways with its heading, pt. */
const WAYS_KEEP = 150;

type CashflowKey = Exclude<keyof CashflowYear, "year">;
const CASHFLOW_FIGURES: CashflowKey[] = [
  "saving_eur",
  "om_eur",
  "replacement_eur",
  "net_eur",
  "cumulative_eur",
  "discounted_eur",
];

/** Money in and out, year by year. */
export function cashFlow(sheet: Sheet, results: Results): void {
  const rows = results.economic_model?.cashflow_df;
  sheet.section("Año a año", 270);
  sheet.paragraph(
    `Importes nominales, antes del impuesto de sociedades y sin IVA. La energía crece un ${assumption(results, "price_growth")}; la batería pierde un ${assumption(results, "fade")} de capacidad al año.`,
  );
  if (!rows || rows.length === 0) {
    sheet.paragraph(rows ? `No aplicable. ${reasonOf(results, "savings")}` : NO_DETAILS);
    return;
  }
  const last = rows.at(-1)!;
  const recovered = rows[rows.findLastIndex(({ cumulative_eur }) => cumulative_eur < 0) + 1];
  const alt = `La inversión es de ${euros(-rows[0]!.net_eur)}. ${recovered ? `El acumulado es positivo desde el año ${recovered.year}` : "El acumulado no queda en positivo"} y termina en ${euros(last.cumulative_eur)}.`;
  sheet.figure(null, 205, alt, (box) => drawCashFlow(sheet, box, rows));
  sheet.note(alt);
  const shared = rows.some(({ customer_saving_eur }) => customer_saving_eur !== undefined);
  const keys: CashflowKey[] = [...CASHFLOW_FIGURES, ...(shared ? (["customer_saving_eur"] as const) : [])];
  sheet.heading("Flujo de caja de cada año, en €");
  drawTable(sheet, {
    size: 8,
    columns: [
      { title: "Año", share: 0.07 },
      ...keys.map((key) => ({ title: labelOf(key, "report"), share: 0.93 / keys.length, align: "right" as const })),
    ],
    rows: rows.map((row) => ({
      cells: [String(row.year), ...keys.map((key) => spellBare(key, row[key]))],
    })),
  });
}

/** The ways to have the battery side by side, on the same operation: what each is worth, and who bears what. */
export function ways(sheet: Sheet, { results, financeTerms }: ReportContent["simulation"]): void {
  const financing = financingOf(results, financeTerms ?? {});
  const { ways: priced, terms } = financing;
  if (!priced) return;
  sheet.section("Formas de tenerla", WAYS_KEEP);
  for (const { head, rows } of [wayTable, ownerTable, bearerTable].map((table) => table(priced, terms, writer)))
    drawTable(sheet, {
      size: 8,
      columns: head.map((title, index) => ({
        title,
        share: index === 0 ? 0.17 : 0.83 / (head.length - 1),
        align: index === 0 || rows.some(({ cells }) => !/\d/.test(cells[1]!)) ? "left" : "right",
      })),
      rows: rows.map(({ label, cells }) => ({ cells: [label, ...cells] })),
    });
  sheet.note(
    `Misma batería y misma operación. ${discountNote(results.economic_case!.assumptions.discount_rate, writer)} Las condiciones sin «(indicado)» son supuestos que debe confirmar con una oferta.`,
  );
  sheet.heading("Condiciones de cada forma");
  drawTable(sheet, {
    size: 8,
    columns: [
      { title: "Concepto", share: 0.2 },
      { title: "Condición", share: 0.4 },
      { title: "Fuente", share: 0.4 },
    ],
    rows: conditionsOf(financing, writer).map(({ name, values, source }) => ({ cells: [name, values, source] })),
  });
}

export const INVESTMENT_FIGURES: ResultKey[] = [
  "capex_eur",
  "savings",
  "npv",
  "irr",
  "payback_years",
  "spending_to_savings",
  "lcoe",
  "lcoe_without_battery",
  "lcos",
];

/** All figures of the investment. */
export function investmentFigures(sheet: Sheet, results: Results): void {
  const breakEven = breakEvenCapex(results);
  const atBreakEven =
    breakEven !== null && breakEven > 0 ? euros(breakEven) : "Ninguna: ni una batería gratuita compensa";
  sheet.heading("Cifras de la inversión");
  amounts(
    sheet,
    ["Cifra", "Valor"],
    [
      ...INVESTMENT_FIGURES.map((key) => figureRow(results, key)),
      ...(breakEven === null ? [] : [["Inversión a la que el VAN es cero", atBreakEven] as const]),
      figureRow(results, "first_year_income_by_power"),
    ],
  );
}

type OperationKey = Exclude<keyof OperationYear, "year">;
const OPERATION_FIGURES: OperationKey[] = [
  "generation_mwh",
  "demand_mwh",
  "self_consumption_mwh",
  "import_mwh",
  "export_mwh",
  "discharge_mwh",
  "state_of_health",
  "cycles",
];

/** Operation by year as the battery ages. */
export function operationByYear(sheet: Sheet, { operation_data }: Results): void {
  sheet.section("Operación año a año, en MWh");
  const rows = operation_data?.df;
  if (!rows) {
    sheet.paragraph(NO_DETAILS);
    return;
  }
  const shareOf = (key: OperationKey) => (key === "self_consumption_mwh" ? 0.149 : 0.113);
  drawTable(sheet, {
    size: 8,
    dense: true,
    columns: [
      { title: "Año", share: 0.06 },
      ...OPERATION_FIGURES.map((key) => ({
        title: labelOf(key, "report"),
        share: shareOf(key),
        align: "right" as const,
      })),
    ],
    rows: rows.map((row) => ({
      cells: [
        String(row.year),
        ...OPERATION_FIGURES.map((key) => (unitOf(key) === "%" ? spell(key, row[key]) : spellBare(key, row[key]))),
      ],
    })),
  });
}
