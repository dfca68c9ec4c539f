import { PALETTE } from "@ecotrim/shared/palette";
import type { Sheet, TextStyle } from "./sheet.ts";

export interface Column {
  title: string;
  /** Share of the width; those of a table add up to 1. */
  share: number;
  align?: "left" | "right";
}

export interface TableRow {
  cells: readonly string[];
  /** A sum, or what the table is about. */
  strong?: boolean;
}

export interface TableContent {
  columns: readonly Column[];
  rows: readonly TableRow[];
  /** pt; smaller for tables of many columns. */
  size?: number;
}

const PAD = { x: 5, y: 3.6 };

/** A table whose first column names the rows; its head is repeated on every page it goes on to. */
export function drawTable(sheet: Sheet, { columns, rows, size = 8.5 }: TableContent): void {
  const width = sheet.width;
  const head: TextStyle = { weight: "semibold", size: size - 0.5, color: PALETTE.muted, lineGap: 1 };
  const lefts = columns.map((_, index) => columns.slice(0, index).reduce((sum, { share }) => sum + share * width, 0));
  const styleOf = (column: number, strong: boolean | undefined): TextStyle => ({
    size,
    lineGap: 1.5,
    weight: strong ? "semibold" : column === 0 ? "medium" : "regular",
    align: columns[column]!.align ?? "left",
    tabular: columns[column]!.align === "right",
  });
  const inner = (column: number) => columns[column]!.share * width - 2 * PAD.x;
  const heightOf = (texts: readonly string[], style: (column: number) => TextStyle) =>
    Math.max(...texts.map((text, column) => sheet.heightOf(text, inner(column), style(column)))) + 2 * PAD.y;
  const put = (text: string, column: number, style: TextStyle) =>
    sheet.write(text, sheet.left + lefts[column]! + PAD.x, sheet.y + PAD.y, inner(column), style);
  const rule = (y: number, weight: number, color: string) =>
    sheet.doc
      .moveTo(sheet.left, y)
      .lineTo(sheet.left + width, y)
      .lineWidth(weight)
      .stroke(color);

  const titles = columns.map(({ title }) => title);
  const headStyle = (column: number): TextStyle => ({ ...head, align: columns[column]!.align ?? "left" });
  const headHeight = heightOf(titles, headStyle);
  const heights = rows.map(({ cells, strong }) => heightOf(cells, (column) => styleOf(column, strong)));

  const background = () =>
    sheet.decorate(() => {
      sheet.doc.rect(sheet.left, sheet.y, width, headHeight).fill(PALETTE.paper);
      rule(sheet.y + headHeight, 0.9, PALETTE.petrol);
    });
  const afterHead = () => {
    sheet.y += headHeight;
  };

  // The head takes the first rows with it.
  sheet.ensure(headHeight + (heights[0] ?? 0) + (heights[1] ?? 0));
  sheet.group("Table", () => {
    background();
    sheet.group("TR", () => {
      for (const [column, title] of titles.entries())
        sheet.mark("TH", () => put(title, column, headStyle(column)), { scope: "Column" });
    });
    afterHead();
    for (const [index, { cells, strong }] of rows.entries()) {
      if (sheet.ensure(heights[index]!)) {
        background();
        sheet.decorate(() => {
          for (const [column, title] of titles.entries()) put(title, column, headStyle(column));
        });
        afterHead();
      }
      if (strong) sheet.decorate(() => sheet.doc.rect(sheet.left, sheet.y, width, heights[index]!).fill(PALETTE.paper));
      sheet.group("TR", () => {
        for (const [column, cell] of cells.entries())
          sheet.mark(column === 0 ? "TH" : "TD", () => put(cell, column, styleOf(column, strong)), {
            ...(column === 0 ? { scope: "Row" as const } : {}),
          });
      });
      sheet.y += heights[index]!;
      sheet.decorate(() => rule(sheet.y, 0.5, PALETTE.line));
    }
  });
  sheet.space(10);
}
