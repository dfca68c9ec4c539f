import { CURVE_TOKEN_HEADER, REQUEST_ID_HEADER } from "@ecotrim/contracts/http";
import { CALLS, type CallName, type CallWords } from "./call-words.ts";
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

/** The answer, without a body, to a call that names the version it has. */
const NOT_MODIFIED = 304;

export const UNREACHABLE = "No se ha podido conectar con el servidor. Compruebe su conexión e inténtelo de nuevo.";

export interface CallOptions {
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** The call needs no session: with an expired one it is repeated once without it. */
  sessionOptional?: boolean;
}

/** What proves that the caller may use the curves it names. */
export const curveHeaders = (tokens: readonly string[]) =>
  tokens.length > 0 ? { [CURVE_TOKEN_HEADER]: tokens.join(",") } : undefined;

/** Envelope of every answer; some answers have more fields beside `data`. */
export interface Envelope {
  data?: unknown;
  /** A sentence for people. */
  message?: string;
  pagination?: unknown;
}

interface Answer extends Envelope {
  success?: boolean;
  error?: unknown;
  code?: unknown;
  field?: unknown;
}

/**
 * Calls the API with the session of the logged-in user. Only a refusal of this call's own token ends the session; a
 * network fault or a failing server does not. An answer that does not say that it succeeded is a refusal.
 * @throws ApiError where the call does not succeed; the signal's reason where it was aborted
 */
export async function call(name: CallName, path: string, options: CallOptions = {}): Promise<Envelope> {
  const response = await answered(name, path, options);
  if (response.status === NOT_MODIFIED) return {};
  const answer = await bodyOf(response);
  if (answer.success !== true) throw refusalOf(name, answer, response);
  return answer;
}

/** A file, read as it is by the caller. @throws ApiError */
export const fetchFile = (name: CallName, path: string): Promise<Response> => answered(name, path, {});

async function answered(name: CallName, path: string, options: CallOptions): Promise<Response> {
  const token = getSession()?.token;
  const { noSession }: CallWords = CALLS[name];
  if (noSession !== undefined && token === undefined) throw new ApiError(noSession, 401, "UNAUTHENTICATED");
  try {
    return await send(name, path, options, token);
  } catch (error) {
    if (!token || !(error instanceof ApiError && error.status === 401 && error.code === "UNAUTHENTICATED")) throw error;
    // The user may have logged in again meanwhile.
    if (getSession()?.token === token) endSession("expired");
    if (!options.sessionOptional) throw error;
    return send(name, path, options, getSession()?.token);
  }
}

async function send(
  name: CallName,
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
  if (!response.ok && response.status !== NOT_MODIFIED) throw refusalOf(name, await bodyOf(response), response);
  return response;
}

/** Without any field where the body is no JSON object, as a proxy's may be. */
async function bodyOf(response: Response): Promise<Answer> {
  const body: unknown = await response.json().catch(() => undefined);
  return typeof body === "object" && body !== null ? body : {};
}

function refusalOf(name: CallName, { error, message, code, field }: Answer, response: Response): ApiError {
  const sentence = textOf(error) ?? textOf(message) ?? defaultMessage(name, response);
  const requestId = response.headers.get(REQUEST_ID_HEADER) ?? undefined;
  return new ApiError(sentence, response.status, textOf(code), textOf(field), requestId);
}

/** Newer protocols send no text with the status. */
const defaultMessage = (name: CallName, { status, statusText }: Response): string =>
  CALLS[name].failed.replace("{status}", String(status)).replace("{statusText}", statusText).trim();

const textOf = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);
