import type { Histogram } from "@ecotrim/contracts/simulations/uncertainty";
import { GAIN_COLOR, PALETTE } from "@ecotrim/present/palette";
import type { ChartConfiguration } from "chart.js";
import { animation, type ChartStyle, FONT, figureAxis, TOOLTIP } from "./chart-style.ts";

interface HistogramChart {
  histogram: Histogram;
  /** Bars whose middle lies within are drawn in full colour. */
  band: { from: number; to: number } | null;
  /** Writes a figure of the axis with its unit. */
  write: (value: number) => string;
  /** Names an interval in tooltips. */
  between: (from: number, to: number) => string;
  countTitle: string;
}

const PALE = "59";

/** How often a figure falls in each interval. */
export function histogramConfig(
  { histogram: { from, width, counts }, band, write, between, countTitle }: HistogramChart,
  style: ChartStyle,
): ChartConfiguration<"bar"> {
  const start = (bar: number) => from + bar * width;
  const within = (bar: number) => {
    const middle = start(bar) + width / 2;
    return band !== null && middle >= band.from && middle <= band.to;
  };
  const whole = (value: number) => value.toLocaleString(style.locale);
  return {
    type: "bar",
    data: {
      labels: counts.map((_, bar) => write(start(bar))),
      datasets: [
        {
          data: counts,
          backgroundColor: counts.map((_, bar) => (within(bar) ? GAIN_COLOR : `${GAIN_COLOR}${PALE}`)),
          barPercentage: 1,
          categoryPercentage: 0.96,
          borderRadius: 2,
        },
      ],
    },
    options: {
      responsive: true,
      maintainAspectRatio: false,
      animation: animation(style),
      interaction: { mode: "index", intersect: false },
      scales: {
        x: {
          ticks: { font: FONT, color: PALETTE.muted, maxRotation: 0, autoSkipPadding: 16 },
          grid: { display: false },
        },
        y: { ...figureAxis(countTitle, whole), grid: { color: PALETTE.line } },
      },
      plugins: {
        legend: { display: false },
        tooltip: {
          ...TOOLTIP,
          displayColors: false,
          callbacks: {
            title: ([item]) => (item ? between(start(item.dataIndex), start(item.dataIndex + 1)) : ""),
            label: ({ parsed: { y } }) => `${whole(y ?? 0)} ${countTitle.toLowerCase()}`,
          },
        },
      },
    },
  };
}
