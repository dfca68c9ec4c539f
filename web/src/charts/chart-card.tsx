import type { Plot, Trace } from "@ecotrim/shared/simulations/result";
import { Button, Skeleton, Text } from "@mantine/core";
import { Component, type ReactNode, useCallback, useMemo, useState } from "react";
import { useChunk } from "../lib/use-chunk.ts";
import { flowColor } from "../theme.ts";
import { EmptyState, ErrorState } from "../ui/states.tsx";
import { type Chart, linksOf, readChart, sankeyOf } from "./plot.ts";
import { PlotTable } from "./plot-table.tsx";
import { savePng } from "./save-png.ts";
import "./chart-card.css";

const loadDrawing = () => import("./drawing.tsx");

interface ChartCardProps {
  /** A plot, or what may stand for one: see `readChart`. */
  plot: unknown;
  locale: string;
  height: number;
  /** What a missing chart is called. */
  missing?: "sankey" | "data";
  /** Rewrites the figures within the plot's description and title to the style of the screen. */
  restyle?: (text: string) => string;
  /** Controls between the heading and the chart. */
  children?: ReactNode;
}

/** A chart with its title, description, table and PNG. Never breaks the page around it. */
export function ChartCard({
  plot,
  locale,
  height,
  missing = "data",
  restyle = (text) => text,
  children,
}: ChartCardProps) {
  const chart = useMemo(() => readChart(plot), [plot]);

  if (chart?.kind === "plot" && hasNoFlow(chart.plot))
    return (
      <section className="card">
        <EmptyState title={restyle(chart.plot.layout.title)}>No hay energía que mostrar en este gráfico.</EmptyState>
      </section>
    );
  if (!chart)
    return (
      <section className="card">
        {missing === "sankey" ? (
          <EmptyState title="Gráfico no disponible">Los datos se están procesando...</EmptyState>
        ) : (
          <EmptyState title="Datos del gráfico no disponibles" />
        )}
      </section>
    );
  return (
    <section className="card chart-card">
      <FailureBoundary key={chart.kind}>
        <ChartBody chart={chart} locale={locale} height={height} restyle={restyle}>
          {children}
        </ChartBody>
      </FailureBoundary>
    </section>
  );
}

/** A Sankey of a site where nothing flows. */
const hasNoFlow = (plot: Plot): boolean => {
  const sankey = sankeyOf(plot);
  return sankey !== undefined && linksOf(sankey).length === 0;
};

const failure = <EmptyState title="Error al mostrar el gráfico" />;

class FailureBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? failure : this.props.children;
  }
}

interface ChartBodyProps {
  chart: Chart;
  locale: string;
  height: number;
  restyle: (text: string) => string;
  children: ReactNode;
}

function ChartBody({ chart, locale, height, restyle, children }: ChartBodyProps) {
  const drawing = useChunk(loadDrawing);
  const [asTable, setAsTable] = useState(false);
  const [canvas, setCanvas] = useState<HTMLCanvasElement | null>(null);
  const [failed, setFailed] = useState(false);
  const onFailure = useCallback((error: unknown) => {
    console.error("chart failed", error);
    setFailed(true);
  }, []);

  if (chart.kind === "image") return <img className="chart-image" src={chart.src} alt="Gráfico de la simulación" />;

  const { plot } = chart;
  const sankey = sankeyOf(plot);
  const title = restyle(plot.layout.title);
  const description = restyle(plot.layout.description);

  const figure = () => {
    if (asTable) return <PlotTable plot={plot} locale={locale} height={height} />;
    if (failed) return failure;
    switch (drawing.status) {
      case "loading":
        return <Skeleton height={height} radius="md" role="status" aria-label="Cargando el gráfico" />;
      case "failed":
        return (
          <ErrorState title="No se ha podido cargar el gráfico" onRetry={drawing.retry}>
            Los datos están en la tabla.
          </ErrorState>
        );
      case "ready":
        return (
          <drawing.value.Drawing
            plot={plot}
            locale={locale}
            height={height}
            label={`${title}. ${description}`}
            onCanvas={setCanvas}
            onFailure={onFailure}
          />
        );
    }
  };

  return (
    <>
      <div className="chart-head">
        <h2>{title}</h2>
        <div className="chart-tools">
          <Button variant="default" onClick={() => setAsTable(!asTable)}>
            {asTable ? "Ver gráfico" : "Ver tabla"}
          </Button>
          {!asTable && canvas && (
            <Button variant="default" onClick={() => savePng(canvas, title)}>
              Guardar PNG
            </Button>
          )}
        </div>
      </div>
      {description && (
        <Text className="chart-description" size="sm" c="dimmed">
          {description}
        </Text>
      )}
      {children}
      {!asTable && sankey && <FlowLegend sankey={sankey} />}
      {figure()}
    </>
  );
}

/** The colours of a Sankey; its labels say the same to who cannot tell them apart. */
function FlowLegend({ sankey: { node } }: { sankey: Trace }) {
  return (
    <ul className="flow-legend" aria-hidden="true">
      {node?.label.map((label, index) => (
        <li key={label}>
          <span style={{ background: flowColor(node.flow?.[index]) }} />
          {label}
        </li>
      ))}
    </ul>
  );
}
