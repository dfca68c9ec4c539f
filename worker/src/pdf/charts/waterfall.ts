import { FLOW_COLORS, type Flow, LOSS_COLOR, PALETTE } from "@ecotrim/present/palette";
import { euros } from "../format.ts";
import type { Box, Sheet, TextStyle } from "../sheet.ts";
import { TICK } from "./axes.ts";
import { linear } from "./scale.ts";
import { fillBox, type Texture } from "./texture.ts";

export interface WaterfallPart {
  label: string;
  value: number;
  /** The flow that earns the part. */
  flow?: Flow;
  /** Whether the part is assumed, not calculated. */
  assumed?: boolean;
}

const LABELS = 190;
export const WATERFALL_ROW = 24;
const NAME: TextStyle = { size: 8.5, lineGap: 0 };
const VALUES = 78;

const textureOf = ({ value, flow = "battery", assumed }: WaterfallPart): Texture =>
  value < 0
    ? { color: LOSS_COLOR, pattern: "solid" }
    : { color: FLOW_COLORS[flow], pattern: assumed ? "diagonal" : "solid" };

/** Draws parts that add up to a total, one below the other; each begins where the last one ended. */
export function drawWaterfall(sheet: Sheet, box: Box, parts: readonly WaterfallPart[], total: WaterfallPart): void {
  const { doc } = sheet;
  let sum = 0;
  const bars = parts.map((part) => {
    const from = sum;
    sum += part.value;
    return { part, from, to: sum };
  });
  const all = [...bars, { part: total, from: 0, to: total.value }];
  const values = all.flatMap(({ from, to }) => [from, to]);
  const [least, most] = [Math.min(0, ...values), Math.max(0, ...values)];
  const plot = { x: box.x + LABELS, width: box.width - LABELS - VALUES };
  const scale = linear([least, most > least ? most : least + 1], [plot.x, plot.x + plot.width]);
  const zero = scale(0);
  doc
    .moveTo(zero, box.y)
    .lineTo(zero, box.y + all.length * WATERFALL_ROW)
    .lineWidth(0.8)
    .stroke(PALETTE.control);
  for (const [index, { part, from, to }] of all.entries()) {
    const y = box.y + index * WATERFALL_ROW;
    const isTotal = part === total;
    const height = sheet.heightOf(part.label, LABELS - 12, { ...NAME, weight: isTotal ? "semibold" : "regular" });
    sheet.write(part.label, box.x, y + (WATERFALL_ROW - height) / 2, LABELS - 12, {
      ...NAME,
      weight: isTotal ? "semibold" : "regular",
    });
    const [start, end] = [Math.min(scale(from), scale(to)), Math.max(scale(from), scale(to))];
    const bar = { x: start, y: y + 5, width: Math.max(0.8, end - start), height: WATERFALL_ROW - 10 };
    fillBox(sheet, bar, isTotal ? { color: PALETTE.petrol, pattern: "solid" } : textureOf(part));
    if (!isTotal)
      doc
        .moveTo(scale(to), y + WATERFALL_ROW - 5)
        .lineTo(scale(to), y + WATERFALL_ROW + 5)
        .lineWidth(0.6)
        .stroke(PALETTE.control);
    sheet.fit(euros(part.value), plot.x + plot.width + 6, y + 7, VALUES - 6, {
      ...TICK,
      size: 8.5,
      color: PALETTE.ink,
      weight: isTotal ? "bold" : "medium",
      align: "right",
    });
  }
}
