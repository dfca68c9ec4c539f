import { AREA_FILTERS, AREA_SORTS, type SimulationSummary } from "@ecotrim/contracts/simulations/association";
import { Button, SegmentedControl, Select } from "@mantine/core";
import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { Link, useNavigate } from "react-router-dom";
import { ApiError } from "../../../lib/http.ts";
import { useServerEvent } from "../../../lib/server-events.ts";
import { CompareIcon, PlusIcon, RefreshIcon } from "../../../ui/icons.tsx";
import { EmptyState, ErrorState, Loading, Offline } from "../../../ui/states.tsx";
import { useListParameters } from "../../simulations/detail-address.ts";
import { type AreaFilter, type AreaSort, simulationKeys } from "../../simulations/keys.ts";
import { areaQuery } from "../../simulations/queries.ts";
import { DeleteDialog } from "./delete-dialog.tsx";
import { ShareDialog } from "./share-dialog.tsx";
import { SimulationCard } from "./simulation-card.tsx";
import { SimulationStats } from "./simulation-stats.tsx";

const FILTER_LABELS: Record<AreaFilter, string> = { all: "Todas", favorites: "Favoritas", completed: "Completadas" };
const SORT_LABELS: Record<AreaSort, string> = {
  date: "Más recientes",
  name: "Nombre",
  savings: "Mayor ahorro",
};
const MOST_COMPARED = 3;

/** Filter, order and choice of the cards, kept in the address. */
function useListing() {
  const [parameters, setParameters] = useListParameters();
  // A checkbox shows its tick at once, while the address follows a moment later.
  const [chosen, setChosen] = useState(() => chosenIn(parameters));
  const filter = AREA_FILTERS.find((name) => name === parameters.get("filtro")) ?? "all";
  const sort = AREA_SORTS.find((name) => name === parameters.get("orden")) ?? "date";
  const set = (name: string, value: string | undefined) => {
    const next = new URLSearchParams(parameters);
    if (value === undefined) next.delete(name);
    else next.set(name, value);
    setParameters(next, { replace: true, preventScrollReset: true });
  };
  return {
    filter,
    sort,
    setFilter: (value: string) => set("filtro", value),
    setSort: (value: string) => set("orden", value),
    chosen,
    choose: (ids: string[] | null) => {
      setChosen(ids);
      set("elegidas", ids?.join(","));
    },
  };
}

/** Ids chosen to be compared; null while nothing is being chosen. */
function chosenIn(parameters: URLSearchParams): string[] | null {
  const ids = parameters.get("elegidas")?.split(",").filter(Boolean);
  return ids ? [...new Set(ids)].slice(0, MOST_COMPARED) : null;
}

