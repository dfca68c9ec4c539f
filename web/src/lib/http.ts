import { REQUEST_ID_HEADER } from "@ecotrim/contracts/http";
import { endSession, getSession } from "./session.ts";

/** A call that did not succeed; `message` is a sentence for people. `status` 0: the server was not reached. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string | undefined;
  /** Path of the faulty input. */
  readonly field: string | undefined;
  /** Reference by which support finds the call; undefined where the server was not reached. */
  readonly requestId: string | undefined;

  constructor(message: string, status: number, code?: string, field?: string, requestId?: string) {
    super(message);
    this.name = "ApiError";
    this.status = status;
    this.code = code;
    this.field = field;
    this.requestId = requestId;
  }
}

export const UNREACHABLE = "No se ha podido conectar con el servidor. Compruebe su conexión e inténtelo de nuevo.";

export interface CallOptions {
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** The call needs no session: with an expired one it is repeated once without it. */
  sessionOptional?: boolean;
}

/** Envelope of every answer; some answers have more fields beside `data`. */
export interface Envelope {
  data?: unknown;
  /** A sentence for people. */
  message?: string;
  pagination?: unknown;
}

interface Refusal {
  success?: boolean;
  error?: unknown;
  code?: unknown;
  field?: unknown;
}

/**
 * Calls the API with the session of the logged-in user. Only a refusal of this call's own token ends the session; a
 * network fault or a failing server does not.
 * @throws ApiError where the call does not succeed; the signal's reason where it was aborted
 */
export async function call(path: string, options: CallOptions = {}): Promise<Envelope> {
  const response = await answered(path, options);
  const envelope = await bodyOf(response);
  if (envelope.success === false) throw refusalOf(envelope, response);
  return envelope;
}

/** A file, read as it is by the caller. @throws ApiError */
export const fetchFile = (path: string): Promise<Response> => answered(path, {});

async function answered(path: string, options: CallOptions): Promise<Response> {
  const token = getSession()?.token;
  try {
    return await send(path, options, token);
  } catch (error) {
    if (!token || !(error instanceof ApiError && error.status === 401 && error.code === "UNAUTHENTICATED")) throw error;
    // The user may have logged in again meanwhile.
    if (getSession()?.token === token) endSession("expired");
    if (!options.sessionOptional) throw error;
    return send(path, options, getSession()?.token);
  }
}

async function send(
  path: string,
  { method = "GET", body, headers, signal }: CallOptions,
  token: string | undefined,
): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      headers: {
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    });
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new ApiError(UNREACHABLE, 0);
  }
  if (!response.ok) throw refusalOf(await bodyOf(response), response);
  return response;
}

const bodyOf = async (response: Response) => (await response.json().catch(() => ({}))) as Envelope & Refusal;

function refusalOf({ error, code, field }: Refusal, { status, headers }: Response): ApiError {
  const message = typeof error === "string" ? error : `HTTP error! status: ${status}`;
  return new ApiError(message, status, textOr(code), textOr(field), headers.get(REQUEST_ID_HEADER) ?? undefined);
}

const textOr = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);
