import type { Results } from "@ecotrim/contracts/simulations/result";
import {
  billSentences,
  COUNTED_EXCESS,
  type ContractBills,
  conceptRows,
  excessRows,
  type FigureRow,
  monthConcepts,
  monthTotals,
  powerRows,
  STEPS,
} from "@ecotrim/present/bill/contract-bill";
import { ECONOMICS_COLUMNS, ECONOMICS_ROWS } from "@ecotrim/present/economics-rows";
import { spell as written } from "@ecotrim/present/phrase";
import type { WriteSheet } from "hucre/xlsx";
import { NO_DETAILS, reasonOf } from "../../pdf/parts.ts";
import { FORMATS, figure, formula, type GridCell, STYLES, text } from "../cells.ts";
import { at, columnOf, GAP, paragraph, type Row, sheetOf } from "../page.ts";

const NAME = "Factura";

/** The bill without and with battery: the whole one of a year under a contract, else that of the energy. */
export const billSheet = (results: Results): WriteSheet =>
  results.bill ? wholeBill(results, results.bill) : energyBill(results);

function wholeBill(results: Results, bills: ContractBills): WriteSheet {
  const rows: Row[] = [
    [text("Factura de un año con su contrato", STYLES.title)],
    ...billSentences(bills, results).map((sentence) => paragraph(written(sentence), STYLES.wrapped)),
  ];
  const names = STEPS.map(({ name }) => name);
  const add = (title: string, columns: readonly string[], table: readonly FigureRow[], sums: Sums = {}) => {
    rows.push(
      GAP,
      [text(title, STYLES.heading)],
      ["", ...columns].map((name) => text(name, STYLES.columnHead)),
    );
    rows.push(...tableRows(table, rows.length, sums));
  };
  add("Potencia contratada (kW)", names, powerRows(bills));
  add("Factura por concepto (€ al año)", names, conceptRows(bills), CONCEPT_SUMS);
  add("Excesos de potencia", names, excessRows(bills));
  rows.push(paragraph(COUNTED_EXCESS));
  const totals = monthTotals(bills);
  add("Factura de cada mes (€)", totals.columns, totals.rows, MONTH_SUMS);
  for (const { key, name } of STEPS) {
    const { columns, rows: months } = monthConcepts(bills[key]);
    add(`Cada mes por concepto: ${name.toLowerCase()} (€)`, columns, months, MONTH_SUMS);
  }
  return sheetOf({ name: NAME, widths: [40, 17, 17, 17, 17, 17, 17], rows, landscape: true });
}

/** Rows that follow from others: their formula, from a column and the rows of a table by their keys. */
type Sums = Record<string, (column: number, rowOf: (key: string) => number, first: number) => string | null>;

const MONTH_SUMS: Sums = {
  sum: (column, rowOf, first) => `SUM(${columnOf(column, first, rowOf("sum") - 1)})`,
};

const CONCEPT_SUMS: Sums = {
  total_eur: (column, rowOf, first) => `SUM(${columnOf(column, first, rowOf("total_eur") - 1)})`,
  net: (column, rowOf) => `${at(rowOf("total_eur"), column)}+${at(rowOf("surplus_eur"), column)}`,
  saved: (column, rowOf) => {
    if (column === 1) return null;
    const row = Math.max(rowOf("net"), rowOf("total_eur"));
    return `${at(row, column - 1)}-${at(row, column)}`;
  },
};

/** @param first row of the sheet where they begin */
function tableRows(table: readonly FigureRow[], first: number, sums: Sums): GridCell[][] {
  const rowOf = (key: string) => first + table.findIndex((row) => row.key === key);
  return table.map(({ key, label, values, strong }) => {
    const style = strong ? STYLES.total : {};
    return [
      text(label, style),
      ...values.map((value, index) => {
        const expression = sums[key]?.(index + 1, rowOf, first) ?? null;
        if (value === null) return text("–", STYLES.missing);
        return expression === null ? figure(value, MONEY, style) : formula(expression, value, MONEY, style);
      }),
    ];
  });
}

/** The unit stands in the title of the table. */
const MONEY = FORMATS.whole;

/** Costs of the energy by concept, and how much less they are with battery. */
function energyBill(results: Results): WriteSheet {
  const { project_economics_table: table, costs } = results;
  const { without_battery_eur, with_battery_eur } = costs;
  const rows: Row[] = [
    [text("Factura de energía del periodo simulado", STYLES.title)],
    paragraph("Solo energía: sin término de potencia ni IVA. La operación es la óptima de la batería."),
    GAP,
    ["", "Sin batería", "Con batería", "Diferencia"].map((title) => text(title, STYLES.columnHead)),
    [
      text("Coste de la energía comprada menos excedentes"),
      figure(without_battery_eur, FORMATS.euros),
      figure(with_battery_eur, FORMATS.euros),
      without_battery_eur === null
        ? figure(null, FORMATS.euros)
        : formula(`${at(4, 1)}-${at(4, 2)}`, without_battery_eur - with_battery_eur, FORMATS.euros, STYLES.strong),
    ],
    ...(without_battery_eur === null ? [paragraph(reasonOf(results, "without_battery_eur"))] : []),
    GAP,
    [text("Costes por concepto", STYLES.heading)],
    ...(table ? costRows(table) : [paragraph(NO_DETAILS)]),
  ];
  return sheetOf({ name: NAME, widths: [52, 15, 15, 15, 15, 15, 15], rows, landscape: true });
}

type CostRow = NonNullable<Results["project_economics_table"]>[number];

const costRows = (table: readonly CostRow[]): Row[] => [
  [
    "",
    ...["sin batería", "con batería"].flatMap((side) => ECONOMICS_COLUMNS.map(({ unit }) => `${unit}, ${side}`)),
  ].map((title) => text(title, STYLES.columnHead)),
  ...table.map((row) => {
    const style = TOTALS.includes(row.var_name) ? STYLES.strong : {};
    return [
      text(row.var_name, style),
      ...(["sb", "cb"] as const).flatMap((side) =>
        ECONOMICS_COLUMNS.map(({ key, decimals }) => {
          const value = row[`${key}-${side}`];
          return value === null ? text("–", STYLES.missing) : figure(value, DECIMALS[decimals], style);
        }),
      ),
    ];
  }),
  paragraph("Un ingreso es un coste negativo; «–»: no procede en esa fila."),
];

const TOTALS: string[] = [ECONOMICS_ROWS.totalCost, ECONOMICS_ROWS.totalSaving];
const DECIMALS = [FORMATS.whole, FORMATS.energy, FORMATS.decimals] as const;
