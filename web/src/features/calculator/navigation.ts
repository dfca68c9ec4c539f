import { useCallback } from "react";
import { useNavigate } from "react-router-dom";
import { firstIncompleteStep, RESULTS_STEP, stepPath } from "./state.ts";
import { getCalculator, updateCalculator } from "./store.ts";

export const REGISTRATION_PATH = "/calculadora/registro";

/** Notes that a step is shown: the wizard resumes there. */
export function enterStep(step: number): void {
  updateCalculator((state) =>
    state.step === step && state.reached >= step ? state : { ...state, step, reached: Math.max(state.reached, step) },
  );
}

/** Goes one step forward from a step whose answer is there. */
export function useAdvance(step: number): () => void {
  const navigate = useNavigate();
  return useCallback(() => {
    enterStep(step + 1);
    void navigate(stepPath(step + 1));
  }, [navigate, step]);
}

/** The address where a visitor who asks for a step belongs instead; undefined when the step may be shown. */
export function detour(step: number): string | undefined {
  if (!Number.isInteger(step) || step < 2) return stepPath(1);
  if (step > RESULTS_STEP) return REGISTRATION_PATH;
  const incomplete = firstIncompleteStep(getCalculator());
  return step > incomplete ? stepPath(incomplete) : undefined;
}
