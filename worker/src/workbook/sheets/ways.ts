import { LOCALE } from "@ecotrim/contracts/locale";
import type { FinanceTerms } from "@ecotrim/contracts/simulations/finance-terms";
import type { Financing, Party, Way } from "@ecotrim/contracts/simulations/financing";
import { conditionsOf } from "@ecotrim/present/finance/conditions";
import { bearerTable, cashTable, discountNote, taxView, WAY_NAMES, wayTable } from "@ecotrim/present/finance/ways";
import { numberWriter } from "@ecotrim/present/number-writer";
import type { WriteSheet } from "hucre/xlsx";
import { FORMATS, figure, formula, type GridCell, STYLES, text } from "../cells.ts";
import { INPUT_NAMES as input } from "../names.ts";
import { at, columnOf, GAP, paragraph, type Row, sheetOf } from "../page.ts";

const writer = numberWriter(LOCALE);

interface Block {
  title: string;
  party: Party;
  table: ReturnType<typeof cashTable>;
  /** Row of its title; the heads of its columns and year 0 follow. */
  row: number;
}

/** The ways to have the battery side by side, and below the cash flow of each party, whose sums are formulas. */
export function waysSheet(
  financing: Pick<Financing, "given" | "terms">,
  ways: readonly Way[],
  discountRate: number,
): WriteSheet {
  const { terms } = financing;
  const view = taxView(terms);
  const bearers = bearerTable(ways, terms, writer);
  const conditions = conditionsOf(financing, writer).map(({ name, values, source }) =>
    paragraph(`${name}. ${values}. Fuente: ${source}`, STYLES.wrapped),
  );
  const firstBlock = FIRST_WAY + 2 * ways.length + conditions.length + 5;
  const blocks = blocksOf(ways, firstBlock, discountRate);
  const columns = Math.max(...blocks.map(({ table }) => table.head.length));
  return sheetOf({
    name: "Formas de pago",
    widths: [26, ...new Array<number>(columns).fill(12)],
    landscape: true,
    rows: [
      [text("Formas de pagar la batería", STYLES.title)],
      paragraph(
        `Importes nominales en euros, ${view}, con la misma batería y la misma operación. Cada línea es la que sale de las condiciones de abajo y de la simulación, y no sigue a la hoja Supuestos; las sumas, el VAN y la TIR son fórmulas. ${discountNote(discountRate, writer)}`,
      ),
      GAP,
      wayTable(ways, terms, writer).head.map((title) => text(title, STYLES.columnHead)),
      ...ways.map((way) => wayRow(way, blocks.find(({ party }) => party === way.customer)!, terms)),
      GAP,
      bearers.head.map((title) => text(title, STYLES.columnHead)),
      ...bearers.rows.map(({ label, cells }) => [
        text(label, STYLES.wrapped),
        ...cells.map((cell) => text(cell, STYLES.wrapped)),
      ]),
      GAP,
      [text("Condiciones", STYLES.heading)],
      ...conditions,
      GAP,
      ...blocks.flatMap(blockRows),
    ],
  });
}

/** Row of the first way in the first table. */
const FIRST_WAY = 4;

/** Title, heads and sum around the years, and a blank row. */
const AROUND = 4;

function blocksOf(ways: readonly Way[], firstRow: number, discountRate: number): Block[] {
  let row = firstRow;
  const parties = ways.flatMap(({ key, customer, owner }) => [
    { title: `${WAY_NAMES[key]}: usted`, party: customer },
    ...(owner ? [{ title: `${WAY_NAMES[key]}: quien pone la batería`, party: owner }] : []),
  ]);
  return parties.map((block) => {
    const placed = { ...block, table: cashTable(block.party, discountRate), row };
    row += block.party.net.length + AROUND;
    return placed;
  });
}

/** Column of the net cash flow: after the year and the lines; the sum so far and the value of today follow. */
const netColumn = ({ head }: Block["table"]): number => head.length - 2;

/** What a way is worth to the customer, from the cash flow below. */
function wayRow(way: Way, { row, party, table }: Block, terms: FinanceTerms): GridCell[] {
  const column = netColumn(table);
  const [year0, last] = [row + 2, row + 1 + party.net.length];
  const later = columnOf(column, year0 + 1, last);
  const { npvEur, irr, outlayEur, firstYearEur, worstYear } = party;
  const rate = wayTable([way], terms, writer).rows[0]!.cells.at(-1)!;
  return [
    text(WAY_NAMES[way.key], STYLES.strong),
    formula(`MAX(0,-${at(year0, column)})`, Math.max(0, outlayEur), FORMATS.euros),
    formula(at(year0 + 1, column), firstYearEur, FORMATS.euros),
    formula(`MIN(${later})`, worstYear.eur, FORMATS.euros),
    formula(`${at(year0, column)}+NPV(${input.discount_rate},${later})`, npvEur, FORMATS.euros, STYLES.strong),
    irr === null
      ? text(rate, STYLES.missing)
      : formula(`IRR(${columnOf(column, year0, last)},${irr.toFixed(6)})`, irr, FORMATS.percent, STYLES.strong),
  ];
}

function blockRows({ title, table: { head, years }, row }: Block): Row[] {
  const net = netColumn({ head, years });
  const [first, last] = [row + 2, row + 1 + years.length];
  /** Formulas of the columns that follow from the lines, by the row of the year. */
  const sums = (year: number) => [
    `SUM(${at(first + year, 1)}:${at(first + year, net - 1)})`,
    `SUM(${columnOf(net, first, first + year)})`,
    `${at(first + year, net)}/(1+${input.discount_rate})^${at(first + year, 0)}`,
  ];
  return [
    [text(title, STYLES.heading)],
    ["Año", ...head].map((name) => text(name, STYLES.columnHead)),
    ...years.map((values, year): GridCell[] => [
      figure(year, FORMATS.whole),
      ...values.map((value, index) => {
        const sum = sums(year)[index + 1 - net];
        return sum ? formula(sum, value, FORMATS.euros) : figure(value, FORMATS.euros);
      }),
    ]),
    [
      text("Suma", STYLES.total),
      ...head.map((_, index) =>
        index === net
          ? { style: STYLES.total }
          : formula(
              `SUM(${columnOf(index + 1, first, last)})`,
              years.reduce((sum, values) => sum + values[index]!, 0),
              FORMATS.euros,
              STYLES.total,
            ),
      ),
    ],
    GAP,
  ];
}
