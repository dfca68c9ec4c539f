import type { CalculatorContext } from "@ecotrim/contracts/simulations/context";
import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { FIRST_STEP, stepPath, withAnswersOf, withGivenAnswers } from "./state.ts";
import { resetCalculator, updateCalculator } from "./store.ts";

/** State of a link to a new simulation: answers given on another page, or all those of a simulation to duplicate. */
interface Given {
  answers?: unknown;
  copied?: CalculatorContext;
}

/**
 * Forgets the previous answers and starts at the size of the installation. What another page has asked, and every answer
 * of a duplicate, is filled in; no step is passed over, since each asks more than another page does.
 */
export function NewSimulation() {
  const navigate = useNavigate();
  const { answers: given, copied } = (useLocation().state ?? {}) as Given;
  useEffect(() => {
    resetCalculator(FIRST_STEP);
    if (given !== undefined) updateCalculator((state) => withGivenAnswers(state, given));
    if (copied) updateCalculator((state) => withAnswersOf(state, copied));
    void navigate(stepPath(FIRST_STEP), { replace: true });
  }, [navigate, given, copied]);
  return null;
}
