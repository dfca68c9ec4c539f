import type { Plot, Trace } from "@ecotrim/contracts/simulations/result";
import { flowColor } from "@ecotrim/present/palette";
import { spell } from "@ecotrim/present/phrase";
import { type ReactNode, useCallback, useMemo } from "react";
import { EmptyState } from "../../ui/states.tsx";
import { chartConfig } from "./chart-config.ts";
import { ChartFrame } from "./chart-frame.tsx";
import type { ChartStyle } from "./chart-style.ts";
import { linksOf, readChart, sankeyOf } from "./plot.ts";
import { PlotTable } from "./plot-table.tsx";
import "./chart-card.css";

interface PlotCardProps {
  locale: string;
  height: number;
  /** Title of a plot without one. */
  title?: string;
  /** Controls between the heading and the chart. */
  children?: ReactNode;
}

interface ChartCardProps extends PlotCardProps {
  /** A plot in any form that `readChart` reads. */
  plot: unknown;
  /** Selects the sentence that replaces a missing chart. */
  missing?: "sankey" | "data";
}

/** A plot of the results in a card, or the sentence that says why there is none. */
export function ChartCard({ plot, missing = "data", ...props }: ChartCardProps) {
  const chart = useMemo(() => readChart(plot), [plot]);
  if (chart?.kind === "plot") return <PlotCard plot={chart.plot} {...props} />;
  const { title } = props;
  return (
    <section className="card chart-card">
      {title && <h2 className="chart-title">{title}</h2>}
      {chart ? (
        <img className="chart-image" src={chart.src} alt={title ?? "Gráfico de la simulación"} />
      ) : missing === "sankey" ? (
        <EmptyState title="Gráfico no disponible">Los datos se están procesando...</EmptyState>
      ) : (
        <EmptyState title="Datos del gráfico no disponibles" />
      )}
    </section>
  );
}

function PlotCard({ plot, locale, height, title: unnamed = "", children }: PlotCardProps & { plot: Plot }) {
  const config = useCallback((style: ChartStyle) => chartConfig(plot, style), [plot]);
  const sankey = sankeyOf(plot);
  const { description, description_parts } = plot.layout;
  const title = plot.layout.title || unnamed;

  const isEmpty = sankey
    ? linksOf(sankey).length === 0
    : plot.data.every(({ type, y = [] }) => type === "bar" && y.every((value) => value === 0));
  if (isEmpty)
    return (
      <section className="card">
        <EmptyState title={title}>No hay energía que mostrar en este gráfico.</EmptyState>
      </section>
    );
  return (
    <ChartFrame
      title={title}
      description={description_parts ? spell(description_parts, locale) : description}
      config={config}
      table={<PlotTable plot={plot} locale={locale} height={height} />}
      locale={locale}
      height={height}
      legend={sankey && <FlowLegend sankey={sankey} />}
    >
      {children}
    </ChartFrame>
  );
}

/** Colour legend of a Sankey; its labels carry the same information without colour. */
function FlowLegend({ sankey: { node } }: { sankey: Trace }) {
  return (
    <ul className="chart-legend" aria-hidden="true">
      {node?.label.map((label, index) => (
        <li key={label}>
          <span style={{ background: flowColor(node.flow?.[index]) }} />
          {label}
        </li>
      ))}
    </ul>
  );
}
