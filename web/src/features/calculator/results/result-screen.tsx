import { calendarDate } from "@ecotrim/present/dates";
import { relativeGap } from "@ecotrim/present/simulations/relative-gap";
import { Button } from "@mantine/core";
import { Link, useNavigate } from "react-router-dom";
import { type NumberStyle, useNumberStyle } from "../../../lib/number-style.ts";
import { savePendingSimulation } from "../../../lib/pending-simulation.ts";
import { useSession } from "../../../lib/session.ts";
import { PageHeading } from "../../../ui/page-heading.tsx";
import { ChartedRecordProvider } from "../../charts/picture-lines.ts";
import { OfferButton } from "../../offers/offer-dialog.tsx";
import type { CompletedRecord } from "../../results/completed-record.ts";
import { AccessTokenProvider } from "../../results/financing/use-terms.ts";
import { FirstScreen } from "../../results/first-screen.tsx";
import { ResultParts } from "../../results/result-parts.tsx";
import { CurveTokensProvider } from "../../results/size/curve-numbers.ts";
import { SaveVariantProvider } from "../../results/size/save-variant.ts";
import { UntrustedGate } from "../../results/untrusted-gate.tsx";
import { Warnings } from "../../results/warnings.tsx";
import { REGISTRATION_PATH } from "../navigation.ts";
import type { Completed } from "../run/machine.ts";
import { calculatorContext, currentRun, curveTokens, SPENDING_STEP, stepPath } from "../state.ts";
import { getCalculator, useCalculator } from "../store.ts";
import { KeptLine } from "./kept-line.tsx";
import { BackToOrigin, useRepairResult, useSimulateVariant } from "./variant.tsx";
import "./result-screen.css";

/** The result of a simulation: the answer first, then what stands behind it. */
export function ResultScreen({ record, band }: Pick<Completed, "record" | "band">) {
  const style = useNumberStyle();
  const contractPath = stepPath(SPENDING_STEP);
  const calculator = useCalculator();
  const curves = curveTokens(calculator);
  const handle = currentRun(calculator)?.handle;
  const simulateVariant = useSimulateVariant();
  const repairResult = useRepairResult();
  return (
    <ChartedRecordProvider value={record}>
      <div className="result">
        <FirstScreen
          record={record}
          band={band}
          heading={(name) => (
            <PageHeading title="Resultado de la simulación" className="headline-title">
              {name}
            </PageHeading>
          )}
          actions={<Actions record={record} />}
          contractPath={contractPath}
        />
        <BackToOrigin />
        <KeptLine record={record} />
        <Warnings warnings={record.results.warnings} onRepair={repairResult} />
        <UntrustedGate record={record} spendingPath={contractPath}>
          <SaveVariantProvider value={simulateVariant}>
            <CurveTokensProvider value={curves}>
              <AccessTokenProvider value={handle?.accessToken}>
                <ResultParts record={record} contractPath={contractPath} />
              </AccessTokenProvider>
            </CurveTokensProvider>
          </SaveVariantProvider>
        </UntrustedGate>
        <div className="result-actions">
          <Button component={Link} to="/nueva-simulacion" size="lg" variant="default">
            Nueva simulación
          </Button>
        </div>
        <p className="result-note">{solverLine(record, style)}</p>
      </div>
    </ChartedRecordProvider>
  );
}

function Actions({ record }: { record: CompletedRecord }) {
  const navigate = useNavigate();
  const loggedIn = useSession() !== null;
  const handle = currentRun(useCalculator())?.handle;

  const keep = () => {
    const state = getCalculator();
    const context = calculatorContext(state);
    if (context && handle) savePendingSimulation(handle, record, context, Date.now());
    void navigate(REGISTRATION_PATH);
  };

  return (
    <>
      <Button
        size="md"
        color="white"
        c="petrol.8"
        style={{ "--button-hover": "var(--mantine-color-petrol-0)" }}
        onClick={loggedIn ? () => navigate("/mi-area?seccion=informes") : keep}
      >
        {loggedIn ? "Ver mis informes" : "Accede al informe completo"}
      </Button>
      <OfferButton record={record} accessToken={handle?.accessToken} size="md" variant="outline" color="white" />
    </>
  );
}

function solverLine({ results, executionTime }: CompletedRecord, { locale, figure }: NumberStyle): string {
  const { solver, period, engine_version, tariff_version } = results;
  const seconds = (milliseconds: number) => figure(milliseconds / 1000, milliseconds < 10_000 ? 2 : 0, "s");
  /** How far the objective is from the solver's bound on it. */
  const gap =
    solver.relative_gap === null ? "" : ` con una diferencia relativa ${relativeGap(solver.relative_gap, locale)}`;
  const solved =
    solver.name === "highs"
      ? `Óptimo certificado por HiGHS${gap}: ${figure(solver.rows, 0)} restricciones y ${figure(solver.columns, 0)} variables en ${seconds(solver.milliseconds)}`
      : `Óptimo exacto de ${figure(period.steps, 0)} pasos en ${seconds(solver.milliseconds)}`;
  const whole = executionTime === null ? "" : ` · simulación completa en ${seconds(executionTime)}`;
  return `${solved}${whole} · ${figure(period.hours, 0)} horas, del ${calendarDate(period.start)} al ${calendarDate(period.end)} · motor ${engine_version} · tarifas ${tariff_version}`;
}
