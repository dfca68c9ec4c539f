import type { Plot, Trace } from "@ecotrim/contracts/simulations/result";
import { FLOW_COLORS, flowColor } from "@ecotrim/present/palette";
import type { Box, Sheet } from "../sheet.ts";
import { drawCategories, drawValueAxis, gutterOf, TICK_HEIGHT } from "./axes.ts";
import { type LegendEntry, strokeLine } from "./legend.ts";
import { type Axis, axisFor, linear } from "./scale.ts";

type Week = NonNullable<Plot["layout"]["weeks"]>[number];

const DAY_HOURS = 24;
const PRICE_SHARE = 0.26;
const BETWEEN = 30;
const LINES = {
  demand: { color: FLOW_COLORS.demand, width: 1.2, dash: 3 },
  grid: { color: FLOW_COLORS.grid, width: 1.1 },
  price: { color: FLOW_COLORS.price, width: 1 },
} as const;

/** Legend of the lines and areas of every week. */
export const WEEK_LEGEND: readonly LegendEntry[] = [
  { label: "Fotovoltaica", texture: { color: FLOW_COLORS.pv, pattern: "solid" } },
  { label: "Batería (arriba descarga, abajo carga)", texture: { color: FLOW_COLORS.battery, pattern: "solid" } },
  { label: "Su consumo", line: LINES.demand },
  { label: "Compra a la red", line: LINES.grid },
  { label: "Precio de compra", line: LINES.price },
];

const valuesOf = ({ y = [] }: Trace): number[] => y.map((value) => value ?? 0);

/** Series of the operation chart by their flow; stored energy is the dotted one. */
function seriesOf({ data }: Plot) {
  const find = (flow: string, suits: (trace: Trace) => boolean = () => true) => {
    const trace = data.find((one) => one.flow === flow && one.line?.dash !== "dot" && suits(one));
    return trace ? valuesOf(trace) : [];
  };
  const sums = (sign: 1 | -1) => (trace: Trace) => valuesOf(trace).some((value) => sign * value > 0);
  return {
    pv: find("pv"),
    demand: find("demand"),
    grid: find("grid"),
    charge: find("battery", sums(-1)),
    discharge: find("battery", sums(1)),
    price: find("price"),
  };
}

/** Axes that all weeks of a plot share, which makes them comparable. */
export function weekAxes(plot: Plot): { energy: Axis; price: Axis } {
  const { pv, demand, grid, charge, discharge, price } = seriesOf(plot);
  return {
    energy: axisFor([...pv, ...demand, ...grid, ...charge, ...discharge], { count: 6 }),
    price: axisFor(price, { count: 2 }),
  };
}

/** Draws one typical week by the hour: energies above, the price below. */
export function drawWeek(sheet: Sheet, box: Box, plot: Plot, { from, to }: Week): void {
  const { doc } = sheet;
  const axes = weekAxes(plot);
  const series = seriesOf(plot);
  const hours = plot.data[0]?.x?.slice(from, to).map(String) ?? [];
  const gutter = Math.max(gutterOf(sheet, axes.energy), gutterOf(sheet, axes.price));
  const height = box.height - TICK_HEIGHT - BETWEEN - 22;
  const upper = { x: box.x + gutter, y: box.y + 18, width: box.width - gutter, height: height * (1 - PRICE_SHARE) };
  const lower = { ...upper, y: upper.y + upper.height + BETWEEN, height: height * PRICE_SHARE };
  const x = linear([0, to - from], [upper.x, upper.x + upper.width]);

  const energy = drawValueAxis(sheet, upper, axes.energy, { unit: "kWh/h" });
  const price = drawValueAxis(sheet, lower, axes.price, { unit: "Precio de compra, €/MWh" });

  const steps = (values: readonly number[], scale: (value: number) => number) => {
    for (const [index, value] of values.slice(from, to).entries()) {
      if (index === 0) doc.moveTo(x(0), scale(value));
      else doc.lineTo(x(index), scale(value));
      doc.lineTo(x(index + 1), scale(value));
    }
  };
  const area = (values: readonly number[], color: string, opacity: number) => {
    if (values.length === 0) return;
    doc.moveTo(x(0), energy(0));
    for (const [index, value] of values.slice(from, to).entries())
      doc.lineTo(x(index), energy(value)).lineTo(x(index + 1), energy(value));
    doc
      .lineTo(x(to - from), energy(0))
      .closePath()
      .fillOpacity(opacity)
      .fill(color)
      .fillOpacity(1);
  };
  area(series.pv, flowColor("pv"), 0.45);
  area(series.discharge, flowColor("battery"), 0.9);
  area(series.charge, flowColor("battery"), 0.9);
  const line = (
    values: readonly number[],
    scale: (value: number) => number,
    style: Parameters<typeof strokeLine>[1],
  ) => {
    if (values.length === 0) return;
    steps(values, scale);
    strokeLine(doc, style);
  };
  line(series.grid, energy, LINES.grid);
  line(series.demand, energy, LINES.demand);
  line(series.price, price, LINES.price);

  // Labels such as "lun 22 ene 00:00" give the days, drawn below their middle.
  const days = hours.flatMap((hour, index) => (hour.endsWith(" 00:00") ? [{ name: hour.slice(0, -6), index }] : []));
  if (days.length > 0)
    drawCategories(
      sheet,
      { y: lower.y + lower.height + 5, width: lower.width },
      days.map(({ name }) => name),
      (day) => x(days[day]!.index + DAY_HOURS / 2),
    );
}
