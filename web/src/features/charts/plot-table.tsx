import { formatNumber } from "@ecotrim/contracts/numbers";
import type { Plot } from "@ecotrim/contracts/simulations/result";
import { type DataRow, DataTable } from "./data-table.tsx";
import { axisTitle, linksOf, sankeyOf, unitOf } from "./plot.ts";

/** The figures behind a plot. */
export function PlotTable({ plot, locale, height }: { plot: Plot; locale: string; height: number }) {
  return <DataTable label={`Tabla: ${plot.layout.title}`} height={height} {...tableOf(plot, locale)} />;
}

function tableOf(plot: Plot, locale: string): { head: string[]; rows: DataRow[] } {
  const sankey = sankeyOf(plot);
  if (sankey) {
    return {
      head: ["Flujo", unitOf(plot, sankey)],
      rows: linksOf(sankey).map(({ from, to, value }) => ({
        key: `${from} ${to}`,
        label: `${from} → ${to}`,
        cells: [formatNumber(value, { decimals: 2, locale })],
      })),
    };
  }
  const labels = plot.data.find(({ x }) => x)?.x ?? [];
  return {
    head: [axisTitle(plot.layout.xaxis), ...plot.data.map((trace) => `${trace.name ?? ""} (${unitOf(plot, trace)})`)],
    rows: labels.map((label, index) => ({
      key: `${index} ${label}`,
      label: String(label),
      cells: plot.data.map(({ y }) => formatNumber(y?.[index], { locale })),
    })),
  };
}
