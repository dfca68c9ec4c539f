import type { SensitivityDriver } from "@ecotrim/contracts/simulations/sensitivity";
import { PALETTE } from "@ecotrim/present/palette";
import type { Box, Sheet, TextStyle } from "../sheet.ts";
import { drawCategories, TICK_HEIGHT } from "./axes.ts";
import { drawLegend } from "./legend.ts";
import { axisFor, linear } from "./scale.ts";
import { fillBox, type Texture } from "./texture.ts";

const LOW: Texture = { color: PALETTE.petrolSoft, pattern: "diagonal" };
const HIGH: Texture = { color: PALETTE.petrol, pattern: "solid" };
const LABELS = 172;
export const TORNADO_ROW = 25;
export const TORNADO_FRAME = 52;

const NAME: TextStyle = { size: 8.5, weight: "medium", lineGap: 0 };
const ENDS: TextStyle = { size: 7, color: PALETTE.muted, lineGap: 0 };

/**
 * Draws one bar for each driver, from the value at its low end to that at its high end, around the calculated value.
 */
export function drawTornado(sheet: Sheet, box: Box, drivers: readonly SensitivityDriver[], baseEur: number): void {
  const { doc } = sheet;
  const legendHeight = drawLegend(sheet, box, [
    { label: "Con el valor bajo", texture: LOW },
    { label: "Con el valor alto", texture: HIGH },
    { label: "VAN calculado", line: { color: PALETTE.ink, width: 1.2 } },
  ]);
  const values = drivers.flatMap(({ low, high }) => [low.npv_eur, high.npv_eur]).filter((value) => value !== null);
  const axis = axisFor([...values, baseEur], { count: 5, withZero: false });
  const plot = {
    x: box.x + LABELS,
    y: box.y + legendHeight + 6,
    width: box.width - LABELS - 14,
    height: drivers.length * TORNADO_ROW,
  };
  const scale = linear([axis.from, axis.to], [plot.x, plot.x + plot.width]);
  for (const tick of axis.ticks)
    doc
      .moveTo(scale(tick), plot.y)
      .lineTo(scale(tick), plot.y + plot.height)
      .lineWidth(tick === 0 ? 0.9 : 0.5)
      .stroke(tick === 0 ? PALETTE.control : PALETTE.line);
  for (const [index, { label, low, high }] of drivers.entries()) {
    const y = plot.y + index * TORNADO_ROW;
    sheet.fit(label, box.x, y + 3, LABELS - 10, NAME);
    sheet.fit(`${low.text}  …  ${high.text}`, box.x, y + 13.5, LABELS - 10, ENDS);
    for (const [end, texture] of [
      [low, LOW],
      [high, HIGH],
    ] as const) {
      if (end.npv_eur === null) continue;
      const [from, to] = [scale(baseEur), scale(end.npv_eur)];
      const bar = { x: Math.min(from, to), y: y + 5, width: Math.abs(to - from), height: TORNADO_ROW - 10 };
      fillBox(sheet, bar, texture);
    }
  }
  doc
    .moveTo(scale(baseEur), plot.y)
    .lineTo(scale(baseEur), plot.y + plot.height)
    .lineWidth(1.2)
    .stroke(PALETTE.ink);
  const labelY = plot.y + plot.height + 4;
  drawCategories(sheet, { y: labelY, width: plot.width }, axis.labels, (index) => scale(axis.ticks[index]!));
  drawCategories(sheet, { y: labelY + TICK_HEIGHT + 1, width: plot.width }, ["VAN (€)"], () => plot.x + plot.width / 2);
}
