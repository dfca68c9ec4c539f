import Type, { type TSchema } from "typebox";

/** The envelope of every answer. */
export const Success = <T extends TSchema>(data: T) =>
  Type.Object({ success: Type.Literal(true), data, message: Type.Optional(Type.String()) });

/** The answer of a call that downloads a file. */
export const File = Type.Unsafe<string | Uint8Array>(Type.String({ format: "binary" }));

export const Failure = Type.Object({
  success: Type.Literal(false),
  error: Type.String(),
  code: Type.String(),
  field: Type.Optional(Type.String()),
  requestId: Type.String(),
});

/** The header that carries a simulation's access token. */
export const SIMULATION_TOKEN_HEADER = "x-simulation-token";
/** The header that carries a curve's access token; beside a simulation of two curves both, parted by a comma. */
export const CURVE_TOKEN_HEADER = "x-curve-token";
/**
 * Correlates everything that follows from one click; sent by the caller as a UUID, or made by the API, and always
 * returned.
 */
export const REQUEST_ID_HEADER = "x-request-id";
export const IDEMPOTENCY_HEADER = "idempotency-key";
