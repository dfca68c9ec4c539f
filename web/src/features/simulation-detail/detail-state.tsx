import { LOCALE, TIME_ZONE } from "@ecotrim/contracts/locale";
import type { SimulationRecord } from "@ecotrim/contracts/simulations/record";
import { simulationName } from "@ecotrim/present/simulations/battery-name";
import { Fragment, type ReactNode } from "react";
import { useChunk } from "../../lib/use-chunk.ts";
import { EmptyState, ErrorState, Loading } from "../../ui/states.tsx";

/** State of the record that the host fetches. */
export type DetailState =
  | { status: "loading" }
  /** `message` is a sentence for people. */
  | { status: "failed"; message: string; onRetry: () => void }
  /** It does not exist, or not for this reader; `wayOn` leads to what does. */
  | { status: "missing"; wayOn: ReactNode }
  | { status: "ready"; record: SimulationRecord };

const DATE = new Intl.DateTimeFormat(LOCALE, { dateStyle: "long", timeZone: TIME_ZONE });

/** Name, site and date of the simulation, as far as they are known. */
export function DetailTitle({ state }: { state: DetailState }) {
  if (state.status !== "ready") return "Detalle de la simulación";
  const { record } = state;
  const facts = [record.site, DATE.format(new Date(record.createdAt))].filter(Boolean);
  return (
    <>
      {simulationName(record)}
      {facts.map((fact) => (
        <Fragment key={fact}>
          {" "}
          <span className="detail-fact">
            <span>· </span>
            {fact}
          </span>
        </Fragment>
      ))}
    </>
  );
}

const loadDetail = () => import("./simulation-detail.tsx");
const loading = <Loading heights={[44, 180, 240, 240]} label="Cargando la simulación" />;

/** The detail, or why there is none. */
export function DetailBody({ state }: { state: DetailState }) {
  const detail = useChunk(loadDetail);
  if (state.status === "missing")
    return <EmptyState title="Esta simulación no existe o no está en su cuenta." action={state.wayOn} />;
  if (state.status === "failed")
    return (
      <ErrorState title="No se ha podido cargar la simulación" onRetry={state.onRetry}>
        {state.message}
      </ErrorState>
    );
  if (detail.status === "failed")
    return <ErrorState title="No se ha podido cargar el detalle" onRetry={detail.retry} />;
  if (state.status === "loading" || detail.status === "loading") return loading;
  return <detail.value.SimulationDetail record={state.record} />;
}
