import { NOT_APPLICABLE } from "@ecotrim/contracts/numbers";
import type { StoredEconomicCase } from "@ecotrim/contracts/simulations/result";
import { type CashFlowYear, ownerFlows } from "@ecotrim/engine/economics/cash-flow";
import type { Economics } from "@ecotrim/engine/economics/economics";
import { labelOf } from "@ecotrim/present/figures";
import type { WriteSheet } from "hucre/xlsx";
import { EMPTY, FORMATS, figure, formula, type GridCell, STYLES, text } from "../cells.ts";
import { type DefinedName, INPUT_NAMES as input, OUTPUT_NAMES, type OutputKey } from "../names.ts";
import { absolute, at, columnOf, GAP, paragraph, sheetOf } from "../page.ts";

export const CASH_FLOW_SHEET = "Flujo de caja";

export interface CashFlowFacts {
  given: StoredEconomicCase;
  economics: Economics;
  /** Why there is no figure over the life of the battery; null where there is. */
  noRate: string | null;
}

type ColumnKey =
  | "year"
  | "optimum"
  | "net"
  | "growth"
  | "saving"
  | "customer"
  | "owner"
  | "investment"
  | "om"
  | "replacement"
  | "net_eur"
  | "cumulative"
  | "discounted";

interface Line {
  year: number;
  /** Saving at the optimum, at today's prices. */
  optimumEur: number;
  /** Null in year 0 and beyond the life. */
  money: CashFlowYear | null;
  netEur: number;
  cumulativeEur: number;
}

interface Column {
  key: ColumnKey;
  title: string;
  format: string;
  /** Only in year 0, or only after it. */
  only?: "investment" | "life";
  /** From the columns' addresses in the same row and in year 0; a column without one holds what was calculated. */
  formula?: (of: (key: ColumnKey) => string, first: (key: ColumnKey) => string) => string;
  value: (line: Line) => number;
  isSummed?: boolean;
}

/** Row of the column heads; year 0 follows. */
const HEAD = 9;
const FIRST = HEAD + 1;
const NEVER = "No se recupera";

/** The longest life that the rows reach. */
export const longestLife = ({ operation, later_energy_saving_eur: later = [] }: StoredEconomicCase): number =>
  operation.length + later.length;

/** The cash flow, in which every figure follows from the named assumptions and the saving of each year. */
export function cashFlowSheet(facts: CashFlowFacts): { sheet: WriteSheet; names: DefinedName[] } {
  const { given, noRate } = facts;
  const columns = columnsOf(facts);
  const lines = linesOf(facts);
  const last = FIRST + lines.length - 1;
  const indexOf = (key: ColumnKey) => columns.findIndex((column) => column.key === key);
  const results =
    noRate === null ? resultsOf(facts, lines, (key, from, to) => columnOf(indexOf(key), from, to), last) : [];
  const isShared = given.revenue_share_fct > 0;
  const outputs: { key: OutputKey; row: number; column: number }[] = [
    ...results.flatMap(({ key }, index) => (key ? [{ key, row: RESULTS + index, column: RESULT_COLUMN }] : [])),
    { key: "savings", row: FIRST + 1, column: indexOf(isShared ? "customer" : "saving") },
  ];
  return {
    sheet: sheetOf({
      name: CASH_FLOW_SHEET,
      widths: columns.map(({ key }) => (key === "year" ? 8 : 15)),
      frozenRows: HEAD + 1,
      frozenColumns: 1,
      landscape: true,
      onOnePage: true,
      conditionalRules: [
        {
          type: "expression",
          priority: 1,
          formula: `$A${FIRST + 1}>${input.life_years}`,
          range: `${at(FIRST, 0)}:${at(last, columns.length - 1)}`,
          style: STYLES.faded,
        },
      ],
      rows: [
        [text(CASH_FLOW_SHEET, STYLES.title)],
        paragraph(
          `Importes nominales en euros, antes del impuesto de sociedades y sin IVA${isShared ? "; el flujo es el de quien invierte" : ""}. El ahorro óptimo de cada año sale de la simulación, con la capacidad que le queda a la batería; lo demás son fórmulas de la hoja Supuestos.`,
        ),
        GAP,
        ...(noRate === null
          ? results.map(({ label, cell, note }) => [text(label), EMPTY, EMPTY, cell, text(note, STYLES.remark)])
          : [paragraph(noRate), GAP, GAP, GAP]),
        GAP,
        last > FIRST + given.operation.length
          ? paragraph(
              `Desde el año ${given.operation.length + 1} las filas son cero mientras no se alargue la vida útil.`,
            )
          : GAP,
        columns.map(({ title }) => text(title, STYLES.columnHead)),
        ...yearRows(columns, lines),
        columns.map(({ key, format, value, isSummed }) => {
          if (key === "year") return text("Suma", STYLES.total);
          if (!isSummed) return { style: STYLES.total };
          return formula(`SUM(${columnOf(indexOf(key), FIRST, last)})`, sumOf(lines.map(value)), format, STYLES.total);
        }),
      ],
    }),
    names: outputs.map(({ key, row, column }) => ({
      name: OUTPUT_NAMES[key],
      range: absolute(CASH_FLOW_SHEET, row, column),
    })),
  };
}

