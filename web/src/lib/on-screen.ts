import { useEffect } from "react";

/** Simulations on the screen, whose news need no notice. */
const shown = new Map<string, number>();

/** Marks a simulation as shown while the component is mounted. */
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

/** False in a hidden window. */
export const isOnScreen = (simulationId: string): boolean =>
  shown.has(simulationId) && document.visibilityState === "visible";
