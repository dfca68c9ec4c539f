import { Button, Text } from "@mantine/core";
import type { ChartConfiguration } from "chart.js";
import { Component, type ReactNode, useCallback, useState } from "react";
import { useChunk } from "../../lib/use-chunk.ts";
import { EmptyState, ErrorState, Loading } from "../../ui/states.tsx";
import type { ChartStyle } from "./chart-style.ts";
import { pictureLines, useChartedRecord } from "./picture-lines.ts";
import { savePng } from "./save-png.ts";
import "./chart-card.css";

const loadDrawing = () => import("./drawing.tsx");

interface ChartFrameProps {
  title: string;
  /** The chart in words. */
  description: string;
  /** The same function as long as the chart is the same. */
  config: (style: ChartStyle) => ChartConfiguration;
  /** The figures behind the chart. */
  table: ReactNode;
  locale: string;
  height: number;
  /** Between the controls and the drawing, hidden with it. */
  legend?: ReactNode;
  /** Between the description and the chart. */
  children?: ReactNode;
  /** Below the chart or its table. */
  foot?: ReactNode;
}

/** A card with a chart, its title, description, table and PNG. Never breaks the page around it. */
export function ChartFrame(props: ChartFrameProps) {
  return (
    <section className="card chart-card">
      <FailureBoundary>
        <ChartBody {...props} />
      </FailureBoundary>
    </section>
  );
}

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

function ChartBody({ title, description, config, table, locale, height, legend, children, foot }: ChartFrameProps) {
  const drawing = useChunk(loadDrawing);
  const record = useChartedRecord();
  const [asTable, setAsTable] = useState(false);
  const [canvas, setCanvas] = useState<HTMLCanvasElement | null>(null);
  const [failed, setFailed] = useState(false);
  const onFailure = useCallback((error: unknown) => {
    console.error("chart failed", error);
    setFailed(true);
  }, []);

  const figure = () => {
    if (asTable) return table;
    if (failed) return failure;
    switch (drawing.status) {
      case "loading":
        return <Loading heights={[height]} label="Cargando el gráfico" />;
      case "failed":
        return (
          <ErrorState title="No se ha podido cargar el gráfico" onRetry={drawing.retry}>
            Los datos están en la tabla.
          </ErrorState>
        );
      case "ready":
        return (
          <drawing.value.Drawing
            config={config}
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
            <Button
              variant="default"
              onClick={() => savePng(canvas, title, record ? pictureLines(record, locale) : [])}
            >
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
      {!asTable && legend}
      {figure()}
      {foot}
    </>
  );
}
