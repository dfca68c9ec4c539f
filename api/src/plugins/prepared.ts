import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import negotiate from "@fastify/accept-negotiator";
import type { FastifyReply, FastifyRequest } from "fastify";

/** Caches may keep it, and ask each time whether it is still good. */
export const CHECKED_EACH_TIME = "no-cache";

/** A text that is the same for everybody, compressed once. */
export interface Prepared {
  etag: string;
  bodies: { identity: Buffer; br: Buffer; gzip: Buffer };
}

export async function prepare(text: string): Promise<Prepared> {
  const identity = Buffer.from(text);
  const [br, gz] = await Promise.all([promisify(brotliCompress)(identity), promisify(gzip)(identity)]);
  // A weak ETag, since it is the same for every encoding.
  const etag = `W/"${createHash("sha256").update(identity).digest("base64url")}"`;
  return { etag, bodies: { identity, br, gzip: gz } };
}

export function sendPrepared(
  { etag, bodies }: Prepared,
  type: string,
  { headers }: FastifyRequest,
  reply: FastifyReply,
) {
  reply.headers({ "cache-control": CHECKED_EACH_TIME, etag, vary: "accept-encoding" });
  if (headers["if-none-match"]?.includes(etag)) return reply.code(304).send();
  const accepted = negotiate(String(headers["accept-encoding"] ?? ""), ["br", "gzip"]);
  if (accepted) reply.header("content-encoding", accepted);
  return reply.type(type).send(bodies[accepted ?? "identity"]);
}
