import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type Route, unknownAddress } from "./api.ts";
import { ApiError, type ErrorBody, invalid } from "./errors.ts";
import { parseForm, readParams } from "./params.ts";
import { newId, type Store } from "./store.ts";

/** How the next calls fail: with a status, or with a dropped connection, before or after their effect. */
export interface Fault {
  how: 402 | 429 | 500 | "hangup" | "hangup-after";
  /** Number of calls that fail; 1 by default. The SDK itself retries most failed calls. */
  times?: number;
  /** Limits the fault to calls whose path begins so. */
  path?: string;
}

/** A recorded request, without its key. */
export interface SeenRequest {
  method: string;
  path: string;
  params: Record<string, unknown>;
  idempotencyKey?: string;
  apiVersion?: string;
  status?: number;
}

export interface ApiTraffic {
  requests: SeenRequest[];
  faults: Fault[];
}

const FAULTS: Record<402 | 429 | 500, ErrorBody> = {
  402: {
    type: "card_error",
    code: "card_declined",
    decline_code: "generic_decline",
    message: "Your card was declined.",
  },
  429: {
    type: "invalid_request_error",
    code: "rate_limit",
    message: "Request rate limit exceeded. Learn more about rate limits here https://stripe.com/docs/rate-limits.",
  },
  500: { type: "api_error", message: "An unknown error occurred" },
};

interface Replay {
  fingerprint: string;
  status: number;
  body: unknown;
}

interface ApiOptions {
  store: Store;
  secretKey: string;
  routes: Route[];
  traffic: ApiTraffic;
}

/** Serves the calls as Stripe does: key, form, idempotency, expansion, errors. */
export function serveApi(app: FastifyInstance, { store, secretKey, routes, traffic }: ApiOptions): void {
  const replays = new Map<string, Replay>();

  const answer = (route: Route | undefined, request: FastifyRequest): { status: number; body: unknown } => {
    const [path = "", query = ""] = request.url.split("?");
    if (request.headers.authorization !== `Bearer ${secretKey}`) {
      throw new ApiError(401, { type: "invalid_request_error", message: "Invalid API Key provided." });
    }
    if (!route) throw unknownAddress(request.method, path);
    const text = [query, request.body].filter(Boolean).join("&");
    const { expand = [], ...form } = parseForm(text);
    if (!Array.isArray(expand)) throw invalid("Invalid array", "expand");
    const { id = "" } = request.params as { id?: string };
    const params = readParams(form, route.fields, route.options);
    return { status: 200, body: store.present(route.run(params as never, id), expand as string[]) };
  };

  const handle = (route?: Route) => async (request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split("?")[0] as string;
    const key = request.headers["idempotency-key"]?.toString();
    const seen: SeenRequest = {
      method: request.method,
      path,
      params: parseForm([request.url.split("?")[1], request.body].filter(Boolean).join("&")),
      ...(key !== undefined && { idempotencyKey: key }),
      ...(request.headers["stripe-version"] && { apiVersion: String(request.headers["stripe-version"]) }),
    };
    traffic.requests.push(seen);
    const fault = takeFault(traffic.faults, path);
    const hangUp = () => {
      reply.hijack();
      request.raw.socket.destroy();
    };
    if (fault === "hangup") return hangUp();
    reply.header("request-id", newId("req"));
    if (typeof fault === "number") {
      seen.status = fault;
      return reply.code(fault).send({ error: FAULTS[fault] });
    }

    const fingerprint = JSON.stringify([request.method, path, request.body]);
    const replay = key === undefined || request.method !== "POST" ? undefined : replays.get(key);
    let result: { status: number; body: unknown };
    try {
      if (replay && replay.fingerprint !== fingerprint) {
        throw new ApiError(400, {
          type: "idempotency_error",
          message:
            "Keys for idempotent requests can only be used with the same parameters they were first used with. " +
            `Try using a key other than '${key}' if you meant to execute a different request.`,
        });
      }
      if (replay) reply.header("idempotent-replayed", "true");
      result = replay ?? answer(route, request);
      if (key !== undefined && request.method === "POST") replays.set(key, { fingerprint, ...result });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      result = { status: error.status, body: { error: error.body } };
    }
    seen.status = result.status;
    if (fault === "hangup-after") return hangUp();
    return reply.code(result.status).send(result.body);
  };

  for (const route of routes) app.route({ method: route.method, url: route.path, handler: handle(route) });
  app.route({ method: ["GET", "POST", "DELETE"], url: "/v1/*", handler: handle() });
}

function takeFault(faults: Fault[], path: string): Fault["how"] | undefined {
  const index = faults.findIndex((fault) => path.startsWith(fault.path ?? "/v1/"));
  const fault = faults[index];
  if (!fault) return undefined;
  fault.times = (fault.times ?? 1) - 1;
  if (fault.times === 0) faults.splice(index, 1);
  return fault.how;
}
