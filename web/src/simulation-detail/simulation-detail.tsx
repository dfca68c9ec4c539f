import type { SimulationRecord } from "@ecotrim/shared/simulations/record";
import { Tabs } from "@mantine/core";
import { type ReactNode, useMemo } from "react";
import { EmptyState } from "../ui/states.tsx";
import { EconomicsTab } from "./economics-tab.tsx";
import { KpiTab } from "./kpi-tab.tsx";
import { OperationTab } from "./operation-tab.tsx";
import { type ResultsView, readResults } from "./read-results.ts";
import { SummaryTab } from "./summary-tab.tsx";
import "../results/results.css";
import "./simulation-detail.css";

/** What a tab is made of. */
export interface TabProps {
  record: SimulationRecord;
  view: ResultsView;
}

/** Everything a simulation says, on four tabs; a tab's charts load when it opens. */
export function SimulationDetail({ record }: { record: SimulationRecord }) {
  const { status, results, inputParameters } = record;
  const view = useMemo(
    () => (status === "completed" ? readResults(results, inputParameters) : null),
    [status, results, inputParameters],
  );
  const ofResults = (tab: (view: ResultsView) => ReactNode) => (view ? tab(view) : <NoResults {...record} />);
  const tabs: [name: string, content: ReactNode][] = [
    ["Resumen", <SummaryTab key="summary" record={record} view={view} />],
    ["KPIs", ofResults((view) => <KpiTab record={record} view={view} />)],
    ["Análisis Operativo", ofResults((view) => <OperationTab record={record} view={view} />)],
    ["Análisis Económico", ofResults((view) => <EconomicsTab record={record} view={view} />)],
  ];
  return (
    <Tabs defaultValue={tabs[0]![0]} keepMounted={false} className="detail">
      <Tabs.List className="detail-tabs" aria-label="Partes del detalle">
        {tabs.map(([name]) => (
          <Tabs.Tab key={name} value={name}>
            {name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(([name, content]) => (
        <Tabs.Panel key={name} value={name} className="result">
          {content}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

function NoResults({ status }: SimulationRecord) {
  return (
    <section className="card">
      {status === "failed" ? (
        <EmptyState title="Sin resultados">El cálculo no terminó. En «Resumen» se dice por qué.</EmptyState>
      ) : (
        <EmptyState title="Aún sin resultados">Estarán aquí cuando termine el cálculo.</EmptyState>
      )}
    </section>
  );
}
