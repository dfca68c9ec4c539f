import { formatNumber } from "@ecotrim/shared/numbers";
import type { Plot } from "@ecotrim/shared/simulations/result";
import { Table } from "@mantine/core";
import { axisTitle, linksOf, sankeyOf, unitOf } from "./plot.ts";

/** The figures behind a chart. */
export function PlotTable({ plot, locale, height }: { plot: Plot; locale: string; height: number }) {
  const { head, rows } = tableOf(plot, locale);
  return (
    <section
      className="plot-table"
      style={{ maxHeight: height }}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={`Tabla: ${plot.layout.title}`}
    >
      <Table stickyHeader verticalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            {head.map((name) => (
              <Table.Th key={name} scope="col">
                {name}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ key, label, figures }) => (
            <Table.Tr key={key}>
              <Table.Th scope="row">{label}</Table.Th>
              {figures.map((figure, index) => (
                <Table.Td key={head[index + 1]}>{figure}</Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}

interface Row {
  key: string;
  label: string;
  figures: string[];
}

function tableOf(plot: Plot, locale: string): { head: string[]; rows: Row[] } {
  const sankey = sankeyOf(plot);
  if (sankey) {
    return {
      head: ["Flujo", unitOf(plot, sankey)],
      rows: linksOf(sankey).map(({ from, to, value }) => ({
        key: `${from} ${to}`,
        label: `${from} → ${to}`,
        figures: [formatNumber(value, { decimals: 2, locale })],
      })),
    };
  }
  const labels = plot.data.find(({ x }) => x)?.x ?? [];
  return {
    head: [axisTitle(plot.layout.xaxis), ...plot.data.map((trace) => `${trace.name ?? ""} (${unitOf(plot, trace)})`)],
    rows: labels.map((label, index) => ({
      key: `${index} ${label}`,
      label: String(label),
      figures: plot.data.map(({ y }) => formatNumber(y?.[index], { locale })),
    })),
  };
}
