import type { CalculatorContext } from "@ecotrim/contracts/simulations/context";
import { useState } from "react";
import { Navigate } from "react-router-dom";
import { useNumberStyle } from "../../../lib/number-style.ts";
import { useOnScreen } from "../../../lib/on-screen.ts";
import { useChunk } from "../../../lib/use-chunk.ts";
import { ErrorState, Loading } from "../../../ui/states.tsx";
import { NumberStyleSwitch } from "../../results/number-style-switch.tsx";
import { BackToOrigin } from "../results/variant.tsx";
import type { Completed } from "../run/machine.ts";
import { RunningScreen } from "../run/running-screen.tsx";
import { CancelledScreen, FailedScreen } from "../run/stopped-screens.tsx";
import { useRun } from "../run/use-run.ts";
import { calculatorContext, currentRun, firstIncompleteStep, hasLostCurve, RESULTS_STEP, stepPath } from "../state.ts";
import { useCalculator } from "../store.ts";
import { WizardFrame } from "../wizard-frame.tsx";

const loadResultScreen = () => import("../results/result-screen.tsx");

export function ResultsStep() {
  const calculator = useCalculator();
  const context = calculatorContext(calculator);
  // The context of arrival is kept, so that an answer emptied in another tab does not clear the screen.
  const [arrived] = useState(context);
  const shown = context ?? arrived;
  if (hasLostCurve(calculator)) return <Navigate to={stepPath(firstIncompleteStep(calculator))} replace />;
  return shown ? <RunOf context={shown} /> : null;
}

function RunOf({ context }: { context: CalculatorContext }) {
  const { state, cancel, retry } = useRun(context);
  useOnScreen(currentRun(useCalculator())?.handle?.id);

  switch (state.phase) {
    case "completed":
      return <CompletedRun record={state.record} band={state.band} />;
    case "failed":
      return (
        <WizardFrame step={RESULTS_STEP} note={<BackToOrigin />}>
          <FailedScreen message={state.message} reference={state.reference} onRetry={() => void retry()} />
        </WizardFrame>
      );
    case "cancelled":
      return (
        <WizardFrame step={RESULTS_STEP} note={<BackToOrigin />}>
          <CancelledScreen onRetry={() => void retry()} />
        </WizardFrame>
      );
    default:
      return (
        <WizardFrame step={RESULTS_STEP}>
          <RunningScreen state={state} context={context} onCancel={() => void cancel()} />
        </WizardFrame>
      );
  }
}

function CompletedRun({ record, band }: Pick<Completed, "record" | "band">) {
  const { figure } = useNumberStyle();
  const screen = useChunk(loadResultScreen);
  const { executionTime, results } = record;
  const note = [
    executionTime === null ? "" : `calculado en ${figure(executionTime / 1000, 1, "s")}`,
    results.solver.relative_gap === null ? "" : "óptimo certificado",
  ].filter(Boolean);

  return (
    <WizardFrame
      step={RESULTS_STEP}
      wide
      note={
        <>
          <span>{note.join(" · ")}</span>
          <NumberStyleSwitch />
        </>
      }
    >
      {screen.status === "ready" && <screen.value.ResultScreen record={record} band={band} />}
      {screen.status === "loading" && <Loading heights={[320, 500]} label="Cargando los resultados" />}
      {screen.status === "failed" && (
        <ErrorState title="No se ha podido cargar la pantalla de resultados" onRetry={screen.retry}>
          Su simulación está calculada y guardada.
        </ErrorState>
      )}
    </WizardFrame>
  );
}
