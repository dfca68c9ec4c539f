import { GAIN_COLOR, PALETTE } from "@ecotrim/present/palette";
import type { CurveMark } from "@ecotrim/present/results/return-curve";
import type { Box, Sheet, TextStyle } from "../sheet.ts";
import { drawCategories, drawValueAxis, gutterOf, TICK, TICK_HEIGHT } from "./axes.ts";
import { drawLegend, strokeLine } from "./legend.ts";
import { axisFor, linear } from "./scale.ts";

export interface CashFlowCurve {
  /** Cumulative EUR by year; index 0 is the investment. */
  years: readonly number[];
  band: { p10: readonly number[]; p90: readonly number[] } | null;
  marks: readonly CurveMark[];
}

const CURVE = { color: GAIN_COLOR, width: 2 };
const BAND = { color: GAIN_COLOR, opacity: 0.16 };
const EDGE = { color: GAIN_COLOR, width: 0.8, dash: 2 };
const UNIT_HEIGHT = 20;
const NAME: TextStyle = { size: 8, align: "center", lineGap: 0 };
const NAME_WIDTH = 110;
const NAME_HEIGHT = 20;
/** From the point to the far side of its name, pt. */
const NAME_REACH = 42;

/** Draws the cumulative cash flow within the band of the scenarios, and marks points of it. */
export function drawCashFlowCurve(sheet: Sheet, box: Box, { years, band, marks }: CashFlowCurve): void {
  const { doc } = sheet;
  const legendHeight = drawLegend(sheet, box, [
    { label: "Acumulado, sin descontar", line: CURVE },
    ...(band ? [{ label: "P10 y P90 de los escenarios", line: EDGE }] : []),
  ]);
  const axis = axisFor([...years, ...(band ? [...band.p10, ...band.p90] : [])], { count: 6 });
  const gutter = gutterOf(sheet, axis);
  const plot = {
    x: box.x + gutter,
    y: box.y + legendHeight + UNIT_HEIGHT,
    width: box.width - gutter - 4,
    height: box.height - legendHeight - UNIT_HEIGHT - TICK_HEIGHT - 6,
  };
  const scale = drawValueAxis(sheet, plot, axis, { unit: "€" });
  const at = linear([0, years.length - 1], [plot.x, plot.x + plot.width]);
  const trace = (values: readonly number[]) => {
    for (const [year, value] of values.entries())
      if (year === 0) doc.moveTo(at(year), scale(value));
      else doc.lineTo(at(year), scale(value));
  };
  if (band) {
    trace(band.p90);
    for (const [year, value] of [...band.p10.entries()].reverse()) doc.lineTo(at(year), scale(value));
    doc.closePath().fillOpacity(BAND.opacity).fill(BAND.color).fillOpacity(1);
    for (const edge of [band.p10, band.p90]) {
      trace(edge);
      strokeLine(doc, EDGE);
    }
  }
  trace(years);
  strokeLine(doc, CURVE);
  for (const { year, value, name, side } of marks) {
    const [x, y] = [at(year), scale(value)];
    const isAbove = side === "above" || y + NAME_REACH > plot.y + plot.height;
    const top = isAbove ? Math.max(plot.y, y - NAME_REACH) : y + NAME_REACH - NAME_HEIGHT;
    doc
      .moveTo(x, y)
      .lineTo(x, isAbove ? top + NAME_HEIGHT : top)
      .lineWidth(0.8)
      .stroke(PALETTE.petrol);
    doc.circle(x, y, 3.2).lineWidth(1.4).fillAndStroke(PALETTE.white, PALETTE.petrol);
    const left = Math.min(Math.max(x - NAME_WIDTH / 2, plot.x), plot.x + plot.width - NAME_WIDTH);
    sheet.write(name[0], left, top, NAME_WIDTH, { ...NAME, weight: "semibold" });
    sheet.write(name[1], left, top + 10, NAME_WIDTH, { ...NAME, color: PALETTE.muted });
  }
  drawCategories(
    sheet,
    { y: plot.y + plot.height + 5, width: plot.width },
    years.map((_, year) => (year === 0 ? "hoy" : String(year))),
    at,
  );
  sheet.write("años", plot.x + plot.width - 60, plot.y + plot.height - 12, 58, { ...TICK, align: "right" });
}
