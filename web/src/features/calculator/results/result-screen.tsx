import { RESULTS_LOCALE } from "@ecotrim/contracts/locale";
import type { Results } from "@ecotrim/contracts/simulations/result";
import { calendarDate } from "@ecotrim/present/dates";
import { labelOf, unitOf } from "@ecotrim/present/figures";
import { classification } from "@ecotrim/present/results/profitability";
import { assumedSavings } from "@ecotrim/present/simulations/calculated";
import { relativeGap } from "@ecotrim/present/simulations/relative-gap";
import { Button } from "@mantine/core";
import { useNavigate } from "react-router-dom";
import { NumberStyleProvider } from "../../../lib/number-style.ts";
import { savePendingSimulation } from "../../../lib/pending-simulation.ts";
import { useSession } from "../../../lib/session.ts";
import { Figures } from "../../../ui/figure.tsx";
import { PageHeading } from "../../../ui/page-heading.tsx";
import { ChartCard } from "../../charts/chart-card.tsx";
import { CHART_HEIGHT_PX, SANKEY_HEIGHT_PX } from "../../charts/heights.ts";
import { ChartedRecordProvider } from "../../charts/picture-lines.ts";
import { Assumptions } from "../../results/assumptions.tsx";
import { Balance } from "../../results/balance.tsx";
import { ContractRange } from "../../results/contract-range.tsx";
import { KeyFigure } from "../../results/key-figure.tsx";
import { LaterResults } from "../../results/later-results.tsx";
import { nullReason } from "../../results/null-reason.ts";
import { OperationChart } from "../../results/operation-chart.tsx";
import { Peaks } from "../../results/peaks.tsx";
import { SavingsSplit } from "../../results/savings-split.tsx";
import { ScenarioBand } from "../../results/scenario-band.tsx";
import { Verdict } from "../../results/verdict.tsx";
import { Warnings } from "../../results/warnings.tsx";
import { REGISTRATION_PATH } from "../navigation.ts";
import type { Completed, CompletedRecord } from "../run/machine.ts";
import { calculatorContext, currentRun } from "../state.ts";
import { getCalculator, updateCalculator, useCalculator } from "../store.ts";
import { euros, figure, given, percent, RESULTS_STYLE, spell, spellBare, write } from "./figures.ts";
import { KeptLine } from "./kept-line.tsx";
import { OwnBudget } from "./own-budget.tsx";
import "./result-screen.css";

/** The result of a simulation: one number, its band and its verdict, the reasons, the detail. */
export function ResultScreen({ record, band }: Pick<Completed, "record" | "band">) {
  const { results } = record;
  const { operative_analysis: plots } = results;

  return (
    <NumberStyleProvider value={RESULTS_STYLE}>
      <ChartedRecordProvider value={record}>
        <div className="result">
          <div className="result-top">
            <Headline record={record} band={band} />
            <KeyFigures record={record} />
          </div>
          <KeptLine record={record} />
          <Warnings warnings={results.warnings} />
          <ChartCard plot={plots?.sankey_plot} locale={RESULTS_LOCALE} height={SANKEY_HEIGHT_PX} missing="sankey" />
          <div className="result-pair">
            <SavingsSplit results={results} />
            <ContractRange results={results} />
          </div>
          <Assumptions results={results} />
          <Actions record={record} />
          <h2 className="result-part">Con más detalle</h2>
          {results.economic_case && <Budget results={results} />}
          <LaterResults record={record} results={results} />
          <OperationChart plot={plots?.energy_plot} />
          <ChartCard plot={plots?.stackbar_plot} locale={RESULTS_LOCALE} height={CHART_HEIGHT_PX} />
          <div className="result-pair">
            <Balance results={results} />
            <Peaks results={results} />
          </div>
          <p className="result-note">{solverLine(record)}</p>
        </div>
      </ChartedRecordProvider>
    </NumberStyleProvider>
  );
}

/** The visitor's own investment, kept with the run: a reload shows it again. */
function Budget({ results }: { results: Results }) {
  const { run } = useCalculator();
  const keep = (capexEur: number | null) =>
    updateCalculator((before) => (before.run ? { ...before, run: { ...before.run, capexEur } } : before));
  return <OwnBudget results={results} capexEur={run?.capexEur ?? null} onChange={keep} />;
}

