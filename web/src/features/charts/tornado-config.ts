import { PALETTE } from "@ecotrim/present/palette";
import type { ChartConfiguration, Plugin } from "chart.js";
import { animation, type ChartStyle, FONT, figureAxis, LEGEND, TOOLTIP } from "./chart-style.ts";
import { wrap } from "./wrap.ts";

interface End {
  /** The driver's value, as people read it. */
  text: string;
  value: number | null;
}

export interface TornadoBar {
  label: string;
  low: End;
  high: End;
  reason: string;
}

interface TornadoChart {
  /** From top to bottom. */
  bars: TornadoBar[];
  base: number;
  axisTitle: string;
  write: (value: number) => string;
}

const SIDES = [
  { side: "low", name: "Valor bajo", color: PALETTE.petrolSoft, ink: PALETTE.ink },
  { side: "high", name: "Valor alto", color: PALETTE.petrol, ink: PALETTE.white },
] as const;

const LABEL_CHARACTERS = { compact: 20, wide: 34 };

/** A figure at the low and at the high value of each driver, around its base value. */
export function tornadoConfig(
  { bars, base, axisTitle, write }: TornadoChart,
  style: ChartStyle,
): ChartConfiguration<"bar"> {
  const characters = style.compact ? LABEL_CHARACTERS.compact : LABEL_CHARACTERS.wide;
  const font = { ...FONT, size: style.compact ? 11 : 13 };
  const x = figureAxis(axisTitle, write);
  return {
    type: "bar",
    data: {
      labels: bars.map(({ label }) => wrap(label, characters)),
      datasets: SIDES.map(({ side, name, color }) => ({
        label: name,
        data: bars.map((bar) => (bar[side].value === null ? null : [base, bar[side].value])) as [number, number][],
        backgroundColor: color,
        // Both sides of a driver stand in one row.
        grouped: false,
        barPercentage: 0.7,
      })),
    },
    options: {
      indexAxis: "y",
      responsive: true,
      maintainAspectRatio: false,
      animation: animation(style),
      interaction: { mode: "index", intersect: false, axis: "y" },
      scales: {
        x: {
          ...x,
          ticks: { ...x.ticks, font, maxRotation: 0, autoSkipPadding: 12 },
          grid: { color: PALETTE.line },
          ...(style.compact ? {} : { grace: "30%" }),
        },
        y: { ticks: { font, color: PALETTE.ink, autoSkip: false, crossAlign: "far" }, grid: { display: false } },
      },
      plugins: {
        legend: LEGEND,
        tooltip: {
          ...TOOLTIP,
          callbacks: {
            title: ([item]) => bars[item?.dataIndex ?? -1]?.label ?? "",
            label: ({ datasetIndex, dataIndex }) => {
              const side = SIDES[datasetIndex]?.side;
              const end = side && bars[dataIndex]?.[side];
              return end && end.value !== null ? `${end.text}: ${write(end.value)}` : "";
            },
            footer: ([item]) => wrap(bars[item?.dataIndex ?? -1]?.reason ?? "", 44),
          },
          footerFont: { ...FONT, weight: 400 },
        },
      },
    },
    plugins: [baseLine(base), ...(style.compact ? [] : [endTexts(bars, base)])],
  };
}

/** The line at the base value, where both sides meet. */
const baseLine = (base: number): Plugin<"bar"> => ({
  id: "baseLine",
  afterDatasetsDraw: ({ ctx, chartArea, scales }) => {
    const x = scales.x?.getPixelForValue(base);
    if (x === undefined) return;
    ctx.save();
    ctx.strokeStyle = PALETTE.ink;
    ctx.lineWidth = 1.5;
    ctx.beginPath();
    ctx.moveTo(x, chartArea.top);
    ctx.lineTo(x, chartArea.bottom);
    ctx.stroke();
    ctx.restore();
  },
});

/** The driver's values: within the bars that have room for them, else beside their ends. */
const endTexts = (bars: TornadoBar[], base: number): Plugin<"bar"> => ({
  id: "endTexts",
  afterDatasetsDraw: ({ ctx, scales: { x, y } }) => {
    if (!x || !y) return;
    ctx.save();
    ctx.font = `12px ${FONT.family}`;
    ctx.textBaseline = "middle";
    const from = x.getPixelForValue(base);
    for (const [row, bar] of bars.entries()) {
      const at = y.getPixelForValue(row);
      const ends = SIDES.flatMap(({ side, ink }) => {
        const { text, value } = bar[side];
        return value === null || value === base ? [] : [{ text, ink, from, to: x.getPixelForValue(value) }];
      }).sort((a, b) => Math.abs(b.to - from) - Math.abs(a.to - from));
      const [far, near] = ends;
      // Both values move the figure the same way: their bars lie on each other, and one text names both.
      if (far && near && far.to < from === near.to < from) {
        write(ctx, { ...far, text: `${far.text} · ${near.text}` }, at, { beside: true });
      } else for (const end of ends) write(ctx, end, at);
      if (bar.low.value === base && bar.high.value === base)
        write(ctx, { text: "sin efecto", ink: PALETTE.muted, from, to: from }, at);
    }
    ctx.restore();
  },
});

interface EndText {
  text: string;
  /** Colour of the text on the bar. */
  ink: string;
  /** px of the bar's ends. */
  from: number;
  to: number;
}

const GAP_PX = 6;

function write(
  ctx: CanvasRenderingContext2D,
  { text, ink, from, to }: EndText,
  y: number,
  { beside = false } = {},
): void {
  const leftward = to < from;
  const within = !beside && Math.abs(to - from) > ctx.measureText(text).width + 2 * GAP_PX;
  ctx.fillStyle = within ? ink : PALETTE.muted;
  ctx.textAlign = leftward === within ? "left" : "right";
  ctx.fillText(text, to + (leftward === within ? GAP_PX : -GAP_PX), y);
}
