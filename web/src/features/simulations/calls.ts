import {
  AREA_PAGE_SIZE,
  type HistoryQuery,
  type NameSimulation,
  type Pagination,
  type ShareByLink,
  type Sharing,
  type SimulationStats,
  type SimulationSummary,
} from "@ecotrim/contracts/simulations/association";
import type { OwnNames, SimulationRecord } from "@ecotrim/contracts/simulations/record";
import { call } from "../../lib/http.ts";
import { queryString } from "../../lib/query-string.ts";
import type { AreaFilter, AreaSort } from "./keys.ts";

/** The calls about an account's simulations; all need a session but `fetchShared`, and throw `ApiError`. */

export interface SimulationPage {
  simulations: SimulationSummary[];
  pagination: Pagination;
}

const simulationPath = (id: string) => `/api/simulations/${encodeURIComponent(id)}`;

async function fetchPage(
  name: "fetchAreaPage" | "fetchHistoryPage",
  path: string,
  query: Record<string, string | number | undefined>,
  signal: AbortSignal,
): Promise<SimulationPage> {
  const given = Object.entries(query).filter((entry): entry is [string, string | number] => Boolean(entry[1]));
  const answer = await call(name, `${path}?${queryString(Object.fromEntries(given))}`, { signal });
  return { simulations: answer.data as SimulationSummary[], pagination: answer.pagination as Pagination };
}

export const fetchAreaPage = (filter: AreaFilter, sort: AreaSort, page: number, signal: AbortSignal) =>
  fetchPage(
    "fetchAreaPage",
    "/api/user-simulations/user/simulations",
    { filter, sort, page, limit: AREA_PAGE_SIZE },
    signal,
  );

export const fetchHistoryPage = (query: HistoryQuery, signal: AbortSignal) =>
  fetchPage("fetchHistoryPage", "/api/simulations", query, signal);

export async function fetchStats(signal: AbortSignal): Promise<SimulationStats> {
  return (await call("fetchStats", "/api/simulations/stats/overview", { signal })).data as SimulationStats;
}

export async function fetchRecord(id: string, signal: AbortSignal): Promise<SimulationRecord> {
  return (await call("fetchRecord", simulationPath(id), { signal })).data as SimulationRecord;
}

/** Reads the simulation of a share link, without a session. */
export async function fetchShared(token: string, signal: AbortSignal): Promise<SimulationRecord> {
  return (await call("fetchShared", `/api/shared/${encodeURIComponent(token)}`, { signal })).data as SimulationRecord;
}

export async function retrySimulation(id: string): Promise<void> {
  await call("retrySimulation", `${simulationPath(id)}/retry`, { method: "POST" });
}

/** @returns the server's sentence, if it has one */
export async function toggleFavorite(id: string): Promise<string | undefined> {
  return (await call("toggleFavorite", `/api/user-simulations/${encodeURIComponent(id)}/favorite`, { method: "POST" }))
    .message;
}

/** @returns what it is called from now on */
export async function nameSimulation(id: string, body: NameSimulation): Promise<OwnNames> {
  const path = `/api/user-simulations/simulation/${encodeURIComponent(id)}`;
  return (await call("nameSimulation", path, { method: "PATCH", body })).data as OwnNames;
}

/** Takes a simulation off the account. */
export async function removeSimulation(id: string): Promise<void> {
  await call("removeSimulation", `/api/user-simulations/simulation/${encodeURIComponent(id)}`, { method: "DELETE" });
}

export async function fetchSharing(id: string, signal: AbortSignal): Promise<Sharing> {
  return (await call("fetchSharing", `${simulationPath(id)}/sharing`, { signal })).data as Sharing;
}

export async function shareWith(id: string, email: string): Promise<void> {
  await call("shareWith", `/api/user-simulations/${encodeURIComponent(id)}/associate`, {
    method: "POST",
    body: { associationType: "shared", metadata: { associationSource: "manual_share" }, email },
  });
}

export async function takeBack(id: string, email: string): Promise<void> {
  await call("takeBack", `${simulationPath(id)}/shares/${encodeURIComponent(email)}`, { method: "DELETE" });
}

/** Creates the link, or changes what the live one shows. */
export async function createShareLink(id: string, body: ShareByLink): Promise<void> {
  await call("createShareLink", `${simulationPath(id)}/share-link`, { method: "POST", body });
}

export async function revokeShareLink(id: string): Promise<void> {
  await call("revokeShareLink", `${simulationPath(id)}/share-link`, { method: "DELETE" });
}
