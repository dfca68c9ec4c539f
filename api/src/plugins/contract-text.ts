import type { FastifyRequest } from "fastify";

/** A query has no objects: its contract is written as JSON. What is none is left to the schema to refuse. */
export async function readContractText({ query }: FastifyRequest): Promise<void> {
  const sent = query as { contract?: unknown };
  if (typeof sent.contract !== "string") return;
  try {
    sent.contract = JSON.parse(sent.contract);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
}
