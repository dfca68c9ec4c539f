import { FILLED_COLORS, FLOW_COLORS, PALETTE, PERIOD_COLORS } from "@ecotrim/present/palette";
import type { ChartConfiguration } from "chart.js";
import { animation, type ChartStyle, FONT, figureAxis, LEGEND, TOOLTIP } from "../charts/chart-style.ts";

/** How the pictures of a curve are drawn. */

interface Bars {
  /** Names of the bars. */
  labels: string[];
  /** Parts that stand on one another, from below. */
  parts: { name: string; values: number[] }[];
  unit: string;
  write: (value: number) => string;
}

const common = (style: ChartStyle) =>
  ({ responsive: true, maintainAspectRatio: false, animation: animation(style) }) as const;

const names = (style: ChartStyle) => ({
  ticks: { font: { ...FONT, size: style.compact ? 11 : 13 }, color: PALETTE.ink, maxRotation: 0, autoSkip: true },
  grid: { display: false },
});

/** Of the many points of a line, some are named. */
const someNames = (style: ChartStyle, nameAt: (point: number) => string | null | undefined) => {
  const { ticks, ...others } = names(style);
  return { ...others, ticks: { ...ticks, autoSkip: false, callback: (_: unknown, point: number) => nameAt(point) } };
};

const figures = (unit: string, write: (value: number) => string) => ({
  ...figureAxis(unit, write),
  beginAtZero: true,
  grid: { color: PALETTE.line },
});

/** Each bar has an outline: the pale periods would not be seen on white. */
const outlined = (color: string | CanvasPattern) => ({
  backgroundColor: color,
  borderColor: PALETTE.petrol,
  borderWidth: 1,
});

const WIDTH = { categoryPercentage: 0.8, barPercentage: 1 };

/** Stripes of what was not measured, as in the map; plain where the browser draws no pattern. */
function stripes(): CanvasPattern | string {
  const [stripe, ground] = FILLED_COLORS;
  const tile = document.createElement("canvas");
  tile.width = STRIPES_PX;
  tile.height = STRIPES_PX;
  const context = tile.getContext("2d");
  if (!context) return ground;
  context.fillStyle = ground;
  context.fillRect(0, 0, STRIPES_PX, STRIPES_PX);
  context.strokeStyle = stripe;
  context.lineWidth = STRIPES_PX / 3;
  // The corners as well, so that the stripes go on from tile to tile.
  for (const shift of [-STRIPES_PX, 0, STRIPES_PX]) {
    context.moveTo(shift - 1, STRIPES_PX + 1);
    context.lineTo(shift + STRIPES_PX + 1, -1);
  }
  context.stroke();
  return context.createPattern(tile, "repeat") ?? ground;
}

const STRIPES_PX = 8;

interface MonthBars extends Bars {
  /** What of each bar was not measured, on top of the parts. */
  invented: number[];
}

/** Energy of each month by tariff period, P6 below. */
export const monthsConfig =
  ({ labels, parts, invented, unit, write }: MonthBars) =>
  (style: ChartStyle): ChartConfiguration<"bar"> => ({
    type: "bar",
    data: {
      labels,
      datasets: parts
        .map(({ name, values }) => ({
          label: name,
          data: values,
          ...outlined(PERIOD_COLORS[Number(name.slice(1)) - 1] ?? FILLED_COLORS[1]),
          ...WIDTH,
        }))
        .concat(
          invented.some((value) => value > 0)
            ? { label: "No medido", data: invented, ...outlined(stripes()), ...WIDTH }
            : [],
        ),
    },
    options: {
      ...common(style),
      interaction: { mode: "index", intersect: false },
      scales: { x: { stacked: true, ...names(style) }, y: { stacked: true, ...figures(unit, write) } },
      plugins: { legend: { ...LEGEND, reverse: true }, tooltip: { ...TOOLTIP, ...labelled(write, unit) } },
    },
  });

/** The greatest power of each tariff period. */
export const peaksConfig =
  ({ labels, parts, unit, write }: Bars) =>
  (style: ChartStyle): ChartConfiguration<"bar"> => ({
    type: "bar",
    data: {
      labels,
      datasets: parts.map(({ name, values }) => ({
        label: name,
        data: values,
        ...outlined(PALETTE.petrolSoft),
        backgroundColor: labels.map((period) => PERIOD_COLORS[Number(period.slice(1)) - 1]!),
      })),
    },
    options: {
      ...common(style),
      scales: { x: names(style), y: figures(unit, write) },
      plugins: { legend: { display: false }, tooltip: { ...TOOLTIP, ...labelled(write, unit) } },
    },
  });

const labelled = (write: (value: number) => string, unit: string) => ({
  callbacks: {
    label: ({
      dataset: { label },
      parsed: { y },
    }: {
      dataset: { label?: string | undefined };
      parsed: { y: number | null };
    }) => `${label}: ${write(y ?? 0)} ${unit}`,
  },
});

interface Week {
  /** Names of the 168 hours, and of the days. */
  labels: string[];
  days: string[];
  median: number[];
  low: number[];
  high: number[];
  write: (value: number) => string;
}

/** Median power of each hour of a week, with the band that eight of ten weeks are in. */
export const weekConfig =
  ({ labels, days, median, low, high, write }: Week) =>
  (style: ChartStyle): ChartConfiguration<"line"> => ({
    type: "line",
    data: {
      labels,
      datasets: [
        { label: "", data: low, ...BAND },
        { label: "", data: high, ...BAND, fill: "-1" },
        { label: "Lo habitual", data: median, pointRadius: 0, borderColor: PALETTE.petrol, borderWidth: 2 },
      ],
    },
    options: {
      ...common(style),
      interaction: { mode: "index", intersect: false },
      scales: {
        // The name of a day stands below its noon.
        x: someNames(style, (hour) => (hour % 24 === 12 ? days[Math.floor(hour / 24)] : null)),
        y: figures("kW", write),
      },
      plugins: {
        legend: { display: false },
        tooltip: { ...TOOLTIP, filter: ({ dataset }) => dataset.label !== "", ...labelled(write, "kW") },
      },
    },
  });

const BAND = { pointRadius: 0, borderWidth: 0, backgroundColor: `${PALETTE.petrolSoft}40` };

interface Duration {
  /** Hours of the year up to each point. */
  labels: string[];
  kw: number[];
  contracted: { name: string; kw: number }[];
  write: (value: number) => string;
}

/** Powers in falling order, with the contracted ones across. */
export const durationConfig =
  ({ labels, kw, contracted, write }: Duration) =>
  (style: ChartStyle): ChartConfiguration<"line"> => ({
    type: "line",
    data: {
      labels,
      datasets: [
        {
          label: "Potencia",
          data: kw,
          pointRadius: 0,
          borderColor: PALETTE.petrol,
          borderWidth: 2.5,
          backgroundColor: `${PALETTE.petrolSoft}33`,
          fill: "origin",
        },
        ...contracted.map((line, i) => ({
          label: line.name,
          data: kw.map(() => line.kw),
          pointRadius: 0,
          borderColor: i % 2 === 0 ? FLOW_COLORS.grid : FLOW_COLORS.export,
          borderWidth: 2,
          borderDash: [6, 4 + 2 * i],
        })),
      ],
    },
    options: {
      ...common(style),
      interaction: { mode: "index", intersect: false },
      scales: {
        x: someNames(style, (point) => (point % 50 === 0 ? labels[point] : null)),
        y: figures("kW", write),
      },
      plugins: {
        legend: { ...LEGEND, display: contracted.length > 0 },
        tooltip: { ...TOOLTIP, ...labelled(write, "kW") },
      },
    },
  });
