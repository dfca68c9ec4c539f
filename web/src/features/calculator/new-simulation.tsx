import type { CalculatorContext } from "@ecotrim/contracts/simulations/context";
import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import type { OfInstallation } from "../installations/addresses.ts";
import { BATTERY_STEP, FIRST_STEP, stepPath, withAnswersOf, withGivenAnswers, withInstallation } from "./state.ts";
import { resetCalculator, updateCalculator } from "./store.ts";

/** State of a link to a new simulation: answers given on another page, or all those of a simulation or a site. */
interface Given extends Partial<OfInstallation> {
  answers?: unknown;
  copied?: CalculatorContext;
}

const STEPS = { plant: FIRST_STEP, consumption: FIRST_STEP + 1, battery: BATTERY_STEP } as const;

/**
 * Forgets the previous answers and starts at the size of the installation. What another page has asked, and every answer
 * of a duplicate, is filled in; no step is passed over, since each asks more than another page does. A site of the
 * account has answered them all.
 */
export function NewSimulation() {
  const navigate = useNavigate();
  const { answers: given, copied, installation, at = "plant" } = (useLocation().state ?? {}) as Given;
  useEffect(() => {
    resetCalculator(FIRST_STEP);
    if (given !== undefined) updateCalculator((state) => withGivenAnswers(state, given));
    if (copied) updateCalculator((state) => withAnswersOf(state, copied));
    if (installation) updateCalculator((state) => withInstallation(state, installation));
    void navigate(stepPath(STEPS[at]), { replace: true });
  }, [navigate, given, copied, installation, at]);
  return null;
}
