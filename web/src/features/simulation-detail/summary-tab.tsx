import { LOCALE, TIME_ZONE } from "@ecotrim/contracts/locale";
import { formatNumber, formatPercent, NOT_APPLICABLE } from "@ecotrim/contracts/numbers";
import { SimulationInput } from "@ecotrim/contracts/simulations/input";
import type { SimulationRecord } from "@ecotrim/contracts/simulations/record";
import { calendarDate } from "@ecotrim/present/dates";
import { labelOf, type ResultKey, spell, spellBare, unitOf } from "@ecotrim/present/figures";
import { classification } from "@ecotrim/present/results/profitability";
import { batteryName, inThousands } from "@ecotrim/present/simulations/battery-name";
import { spendingOf } from "@ecotrim/present/simulations/spending";
import { Alert, Progress } from "@mantine/core";
import { Reference } from "../../ui/reference.tsx";
import { bandOf } from "../results/band.ts";
import { FirstScreen } from "../results/first-screen.tsx";
import { Verdict } from "../results/verdict.tsx";
import { Warnings } from "../results/warnings.tsx";
import { platformRecord, type ResultsView } from "./read-results.ts";

interface SummaryTabProps {
  record: SimulationRecord;
  /** null until the simulation is completed. */
  view: ResultsView | null;
}

/** The simulated inputs, and the one number of the result. */
export function SummaryTab({ record, view }: SummaryTabProps) {
  const calculated = view && platformRecord(record);
  return (
    <>
      {calculated ? (
        <FirstScreen
          record={calculated}
          band={calculated.uncertainty && bandOf(calculated.uncertainty)}
          heading={(name) => <h2 className="headline-title">{name}</h2>}
        />
      ) : view ? (
        <Headline record={record} view={view} />
      ) : (
        <UnderWay record={record} />
      )}
      <div className="result-pair">
        <Facts title="Simulación" facts={simulationFacts(record, view)} />
        <Facts title="Batería" facts={batteryFacts(record)} />
      </div>
      {view && <Warnings warnings={view.warnings} />}
    </>
  );
}

/** The number of a result that was calculated elsewhere. */
function Headline({ record: { verdict }, view: { figures, whyNot } }: { record: SimulationRecord; view: ResultsView }) {
  const { savings, irr, npv } = figures;
  return (
    <section className="headline">
      <h2 className="headline-title">{labelOf("savings")}</h2>
      {savings === null ? (
        <>
          <p className="headline-figure" data-missing>
            {NOT_APPLICABLE}
          </p>
          <p className="headline-note">{whyNot("savings")}</p>
        </>
      ) : (
        <p className="headline-figure">
          {spellBare("savings", savings, "headline")} <span>{unitOf("savings", "headline")}</span>
        </p>
      )}
      <Verdict verdict={verdict} label={classification(savings, irr, npv)} />
    </section>
  );
}

/** Why there is no number: the progress of the run, or the reason of its failure. */
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

/** The specification's words, and the truth of a run that has ended without a result. */
const STATES: Record<SimulationRecord["status"], string> = {
  pending: "En proceso",
  processing: "En proceso",
  completed: "Completada",
  failed: "Fallida",
};

const DATE_AND_TIME = new Intl.DateTimeFormat(LOCALE, { dateStyle: "long", timeStyle: "short", timeZone: TIME_ZONE });

const day = (iso: string): string => calendarDate(iso.slice(0, 10));

function simulationFacts(record: SimulationRecord, view: ResultsView | null): Fact[] {
  const { id, createdAt, status, source, inputParameters: input, results } = record;
  // A curve has a period of its own.
  const [start, end] = results?.curve
    ? [results.period.start, results.period.end]
    : [withDefault(input, "start_date"), withDefault(input, "end_date")];
  const figure = (key: ResultKey): Fact[] => {
    if (!view) return [];
    const value = view.figures[key];
    const fact = { label: labelOf(key, "fact"), value: spell(key, value, "fact") };
    return [value === null ? { ...fact, reason: view.whyNot(key) } : fact];
  };
  const given = (label: string, value: number | undefined, unit: string): Fact[] =>
    value === undefined ? [] : [{ label, value: formatNumber(value, { unit }) }];
  return [
    { label: "Estado", value: STATES[status] },
    { label: "Fecha", value: DATE_AND_TIME.format(new Date(createdAt)) },
    ...figure("total_generation"),
    ...figure("total_demand"),
    ...given("Gasto en energía", spendingOf(record), "€ al año"),
    ...given("Potencia fotovoltaica", withDefault(input, "pv_value"), "kWp"),
    ...given("Consumo medio", input.demand_value, "kWh por hora"),
    { label: "Periodo analizado", value: `Del ${day(start)} al ${day(end)}` },
    ...(source === "external" ? [{ label: "Cálculo", value: "Hecho fuera de EcoTrim" }] : []),
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
      ? { label: "Tasa C", value: formatNumber(power / capacity, { unit: "C" }) }
      : { label: "Tasa C", value: NOT_APPLICABLE, reason: "No hay capacidad con la que comparar la potencia." },
    share("Rendimiento de carga", "efficiency_charge"),
    share("Rendimiento de descarga", "efficiency_discharge"),
    share("Estado de carga mínimo (SOC)", "battery_min_soc"),
    share("Estado de carga inicial (SOC)", "initial_soc"),
  ];
}

type ShareKey = "efficiency_charge" | "efficiency_discharge" | "battery_min_soc" | "initial_soc";
type DefaultKey = ShareKey | "pv_value" | "start_date" | "end_date" | "battery_capacity" | "max_charge_power";

/** The effective input: a missing one takes the specification's value. */
const withDefault = <K extends DefaultKey>(input: SimulationInput, key: K) =>
  (input[key] ?? (SimulationInput.properties[key] as { default?: unknown }).default) as NonNullable<SimulationInput[K]>;
