import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from "@fastify/rate-limit";
import type { Deps } from "../deps.ts";
import { countHit } from "../rate-counts.ts";

/** Callers remembered as refused; more than these at once are asked for in the database again. */
const MAX_REFUSED = 10_000;

/**
 * Counts requests where all API processes count together, in the database: it is there with and without Redis, and a
 * request it cannot count could not be answered either. Who is over the limit is remembered here until it is over, so
 * that a flood reaches the database no more.
 */
export function rateStore(deps: Pick<Deps, "env" | "dataSource">): FastifyRateLimitStoreCtor {
  const refused = new Map<string, number>();

  const storeOf = (route: string): FastifyRateLimitStore => ({
    incr(caller, done, windowMs, max) {
      const key = `${route} ${caller}`;
      const waitMs = (refused.get(key) ?? 0) - Date.now();
      if (waitMs > 0) {
        done(null, { current: max + 1, ttl: waitMs });
        return;
      }
      refused.delete(key);
      countHit(deps, ["route", route, caller], windowMs / 1000).then(
        (counted) => {
          if (counted.hits > max) {
            if (refused.size >= MAX_REFUSED) refused.clear();
            refused.set(key, Date.now() + counted.waitMs);
          }
          done(null, { current: counted.hits, ttl: counted.waitMs });
        },
        (error) => done(error),
      );
    },
    // What the plugin hands over is not quite what its types say.
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
