import type { FastifyRequest } from "fastify";

/** What programs send for a filter that is not set. */
const EMPTY: unknown[] = ["", "null", "undefined"];

/** Hook of lists: skips the filters that are not set. */
export async function skipEmptyFilters(request: FastifyRequest): Promise<void> {
  const query = request.query as Record<string, unknown>;
  request.query = Object.fromEntries(Object.entries(query).filter(([, value]) => !EMPTY.includes(value)));
}
