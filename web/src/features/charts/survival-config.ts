import { PALETTE } from "@ecotrim/present/palette";
import type { ChartConfiguration } from "chart.js";
import { animation, type ChartStyle, figureAxis, TOOLTIP } from "./chart-style.ts";

interface SurvivalChart {
  /** Hours and percent. */
  points: { x: number; y: number }[];
  hours: (value: number) => string;
  percent: (value: number) => string;
}

/** The probability of surviving an outage for so many hours and more. */
export function survivalConfig(
  { points, hours, percent }: SurvivalChart,
  style: ChartStyle,
): ChartConfiguration<"line", { x: number; y: number }[]> {
  return {
    type: "line",
    data: {
      datasets: [
        {
          data: points,
          pointRadius: 0,
          borderColor: PALETTE.petrol,
          borderWidth: 2.5,
          backgroundColor: `${PALETTE.petrolSoft}33`,
          fill: "origin",
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
          type: "linear",
          min: 0,
          max: points.at(-1)?.x ?? 1,
          ...figureAxis("horas", hours),
          grid: { display: false },
        },
        y: { min: 0, max: 100, ...figureAxis("%", percent), grid: { color: PALETTE.line } },
      },
      plugins: {
        legend: { display: false },
        tooltip: {
          ...TOOLTIP,
          callbacks: {
            title: ([item]) => `${hours(item?.parsed.x ?? 0)} h o más`,
            label: ({ parsed }) => `${percent(parsed.y ?? 0)} %`,
          },
        },
      },
    },
  };
}
