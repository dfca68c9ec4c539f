import type { SimulationInput } from "@ecotrim/contracts/simulations/input";
import type { Suggestion } from "@ecotrim/contracts/simulations/suggestion";
import { Button } from "@mantine/core";
import { useCallback } from "react";
import { useNavigate } from "react-router-dom";
import { RESULTS_STEP, stepPath, withoutVariant, withResultRepaired, withVariant } from "../state.ts";
import { updateCalculator, useCalculator } from "../store.ts";

/** Shows step 6 as it is, without what the address said of the result before. */
function useFreshResult() {
  const navigate = useNavigate();
  return useCallback(() => {
    void navigate(stepPath(RESULTS_STEP), { replace: true });
    window.scrollTo({ top: 0 });
  }, [navigate]);
}

/** Makes a variant of the result the simulation that step 6 runs and shows. */
export function useSimulateVariant() {
  const show = useFreshResult();
  return useCallback(
    (inputs: SimulationInput) => {
      updateCalculator((state) => withVariant(state, inputs));
      show();
    },
    [show],
  );
}

/** Takes a repair that the result proposes: step 6 runs the repaired answers. */
export function useRepairResult() {
  const show = useFreshResult();
  return useCallback(
    (suggestion: Suggestion) => {
      updateCalculator((state) => withResultRepaired(state, suggestion));
      show();
    },
    [show],
  );
}

/** Leads from a variant to the simulation that it is of; nothing where it is of none. */
export function BackToOrigin() {
  const state = useCalculator();
  const show = useFreshResult();
  if (!withoutVariant(state)) return null;
  return (
    <Button
      variant="default"
      className="result-origin"
      onClick={() => {
        updateCalculator((before) => withoutVariant(before) ?? before);
        show();
      }}
    >
      Volver a la simulación de partida
    </Button>
  );
}
