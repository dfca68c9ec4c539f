import { formatNumber } from "@ecotrim/contracts/numbers";
import type { SimulationStats } from "@ecotrim/contracts/simulations/association";
import { spellBare, unitOf } from "@ecotrim/present/figures";
import { Figure } from "../../ui/figure.tsx";
import { STATUS_LABELS } from "./status-badge.tsx";
import "./simulations.css";

/** Four figures about an account's simulations. */
export function StatCards({ stats }: { stats: SimulationStats }) {
  const { total, external, thisWeek, recent24h, statusBreakdown, bestSavings } = stats;
  const completed = statusBreakdown.find(({ _id }) => _id === "completed")?.count ?? 0;
  const others = statusBreakdown.filter(({ _id }) => _id !== "completed");
  const count = (value: number) => formatNumber(value, { decimals: 0 });
  return (
    <dl className="stat-cards">
      <Figure
        label="Simulaciones"
        value={count(total)}
        unit=""
        note={`${count(recent24h)} en las últimas 24 horas${external > 0 ? ` · además, ${count(external)} de fuera` : ""}`}
      />
      <Figure label="Esta semana" value={count(thisWeek)} unit="" note="En los últimos 7 días" />
      <Figure
        label="Completadas"
        value={count(completed)}
        unit=""
        note={others.map(({ _id, count: many }) => `${STATUS_LABELS[_id]}: ${count(many)}`).join(" · ") || "Todas"}
      />
      <Figure
        label="Mejor ahorro"
        value={bestSavings === null ? null : spellBare("savings", bestSavings)}
        unit={unitOf("savings")}
        note={bestSavings === null ? "Ninguna con VAN positivo" : "Al año, con VAN positivo"}
      />
    </dl>
  );
}
