import { formatNumber } from "@ecotrim/contracts/numbers";
import type { SimulationSummary } from "@ecotrim/contracts/simulations/association";
import { shortDate } from "@ecotrim/present/dates";
import { labelOf, spell } from "@ecotrim/present/figures";
import { ActionIcon, Button, Checkbox, Progress } from "@mantine/core";
import { Link } from "react-router-dom";
import { ShareIcon, StarIcon, TrashIcon } from "../../../ui/icons.tsx";
import { ReportMenu } from "../../billing/report-menu.tsx";
import { batteryLine, listedName } from "../../simulations/battery-size.ts";
import { useDetailLink } from "../../simulations/detail-address.ts";
import { useRetrySimulation, useToggleFavorite } from "../../simulations/list-changes.ts";
import { OwnNamesEditor } from "../../simulations/own-names.tsx";
import { Recalculate } from "../../simulations/recalculate.tsx";
import { isRunning, StatusBadge } from "../../simulations/status-badge.tsx";
import { SummaryVerdict } from "../../simulations/summary-verdict.tsx";
import "./simulation-card.css";

interface SimulationCardProps {
  simulation: SimulationSummary;
  onDelete: (simulation: SimulationSummary) => void;
  onShare: (simulation: SimulationSummary) => void;
  /** Set while simulations are chosen for a comparison. */
  choice: { chosen: boolean; full: boolean; toggle: (id: string) => void } | null;
}

/** Site and date of a simulation, without the fields that an API client left out. */
const originOf = ({ site, createdAt, generationKwp }: SimulationSummary): string =>
  [site, shortDate(createdAt), generationKwp === null ? null : formatNumber(generationKwp, { unit: "kWp" })]
    .filter((part) => part !== null)
    .join(" · ");

export function SimulationCard({ simulation, onDelete, onShare, choice }: SimulationCardProps) {
  const { id, status, isFavorite, associationType, progress } = simulation;
  const favorite = useToggleFavorite();
  const detailLink = useDetailLink();
  const completed = status === "completed";
  const called = listedName(simulation);

  return (
    <article
      className="card simulation-card"
      tabIndex={-1}
      aria-label={`${called}, ${shortDate(simulation.createdAt)}`}
    >
      <div className="simulation-card-top">
        <StatusBadge status={status} percent={progress?.percent} />
        <ActionIcon
          variant="subtle"
          size={44}
          color={isFavorite ? "solar.6" : "gray.7"}
          aria-pressed={isFavorite}
          aria-label={isFavorite ? "Quitar de favoritas" : "Añadir a favoritas"}
          onClick={() => favorite.mutate(id)}
        >
          <StarIcon filled={isFavorite} />
        </ActionIcon>
      </div>
      <OwnNamesEditor simulation={simulation} called={called}>
        <h2>{called}</h2>
      </OwnNamesEditor>
      <p className="simulation-card-facts">{batteryLine(simulation)}</p>
      <p className="simulation-card-facts">{originOf(simulation)}</p>
      {associationType === "shared" && <p className="simulation-card-facts">Compartida con usted</p>}
      <div className="simulation-card-body">
        {completed && <Results simulation={simulation} />}
        {isRunning(simulation) && (
          <>
            <Progress value={progress?.percent ?? 0} size="lg" color="battery.6" aria-label="Avance del cálculo" />
            <p className="simulation-card-facts" role="status">
              {progress?.message ?? "En espera de turno"}
            </p>
          </>
        )}
        {status === "failed" && <Failed simulation={simulation} />}
      </div>
      {choice && completed && (
        <Checkbox
          label="Comparar"
          radius="xs"
          checked={choice.chosen}
          disabled={choice.full && !choice.chosen}
          onChange={() => choice.toggle(id)}
        />
      )}
      <div className="simulation-card-actions" data-completed={completed || undefined}>
        <Button component={Link} {...detailLink(id)} variant="default">
          Ver detalles
        </Button>
        {completed && simulation.source === "platform" && (
          <ReportMenu simulationId={id} name={called} label="Informes" />
        )}
        {associationType === "creator" && (
          <ActionIcon variant="default" size={44} aria-label="Compartir" onClick={() => onShare(simulation)}>
            <ShareIcon />
          </ActionIcon>
        )}
        <ActionIcon variant="default" size={44} aria-label="Eliminar" onClick={() => onDelete(simulation)}>
          <TrashIcon />
        </ActionIcon>
      </div>
    </article>
  );
}

function Results({ simulation }: Pick<SimulationCardProps, "simulation">) {
  const { id, savings, irr, npv, verdict } = simulation;
  return (
    <>
      <p className="simulation-card-saving">
        {spell("savings", savings)} {savings !== null && <small>al año</small>}
      </p>
      <SummaryVerdict simulation={simulation} />
      {verdict?.code === "old" && <Recalculate id={id} />}
      <dl>
        <div>
          <dt>{labelOf("irr")}</dt>
          <dd>{spell("irr", irr)}</dd>
        </div>
        <div>
          <dt>{labelOf("npv")}</dt>
          <dd data-negative={(npv ?? 0) < 0 || undefined}>{spell("npv", npv)}</dd>
        </div>
      </dl>
    </>
  );
}

function Failed({ simulation: { id, error, associationType } }: Pick<SimulationCardProps, "simulation">) {
  const retry = useRetrySimulation();
  return (
    <>
      <p className="simulation-card-reason">{error?.message || "El cálculo no ha podido terminar."}</p>
      {associationType === "creator" && (
        <Button variant="default" loading={retry.isPending} onClick={() => retry.mutate(id)}>
          Reintentar
        </Button>
      )}
    </>
  );
}
