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
 * Forgets the previous answers and starts at the size of the installation, or after the steps that another page has
 * asked. A duplicate starts with every answer filled in.
 */
export function NewSimulation() {
  const navigate = useNavigate();
  const { answers: given, copied } = (useLocation().state ?? {}) as Given;
  useEffect(() => {
    const step = given === undefined ? FIRST_STEP : FIRST_STEP + 1;
    resetCalculator(step);
    if (given !== undefined) updateCalculator((state) => withGivenAnswers(state, given));
    if (copied) updateCalculator((state) => withAnswersOf(state, copied));
    void navigate(stepPath(step), { replace: true });
  }, [navigate, given, copied]);
  return null;
}
