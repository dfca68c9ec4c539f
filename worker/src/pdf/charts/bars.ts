import type { Box, Sheet } from "../sheet.ts";
import { drawCategories, drawValueAxis, gutterOf, TICK_HEIGHT } from "./axes.ts";
import { drawLegend, type LegendEntry } from "./legend.ts";
import { axisFor } from "./scale.ts";
import { fillBox, type Texture } from "./texture.ts";

export interface BarSeries {
  name: string;
  texture: Texture;
  /** Series with the same stack are drawn on one another; a series without one has its own bar. */
  stack?: string | undefined;
  values: readonly (number | null)[];
}

export interface BarChart {
  categories: readonly string[];
  series: readonly BarSeries[];
  unit: string;
}

/** Legend of the bars: series of one name share an entry. */
function legendOf(series: readonly BarSeries[]): LegendEntry[] {
  const names = [...new Set(series.map(({ name }) => name))];
  return names.map((label) => ({ label, texture: series.find(({ name }) => name === label)!.texture }));
}

const UNIT_HEIGHT = 20;
const BAR_SHARE = 0.72;

/** Draws bars of 0 or more over categories, side by side or stacked. */
export function drawBars(sheet: Sheet, box: Box, { categories, series, unit }: BarChart): void {
  const legendHeight = drawLegend(sheet, box, legendOf(series));
  const stacks = [...new Set(series.map(({ stack, name }) => stack ?? name))];
  const inStack = (stack: string) => series.filter((one) => (one.stack ?? one.name) === stack);
  const totals = stacks.flatMap((stack) =>
    categories.map((_, index) => inStack(stack).reduce((sum, { values }) => sum + (values[index] ?? 0), 0)),
  );
  const axis = axisFor(totals);
  const gutter = gutterOf(sheet, axis);
  const plot = {
    x: box.x + gutter,
    y: box.y + legendHeight + UNIT_HEIGHT,
    width: box.width - gutter,
    height: box.height - legendHeight - UNIT_HEIGHT - TICK_HEIGHT - 6,
  };
  const scale = drawValueAxis(sheet, plot, axis, { unit });

  const slot = plot.width / categories.length;
  const barWidth = Math.min(44, (slot * BAR_SHARE) / stacks.length);
  const start = (slot - barWidth * stacks.length) / 2;
  for (const index of categories.keys())
    for (const [place, stack] of stacks.entries()) {
      let base = 0;
      for (const { values, texture } of inStack(stack)) {
        const value = values[index] ?? 0;
        const [from, to] = [scale(base), scale(base + value)];
        const x = plot.x + index * slot + start + place * barWidth;
        const gap = Math.min(1, barWidth * 0.1);
        fillBox(sheet, { x, y: Math.min(from, to), width: barWidth - gap, height: Math.abs(from - to) }, texture);
        base += value;
      }
    }
  drawCategories(
    sheet,
    { y: plot.y + plot.height + 5, width: plot.width },
    categories,
    (index) => plot.x + (index + 0.5) * slot,
  );
}
