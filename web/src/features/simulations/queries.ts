import type { HistoryQuery, SimulationStats, SimulationSummary } from "@ecotrim/contracts/simulations/association";
import { type SimulationRecord, STUDY_FIELDS } from "@ecotrim/contracts/simulations/record";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { previousWhileOnline } from "../../lib/connection.ts";
import { fetchAreaPage, fetchHistoryPage, fetchRecord, fetchSharing, fetchStats } from "./calls.ts";
import { type AreaFilter, type AreaSort, simulationKeys } from "./keys.ts";
import { isRunning } from "./status-badge.tsx";

/** Polling interval of unfinished simulations, ms; events are faster where the socket is up. */
const POLL_MS = 3000;

const whileRunning = (running: boolean | undefined) => (running ? POLL_MS : false);

const hasRunning = ({ statusBreakdown }: SimulationStats): boolean =>
  statusBreakdown.some(({ _id, count }) => isRunning({ status: _id }) && count > 0);

/** In a list: the run is under way, or the study that replaces its provisional figures. */
const isUnsettled = ({ status, provisional, verdict }: SimulationSummary): boolean =>
  isRunning({ status }) || (provisional && verdict?.code === "pending");

/** The results are there, but their follow-ups are still being computed. */
const isGrowing = (record: SimulationRecord): boolean =>
  STUDY_FIELDS.some((field) => {
    const study = record[field];
    // An API of the version before knows nothing of a new study.
    return study != null && isRunning(study);
  });

export const statsQuery = queryOptions({
  queryKey: simulationKeys.stats,
  queryFn: ({ signal }) => fetchStats(signal),
  refetchInterval: ({ state: { data } }) => whileRunning(data && hasRunning(data)),
});

export const areaQuery = (filter: AreaFilter, sort: AreaSort) =>
  infiniteQueryOptions({
    queryKey: simulationKeys.area(filter, sort),
    queryFn: ({ pageParam, signal }) => fetchAreaPage(filter, sort, pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: ({ pagination }) => (pagination.hasNextPage ? pagination.currentPage + 1 : undefined),
    placeholderData: previousWhileOnline,
    refetchInterval: ({ state: { data } }) =>
      whileRunning(data?.pages.some(({ simulations }) => simulations.some(isUnsettled))),
  });

export const historyQuery = (query: HistoryQuery) =>
  queryOptions({
    queryKey: simulationKeys.history(query),
    queryFn: ({ signal }) => fetchHistoryPage(query, signal),
    placeholderData: previousWhileOnline,
    refetchInterval: ({ state: { data } }) => whileRunning(data?.simulations.some(isUnsettled)),
  });

export const recordQuery = (id: string) =>
  queryOptions({
    queryKey: simulationKeys.record(id),
    queryFn: ({ signal }) => fetchRecord(id, signal),
    refetchInterval: ({ state: { data } }) => whileRunning(data && (isRunning(data) || isGrowing(data))),
  });

export const sharingQuery = (id: string) =>
  queryOptions({ queryKey: simulationKeys.sharing(id), queryFn: ({ signal }) => fetchSharing(id, signal) });
