import type { CashflowYear } from "@ecotrim/contracts/simulations/result";
import { GAIN_COLOR, LOSS_COLOR, PALETTE } from "@ecotrim/present/palette";
import type { Box, Sheet } from "../sheet.ts";
import { drawCategories, drawValueAxis, gutterOf, TICK_HEIGHT } from "./axes.ts";
import { drawLegend, strokeLine } from "./legend.ts";
import { axisFor } from "./scale.ts";
import { fillBox, type Texture } from "./texture.ts";

const INCOME: Texture = { color: GAIN_COLOR, pattern: "solid" };
const OUTLAY: Texture = { color: LOSS_COLOR, pattern: "diagonal" };
const CUMULATIVE = { color: PALETTE.petrol, width: 1.6 };
const DISCOUNTED = { color: PALETTE.petrolSoft, width: 1.4, dash: 3 };
const UNIT_HEIGHT = 20;

/** Draws each year's flow as a bar, and the cumulative flow as lines, plain and discounted. */
export function drawCashFlow(sheet: Sheet, box: Box, years: readonly CashflowYear[]): void {
  const { doc } = sheet;
  const legendHeight = drawLegend(sheet, box, [
    { label: "Cobro neto del año", texture: INCOME },
    { label: "Desembolso neto del año", texture: OUTLAY },
    { label: "Acumulado", line: CUMULATIVE },
    { label: "Acumulado descontado (termina en el VAN)", line: DISCOUNTED },
  ]);
  let sum = 0;
  const discounted = years.map(({ discounted_eur }) => {
    sum += discounted_eur;
    return sum;
  });
  const cumulative = years.map(({ cumulative_eur }) => cumulative_eur);
  const net = years.map(({ net_eur }) => net_eur);
  const axis = axisFor([...net, ...cumulative, ...discounted], { count: 6 });
  const gutter = gutterOf(sheet, axis);
  const plot = {
    x: box.x + gutter,
    y: box.y + legendHeight + UNIT_HEIGHT,
    width: box.width - gutter,
    height: box.height - legendHeight - UNIT_HEIGHT - TICK_HEIGHT - 20,
  };
  const scale = drawValueAxis(sheet, plot, axis, { unit: "€" });
  const slot = plot.width / years.length;
  const center = (index: number) => plot.x + (index + 0.5) * slot;
  const barWidth = Math.min(26, slot * 0.62);
  for (const [index, value] of net.entries()) {
    const [from, to] = [scale(0), scale(value)];
    const bar = {
      x: center(index) - barWidth / 2,
      y: Math.min(from, to),
      width: barWidth,
      height: Math.abs(from - to),
    };
    fillBox(sheet, bar, value < 0 ? OUTLAY : INCOME);
  }
  for (const [values, style] of [
    [discounted, DISCOUNTED],
    [cumulative, CUMULATIVE],
  ] as const) {
    for (const [index, value] of values.entries())
      if (index === 0) doc.moveTo(center(0), scale(value));
      else doc.lineTo(center(index), scale(value));
    strokeLine(doc, style);
  }
  const labelY = plot.y + plot.height + 5;
  drawCategories(
    sheet,
    { y: labelY, width: plot.width },
    years.map(({ year }) => String(year)),
    center,
  );
  drawCategories(sheet, { y: labelY + 11, width: plot.width }, ["Año (0: inversión)"], () => plot.x + plot.width / 2);
}
