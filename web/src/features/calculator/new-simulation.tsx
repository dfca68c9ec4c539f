import { useEffect } from "react";
import { useNavigate } from "react-router-dom";
import { FIRST_STEP, stepPath } from "./state.ts";
import { resetCalculator } from "./store.ts";

/** Forgets the previous answers and starts at the size of the installation. */
export function NewSimulation() {
  const navigate = useNavigate();
  useEffect(() => {
    resetCalculator(FIRST_STEP);
    void navigate(stepPath(FIRST_STEP), { replace: true });
  }, [navigate]);
  return null;
}
