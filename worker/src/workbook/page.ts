import { cellRef, type WriteSheet } from "hucre/xlsx";
import type { GridCell } from "./cells.ts";
import { STYLES } from "./cells.ts";
import type { DefinedName } from "./names.ts";

/** A line of text across all columns, broken into as many lines as it needs. */
interface Paragraph {
  paragraph: string;
  style?: GridCell["style"];
}
export type Row = readonly GridCell[] | Paragraph;

interface View {
  /** Rows that stay on the screen; the last heads every printed page. */
  frozenRows?: number;
  frozenColumns?: number;
  landscape?: boolean;
  onOnePage?: boolean;
}

interface Page extends View, Pick<WriteSheet, "name" | "dataValidations" | "conditionalRules"> {
  /** Width of each column, characters. */
  widths: readonly number[];
  rows: readonly Row[];
}

const isParagraph = (row: Row): row is Paragraph => "paragraph" in row;

/** Height of a line, points, and the width that a letter may take, characters. */
const LINE_PT = 15;
const LETTER = 1;

/** Height of the lines that a text is broken into; programs do not measure the rows of a file that they open. */
function heightOf({ value, style, richText }: GridCell, width: number): number {
  const words = richText?.[0]?.text ?? value;
  const scale = (style?.font?.size ?? 11) / 11;
  const isBroken = style?.alignment?.wrapText === true && typeof words === "string";
  const lines = isBroken ? Math.max(1, Math.ceil((words.length * LETTER * scale) / width)) : 1;
  return lines * LINE_PT * scale;
}

export const paragraph = (words: string, style: GridCell["style"] = STYLES.note): Paragraph => ({
  paragraph: words,
  style,
});
/** A blank row. */
export const GAP: Row = [];

/** A sheet of A4 pages, as wide as its columns. */
export function sheetOf({ name, widths, rows, ...page }: Page): WriteSheet {
  const { frozenRows = 0, frozenColumns = 0, landscape = false, onOnePage = false, ...rules } = page;
  const width = widths.reduce((sum, column) => sum + column, 0);
  const cells = new Map<string, GridCell>();
  const merges: NonNullable<WriteSheet["merges"]> = [];
  const rowDefs: NonNullable<WriteSheet["rowDefs"]> = new Map();
  for (const [index, row] of rows.entries()) {
    const line = isParagraph(row) ? [{ value: row.paragraph, style: row.style ?? {} }] : row;
    if (isParagraph(row)) merges.push({ startRow: index, endRow: index, startCol: 0, endCol: widths.length - 1 });
    for (const [column, cell] of line.entries()) cells.set(`${index},${column}`, cell);
    const heights = line.map((cell, column) => heightOf(cell, isParagraph(row) ? width : widths[column]!));
    rowDefs.set(index, { height: Math.max(LINE_PT, ...heights) });
  }
  return {
    name,
    cells,
    merges,
    rowDefs,
    columns: widths.map((column) => ({ width: column })),
    ...rules,
    ...printing(name, { frozenRows, frozenColumns, landscape, onOnePage }),
  };
}

/** How a sheet is shown and printed: nothing of others stands in its head and foot, whose codes begin with an ampersand. */
export const printing = (
  name: string,
  { frozenRows, frozenColumns, landscape, onOnePage }: Required<View>,
): Pick<WriteSheet, "freezePane" | "view" | "pageSetup" | "headerFooter"> => ({
  ...(frozenRows + frozenColumns > 0 && { freezePane: { rows: frozenRows, columns: frozenColumns } }),
  view: { showGridLines: false },
  pageSetup: {
    paperSize: "a4",
    orientation: landscape ? "landscape" : "portrait",
    fitToPage: true,
    fitToWidth: 1,
    fitToHeight: onOnePage ? 1 : 0,
    horizontalCentered: true,
    margins: { top: 0.7, bottom: 0.7, left: 0.5, right: 0.5, header: 0.3, footer: 0.3 },
  },
  headerFooter: { oddHeader: `&LEcoTrim&R${name}`, oddFooter: "&LEstimación, no es una oferta&RPágina &P de &N" },
});

/** Address of a cell by its row and column from 0: "C5". */
export const at = cellRef;

/** Address of a whole column's part: "C5:C45". */
export const columnOf = (column: number, firstRow: number, lastRow: number): string =>
  `${cellRef(firstRow, column)}:${cellRef(lastRow, column)}`;

/** The same on another sheet. */
export const onSheet = (name: string, range: string): string => `'${name}'!${range}`;

/** Has the last of the rows that stay on the screen head every printed page: the library quotes no name of a sheet. */
export const printTitles = ({ name, freezePane }: WriteSheet): (DefinedName & { scope: string })[] =>
  freezePane?.rows
    ? [{ name: "_xlnm.Print_Titles", scope: name, range: onSheet(name, `$${freezePane.rows}:$${freezePane.rows}`) }]
    : [];

/** What a defined name refers to. */
export const absolute = (name: string, row: number, column: number): string =>
  onSheet(name, cellRef(row, column).replace(/^([A-Z]+)(\d+)$/, "$$$1$$$2"));
