import { PALETTE } from "@ecotrim/present/palette";
import type { Sheet, TextStyle } from "./sheet.ts";

export interface Column {
  title: string;
  /** Share of the table's width; the shares add up to 1. */
  share: number;
  align?: "left" | "right";
}

/** `note`: a smaller line below the text. */
type Cell = string | { text: string; note: string };

export interface TableRow {
  cells: readonly Cell[];
  /** Whether the row is emphasised: a sum, or the table's main row. */
  strong?: boolean;
}

export interface TableContent {
  columns: readonly Column[];
  rows: readonly TableRow[];
  /** Font size, pt; smaller for tables of many columns, never below that of heads and notes. */
  size?: number;
  /** Whether rows are close together, for long tables. */
  dense?: boolean;
}

const PAD_X = 5;
/** Size of heads and notes: the least that is read on paper, pt. */
const LEAST_SIZE = 8;

/** A figure is one word, which is set smaller rather than broken. */
function onOneLine(sheet: Sheet, word: string, width: number, style: TextStyle): TextStyle {
  const taken = sheet.widthOf(word, style);
  return /\d/.test(word) && taken > width ? { ...style, size: ((style.size ?? 0) * (width - 1)) / taken } : style;
}

/** Draws a table whose first column names the rows; its head is repeated on every page. */
export function drawTable(sheet: Sheet, { columns, rows, size = 8.5, dense = false }: TableContent): void {
  const { left, width, doc } = sheet;
  const padY = dense ? 2.4 : 3.6;
  const places = columns.map(({ share, align = "left" }, index) => ({
    x: left + columns.slice(0, index).reduce((sum, one) => sum + one.share * width, 0) + PAD_X,
    width: share * width - 2 * PAD_X,
    align,
  }));
  const head: TextStyle = { weight: "semibold", size: LEAST_SIZE, color: PALETTE.muted, lineGap: 1 };
  const note: TextStyle = { size: LEAST_SIZE, color: PALETTE.muted, lineGap: 1 };
  const styleOf = (column: number, strong: boolean | undefined): TextStyle => ({
    size,
    lineGap: 1.5,
    weight: strong ? "semibold" : column === 0 ? "medium" : "regular",
  });

  /** Draws a cell, or only measures it. @returns its height */
  const cellHeight = (cell: Cell, column: number, style: TextStyle, draw: boolean): number => {
    const { x, width: inner, align } = places[column]!;
    const put = (text: string, y: number, given: TextStyle) => {
      const own = text.includes(" ") ? given : onOneLine(sheet, text, inner, given);
      return draw ? sheet.write(text, x, y, inner, { ...own, align }) : sheet.heightOf(text, inner, own);
    };
    const top = sheet.y + padY;
    if (typeof cell === "string") return put(cell, top, style);
    const height = put(cell.text, top, style) + 2;
    return height + put(cell.note, top + height, note);
  };
  const rowHeight = (cells: readonly Cell[], styles: (column: number) => TextStyle) =>
    Math.max(...cells.map((cell, column) => cellHeight(cell, column, styles(column), false))) + 2 * padY;

  const titles = columns.map(({ title }) => title);
  const headHeight = rowHeight(titles, () => head);
  const heights = rows.map(({ cells, strong }) => rowHeight(cells, (column) => styleOf(column, strong)));
  const rule = (weight: number, color: string) =>
    sheet.decorate(() =>
      doc
        .moveTo(left, sheet.y)
        .lineTo(left + width, sheet.y)
        .lineWidth(weight)
        .stroke(color),
    );
  const background = (height: number) =>
    sheet.decorate(() => doc.rect(left, sheet.y, width, height).fill(PALETTE.paper));
  const headRow = (write: () => void) => {
    background(headHeight);
    write();
    sheet.y += headHeight;
    rule(0.9, sheet.accent);
  };
  const title = (column: number) => cellHeight(titles[column]!, column, head, true);

  // The head stays on one page with the first rows.
  sheet.ensure(headHeight + (heights[0] ?? 0) + (heights[1] ?? 0));
  sheet.group("Table", () => {
    headRow(() =>
      sheet.group("TR", () => {
        for (const column of columns.keys()) sheet.mark("TH", () => title(column), { scope: "Column" });
      }),
    );
    for (const [index, { cells, strong }] of rows.entries()) {
      const height = heights[index]!;
      if (sheet.ensure(height))
        headRow(() =>
          sheet.decorate(() => {
            for (const column of columns.keys()) title(column);
          }),
        );
      if (strong) background(height);
      sheet.group("TR", () => {
        for (const [column, cell] of cells.entries()) {
          const write = () => cellHeight(cell, column, styleOf(column, strong), true);
          if (column === 0) sheet.mark("TH", write, { scope: "Row" });
          else sheet.mark("TD", write);
        }
      });
      sheet.y += height;
      rule(0.5, PALETTE.line);
    }
  });
  sheet.space(10);
}