export function SimulationsSection() {
  const { filter, sort, setFilter, setSort, chosen, choose } = useListing();
  const client = useQueryClient();
  const navigate = useNavigate();
  const list = useInfiniteQuery(areaQuery(filter, sort));
  const [deleting, setDeleting] = useState<SimulationSummary | null>(null);
  const [sharing, setSharing] = useState<SimulationSummary | null>(null);
  const reload = () => client.invalidateQueries({ queryKey: simulationKeys.lists });
  useServerEvent("notification:new", () => void reload());
  useServerEvent("connected", () => void reload());

  const simulations = list.data?.pages.flatMap((page) => page.simulations) ?? [];
  const total = list.data?.pages.at(-1)?.pagination.totalItems ?? 0;
  const section = useRef<HTMLElement>(null);
  /** The button that had the focus goes with its card, so the card beside it takes the focus. */
  const leaveCard = (id: string) => {
    const cards = section.current!.querySelectorAll("article");
    const at = simulations.findIndex((simulation) => simulation.id === id);
    (cards[at + 1] ?? cards[at - 1] ?? section.current!).focus();
  };
  const withoutChosen = (id: string) => chosen?.filter((other) => other !== id) ?? [];
  const toggleChosen = (id: string) => choose(chosen?.includes(id) ? withoutChosen(id) : [...(chosen ?? []), id]);

  return (
    <section ref={section} tabIndex={-1} className="area-section" aria-label="Mis Informes">
      <div className="bar">
        <p>Sus simulaciones y lo que dicen.</p>
        <div className="actions">
          <Button component={Link} to="/historial-simulaciones" variant="default">
            Ver el historial
          </Button>
          <Button component={Link} to="/nueva-simulacion" leftSection={<PlusIcon />}>
            Nueva simulación
          </Button>
        </div>
      </div>
      <SimulationStats />
      <div className="bar">
        <SegmentedControl
          aria-label="Qué simulaciones se muestran"
          value={filter}
          onChange={setFilter}
          data={AREA_FILTERS.map((value) => ({ value, label: FILTER_LABELS[value] }))}
        />
        <div className="actions area-controls">
          <Select
            aria-label="Orden de las simulaciones"
            size="md"
            value={sort}
            onChange={(value) => value && setSort(value)}
            data={AREA_SORTS.map((value) => ({ value, label: SORT_LABELS[value] }))}
            allowDeselect={false}
            checkIconPosition="right"
            w="10.5rem"
          />
          <Button
            variant={chosen ? "filled" : "default"}
            leftSection={<CompareIcon />}
            aria-pressed={chosen !== null}
            onClick={() => choose(chosen ? null : [])}
          >
            Comparar
          </Button>
          <Button
            variant="default"
            leftSection={<RefreshIcon />}
            loading={list.isRefetching && !list.isFetchingNextPage}
            onClick={() => void reload()}
          >
            Actualizar
          </Button>
        </div>
      </div>
      {chosen && (
        <div className="bar card comparison-choice">
          <span role="status">
            {chosen.length === 0
              ? "Elija dos o tres simulaciones completadas."
              : `${chosen.length} de ${MOST_COMPARED} elegidas.`}
          </span>
          <Button disabled={chosen.length < 2} onClick={() => void navigate(`/comparar?ids=${chosen.join(",")}`)}>
            Ver la comparación ({chosen.length})
          </Button>
        </div>
      )}
      {list.isPending ? (
        <Loading heights={[260, 260]} label="Cargando las simulaciones" />
      ) : list.isError && simulations.length === 0 ? (
        <ListError error={list.error} onRetry={() => void list.refetch()} />
      ) : simulations.length === 0 ? (
        <NoSimulations filter={filter} onAll={() => setFilter("all")} />
      ) : (
        <div className="listing" aria-busy={list.isPlaceholderData}>
          {list.isPaused && <Offline />}
          <p className="area-count" role="status">
            Mostrando {simulations.length} de {total} simulaciones
          </p>
          <ul className="area-grid">
            {simulations.map((simulation) => (
              <li key={simulation.id}>
                <SimulationCard
                  simulation={simulation}
                  onDelete={setDeleting}
                  onShare={setSharing}
                  choice={
                    chosen && {
                      chosen: chosen.includes(simulation.id),
                      full: chosen.length >= MOST_COMPARED,
                      toggle: toggleChosen,
                    }
                  }
                />
              </li>
            ))}
          </ul>
          {list.hasNextPage && (
            <Button
              variant="default"
              size="md"
              loading={list.isFetchingNextPage}
              onClick={() => void list.fetchNextPage()}
            >
              Ver más
            </Button>
          )}
        </div>
      )}
      <DeleteDialog
        simulation={deleting}
        onClose={() => setDeleting(null)}
        onDelete={(id) => {
          leaveCard(id);
          if (chosen?.includes(id)) choose(withoutChosen(id));
        }}
      />
      <ShareDialog simulation={sharing} onClose={() => setSharing(null)} />
    </section>
  );
}

const UNAVAILABLE = "Servicio de simulaciones temporalmente no disponible";

function ListError({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const unavailable = error instanceof ApiError && (error.status === 503 || error.status === 0);
  return (
    <ErrorState title={unavailable ? UNAVAILABLE : "Error al cargar las simulaciones"} error={error} onRetry={onRetry}>
      {error.message} Sus simulaciones siguen guardadas.
    </ErrorState>
  );
}

const EMPTY: Record<AreaFilter, { title: string; text: string }> = {
  all: {
    title: "Todavía no tiene simulaciones.",
    text: "En tres minutos sabrá qué ahorraría una batería en su planta; el resultado se guarda aquí.",
  },
  favorites: {
    title: "No tiene simulaciones favoritas.",
    text: "Marque con la estrella las que quiera tener a mano.",
  },
  completed: {
    title: "Ninguna simulación ha terminado todavía.",
    text: "Las que se están calculando aparecerán aquí en cuanto terminen.",
  },
};

function NoSimulations({ filter, onAll }: { filter: AreaFilter; onAll: () => void }) {
  const { title, text } = EMPTY[filter];
  return (
    <EmptyState
      announced
      title={title}
      action={
        filter === "all" ? (
          <Button component={Link} to="/nueva-simulacion" size="md">
            Nueva simulación
          </Button>
        ) : (
          <Button variant="default" onClick={onAll}>
            Ver todas
          </Button>
        )
      }
    >
      {text}
    </EmptyState>
  );
}
