import { type Flow, flowColor, PALETTE } from "@ecotrim/present/palette";
import type { Box, Sheet } from "../sheet.ts";

/** Fill of an area: a colour and a pattern, so that series differ without colour too. */
export interface Texture {
  color: string;
  pattern: "solid" | "diagonal" | "horizontal";
}

const PATTERNS: Partial<Record<Flow, Texture["pattern"]>> = { battery: "diagonal", grid: "horizontal" };

export const flowTexture = (flow: string | undefined): Texture => ({
  color: flowColor(flow),
  pattern: PATTERNS[flow as Flow] ?? "solid",
});

const SPACING = 4;

/** A filled rectangle. */
export function fillBox({ doc }: Sheet, { x, y, width, height }: Box, { color, pattern }: Texture): void {
  if (width <= 0 || height <= 0) return;
  doc.rect(x, y, width, height).fill(color);
  if (pattern === "solid" || height < 1) return;
  doc.save().rect(x, y, width, height).clip();
  if (pattern === "horizontal")
    for (let line = y + SPACING / 2; line < y + height; line += SPACING) doc.moveTo(x, line).lineTo(x + width, line);
  else
    for (let line = x - height; line < x + width; line += SPACING * 1.4)
      doc.moveTo(line, y + height).lineTo(line + height, y);
  doc.lineWidth(0.7).strokeOpacity(0.65).stroke(PALETTE.white).strokeOpacity(1).restore();
}
