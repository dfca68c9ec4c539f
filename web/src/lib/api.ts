import type { CurveBody, CurveRecord, CurveSeries } from "@ecotrim/contracts/curves/curve";
import { IDEMPOTENCY_HEADER, REQUEST_ID_HEADER, SIMULATION_TOKEN_HEADER } from "@ecotrim/contracts/http";
import type { Associate } from "@ecotrim/contracts/simulations/association";
import type { BatteryConfigurations, BatterySelectionQuery } from "@ecotrim/contracts/simulations/battery-options";
import type { CalculatorContext } from "@ecotrim/contracts/simulations/context";
import type { FinanceTermsInput } from "@ecotrim/contracts/simulations/finance-terms";
import type { CreatedSimulation, CreateSimulation, SimulationRecord } from "@ecotrim/contracts/simulations/record";
import type { Results } from "@ecotrim/contracts/simulations/result";
import type { CallName } from "./call-words.ts";
import { type CallOptions, call, curveHeaders } from "./http.ts";
import { queryString } from "./query-string.ts";

/** Capability to read, follow, cancel and retry one simulation. */
export interface SimulationHandle {
  id: string;
  accessToken: string;
  /** Request id of the run: calls that carry it are found together in the log. */
  requestId?: string;
}

/** These calls need no session, and an expired one must not stop the wizard. */
const callAsVisitor = (name: CallName, path: string, request?: CallOptions) =>
  call(name, path, { ...request, sessionOptional: true });

const headersOf = ({ accessToken, requestId }: SimulationHandle) => ({
  [SIMULATION_TOKEN_HEADER]: accessToken,
  ...(requestId !== undefined && { [REQUEST_ID_HEADER]: requestId }),
});

export async function fetchBatteryOptions(
  query: BatterySelectionQuery,
  signal: AbortSignal,
): Promise<BatteryConfigurations> {
  const answer = await callAsVisitor("fetchBatteryOptions", `/api/ecotrim/battery_selection?${queryString(query)}`, {
    signal,
  });
  return (answer as { configurations: BatteryConfigurations }).configurations;
}

export type FoundSimulation = SimulationHandle & { results: Results };

/** @param installationId the site of the account that the answers are of */
export async function findByContext(
  context: CalculatorContext,
  { curves = [], installationId }: { curves?: readonly string[]; installationId?: string | undefined } = {},
): Promise<FoundSimulation | undefined> {
  const ofSite = installationId === undefined ? "" : `?${queryString({ installation_id: installationId })}`;
  const answer = await callAsVisitor("findByContext", `/api/simulations/find-by-context${ofSite}`, {
    method: "POST",
    body: context,
    headers: { ...curveHeaders(curves) },
  });
  const { found, data } = answer as { found?: boolean; data?: FoundSimulation };
  return found ? data : undefined;
}

/** Idempotent: the same key creates one simulation only, however often the call is repeated. */
export async function createSimulation(
  body: CreateSimulation,
  { idempotencyKey, requestId, curves = [] }: { idempotencyKey: string; requestId: string; curves?: readonly string[] },
): Promise<CreatedSimulation> {
  const headers = { [IDEMPOTENCY_HEADER]: idempotencyKey, [REQUEST_ID_HEADER]: requestId, ...curveHeaders(curves) };
  return (await callAsVisitor("createSimulation", "/api/simulations", { method: "POST", body, headers }))
    .data as CreatedSimulation;
}

/** Idempotent like the creation of a simulation. */
export async function createCurve(body: CurveBody, idempotencyKey: string): Promise<CurveRecord> {
  const headers = { [IDEMPOTENCY_HEADER]: idempotencyKey };
  return (await callAsVisitor("createCurve", "/api/curves", { method: "POST", body, headers })).data as CurveRecord;
}

/** The numbers of a curve, as they were sent. */
export async function fetchCurveNumbers(
  id: string,
  { curves = [], signal }: { curves?: readonly string[]; signal: AbortSignal },
): Promise<CurveSeries> {
  const path = `/api/curves/${encodeURIComponent(id)}/series`;
  const headers = { ...curveHeaders(curves) };
  return (await callAsVisitor("fetchCurveNumbers", path, { headers, signal })).data as CurveSeries;
}

/** The record; undefined where it is still the version that the page has. */
export async function fetchSimulation(
  handle: SimulationHandle,
  version?: string,
): Promise<SimulationRecord | undefined> {
  const headers = { ...headersOf(handle), ...(version !== undefined && { "if-none-match": `W/"${version}"` }) };
  return (await callAsVisitor("fetchSimulation", `/api/simulations/${handle.id}`, { headers })).data as
    | SimulationRecord
    | undefined;
}

export async function cancelSimulation(handle: SimulationHandle): Promise<void> {
  await callAsVisitor("cancelSimulation", `/api/simulations/${handle.id}/cancel`, {
    method: "POST",
    headers: headersOf(handle),
  });
}

export async function retrySimulation(handle: SimulationHandle): Promise<void> {
  await callAsVisitor("retrySimulation", `/api/simulations/${handle.id}/retry`, {
    method: "POST",
    headers: headersOf(handle),
  });
}

/** Keeps the terms of a simulation's financing: a visitor's by its token, one of the account by the session. */
export async function keepFinanceTerms(
  id: string,
  accessToken: string | undefined,
  terms: FinanceTermsInput,
): Promise<void> {
  await callAsVisitor("keepFinanceTerms", `/api/simulations/${id}/finance`, {
    method: "PUT",
    body: terms,
    headers: accessToken === undefined ? {} : headersOf({ id, accessToken }),
  });
}

/**
 * Gives a simulation to the account that is logged in.
 * @param askedAt when the visitor asked to keep it, epoch milliseconds
 */
export async function associateSimulation(handle: SimulationHandle, askedAt?: number): Promise<void> {
  const metadata = {
    associationSource: "registration_link",
    ...(askedAt === undefined ? {} : { originalTimestamp: askedAt }),
  } as const;
  const body: Associate = { associationType: "creator", metadata };
  await call("associateSimulation", `/api/user-simulations/${handle.id}/associate`, {
    method: "POST",
    body,
    headers: headersOf(handle),
  });
}
