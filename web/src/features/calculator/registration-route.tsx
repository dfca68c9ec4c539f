import { useEffect, useMemo } from "react";
import { Navigate, useLocation } from "react-router-dom";
import { detour, enterStep } from "./navigation.ts";
import { currentRun, RESULTS_STEP, stepPath } from "./state.ts";
import { RegistrationStep } from "./steps/registration-step.tsx";
import { getCalculator } from "./store.ts";

/** Step 7 follows a simulation: without one it leads back to the step that is missing. */
export function RegistrationRoute() {
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the arrival at this address
  const elsewhere = useMemo(
    () => detour(RESULTS_STEP) ?? (currentRun(getCalculator())?.handle ? undefined : stepPath(RESULTS_STEP)),
    [key],
  );

  useEffect(() => {
    if (!elsewhere) enterStep(RESULTS_STEP + 1);
  }, [elsewhere]);

  return elsewhere ? <Navigate to={elsewhere} replace /> : <RegistrationStep />;
}
