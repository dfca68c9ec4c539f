import type { SimulationRecord } from "@ecotrim/contracts/simulations/record";
import { Tabs } from "@mantine/core";
import { type ReactNode, useMemo, useRef } from "react";
import { useLocation, useSearchParams } from "react-router-dom";
import { EmptyState } from "../../ui/states.tsx";
import { ChartedRecordProvider } from "../charts/picture-lines.ts";
import { EconomicsTab } from "./economics-tab.tsx";
import { KpiTab } from "./kpi-tab.tsx";
import { OperationTab } from "./operation-tab.tsx";
import { type ResultsView, readResults } from "./read-results.ts";
import { SummaryTab } from "./summary-tab.tsx";
import "../results/results.css";
import "./simulation-detail.css";

/** Everything a simulation says, on four tabs with addresses of their own; a tab's charts load when it opens. */
export function SimulationDetail({ record }: { record: SimulationRecord }) {
  const { status, results, inputParameters } = record;
  const view = useMemo(
    () => (status === "completed" ? readResults(results, inputParameters) : null),
    [status, results, inputParameters],
  );
  const ofResults = (tab: (view: ResultsView) => ReactNode) => (view ? tab(view) : <NoResults {...record} />);
  const tabs: [key: string, name: string, content: ReactNode][] = [
    ["resumen", "Resumen", <SummaryTab key="summary" record={record} view={view} />],
    ["kpis", "KPIs", ofResults((view) => <KpiTab record={record} view={view} />)],
    ["operativo", "Análisis Operativo", ofResults((view) => <OperationTab record={record} view={view} />)],
    ["economico", "Análisis Económico", ofResults((view) => <EconomicsTab record={record} view={view} />)],
  ];
  const { asked, ask } = useTabAddress();
  const open = (tabs.find(([key]) => key === asked) ?? tabs[0]!)[0];
  const start = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const turnTo = (key: string | null) => {
    if (key) ask(key);
    // Whoever turns a page in its middle reads the next one from its beginning.
    const isScrolledPast = start.current!.getBoundingClientRect().top < list.current!.getBoundingClientRect().top;
    if (isScrolledPast) start.current!.scrollIntoView({ block: "start" });
  };
  return (
    // Panels stay mounted, since their tabs refer to them, but their content does not.
    <Tabs ref={start} value={open} onChange={turnTo} className="detail">
      <Tabs.List ref={list} className="detail-tabs" aria-label="Partes del detalle">
        {tabs.map(([key, name]) => (
          <Tabs.Tab key={key} value={key}>
            {name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(([key, , content]) => (
        <Tabs.Panel key={key} value={key} className="result">
          {key === open && <ChartedRecordProvider value={record}>{content}</ChartedRecordProvider>}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

/** The open tab stands in the address; turning pages leaves no trail, so that back leaves the detail. */
function useTabAddress() {
  const [parameters, setParameters] = useSearchParams();
  const { state } = useLocation();
  const ask = (key: string) => {
    const next = new URLSearchParams(parameters);
    next.set("parte", key);
    setParameters(next, { replace: true, state, preventScrollReset: true });
  };
  return { asked: parameters.get("parte"), ask };
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
