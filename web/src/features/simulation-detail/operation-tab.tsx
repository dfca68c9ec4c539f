import { LOCALE } from "@ecotrim/contracts/locale";
import { useEffect } from "react";
import { Figure, Figures } from "../../ui/figure.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { ChartCard } from "../charts/chart-card.tsx";
import { CHART_HEIGHT_PX, SANKEY_HEIGHT_PX } from "../charts/heights.ts";
import { Balance } from "../results/balance.tsx";
import { OperationChart } from "../results/operation-chart.tsx";
import { Peaks } from "../results/peaks.tsx";
import { cellText } from "./cell-text.ts";
import { type IndicatorView, platformResults, type Table } from "./read-results.ts";
import type { TabProps } from "./tab-props.ts";
import { TableCard } from "./table-card.tsx";

/** Charts that are shown only where the results hold them. */
const OPTIONAL_CHARTS = [
  ["stackbar_plot", "Balance de energía"],
  ["battery_cha", "Carga de la batería"],
  ["battery_dis", "Descarga de la batería"],
  ["battery_spread", "Diferencia de precio de la batería"],
] as const;

/** The battery's operation: indicators, the hours, the sources and uses of energy. */
export function OperationTab({ record, view }: TabProps) {
  const { plots, demand, battery } = view;
  const results = platformResults(record);
  const { id, inputParameters } = record;
  const hasOperation = plots.energy_plot !== undefined;

  useEffect(() => {
    if (!hasOperation) console.warn(`simulation ${id} has no energy_plot`);
  }, [hasOperation, id]);

  if (results && inputParameters.hide_details)
    return (
      <section className="card">
        <EmptyState title="Datos del gráfico no disponibles">
          Esta simulación se pidió sin detalle: no guarda gráficos ni tablas de la operación.
        </EmptyState>
      </section>
    );
  return (
    <>
      <Indicators title="Consumo" indicators={demand} />
      <Indicators title="Batería" indicators={battery} />
      <OperationChart plot={plots.energy_plot} title="Operación" />
      <ChartCard
        plot={plots.sankey_plot}
        title="Flujos de energía"
        locale={LOCALE}
        height={SANKEY_HEIGHT_PX}
        missing="sankey"
      />
      {OPTIONAL_CHARTS.map(
        ([key, title]) =>
          plots[key] !== undefined && (
            <ChartCard key={key} plot={plots[key]} title={title} locale={LOCALE} height={CHART_HEIGHT_PX} />
          ),
      )}
      {results && (
        <div className="result-pair">
          <Balance results={results} />
          <Peaks results={results} />
        </div>
      )}
    </>
  );
}

const SHOWN = 3;

function Indicators({ title, indicators }: { title: string; indicators: Table<IndicatorView[]> }) {
  if (indicators.status === "absent") return null;
  if (indicators.status !== "ready")
    return (
      <TableCard title={title} table={indicators}>
        {() => null}
      </TableCard>
    );
  return (
    <>
      <h2 className="detail-part">{title}</h2>
      <Figures>
        {indicators.table.slice(0, SHOWN).map(({ indicator, value, units }) => (
          <Figure
            key={indicator}
            label={indicator}
            value={value === null ? null : cellText(value)}
            unit={units}
            {...(value === null ? { note: "No hay valor con estos datos." } : {})}
          />
        ))}
      </Figures>
    </>
  );
}
