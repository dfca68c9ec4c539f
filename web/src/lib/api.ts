import { IDEMPOTENCY_HEADER, SIMULATION_TOKEN_HEADER } from "@ecotrim/shared/http";
import type { BatteryConfigurations, BatterySelectionQuery } from "@ecotrim/shared/simulations/battery-options";
import type { CalculatorContext } from "@ecotrim/shared/simulations/context";
import type { CreatedSimulation, CreateSimulation, SimulationRecord } from "@ecotrim/shared/simulations/record";
import type { Results } from "@ecotrim/shared/simulations/result";
import { queryString } from "./query-string.ts";

/** A call that did not succeed; `message` is a sentence for people. `status` 0: the server was not reached. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string | undefined;

  constructor(message: string, status: number, code?: string) {
    super(message);
    this.name = "ApiError";
    this.status = status;
    this.code = code;
  }
}

const UNREACHABLE = "No se ha podido conectar con el servidor. Compruebe su conexión e inténtelo de nuevo.";

interface Request {
  method?: "GET" | "POST";
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

interface Envelope {
  success?: boolean;
  data?: unknown;
  error?: unknown;
  code?: unknown;
}

async function call(path: string, { method = "GET", body, headers, signal }: Request = {}): Promise<Envelope> {
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    });
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new ApiError(UNREACHABLE, 0);
  }
  const envelope = (await response.json().catch(() => ({}))) as Envelope;
  if (!response.ok || envelope.success === false) {
    const message = typeof envelope.error === "string" ? envelope.error : `HTTP error! status: ${response.status}`;
    throw new ApiError(message, response.status, typeof envelope.code === "string" ? envelope.code : undefined);
  }
  return envelope;
}

/** What lets its holder read, follow, cancel and retry one simulation. */
export interface SimulationHandle {
  id: string;
  accessToken: string;
}

const tokenHeader = ({ accessToken }: SimulationHandle) => ({ [SIMULATION_TOKEN_HEADER]: accessToken });

export async function fetchBatteryOptions(
  query: BatterySelectionQuery,
  signal: AbortSignal,
): Promise<BatteryConfigurations> {
  const answer = await call(`/api/ecotrim/battery_selection?${queryString(query)}`, { signal });
  return (answer as unknown as { configurations: BatteryConfigurations }).configurations;
}

export type FoundSimulation = SimulationHandle & { results: Results };

export async function findByContext(context: CalculatorContext): Promise<FoundSimulation | undefined> {
  const answer = await call("/api/simulations/find-by-context", { method: "POST", body: context });
  const { found, data } = answer as { found?: boolean; data?: FoundSimulation };
  return found ? data : undefined;
}

/** The same key creates one simulation only, however often the call is repeated. */
export async function createSimulation(body: CreateSimulation, idempotencyKey: string): Promise<CreatedSimulation> {
  const headers = { [IDEMPOTENCY_HEADER]: idempotencyKey };
  return (await call("/api/simulations", { method: "POST", body, headers })).data as CreatedSimulation;
}

export async function fetchSimulation(handle: SimulationHandle): Promise<SimulationRecord> {
  return (await call(`/api/simulations/${handle.id}`, { headers: tokenHeader(handle) })).data as SimulationRecord;
}

export async function cancelSimulation(handle: SimulationHandle): Promise<void> {
  await call(`/api/simulations/${handle.id}/cancel`, { method: "POST", headers: tokenHeader(handle) });
}

export async function retrySimulation(handle: SimulationHandle): Promise<void> {
  await call(`/api/simulations/${handle.id}/retry`, { method: "POST", headers: tokenHeader(handle) });
}
