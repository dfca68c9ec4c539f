import { formatNumber } from "@ecotrim/contracts/numbers";
import type { HistoryQuery, SimulationSummary } from "@ecotrim/contracts/simulations/association";
import { HISTORY_PAGE_SIZE, HISTORY_PAGE_SIZES } from "@ecotrim/contracts/simulations/list-sizes";
import { SIMULATION_STATUSES } from "@ecotrim/contracts/simulations/record";
import { shortDateTime } from "@ecotrim/present/dates";
import { labelOf, spell } from "@ecotrim/present/figures";
import { Button, Pagination, Select, Table, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { Link } from "react-router-dom";
import { useBackGoesHome } from "../../lib/use-back-goes-home.ts";
import { PageHeading } from "../../ui/page-heading.tsx";
import { EmptyState, ErrorState, Loading } from "../../ui/states.tsx";
import { batteryLine, listedName } from "../simulations/battery-size.ts";
import { useDetailLink, useListParameters } from "../simulations/detail-address.ts";
import { historyQuery, statsQuery } from "../simulations/queries.ts";
import { StatCards } from "../simulations/stat-cards.tsx";
import { STATUS_LABELS, StatusBadge } from "../simulations/status-badge.tsx";
import { VerdictWord } from "../simulations/summary-verdict.tsx";
import "../../ui/phone-cards.css";
import "./history.css";

const ALL = "todas";

/** Filters, page and page size stand in the address: a reload, a link and another tab show the same. */
function useHistoryAddress() {
  const [parameters, setParameters] = useListParameters();
  // Two filters may be set before the address is drawn again: the second must not forget the first.
  const latest = useRef(parameters);
  useEffect(() => {
    latest.current = parameters;
  }, [parameters]);
  const given = (name: string) => parameters.get(name) || undefined;
  const size = Number(given("limite"));
  const page = Number(given("pagina"));
  const dateOf = (name: string) => (/^\d{4}-\d{2}-\d{2}$/.test(given(name) ?? "") ? given(name) : undefined);
  const status = SIMULATION_STATUSES.find((known) => known === given("status"));
  const [startDate, endDate] = [dateOf("desde"), dateOf("hasta")];
  const query: HistoryQuery = {
    ...(status && { status }),
    ...(startDate && { startDate }),
    ...(endDate && { endDate }),
    page: Number.isInteger(page) && page > 0 ? page : 1,
    limit: HISTORY_PAGE_SIZES.find((known) => known === size) ?? HISTORY_PAGE_SIZE,
  };
  /** Any filter but the page itself begins at the first page again. */
  const set = (name: string, value: string | null) => {
    const next = new URLSearchParams(latest.current);
    if (value) next.set(name, value);
    else next.delete(name);
    if (name !== "pagina") next.delete("pagina");
    latest.current = next;
    setParameters(next, { replace: true, preventScrollReset: true });
  };
  const isFiltered = Boolean(status || startDate || endDate);
  return { query, set, isFiltered, clear: () => setParameters({}, { replace: true }) };
}

export function HistoryPage() {
  useBackGoesHome();
  const stats = useQuery(statsQuery);
  return (
    <div className="page history">
      <header className="bar">
        <PageHeading>Historial de Simulaciones</PageHeading>
        <Button component={Link} to="/nueva-simulacion">
          Nueva simulación
        </Button>
      </header>
      {stats.data ? (
        <StatCards stats={stats.data} />
      ) : (
        stats.isPending && <Loading heights={[96]} label="Cargando el resumen" />
      )}
      <HistoryList />
    </div>
  );
}

function HistoryList() {
  const { query, set, isFiltered, clear } = useHistoryAddress();
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery(historyQuery(query));
  const pages = data?.pagination.totalPages ?? 1;

  return (
    <>
      <div className="history-filters card">
        <Select
          size="md"
          label="Estado"
          value={query.status ?? ALL}
          onChange={(value) => set("status", value === ALL ? null : value)}
          data={[
            { value: ALL, label: "Todos" },
            ...SIMULATION_STATUSES.map((value) => ({ value, label: STATUS_LABELS[value] })),
          ]}
          allowDeselect={false}
        />
        <TextInput
          size="md"
          label="Desde"
          type="date"
          value={query.startDate ?? ""}
          max={query.endDate}
          onChange={(event) => set("desde", event.currentTarget.value)}
        />
        <TextInput
          size="md"
          label="Hasta"
          type="date"
          value={query.endDate ?? ""}
          min={query.startDate}
          onChange={(event) => set("hasta", event.currentTarget.value)}
        />
        <Select
          size="md"
          label="Por página"
          value={String(query.limit)}
          onChange={(value) => set("limite", value)}
          data={HISTORY_PAGE_SIZES.map(String)}
          allowDeselect={false}
        />
      </div>
      {isPending ? (
        <Loading heights={[44, 44, 44, 44, 44]} label="Cargando el historial" />
      ) : error && !data ? (
        <ErrorState
          title={`Error al cargar simulaciones: ${error.message}`}
          error={error}
          onRetry={() => void refetch()}
        >
          Sus simulaciones siguen guardadas.
        </ErrorState>
      ) : data.simulations.length === 0 ? (
        <EmptyState
          announced
          title={emptyTitle(data.pagination.totalItems, isFiltered)}
          action={
            isFiltered || data.pagination.totalItems > 0 ? (
              <Button variant="default" onClick={clear}>
                {data.pagination.totalItems > 0 ? "Ver todas" : "Quitar los filtros"}
              </Button>
            ) : (
              <Button component={Link} to="/nueva-simulacion">
                Nueva simulación
              </Button>
            )
          }
        />
      ) : (
        <div className="listing" aria-busy={isPlaceholderData}>
          <HistoryTable simulations={data.simulations} />
          <div className="history-pages">
            <p className="history-count" role="status">
              {formatNumber(data.pagination.totalItems, { decimals: 0 })}{" "}
              {data.pagination.totalItems === 1 ? "simulación" : "simulaciones"} · página{" "}
              {formatNumber(data.pagination.currentPage, { decimals: 0 })} de {formatNumber(pages, { decimals: 0 })}
            </p>
            <Pagination
              total={pages}
              value={Math.min(data.pagination.currentPage, pages)}
              onChange={(page) => set("pagina", String(page))}
              siblings={1}
              size="xl"
              getItemProps={(page) => ({ "aria-label": `Página ${page}` })}
              getControlProps={(control) => ({
                "aria-label": control === "previous" ? "Página anterior" : "Página siguiente",
              })}
            />
          </div>
        </div>
      )}
    </>
  );
}

function emptyTitle(total: number, isFiltered: boolean): string {
  if (total > 0) return "Esta página ya no existe.";
  return isFiltered ? "Ninguna simulación cumple estos filtros." : "Todavía no tiene simulaciones.";
}

const FIGURES = ["savings", "irr", "npv"] as const;
const VERDICT = "Veredicto";
const HEAD = ["Fecha", "Simulación", "Estado", VERDICT];

function HistoryTable({ simulations }: { simulations: SimulationSummary[] }) {
  const detailLink = useDetailLink();
  return (
    <div className="card history-table phone-cards">
      <Table verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            {HEAD.map((title) => (
              <Table.Th key={title} scope="col">
                {title}
              </Table.Th>
            ))}
            {FIGURES.map((key) => (
              <Table.Th key={key} scope="col" className="history-figure">
                {labelOf(key)}
              </Table.Th>
            ))}
            <Table.Th scope="col">
              <span className="visually-hidden">Detalle</span>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {simulations.map((simulation) => {
            const { id, createdAt, site, status, progress } = simulation;
            const called = listedName(simulation);
            return (
              <Table.Tr key={id}>
                <Table.Td data-label={HEAD[0]}>{shortDateTime(createdAt)}</Table.Td>
                <Table.Th scope="row">
                  {called}
                  <small>{batteryLine(simulation)}</small>
                  {site && <small>{site}</small>}
                </Table.Th>
                <Table.Td data-label={HEAD[2]}>
                  <StatusBadge status={status} percent={progress?.percent} />
                </Table.Td>
                <Table.Td data-label={VERDICT}>
                  <VerdictWord verdict={simulation.verdict} />
                </Table.Td>
                {FIGURES.map((key) => (
                  <Table.Td key={key} className="history-figure" data-label={labelOf(key)}>
                    {status === "completed" ? spell(key, simulation[key]) : "—"}
                  </Table.Td>
                ))}
                <Table.Td>
                  <Button
                    component={Link}
                    {...detailLink(id)}
                    variant="default"
                    aria-label={`Ver detalles de ${called}, ${shortDateTime(createdAt)}`}
                  >
                    Ver detalles
                  </Button>
                </Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </div>
  );
}
