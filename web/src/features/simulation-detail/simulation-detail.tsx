import type { SimulationRecord } from "@ecotrim/contracts/simulations/record";
import { type ReactNode, useMemo } from "react";
import { EmptyState } from "../../ui/states.tsx";
import { ChartedRecordProvider } from "../charts/picture-lines.ts";
import { type Part, Parts } from "../results/parts.tsx";
import { Provisional } from "../results/provisional.tsx";
import { UntrustedGate } from "../results/untrusted-gate.tsx";
import { EconomicsTab } from "./economics-tab.tsx";
import { KpiTab } from "./kpi-tab.tsx";
import { OperationTab } from "./operation-tab.tsx";
import { platformRecord, type ResultsView, readResults } from "./read-results.ts";
import { SummaryTab } from "./summary-tab.tsx";
import "../results/results.css";
import "./simulation-detail.css";

/** Everything a simulation says, on four tabs. */
export function SimulationDetail({ record }: { record: SimulationRecord }) {
  const { status, results, inputParameters } = record;
  const view = useMemo(
    () => (status === "completed" ? readResults(results, inputParameters) : null),
    [status, results, inputParameters],
  );
  const calculated = status === "completed" ? platformRecord(record) : null;
  const ofResults = (tab: (view: ResultsView) => ReactNode) => {
    if (!view) return <NoResults {...record} />;
    if (!calculated) return tab(view);
    return (
      <UntrustedGate record={calculated}>
        <Provisional record={calculated} />
        {tab(view)}
      </UntrustedGate>
    );
  };
  const parts: Part[] = [
    { key: "resumen", name: "Resumen", content: <SummaryTab record={record} view={view} /> },
    { key: "kpis", name: "KPIs", content: ofResults((of) => <KpiTab record={record} view={of} />) },
    {
      key: "operativo",
      name: "Análisis Operativo",
      content: ofResults((of) => <OperationTab record={record} view={of} />),
    },
    {
      key: "economico",
      name: "Análisis Económico",
      content: ofResults((of) => <EconomicsTab record={record} view={of} />),
    },
  ];
  return (
    <ChartedRecordProvider value={record}>
      <div className="detail">
        <Parts label="Partes del detalle" parts={parts} />
      </div>
    </ChartedRecordProvider>
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
