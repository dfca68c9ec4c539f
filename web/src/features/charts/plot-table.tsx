import { formatNumber } from "@ecotrim/contracts/numbers";
import type { Plot } from "@ecotrim/contracts/simulations/result";
import { columnDecimals } from "./column-decimals.ts";
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
  // Columns of one unit share their decimals, so that a row can be added up.
  const decimalsOf = (unit: string) =>
    columnDecimals(plot.data.flatMap((trace) => (unitOf(plot, trace) === unit ? (trace.y ?? []) : [])));
  const columns = plot.data.map((trace) => {
    const unit = unitOf(plot, trace);
    return { head: `${trace.name ?? ""} (${unit})`, y: trace.y, decimals: decimalsOf(unit) };
  });
  return {
    head: [axisTitle(plot.layout.xaxis), ...columns.map(({ head }) => head)],
    rows: labels.map((label, index) => ({
      key: `${index} ${label}`,
      label: String(label),
      cells: columns.map(({ y, decimals }) => formatNumber(y?.[index], { locale, decimals })),
    })),
  };
}
