import type { IncomingMessage } from "node:http";
import type { Env } from "@ecotrim/server/env/env";
import proxyAddr from "@fastify/proxy-addr";

/**
 * Which addresses on a request's way are believed: as many as the operator has proxies in front; with none, what a caller
 * forwards is not believed.
 */
export const trustedProxies =
  ({ TRUST_PROXY }: Pick<Env, "TRUST_PROXY">) =>
  (_address: string, hop: number): boolean =>
    hop < TRUST_PROXY;

/** Whose request it is, as `request.ip` of a route says; for what does not come by a route. */
export const addressOf = (request: IncomingMessage, env: Pick<Env, "TRUST_PROXY">): string =>
  proxyAddr(request, trustedProxies(env));
