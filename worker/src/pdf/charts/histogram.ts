import type { Histogram } from "@ecotrim/contracts/simulations/uncertainty";
import { FLOW_COLORS, GAIN_COLOR, PALETTE } from "@ecotrim/present/palette";
import { euros } from "../format.ts";
import type { Box, Sheet } from "../sheet.ts";
import { drawCategories, drawValueAxis, gutterOf, TICK, TICK_HEIGHT } from "./axes.ts";
import { drawLegend, strokeLine } from "./legend.ts";
import { axisFor, linear } from "./scale.ts";
import { fillBox, type Texture } from "./texture.ts";

export interface HistogramChart {
  histogram: Histogram;
  /** Percentiles, EUR; null where they do not exist. */
  band: { p10: number; p50: number; p90: number } | null;
  /** The figure as calculated, EUR. */
  calculated: number | null;
  axisTitle: string;
}

const INSIDE: Texture = { color: GAIN_COLOR, pattern: "solid" };
const OUTSIDE: Texture = { color: FLOW_COLORS.lost, pattern: "diagonal" };
const CALCULATED = { color: PALETTE.ink, width: 1.2, dash: 3 };
const UNIT_HEIGHT = 32;

/** Draws the number of scenarios in each bar; the central eight of ten stand out. */
export function drawHistogram(
  sheet: Sheet,
  box: Box,
  { histogram, band, calculated, axisTitle }: HistogramChart,
): void {
  const { doc } = sheet;
  const { from, width, counts } = histogram;
  const legendHeight = drawLegend(sheet, box, [
    ...(band ? [{ label: "8 de cada 10 escenarios (P10 a P90)", texture: INSIDE }] : []),
    { label: band ? "El resto" : "Escenarios", texture: OUTSIDE },
    ...(calculated === null ? [] : [{ label: "Calculado en el caso base", line: CALCULATED }]),
  ]);
  const axis = axisFor(counts, { count: 4 });
  const gutter = gutterOf(sheet, axis);
  const plot = {
    x: box.x + gutter,
    y: box.y + legendHeight + UNIT_HEIGHT,
    width: box.width - gutter - 12,
    height: box.height - legendHeight - UNIT_HEIGHT - 2 * TICK_HEIGHT - 8,
  };
  const y = drawValueAxis(sheet, plot, axis, { unit: "Escenarios" });
  const to = from + width * counts.length;
  const x = linear([from, to], [plot.x, plot.x + plot.width]);
  for (const [index, count] of counts.entries()) {
    const [start, end] = [from + index * width, from + (index + 1) * width];
    // An end of the band cuts its bar in two.
    const cuts = band ? [start, band.p10, band.p90, end].filter((cut) => cut >= start && cut <= end) : [start, end];
    for (const [part, cut] of cuts.slice(0, -1).entries()) {
      const next = cuts[part + 1]!;
      const inside = band !== null && cut >= band.p10 && next <= band.p90;
      const bar = { x: x(cut), y: y(count), width: x(next) - x(cut), height: y(0) - y(count) };
      fillBox(sheet, bar, inside ? INSIDE : OUTSIDE);
    }
    doc
      .rect(x(start), y(count), x(end) - x(start), y(0) - y(count))
      .lineWidth(0.5)
      .stroke(PALETTE.white);
  }
  if (calculated !== null && calculated >= from && calculated <= to) {
    doc.moveTo(x(calculated), plot.y).lineTo(x(calculated), plot.y + plot.height);
    strokeLine(doc, CALCULATED);
  }
  if (band)
    for (const [name, value] of Object.entries(band)) {
      doc.moveTo(x(value), plot.y - 4).lineTo(x(value), plot.y + 3);
      strokeLine(doc, { color: PALETTE.petrol, width: 1.4 });
      const label = name.toUpperCase();
      sheet.write(label, x(value) - 15, plot.y - 15, 30, {
        ...TICK,
        weight: "semibold",
        color: PALETTE.petrol,
        align: "center",
      });
    }
  const ticks = axisFor([from, to], { count: 6, withZero: false }).ticks.filter((tick) => tick >= from && tick <= to);
  const labelY = plot.y + plot.height + 5;
  drawCategories(
    sheet,
    { y: labelY, width: plot.width },
    ticks.map((tick) => euros(tick)),
    (index) => x(ticks[index]!),
  );
  drawCategories(sheet, { y: labelY + TICK_HEIGHT + 1, width: plot.width }, [axisTitle], () => plot.x + plot.width / 2);
}
