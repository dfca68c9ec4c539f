import type { SimulationStatus } from "@ecotrim/contracts/simulations/record";
import "./simulations.css";

export const STATUS_LABELS: Record<SimulationStatus, string> = {
  completed: "Completada",
  processing: "En proceso",
  pending: "Pendiente",
  failed: "Fallida",
};

export const isRunning = ({ status }: { status: SimulationStatus }): boolean =>
  status === "pending" || status === "processing";

/** Where a simulation stands, in a word and a colour. `percent` belongs to one being computed. */
export function StatusBadge({ status, percent }: { status: SimulationStatus; percent?: number | undefined }) {
  return (
    <span className="status-badge" data-status={status}>
      {STATUS_LABELS[status]}
      {status === "processing" && percent !== undefined && ` · ${percent}\u00a0%`}
    </span>
  );
}
