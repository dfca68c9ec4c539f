import { CURVE_TOKEN_HEADER, IDEMPOTENCY_HEADER, SIMULATION_TOKEN_HEADER, Success } from "@ecotrim/contracts/http";
import { SimulationRecord } from "@ecotrim/contracts/simulations/record";
import type { FastifyReply, FastifyRequest } from "fastify";
import Type from "typebox";
import { networkOf } from "../rate-counts.ts";

/** Headers of the calls that an access token opens. */
export const TokenHeaders = Type.Object(
  { [SIMULATION_TOKEN_HEADER]: Type.Optional(Type.String({ title: "El código de acceso", maxLength: 200 })) },
  { additionalProperties: true },
);

/** Headers of the calls that the access tokens of curves open: one, or two parted by a comma. */
export const CurveTokenHeaders = Type.Object(
  { [CURVE_TOKEN_HEADER]: Type.Optional(Type.String({ title: "El código de acceso de la curva", maxLength: 200 })) },
  { additionalProperties: true },
);

/** Headers of the calls that create a row once for each key of a caller. */
export const IdempotencyHeaders = Type.Object(
  {
    // A caller who knows the key gets the row it created, so the key must not be guessable: a UUID, say.
    [IDEMPOTENCY_HEADER]: Type.Optional(
      Type.String({ title: "La clave de idempotencia", minLength: 16, maxLength: 255 }),
    ),
  },
  { additionalProperties: true },
);

/** Answers of the calls that read a record. */
export const RECORD_ANSWERS = {
  200: Success(SimulationRecord),
  304: Type.Null({ description: "Sin cambios desde la versión de If-None-Match" }),
};

/**
 * Sends a record with its version as ETag; 304 without the record to a reader who has this version. It stays `no-store`:
 * readers compare with what they hold themselves, and no cache keeps what belongs to somebody.
 * @param read null where the reader has this version, after access was checked
 */
export async function sendRecord(
  { headers, ip, server }: FastifyRequest,
  reply: FastifyReply,
  read: (version: string | undefined) => Promise<SimulationRecord | null>,
) {
  const [, known] = /"([^"]*)"/.exec(headers["if-none-match"] ?? "") ?? [];
  const record = await server.inTurn(networkOf(ip), () => read(known));
  // A weak one, since it is the same for every encoding.
  reply.header("etag", `W/"${record?.version ?? known}"`);
  return record ? reply.send({ success: true, data: record }) : reply.code(304).send(null);
}