function yearRows(columns: readonly Column[], lines: readonly Line[]): GridCell[][] {
  const addressIn = (row: number) => (key: ColumnKey) =>
    at(
      row,
      columns.findIndex((column) => column.key === key),
    );
  return lines.map((line, index) =>
    columns.map(({ format, only, formula: expression, value }) => {
      if (only && (only === "investment") !== (line.year === 0)) return EMPTY;
      if (!expression) return figure(value(line), format);
      return formula(expression(addressIn(FIRST + index), addressIn(FIRST)), value(line), format);
    }),
  );
}

/** First row of the results above the table, and their column. */
const RESULTS = 3;
const RESULT_COLUMN = 3;

interface Result {
  key?: OutputKey;
  label: string;
  cell: GridCell;
  note: string;
}

/** What the owner's payments and receipts are worth, from the table below. */
function resultsOf(
  { economics }: CashFlowFacts,
  lines: readonly Line[],
  range: (key: ColumnKey, from: number, to: number) => string,
  last: number,
): Result[] {
  const { npvEur, paybackYears } = economics;
  const { irr } = economics.irr;
  const flows = range("net_eur", FIRST, last);
  const [years, cumulative] = [range("year", FIRST, last), range("cumulative", FIRST, last)];
  const inYear0 = flows.slice(0, flows.indexOf(":"));
  const atEnd = cumulative.slice(cumulative.indexOf(":") + 1);
  const lastBelow = at(RESULTS + 2, RESULT_COLUMN);
  return [
    {
      key: "npv",
      label: labelOf("npv", "report"),
      cell: formula(
        `${inYear0}+NPV(${input.discount_rate},${range("net_eur", FIRST + 1, last)})`,
        npvEur,
        FORMATS.euros,
        STYLES.strong,
      ),
      note: "El año 0 más el valor actual de los siguientes",
    },
    {
      key: "irr",
      label: labelOf("irr", "report"),
      cell: formula(
        `IFERROR(IRR(${flows}${irr === null ? "" : `,${irr.toFixed(6)}`}),"${NOT_APPLICABLE}")`,
        irr ?? NOT_APPLICABLE,
        FORMATS.percent,
        STYLES.strong,
      ),
      note: "Se busca desde la TIR de la simulación: puede haber varias si el flujo cambia más de una vez de signo",
    },
    {
      label: "Último año con el acumulado en negativo",
      cell: formula(
        `SUMPRODUCT(MAX((${cumulative}<0)*${years}))`,
        Math.max(
          0,
          lines.findLastIndex(({ cumulativeEur }) => cumulativeEur < 0),
        ),
        FORMATS.whole,
      ),
      note: "",
    },
    {
      key: "payback_years",
      label: labelOf("payback_years"),
      cell: formula(
        `IF(MIN(${cumulative})>=0,0,IF(${atEnd}<0,"${NEVER}",${lastBelow}-INDEX(${cumulative},${lastBelow}+1)/INDEX(${flows},${lastBelow}+2)))`,
        paybackYears ?? NEVER,
        FORMATS.years,
        STYLES.strong,
      ),
      note: "Desde entonces el acumulado ya no vuelve a ser negativo",
    },
  ];
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

function linesOf({ given, economics }: CashFlowFacts): Line[] {
  const { operation, later_energy_saving_eur: later = [] } = given;
  const optimum = [0, ...operation.map(({ energy_saving_eur }) => energy_saving_eur), ...later];
  const flows = ownerFlows(given.assumptions.capex_eur, economics.years);
  let cumulativeEur = 0;
  return optimum.map((optimumEur, year) => {
    const netEur = flows[year] ?? 0;
    cumulativeEur += netEur;
    return { year, optimumEur, money: economics.years[year - 1] ?? null, netEur, cumulativeEur };
  });
}

function columnsOf({ given }: CashFlowFacts): Column[] {
  const { assumptions, auxiliaries_eur } = given;
  const { availability, realisable_fct, price_growth, capex_eur, discount_rate } = assumptions;
  const isShared = given.revenue_share_fct > 0;
  const share = input.revenue_share_fct;
  /** Nothing is earned or paid beyond the life. */
  const inLife = (year: string, expression: string) => `IF(${year}>${input.life_years},0,${expression})`;
  return [
    { key: "year", title: "Año", format: FORMATS.whole, value: ({ year }) => year },
    {
      key: "optimum",
      title: "Ahorro óptimo, a precios de hoy",
      format: FORMATS.euros,
      only: "life",
      value: ({ optimumEur }) => optimumEur,
    },
    {
      key: "net",
      title: "Ahorro neto, a precios de hoy",
      format: FORMATS.euros,
      only: "life",
      formula: (of) => `${of("optimum")}*${input.availability}*${input.realisable_fct}-${input.auxiliaries_eur}`,
      value: ({ optimumEur }) => optimumEur * availability * realisable_fct - auxiliaries_eur,
    },
    {
      key: "growth",
      title: "Factor del precio de la energía",
      format: FORMATS.factor,
      only: "life",
      formula: (of) => `(1+${input.price_growth})^(${of("year")}-1)`,
      value: ({ year }) => (1 + price_growth) ** (year - 1),
    },
    {
      key: "saving",
      title: isShared ? "Ahorro de la planta" : labelOf("saving_eur"),
      format: FORMATS.euros,
      only: "life",
      isSummed: true,
      formula: (of) => inLife(of("year"), `${of("net")}*${of("growth")}-${input.extra_power_eur}`),
      value: ({ money }) => money?.savingEur ?? 0,
    },
    ...(isShared
      ? ([
          {
            key: "owner",
            title: "Parte de quien invierte",
            format: FORMATS.euros,
            only: "life",
            isSummed: true,
            formula: (of) => `IF(${share}>0,${share},1)*${of("saving")}`,
            value: ({ money }) => money?.ownerSavingEur ?? 0,
          },
          {
            key: "customer",
            title: labelOf("customer_saving_eur"),
            format: FORMATS.euros,
            only: "life",
            isSummed: true,
            formula: (of) => `IF(${share}>0,${of("saving")}-${of("owner")},${of("saving")})`,
            value: ({ money }) => money?.customerSavingEur ?? 0,
          },
        ] satisfies Column[])
      : []),
    {
      key: "investment",
      title: labelOf("capex_eur"),
      format: FORMATS.euros,
      only: "investment",
      isSummed: true,
      formula: () => `-${input.capex_eur}`,
      value: ({ year }) => (year === 0 ? -capex_eur : 0),
    },
    {
      key: "om",
      title: labelOf("om_eur"),
      format: FORMATS.euros,
      only: "life",
      isSummed: true,
      formula: (of) =>
        inLife(of("year"), `-${input.om_fct}*${input.capex_eur}*(1+${input.om_indexation})^(${of("year")}-1)`),
      value: ({ money }) => 0 - (money?.omEur ?? 0),
    },
    {
      key: "replacement",
      title: labelOf("replacement_eur"),
      format: FORMATS.euros,
      only: "life",
      isSummed: true,
      formula: (of) =>
        inLife(
          of("year"),
          `IF(${of("year")}=${input.replacement_year},-${input.replacement_fct}*${input.capex_eur},0)`,
        ),
      value: ({ money }) => 0 - (money?.replacementEur ?? 0),
    },
    {
      key: "net_eur",
      title: labelOf("net_eur"),
      format: FORMATS.euros,
      isSummed: true,
      formula: (of) => `${of(isShared ? "owner" : "saving")}+${of("investment")}+${of("om")}+${of("replacement")}`,
      value: ({ netEur }) => netEur,
    },
    {
      key: "cumulative",
      title: labelOf("cumulative_eur"),
      format: FORMATS.euros,
      formula: (of, first) => `SUM(${first("net_eur")}:${of("net_eur")})`,
      value: ({ cumulativeEur }) => cumulativeEur,
    },
    {
      key: "discounted",
      title: labelOf("discounted_eur"),
      format: FORMATS.euros,
      isSummed: true,
      formula: (of) => `${of("net_eur")}/(1+${input.discount_rate})^${of("year")}`,
      value: ({ netEur, year }) => netEur / (1 + discount_rate) ** year,
    },
  ];
}
