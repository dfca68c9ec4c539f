import { type ComponentType, useEffect, useMemo } from "react";
import { Navigate, useLocation, useParams } from "react-router-dom";
import { NumberStyleProvider, numberStyle } from "../../lib/number-style.ts";
import { useReaderLocale } from "../../lib/reader-locale.ts";
import { detour, enterStep } from "./navigation.ts";
import { stepPath } from "./state.ts";
import { BatteryStep } from "./steps/battery-step.tsx";
import { DemandStep } from "./steps/demand-step.tsx";
import { GenerationStep } from "./steps/generation-step.tsx";
import { ResultsStep } from "./steps/results-step.tsx";
import { SpendingStep } from "./steps/spending-step.tsx";

const STEPS: Record<number, ComponentType> = {
  2: GenerationStep,
  3: DemandStep,
  4: SpendingStep,
  5: BatteryStep,
  6: ResultsStep,
};

/** `/calculadora/paso/N`. Where an address leads is decided on arrival, not while the visitor types. */
export function StepRoute() {
  const { step: written } = useParams();
  const { key } = useLocation();
  const step = Number(written);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the arrival at this address
  const elsewhere = useMemo(() => detour(step), [step, key]);

  useEffect(() => {
    if (!elsewhere) enterStep(step);
  }, [elsewhere, step]);

  const locale = useReaderLocale();
  const style = useMemo(() => numberStyle(locale), [locale]);
  const Step = STEPS[step];
  if (elsewhere || !Step) return <Navigate to={elsewhere ?? stepPath(1)} replace />;
  return (
    <NumberStyleProvider value={style}>
      <Step key={step} />
    </NumberStyleProvider>
  );
}
