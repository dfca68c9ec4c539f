import type { IncomingMessage } from "node:http";
import type { Env } from "@ecotrim/server/env/env";
import proxyAddr from "@fastify/proxy-addr";

/**
 * Number of proxies whose forwarded addresses are trusted: as many as the operator has in front. With none, a forwarded
 * address is not trusted.
 */
export const trustedProxies =
  ({ TRUST_PROXY }: Pick<Env, "TRUST_PROXY">) =>
  (_address: string, hop: number): boolean =>
    hop < TRUST_PROXY;

/** Client address of a request, equal to `request.ip` of a route; for requests that reach no route. */
export const addressOf = (request: IncomingMessage, env: Pick<Env, "TRUST_PROXY">): string =>
  proxyAddr(request, trustedProxies(env));
