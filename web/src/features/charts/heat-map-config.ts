import { FLOW_COLORS, LOSS_COLOR, PALETTE } from "@ecotrim/present/palette";
import type { Chart, ChartConfiguration, Plugin } from "chart.js";
import { animation, type ChartStyle, FONT, TOOLTIP } from "./chart-style.ts";

export interface HeatMapCell {
  value: number;
  /** Written in the cell. */
  text: string;
  /** Written before the text where there is room. */
  mark?: string;
  /** Lines of its tooltip, the first its title. */
  details: string[];
  outline?: "solid" | "dashed";
}

interface HeatMapChart {
  columns: string[];
  columnsTitle: string;
  rows: string[];
  rowsTitle: string;
  /** By row, then by column; null where a cell is empty. */
  cells: (HeatMapCell | null)[][];
}

/** Figures over two dimensions: green above zero, red below it, each as strong as the figure is far from zero. */
export function heatMapConfig(
  { columns, columnsTitle, rows, rowsTitle, cells }: HeatMapChart,
  style: ChartStyle,
): ChartConfiguration<"bar"> {
  const values = cells.flat().flatMap((cell) => (cell ? [cell.value] : []));
  const greatest = Math.max(...values, 0);
  const least = Math.min(...values, 0);
  const color = ({ value }: HeatMapCell) =>
    value > 0 ? mix(FLOW_COLORS.battery, value / greatest) : mix(LOSS_COLOR, least < 0 ? value / least : 0);
  const font = { ...FONT, size: style.compact ? 11 : 13 };
  const title = (text: string) => ({ display: true, text, font, color: PALETTE.muted });

  return {
    type: "bar",
    data: {
      labels: rows,
      // A column is a layer of bars of length 1, each stacked on the one before.
      datasets: columns.map((label, column) => ({
        label,
        data: rows.map(() => 1),
        backgroundColor: cells.map((row) => (row[column] ? color(row[column]) : PALETTE.white)),
        borderColor: PALETTE.white,
        borderWidth: 1,
        borderSkipped: false,
        barPercentage: 1,
        categoryPercentage: 1,
      })),
    },
    options: {
      indexAxis: "y",
      responsive: true,
      maintainAspectRatio: false,
      animation: animation(style),
      interaction: { mode: "nearest", intersect: true },
      scales: {
        x: {
          stacked: true,
          position: "top",
          min: 0,
          max: columns.length,
          title: title(columnsTitle),
          // In the middle of each column.
          afterBuildTicks: (axis) => {
            axis.ticks = columns.map((_, column) => ({ value: column + 0.5 }));
          },
          ticks: {
            font,
            color: PALETTE.muted,
            maxRotation: 0,
            autoSkip: false,
            callback: (value) => columns[Math.floor(Number(value))] ?? "",
          },
          grid: { display: false },
          border: { display: false },
        },
        y: {
          stacked: true,
          title: title(rowsTitle),
          ticks: { font, color: PALETTE.muted, autoSkip: false },
          grid: { display: false },
          border: { display: false },
        },
      },
      plugins: {
        legend: { display: false },
        tooltip: {
          ...TOOLTIP,
          displayColors: false,
          filter: ({ dataIndex, datasetIndex }) => cells[dataIndex]?.[datasetIndex] != null,
          callbacks: {
            title: ([item]) => (item && cells[item.dataIndex]?.[item.datasetIndex]?.details[0]) ?? "",
            label: ({ dataIndex, datasetIndex }) => cells[dataIndex]?.[datasetIndex]?.details.slice(1) ?? "",
          },
        },
      },
    },
    plugins: [cellTexts(cells, font.size)],
  };
}

const OUTLINE = { solid: [], dashed: [5, 3] };

/** The figure in each cell, and a line around those that stand out. */
const cellTexts = (cells: (HeatMapCell | null)[][], size: number): Plugin<"bar"> => ({
  id: "cellTexts",
  afterDatasetsDraw: (chart: Chart) => {
    const { ctx } = chart;
    ctx.save();
    ctx.textAlign = "center";
    ctx.textBaseline = "middle";
    for (const [row, cellsOfRow] of cells.entries()) {
      for (const [column, cell] of cellsOfRow.entries()) {
        if (!cell) continue;
        const { text, mark = "", outline } = cell;
        const drawn = chart.getDatasetMeta(column).data[row];
        if (!drawn) continue;
        const { x, base, y, height } = drawn.getProps(["x", "base", "y", "height"]) as unknown as Box;
        const write = (px: number) => {
          ctx.font = `${outline ? 700 : 400} ${px}px ${FONT.family}`;
        };
        write(size);
        const roomFor = (written: string) => (x - base - (outline ? 8 : 2)) / ctx.measureText(written).width;
        const shown = roomFor(mark + text) < 1 ? text : mark + text;
        if (roomFor(shown) < 1) write(size * roomFor(shown));
        ctx.fillStyle = PALETTE.ink;
        ctx.fillText(shown, (x + base) / 2, y + 1);
        if (!outline) continue;
        ctx.strokeStyle = PALETTE.petrol;
        ctx.lineWidth = 2.5;
        ctx.setLineDash(OUTLINE[outline]);
        ctx.strokeRect(base + 1.5, y - height / 2 + 1.5, x - base - 3, height - 3);
      }
    }
    ctx.restore();
  },
});

interface Box {
  x: number;
  base: number;
  y: number;
  height: number;
}

/** Mixes white with the given share of a colour. */
function mix(color: string, share: number): string {
  const channel = (at: number) => {
    const full = Number.parseInt(color.slice(at, at + 2), 16);
    return Math.round(255 + (full - 255) * share);
  };
  return `rgb(${channel(1)}, ${channel(3)}, ${channel(5)})`;
}