function Headline({ record: { results, uncertainty, verdict }, band }: Pick<Completed, "record" | "band">) {
  const { savings, irr, npv, battery_capacity_kwh, battery_power_kw } = results.summary;
  const battery = `${given(battery_capacity_kwh, "kWh")} / ${given(battery_power_kw, "kW")}`;
  return (
    <section className="headline">
      <PageHeading title="Resultado de la simulación" className="headline-title">
        {labelOf("savings")} con {battery}
      </PageHeading>
      {savings === null ? (
        <>
          <p className="headline-figure" data-missing>
            No aplicable
          </p>
          <Verdict verdict={verdict} />
        </>
      ) : (
        <>
          <p className="headline-figure">
            {spellBare("savings", savings, "headline")} <span>{unitOf("savings", "headline")}</span>
          </p>
          <Verdict verdict={verdict} label={classification(savings, irr, npv)} />
          <p className="headline-note">
            Primer año, antes de impuestos y sin IVA.
            {assumedSavings(results) > 0 &&
              ` De ellos, ${euros(assumedSavings(results))} son supuestos, no calculados.`}
          </p>
        </>
      )}
      {savings !== null && uncertainty && <ScenarioBand run={uncertainty} band={band} saving={savings} />}
    </section>
  );
}

function KeyFigures({ record: { results, uncertainty } }: { record: CompletedRecord }) {
  const { economics } = results.kpi_new_table;
  const why = (key: string, value: number | null, otherwise: string) =>
    value === null ? nullReason(results, key, RESULTS_STYLE) : otherwise;
  const assumed = (wanted: string) => {
    const found = results.assumptions.find(({ key }) => key === wanted);
    return found && write(found.value, found.value_parts);
  };
  const life = assumed("life_years");
  const rate = assumed("discount_rate");
  const ratio = economics.spending_to_savings;
  const probability = uncertainty?.result?.probability_npv_positive?.value ?? null;
  const npvNote = [
    rate ? `al ${rate}` : "",
    probability === null ? "" : `positivo en el ${percent(probability, 0)} de los escenarios`,
  ];

  return (
    <Figures>
      <KeyFigure
        name="irr"
        value={economics.irr}
        note={why("irr", economics.irr, `antes de impuestos${life ? `, ${life}` : ""}`)}
      />
      <KeyFigure
        name="npv"
        value={economics.npv}
        note={why("npv", economics.npv, npvNote.filter(Boolean).join("; "))}
      />
      <KeyFigure
        name="lcoe"
        value={economics.lcoe}
        note={
          economics.lcoe_without_battery === null
            ? why("lcoe", economics.lcoe, "")
            : `sin batería: ${spell("lcoe_without_battery", economics.lcoe_without_battery)}`
        }
      />
      <KeyFigure
        name="payback_years"
        value={economics.payback_years}
        note={
          <>
            {why("payback_years", economics.payback_years, `inversión: ${spell("capex_eur", economics.capex_eur)}`)}
            <br />
            {labelOf("spending_to_savings")}:{" "}
            {ratio === null ? (
              <>No aplicable. {nullReason(results, "spending_to_savings", RESULTS_STYLE)}</>
            ) : (
              spell("spending_to_savings", ratio)
            )}
          </>
        }
      />
    </Figures>
  );
}

function solverLine({ results, executionTime }: CompletedRecord): string {
  const { solver, period, engine_version, tariff_version } = results;
  const solved =
    solver.name === "highs"
      ? `Óptimo certificado por HiGHS${gapText(solver.relative_gap)}: ${figure(solver.rows, 0)} restricciones y ${figure(solver.columns, 0)} variables en ${seconds(solver.milliseconds)}`
      : `Óptimo exacto de ${figure(period.steps, 0)} pasos en ${seconds(solver.milliseconds)}`;
  const whole = executionTime === null ? "" : ` · simulación completa en ${seconds(executionTime)}`;
  return `${solved}${whole} · ${figure(period.hours, 0)} horas, del ${calendarDate(period.start)} al ${calendarDate(period.end)} · motor ${engine_version} · tarifas ${tariff_version}`;
}

/** How far the objective is from the solver's bound on it. */
const gapText = (gap: number | null): string =>
  gap === null ? "" : ` con una diferencia relativa ${relativeGap(gap, RESULTS_LOCALE)}`;

const seconds = (milliseconds: number): string => figure(milliseconds / 1000, milliseconds < 10_000 ? 2 : 0, "s");

function Actions({ record }: { record: CompletedRecord }) {
  const navigate = useNavigate();
  const loggedIn = useSession() !== null;

  const keep = () => {
    const state = getCalculator();
    const context = calculatorContext(state);
    const handle = currentRun(state)?.handle;
    if (context && handle) savePendingSimulation(handle, record, context, Date.now());
    void navigate(REGISTRATION_PATH);
  };

  return (
    <div className="result-actions">
      {loggedIn ? (
        <Button size="lg" onClick={() => navigate("/mi-area?seccion=informes")}>
          Ver mis informes
        </Button>
      ) : (
        <Button size="lg" onClick={keep}>
          Accede al informe completo
        </Button>
      )}
      <Button size="lg" variant="default" onClick={() => navigate("/nueva-simulacion")}>
        Nueva simulación
      </Button>
    </div>
  );
}
