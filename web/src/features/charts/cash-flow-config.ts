import { GAIN_COLOR, PALETTE } from "@ecotrim/present/palette";
import type { CurveMark } from "@ecotrim/present/results/return-curve";
import type { ChartConfiguration, ChartDataset, Plugin, Scale } from "chart.js";
import { animation, type ChartStyle, FONT, TOOLTIP } from "./chart-style.ts";

interface CashFlowChart {
  /** Cumulative EUR by year, index 0 the investment. */
  years: readonly number[];
  /** Another curve to compare with. */
  before?: readonly number[] | undefined;
  band: { p10: readonly number[]; p90: readonly number[] } | null;
  marks: CurveMark[];
  /** Writes an amount on the axis, and one in full. */
  short: (eur: number) => string;
  full: (eur: number) => string;
  /** Names of a year: on the axis, and in full. */
  tick: (year: number) => string;
  yearName: (year: number) => string;
  names: { curve: string; before: string; p10: string; p90: string };
}

const BAND = `${GAIN_COLOR}2E`;
const DASH = [5, 4];

type Points = ChartDataset<"line", { x: number; y: number }[]>;

/** The cumulative cash flow of a battery over its life, within the band of the scenarios. */
export function cashFlowConfig(chart: CashFlowChart, style: ChartStyle): ChartConfiguration<"line"> {
  const { years, before, band, names, short, full, tick, yearName } = chart;
  const last = years.length - 1;
  const font = { ...FONT, size: style.compact ? 11 : 12 };
  const line = (label: string, values: readonly number[], look: Partial<Points>): Points => ({
    label,
    data: values.slice(0, years.length).map((y, x) => ({ x, y })),
    pointRadius: 0,
    pointHoverRadius: 4,
    borderWidth: 0,
    ...look,
  });
  const datasets: Points[] = [
    line(names.curve, years, { borderColor: GAIN_COLOR, backgroundColor: GAIN_COLOR, borderWidth: 3 }),
    ...(before
      ? [line(names.before, before, { borderColor: PALETTE.petrolSoft, borderWidth: 2, borderDash: DASH })]
      : []),
    ...(band
      ? [
          line(names.p90, band.p90, { backgroundColor: BAND }),
          line(names.p10, band.p10, { backgroundColor: BAND, fill: "-1" }),
        ]
      : []),
  ];
  return {
    type: "line",
    data: { datasets },
    options: {
      responsive: true,
      maintainAspectRatio: false,
      animation: animation(style),
      interaction: { mode: "index", intersect: false },
      layout: { padding: { right: 8 } },
      scales: {
        x: {
          type: "linear",
          min: 0,
          max: last,
          ticks: {
            font,
            color: PALETTE.muted,
            stepSize: Math.max(1, Math.ceil(last / 5)),
            maxRotation: 0,
            callback: (value) => tick(Number(value)),
          },
          grid: { display: false },
        },
        y: {
          ticks: { font, color: PALETTE.muted, maxTicksLimit: 6, callback: (value) => short(Number(value)) },
          grid: { color: ({ tick: { value } }) => (value === 0 ? PALETTE.muted : PALETTE.line) },
          border: { display: false },
        },
      },
      plugins: {
        legend: { display: false },
        tooltip: {
          ...TOOLTIP,
          callbacks: {
            title: ([item]) => yearName(Number(item?.parsed.x ?? 0)),
            label: ({ dataset, parsed: { y } }) => `${dataset.label}: ${full(y ?? 0)}`,
          },
        },
      },
    },
    plugins: [namedMarks(chart.marks, style), ...(band ? [bandEnds(chart)] : [])],
  };
}

const LABEL_GAP_PX = 26;

/** Dots on the curve with their names: where the investment is recovered, and where the inverter is replaced. */
const namedMarks = (marks: CurveMark[], { compact }: ChartStyle): Plugin<"line"> => ({
  id: "namedMarks",
  afterDatasetsDraw: ({ ctx, chartArea, scales: { x, y } }) => {
    if (!x || !y) return;
    ctx.save();
    for (const mark of marks) drawMark(ctx, mark, { x, y, ...chartArea, px: compact ? 11 : 12 });
    ctx.restore();
  },
});

interface Room {
  x: Scale;
  y: Scale;
  top: number;
  bottom: number;
  left: number;
  right: number;
  /** Height of the letters. */
  px: number;
}

function drawMark(ctx: CanvasRenderingContext2D, { year, value, name, side }: CurveMark, room: Room): void {
  const { top, bottom, left, right, px } = room;
  const [x, y] = [room.x.getPixelForValue(year), room.y.getPixelForValue(value)];
  const height = name.length * px * 1.25;
  const above = side === "above";
  // Within the drawing, whatever the curve does.
  const start = above ? Math.max(top, y - LABEL_GAP_PX - height) : Math.min(bottom - height, y + LABEL_GAP_PX);
  ctx.strokeStyle = PALETTE.muted;
  ctx.lineWidth = 1;
  ctx.setLineDash(above ? [] : [2, 3]);
  ctx.beginPath();
  ctx.moveTo(x, y);
  ctx.lineTo(x, above ? start + height : start - 2);
  ctx.stroke();
  ctx.setLineDash([]);
  ctx.textBaseline = "top";
  ctx.textAlign = "center";
  ctx.fillStyle = PALETTE.ink;
  for (const [index, text] of name.entries()) {
    ctx.font = `${index === 0 ? 600 : 400} ${px}px ${FONT.family}`;
    const half = ctx.measureText(text).width / 2;
    ctx.fillText(text, Math.min(Math.max(x, left + half), right - half), start + index * px * 1.25);
  }
  ctx.beginPath();
  ctx.arc(x, y, 4.5, 0, 2 * Math.PI);
  ctx.fillStyle = above ? GAIN_COLOR : PALETTE.white;
  ctx.strokeStyle = above ? PALETTE.white : PALETTE.petrol;
  ctx.lineWidth = 2;
  ctx.fill();
  ctx.stroke();
}

/** Years that a name keeps away from a mark. */
const CLEAR_YEARS = 3;

/** The names of both ends of the band, where no mark stands. */
const bandEnds = ({ years, band, marks, names }: CashFlowChart): Plugin<"line"> => ({
  id: "bandEnds",
  afterDatasetsDraw: ({ ctx, scales: { x, y } }) => {
    if (!x || !y || !band) return;
    const last = years.length - 1;
    const places = [last, Math.round(0.4 * last), Math.round(0.2 * last)];
    const isClear = (year: number) => marks.every((mark) => Math.abs(mark.year - year) >= CLEAR_YEARS);
    const at = places.find(isClear) ?? last;
    ctx.save();
    ctx.font = `600 11px ${FONT.family}`;
    ctx.textAlign = at === last ? "right" : "center";
    ctx.fillStyle = PALETTE.muted;
    const write = (text: string, value: number | undefined, offset: number) => {
      if (value !== undefined) ctx.fillText(text, x.getPixelForValue(at), y.getPixelForValue(value) + offset);
    };
    write(names.p90, band.p90[at], -5);
    write(names.p10, band.p10[at], 13);
    ctx.restore();
  },
});
