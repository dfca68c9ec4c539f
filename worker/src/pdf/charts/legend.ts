import { PALETTE } from "@ecotrim/present/palette";
import type { Box, Sheet, TextStyle } from "../sheet.ts";
import { fillBox, type Texture } from "./texture.ts";

export type LegendEntry = { label: string } & (
  | { texture: Texture }
  | { line: { color: string; width: number; dash?: number } }
);

const STYLE: TextStyle = { size: 7.5, color: PALETTE.muted };
const MARK = { width: 14, height: 7, gap: 5 };
const BETWEEN = 14;
const ROW = 13;

/** Draws entries in rows from the top left. @returns height of the rows, pt */
export function drawLegend(
  sheet: Sheet,
  { x, y, width }: Omit<Box, "height">,
  entries: readonly LegendEntry[],
): number {
  let [left, top] = [x, y];
  for (const entry of entries) {
    const labelWidth = sheet.widthOf(entry.label, STYLE);
    const needed = MARK.width + MARK.gap + labelWidth;
    if (left > x && left + needed > x + width) {
      left = x;
      top += ROW;
    }
    drawMark(sheet, entry, left, top);
    sheet.write(entry.label, left + MARK.width + MARK.gap, top, labelWidth + 2, STYLE);
    left += needed + BETWEEN;
  }
  return top - y + ROW;
}

function drawMark(sheet: Sheet, entry: LegendEntry, x: number, y: number): void {
  if ("texture" in entry) {
    fillBox(sheet, { x, y: y + 1.5, width: MARK.width, height: MARK.height }, entry.texture);
    return;
  }
  const { color, width, dash } = entry.line;
  const { doc } = sheet;
  doc.moveTo(x, y + 5).lineTo(x + MARK.width, y + 5);
  strokeLine(doc, { color, width, dash });
}

/** Strokes the current path; `dash` is the dash length, pt. */
export function strokeLine(
  doc: PDFKit.PDFDocument,
  { color, width, dash }: { color: string; width: number; dash?: number | undefined },
): void {
  doc.lineWidth(width).lineJoin("round");
  if (dash) doc.dash(dash, { space: dash * 0.8 });
  doc.stroke(color);
  if (dash) doc.undash();
}
