import { formatNumber, formatPercent, NOT_APPLICABLE } from "@ecotrim/contracts/numbers";
import { LOCALE, TIME_ZONE } from "@ecotrim/contracts/product";
import { SimulationInput } from "@ecotrim/contracts/simulations/input";
import type { SimulationRecord } from "@ecotrim/contracts/simulations/record";
import { qualifiesLabel } from "@ecotrim/present/results/profitability";
import { batteryName, inThousands } from "@ecotrim/present/simulations/battery-name";
import { Alert, Progress } from "@mantine/core";
import { Reference } from "../../ui/reference.tsx";
import { assumedSavings } from "../results/assumed-savings.ts";
import { Assumptions } from "../results/assumptions.tsx";
import { bandOf } from "../results/band.ts";
import { ScenarioBand } from "../results/scenario-band.tsx";
import { Verdict } from "../results/verdict.tsx";
import { Warnings } from "../results/warnings.tsx";
import { type FigureKey, platformResults, type ResultsView } from "./read-results.ts";

interface SummaryTabProps {
  record: SimulationRecord;
  /** null until the simulation is completed. */
  view: ResultsView | null;
}

/** What was simulated, and the one number that it found. */
export function SummaryTab({ record, view }: SummaryTabProps) {
  const results = platformResults(record);
  return (
    <>
      {view ? <Headline record={record} view={view} /> : <UnderWay record={record} />}
      <div className="result-pair">
        <Facts title="Simulación" facts={simulationFacts(record, view)} />
        <Facts title="Batería" facts={batteryFacts(record)} />
      </div>
      {view && <Warnings warnings={view.warnings.filter((warning) => !qualifiesLabel(warning))} />}
      {results && <Assumptions results={results} />}
    </>
  );
}

function Headline({ record, view: { figures, whyNot, warnings } }: { record: SimulationRecord; view: ResultsView }) {
  const { savings, irr } = figures;
  const { uncertainty } = record;
  const results = platformResults(record);
  const euros = (value: number) => formatNumber(value, { decimals: 0, unit: "€" });
  return (
    <section className="headline">
      <h2 className="headline-title">Ahorro anual</h2>
      {savings === null ? (
        <>
          <p className="headline-figure" data-missing>
            {NOT_APPLICABLE}
          </p>
          <p className="headline-note">{whyNot("savings")}</p>
        </>
      ) : (
        <>
          <p className="headline-figure">
            {formatNumber(savings, { decimals: 2 })} <span>€ al año</span>
          </p>
          {results && (
            <p className="headline-note">
              Primer año, antes de impuestos y sin IVA: {euros(savings - assumedSavings(results))} calculados y{" "}
              {euros(assumedSavings(results))} supuestos.
            </p>
          )}
        </>
      )}
      {(results || savings !== null || irr !== null) && <Verdict savings={savings} irr={irr} warnings={warnings} />}
      {results && savings !== null && uncertainty && (
        <ScenarioBand run={uncertainty} band={bandOf(uncertainty)} saving={savings} assumptions={results.assumptions} />
      )}
    </section>
  );
}

/** Why there is no number: how far the run is, or what it failed of. */
function UnderWay({ record: { status, error, progress, requestId } }: { record: SimulationRecord }) {
  if (status === "failed")
    return (
      <Alert color="red" variant="outline" title="El cálculo no terminó" className="detail-failure">
        {error?.message || "La simulación ha fallado."}
        {requestId && <Reference id={requestId} />}
      </Alert>
    );
  return (
    <section className="card">
      <h2>En proceso</h2>
      <Progress value={progress?.percent ?? 0} size="lg" color="battery" aria-label="Progreso del cálculo" />
      <p className="result-note">{progress?.message ?? "A la espera de que empiece el cálculo."}</p>
      <p className="result-note">Los resultados estarán aquí cuando termine.</p>
    </section>
  );
}

interface Fact {
  label: string;
  value: string;
  /** Why there is no figure. */
  reason?: string;
}

function Facts({ title, facts }: { title: string; facts: Fact[] }) {
  return (
    <section className="card">
      <h2>{title}</h2>
      <dl className="facts">
        {facts.map(({ label, value, reason }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {value}
              {reason && <small>{reason}</small>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const DATE_AND_TIME = new Intl.DateTimeFormat(LOCALE, { dateStyle: "long", timeStyle: "short", timeZone: TIME_ZONE });

/** Calendar dates, free of time zones: 2024-12-31 -> 31/12/2024. */
const date = (iso: string): string => iso.slice(0, 10).split("-").reverse().join("/");

function simulationFacts(
  { id, createdAt, status, source, inputParameters: input }: SimulationRecord,
  view: ResultsView | null,
): Fact[] {
  const gwh = (label: string, key: FigureKey): Fact[] => {
    if (!view) return [];
    const mwh = view.figures[key];
    if (mwh === null) return [{ label, value: NOT_APPLICABLE, reason: view.whyNot(key) }];
    return [{ label, value: formatNumber(mwh / 1000, { decimals: 1, unit: "GWh" }) }];
  };
  const given = (label: string, value: number | undefined, unit: string): Fact[] =>
    value === undefined ? [] : [{ label, value: formatNumber(value, { unit }) }];
  return [
    { label: "Estado", value: status === "completed" ? "Completada" : "En proceso" },
    { label: "Fecha", value: DATE_AND_TIME.format(new Date(createdAt)) },
    ...gwh("Generación fotovoltaica", "total_generation"),
    ...gwh("Consumo total", "total_demand"),
    ...given("Gasto en energía", input.total_spending, "€ al año"),
    ...given("Potencia fotovoltaica", withDefault(input, "pv_value"), "kWp"),
    ...given("Consumo medio", input.demand_value, "kWh por hora"),
    {
      label: "Periodo analizado",
      value: `Del ${date(withDefault(input, "start_date"))} al ${date(withDefault(input, "end_date"))}`,
    },
    ...(source === "external" ? [{ label: "Cálculo", value: "Hecho fuera de Ecotrim" }] : []),
    { label: "Identificador", value: id },
  ];
}

function batteryFacts(record: SimulationRecord): Fact[] {
  const { inputParameters: input } = record;
  const capacity = withDefault(input, "battery_capacity");
  const power = withDefault(input, "max_charge_power");
  const share = (label: string, key: ShareKey): Fact => ({ label, value: formatPercent(withDefault(input, key)) });
  return [
    { label: "Nombre", value: batteryName(record) },
    { label: "Capacidad", value: inThousands(capacity, "MWh") },
    { label: "Potencia nominal", value: inThousands(power, "MW") },
    capacity > 0
      ? { label: "C-rate", value: formatNumber(power / capacity, { unit: "C" }) }
      : { label: "C-rate", value: NOT_APPLICABLE, reason: "No hay capacidad con la que comparar la potencia." },
    share("Rendimiento de carga", "efficiency_charge"),
    share("Rendimiento de descarga", "efficiency_discharge"),
    share("Estado de carga mínimo (SOC)", "battery_min_soc"),
    share("Estado de carga inicial (SOC)", "initial_soc"),
  ];
}

type ShareKey = "efficiency_charge" | "efficiency_discharge" | "battery_min_soc" | "initial_soc";
type DefaultKey = ShareKey | "pv_value" | "start_date" | "end_date" | "battery_capacity" | "max_charge_power";

/** What was computed with: an input left out takes the specification's value. */
const withDefault = <K extends DefaultKey>(input: SimulationInput, key: K) =>
  (input[key] ?? (SimulationInput.properties[key] as { default?: unknown }).default) as NonNullable<SimulationInput[K]>;
