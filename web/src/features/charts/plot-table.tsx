import { formatNumber } from "@ecotrim/contracts/numbers";
import type { Plot, Trace } from "@ecotrim/contracts/simulations/result";
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
      head: ["Flujo", `Energía (${unitOf(plot, sankey)})`],
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
  const columns = [...plot.data, ...stackTotals(plot)].map((trace) => {
    const unit = unitOf(plot, trace);
    return {
      head: unit ? `${trace.name ?? ""} (${unit})` : (trace.name ?? ""),
      y: trace.y,
      decimals: decimalsOf(unit),
    };
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

/** What each stack of a plot adds up to, so that several can be held against each other. */
function stackTotals({ data }: Plot): Pick<Trace, "name" | "y" | "yaxis">[] {
  const stacks = [...new Set(data.flatMap(({ stack }) => stack ?? []))];
  return stacks.flatMap((stack) => {
    const [first, ...others] = data.filter((trace) => trace.stack === stack);
    if (!first || others.length === 0) return [];
    const y = first.y?.map((value, index) => sumOf([value, ...others.map((trace) => trace.y?.[index] ?? null)]));
    return { ...first, name: stacks.length > 1 ? `Total ${stack}` : "Total", y: y ?? [] };
  });
}

/** null where there is nothing to add. */
const sumOf = (values: (number | null)[]): number | null =>
  values.every((value) => value === null) ? null : values.reduce<number>((sum, value) => sum + (value ?? 0), 0);
