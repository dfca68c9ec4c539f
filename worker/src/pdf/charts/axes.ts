import { PALETTE } from "@ecotrim/present/palette";
import type { Box, Sheet, TextStyle } from "../sheet.ts";
import { type Axis, linear, type Scale } from "./scale.ts";

export const TICK: TextStyle = { size: 7.5, color: PALETTE.muted, lineGap: 0 };
const TICK_GAP = 6;
export const TICK_HEIGHT = 10;

/** Width of an axis's labels, pt. */
export const gutterOf = (sheet: Sheet, { labels }: Axis): number =>
  Math.max(...labels.map((label) => sheet.widthOf(label, TICK))) + TICK_GAP;

/** Draws the grid lines of a value axis, with labels at one side and the unit above. @returns its scale */
export function drawValueAxis(
  sheet: Sheet,
  plot: Box,
  axis: Axis,
  { unit, side = "left", grid = true }: { unit: string; side?: "left" | "right"; grid?: boolean },
): Scale {
  const { doc } = sheet;
  const scale = linear([axis.from, axis.to], [plot.y + plot.height, plot.y]);
  const gutter = gutterOf(sheet, axis);
  for (const [index, tick] of axis.ticks.entries()) {
    const y = scale(tick);
    if (grid)
      doc
        .moveTo(plot.x, y)
        .lineTo(plot.x + plot.width, y)
        .lineWidth(tick === 0 ? 0.9 : 0.5)
        .stroke(tick === 0 ? PALETTE.control : PALETTE.line);
    const label = axis.labels[index]!;
    if (side === "left")
      sheet.write(label, plot.x - gutter, y - 4.5, gutter - TICK_GAP + 1, { ...TICK, align: "right" });
    else sheet.write(label, plot.x + plot.width + TICK_GAP, y - 4.5, gutter, TICK);
  }
  const unitStyle: TextStyle = { ...TICK, weight: "medium" };
  const unitWidth = sheet.widthOf(unit, unitStyle) + 2;
  const unitX = side === "left" ? Math.max(sheet.left, plot.x - gutter) : plot.x + plot.width + gutter - unitWidth;
  sheet.write(unit, unitX, plot.y - 17, unitWidth, unitStyle);
  return scale;
}

/** Draws labels below their categories, as many as fit. */
export function drawCategories(
  sheet: Sheet,
  { y, width }: Pick<Box, "y" | "width">,
  labels: readonly string[],
  centerOf: (index: number) => number,
): void {
  const widest = Math.max(...labels.map((label) => sheet.widthOf(label, TICK))) + 4;
  const every = Math.max(1, Math.ceil((widest * labels.length) / width));
  for (const [index, label] of labels.entries())
    if (index % every === 0) sheet.write(label, centerOf(index) - widest / 2, y, widest, { ...TICK, align: "center" });
}
