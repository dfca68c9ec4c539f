import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { FIRST_STEP, stepPath, withGivenAnswers } from "./state.ts";
import { resetCalculator, updateCalculator } from "./store.ts";

/**
 * Forgets the previous answers and starts at the size of the installation, or after the steps that another page has
 * asked.
 */
export function NewSimulation() {
  const navigate = useNavigate();
  const given = (useLocation().state as { answers?: unknown } | null)?.answers;
  useEffect(() => {
    const step = given === undefined ? FIRST_STEP : FIRST_STEP + 1;
    resetCalculator(step);
    if (given !== undefined) updateCalculator((state) => withGivenAnswers(state, given));
    void navigate(stepPath(step), { replace: true });
  }, [navigate, given]);
  return null;
}
