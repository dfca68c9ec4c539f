import { FLOW_COLORS, PALETTE } from "@ecotrim/present/palette";
import type { ChartConfiguration } from "chart.js";
import { animation, type ChartStyle, FONT, LEGEND, TOOLTIP } from "./chart-style.ts";

export interface BillChart {
  /** Names of the months: on the axis, and in full. */
  ticks: string[];
  months: string[];
  /** EUR a month, by its total in the legend: the bill with the battery last. */
  series: { name: string; values: readonly number[] }[];
  short: (eur: number) => string;
  full: (eur: number) => string;
}

/** The last one is always the bill with the battery. */
const COLORS = [PALETTE.petrol, PALETTE.petrolSoft, FLOW_COLORS.lost];

/** The bill of each month, before and after. */
export function billConfig(
  { ticks, months, series, short, full }: BillChart,
  style: ChartStyle,
): ChartConfiguration<"bar"> {
  const font = { ...FONT, size: style.compact ? 11 : 13 };
  return {
    type: "bar",
    data: {
      labels: ticks,
      datasets: series.map(({ name, values }, index) => ({
        label: name,
        data: [...values],
        backgroundColor: COLORS[series.length - 1 - index]!,
        borderRadius: 2,
        categoryPercentage: 0.75,
        barPercentage: 0.95,
      })),
    },
    options: {
      responsive: true,
      maintainAspectRatio: false,
      animation: animation(style),
      interaction: { mode: "index", intersect: false },
      scales: {
        x: { ticks: { font, color: PALETTE.ink, maxRotation: 0, autoSkip: false }, grid: { display: false } },
        y: {
          ticks: { font, color: PALETTE.muted, maxTicksLimit: 6, callback: (value) => short(Number(value)) },
          grid: { color: PALETTE.line },
          border: { display: false },
        },
      },
      plugins: {
        legend: LEGEND,
        tooltip: {
          ...TOOLTIP,
          callbacks: {
            title: ([item]) => months[item?.dataIndex ?? -1] ?? "",
            label: ({ datasetIndex, parsed: { y } }) => `${series[datasetIndex]?.name}: ${full(y ?? 0)}`,
          },
        },
      },
    },
  };
}
