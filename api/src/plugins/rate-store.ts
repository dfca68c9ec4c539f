import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from "@fastify/rate-limit";
import type { Deps } from "../deps.ts";
import { countHit } from "../rate-counts.ts";

/** Size of the cache of refused callers; beyond it the cache is emptied and the database asked again. */
const MAX_REFUSED = 10_000;

/** Counts a call of a caller. @returns the calls in the window, and when it ends. */
export type CountCall = (
  call: string,
  caller: string,
  windowMs: number,
  max: number,
) => Promise<{ hits: number; waitMs: number }>;

/**
 * Counts requests in the database, where all API processes count together. It exists with and without Redis, and a
 * request it cannot count could not be answered either. Callers over the limit are cached here until it expires, so
 * that a flood does not reach the database.
 */
export function callCounter(deps: Pick<Deps, "env" | "dataSource">): CountCall {
  const refused = new Map<string, number>();
  return async (call, caller, windowMs, max) => {
    const key = `${call} ${caller}`;
    const waitMs = (refused.get(key) ?? 0) - Date.now();
    if (waitMs > 0) return { hits: max + 1, waitMs };
    refused.delete(key);
    const counted = await countHit(deps, ["route", call, caller], windowMs / 1000);
    if (counted.hits > max) {
      if (refused.size >= MAX_REFUSED) refused.clear();
      refused.set(key, Date.now() + counted.waitMs);
    }
    return counted;
  };
}

/** The store of the plugin that limits the rates of routes. */
export function rateStore(count: CountCall): FastifyRateLimitStoreCtor {
  const storeOf = (route: string): FastifyRateLimitStore => ({
    incr(caller, done, windowMs, max) {
      count(route, caller, windowMs, max).then(
        ({ hits, waitMs }) => done(null, { current: hits, ttl: waitMs }),
        (error) => done(error),
      );
    },
    // The plugin passes options that differ from its types.
    child(options) {
      const { routeInfo } = options as unknown as { routeInfo: { method: string; url: string } };
      // Who asks by HEAD has the same work done as by GET.
      return storeOf(`${routeInfo.method === "HEAD" ? "GET" : routeInfo.method} ${routeInfo.url}`);
    },
  });

  return class {
    incr = storeOf("").incr;
    child = storeOf("").child;
  };
}
