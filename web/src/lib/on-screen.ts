import { useEffect } from "react";

/** Simulations somebody is looking at: news about them needs no notice. */
const shown = new Map<string, number>();

/** Says that a simulation is shown as long as the component is there. */
export function useOnScreen(simulationId: string | undefined): void {
  useEffect(() => {
    if (simulationId === undefined) return;
    shown.set(simulationId, (shown.get(simulationId) ?? 0) + 1);
    return () => {
      const others = (shown.get(simulationId) ?? 1) - 1;
      if (others > 0) shown.set(simulationId, others);
      else shown.delete(simulationId);
    };
  }, [simulationId]);
}

/** Not in a window nobody sees. */
export const isOnScreen = (simulationId: string): boolean =>
  shown.has(simulationId) && document.visibilityState === "visible";
