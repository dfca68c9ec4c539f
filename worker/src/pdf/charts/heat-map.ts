import { GAIN_COLOR, LOSS_COLOR, PALETTE } from "@ecotrim/present/palette";
import type { Box, Sheet, TextStyle } from "../sheet.ts";
import { TICK } from "./axes.ts";

export interface HeatCell {
  value: number;
  text: string;
  /** Solid for the reader's own, dashed for the recommended one. */
  outline?: "solid" | "dashed" | undefined;
}

export interface HeatMap {
  rows: readonly string[];
  rowsTitle: string;
  columns: readonly string[];
  columnsTitle: string;
  /** Null where a cell is empty. */
  cells: readonly (readonly (HeatCell | null)[])[];
}

const LABELS = 70;
export const HEAT_ROW = 20;
export const HEAT_FRAME = 34;
const CELL_TEXT: TextStyle = { size: 8, align: "center", lineGap: 0 };

/**
 * Draws values on a diverging colour scale: above 0 towards the colour of gains, below towards that of losses. Each
 * cell shows its value.
 */
export function drawHeatMap(sheet: Sheet, box: Box, { rows, rowsTitle, columns, columnsTitle, cells }: HeatMap): void {
  const { doc } = sheet;
  const plot = { x: box.x + LABELS, y: box.y + HEAT_FRAME, width: box.width - LABELS };
  const cellWidth = plot.width / columns.length;
  const values = cells.flat().flatMap((cell) => (cell ? [cell.value] : []));
  const [most, least] = [Math.max(0, ...values), Math.min(0, ...values)];
  sheet.write(rowsTitle, box.x, plot.y - 14, LABELS - 6, { ...TICK, weight: "medium" });
  sheet.write(columnsTitle, plot.x, box.y, plot.width, { ...TICK, weight: "medium", align: "center" });
  for (const [index, column] of columns.entries())
    sheet.write(column, plot.x + index * cellWidth, plot.y - 14, cellWidth, { ...TICK, align: "center" });
  for (const [row, line] of cells.entries()) {
    const y = plot.y + row * HEAT_ROW;
    sheet.write(rows[row]!, box.x, y + 6, LABELS - 8, { ...TICK, align: "right" });
    for (const [column, cell] of line.entries()) {
      if (!cell) continue;
      const { value, text } = cell;
      const share = value >= 0 ? (most > 0 ? value / most : 0) : value / least;
      doc
        .rect(plot.x + column * cellWidth + 0.75, y + 0.75, cellWidth - 1.5, HEAT_ROW - 1.5)
        .fill(mixed(value >= 0 ? GAIN_COLOR : LOSS_COLOR, 0.1 + 0.75 * share));
      sheet.write(text, plot.x + column * cellWidth, y + 6, cellWidth, CELL_TEXT);
    }
  }
  for (const [row, line] of cells.entries())
    for (const [column, cell] of line.entries()) {
      const outline = cell?.outline;
      if (!outline) continue;
      doc
        .rect(plot.x + column * cellWidth + 1, plot.y + row * HEAT_ROW + 1, cellWidth - 2, HEAT_ROW - 2)
        .lineWidth(1.6);
      if (outline === "dashed") doc.dash(3, { space: 2 });
      doc.stroke(PALETTE.ink);
      if (outline === "dashed") doc.undash();
    }
}

/** A colour mixed with white. */
function mixed(color: string, share: number): string {
  const parts = [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16));
  return `#${parts
    .map((part) =>
      Math.round(255 + (part - 255) * share)
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;
}
