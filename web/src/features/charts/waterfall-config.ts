import { PALETTE } from "@ecotrim/present/palette";
import type { ChartConfiguration, Plugin } from "chart.js";
import { animation, type ChartStyle, FONT, TOOLTIP } from "./chart-style.ts";
import { wrap } from "./wrap.ts";

export interface WaterfallBar {
  name: string;
  from: number;
  to: number;
  color: string;
  /** Its figure with its sign, as written above the bar. */
  text: string;
}

interface WaterfallChart {
  bars: WaterfallBar[];
  unitTitle: string;
}

const NAME_CHARACTERS = { compact: 9, wide: 12 };
const LABEL_PX = { largest: 13, least: 8 };

/** Amounts that follow one another: each bar begins where the one before it ended. */
export function waterfallConfig({ bars, unitTitle }: WaterfallChart, style: ChartStyle): ChartConfiguration<"bar"> {
  const font = { ...FONT, size: style.compact ? 11 : 13 };
  return {
    type: "bar",
    data: {
      labels: bars.map(({ name }) => wrap(name, style.compact ? NAME_CHARACTERS.compact : NAME_CHARACTERS.wide)),
      datasets: [
        {
          data: bars.map(({ from, to }) => [from, to] as [number, number]),
          backgroundColor: bars.map(({ color }) => color),
          borderRadius: 2,
          borderSkipped: false,
          categoryPercentage: 1,
          barPercentage: 0.7,
        },
      ],
    },
    options: {
      responsive: true,
      maintainAspectRatio: false,
      animation: animation(style),
      interaction: { mode: "index", intersect: false },
      // The figure above the tallest bar.
      layout: { padding: { top: LABEL_PX.largest } },
      scales: {
        x: {
          title: { display: true, text: unitTitle, font, color: PALETTE.muted },
          ticks: { font, color: PALETTE.ink, maxRotation: 0, autoSkip: false },
          grid: { display: false },
          border: { display: false },
        },
        y: {
          beginAtZero: true,
          grace: "12%",
          ticks: { display: false },
          grid: { color: ({ tick: { value } }) => (value === 0 ? PALETTE.muted : "transparent") },
          border: { display: false },
        },
      },
      plugins: {
        legend: { display: false },
        tooltip: {
          ...TOOLTIP,
          callbacks: {
            title: ([item]) => bars[item?.dataIndex ?? -1]?.name ?? "",
            label: ({ dataIndex }) => bars[dataIndex]?.text ?? "",
          },
        },
      },
    },
    plugins: [linksAndTexts(bars)],
  };
}

/** A line from the end of each bar to the next one, and each figure above its bar, as large as the bar's place allows. */
const linksAndTexts = (bars: WaterfallBar[]): Plugin<"bar"> => ({
  id: "linksAndTexts",
  afterDatasetsDraw: ({ ctx, chartArea, scales: { x, y } }) => {
    if (!x || !y) return;
    const place = chartArea.width / bars.length;
    const half = 0.35 * place;
    ctx.save();
    ctx.strokeStyle = PALETTE.muted;
    ctx.lineWidth = 1;
    ctx.setLineDash([2, 3]);
    for (const [index, { to }] of bars.slice(0, -1).entries()) {
      ctx.beginPath();
      ctx.moveTo(x.getPixelForValue(index) + half, y.getPixelForValue(to));
      ctx.lineTo(x.getPixelForValue(index + 1) - half, y.getPixelForValue(to));
      ctx.stroke();
    }
    ctx.setLineDash([]);
    const write = (px: number) => {
      ctx.font = `600 ${px}px ${FONT.family}`;
    };
    write(LABEL_PX.largest);
    const widest = Math.max(...bars.map(({ text }) => ctx.measureText(text).width));
    write(Math.max(LABEL_PX.least, LABEL_PX.largest * Math.min(1, (place - 4) / widest)));
    ctx.textAlign = "center";
    ctx.textBaseline = "bottom";
    ctx.fillStyle = PALETTE.ink;
    for (const [index, { from, to, text }] of bars.entries())
      ctx.fillText(text, x.getPixelForValue(index), y.getPixelForValue(Math.max(from, to)) - 4);
    ctx.restore();
  },
});
