import type { SimulationInput } from "@ecotrim/contracts/simulations/input";
import { useEffect, useState } from "react";
import { useLocation, useSearchParams } from "react-router-dom";
import { type LeverValues, type Moved, readMoved, writeMoved } from "./levers.ts";

/** Pause of a slider before the address follows, since every change of it renders the page. */
const PAUSE_MS = 400;

/** The levers that are moved, kept in the address without a trail. */
export function useMoved(calculated: LeverValues, inputs: SimulationInput) {
  const [parameters, setParameters] = useSearchParams();
  const { state } = useLocation();
  const [moved, setMoved] = useState<Moved>(() => readMoved(parameters, calculated, inputs));

  useEffect(() => {
    const next = writeMoved(parameters, moved);
    if (next.toString() === parameters.toString()) return;
    const timer = setTimeout(() => setParameters(next, { replace: true, state, preventScrollReset: true }), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [moved, parameters, setParameters, state]);

  return [moved, setMoved] as const;
}
