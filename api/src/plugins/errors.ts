import { AppError, type ErrorCode } from "@ecotrim/contracts/errors";
import type { FastifyReply, FastifyRequest } from "fastify";
import { EntityNotFoundError } from "typeorm";

/** Fastify's own errors as codes of the catalogue. */
const FASTIFY_CODES: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "UNSUPPORTED_MEDIA_TYPE",
  FST_ERR_CTP_BODY_TOO_LARGE: "PAYLOAD_TOO_LARGE",
  FST_ERR_CTP_EMPTY_JSON_BODY: "INVALID_JSON",
  FST_ERR_CTP_INVALID_JSON_BODY: "INVALID_JSON",
};

/** SQLSTATE classes and network error codes that mean the database is unreachable or out of resources. */
const CONNECTION_CODES =
  /^(08...|57P0[1-5]|3D000|53...|ECONN(REFUSED|RESET)|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN)$/;
/** Messages of connection errors to which the driver gives no code. */
const CONNECTION_MESSAGES =
  /connection terminated|timeout exceeded when trying to connect|not queryable|Not connected/i;

function isDatabaseDown(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, driverError } = error as { code?: unknown; driverError?: unknown };
  return (
    (typeof code === "string" && CONNECTION_CODES.test(code)) ||
    CONNECTION_MESSAGES.test(error.message) ||
    (driverError !== error && isDatabaseDown(driverError))
  );
}

/** Text that PostgreSQL cannot store: the character NUL, and unpaired surrogates. */
function isUnstorableText(error: unknown): boolean {
  const { code, message } = (error as { driverError?: { code?: string; message?: string } }).driverError ?? {};
  return code === "22P05" || code === "22021" || (code === "22P02" && /type json/.test(message ?? ""));
}

/** Text that the database would refuse, or store changed. */
export const unstorableText = (cause?: unknown): AppError =>
  new AppError("INVALID_INPUT", { message: "Los datos contienen caracteres que no se admiten.", cause });

/** A foreign key or a reading without its row: the account or simulation was deleted while the request ran. */
const isDeletedMeanwhile = (error: unknown): boolean =>
  error instanceof EntityNotFoundError || (error as { driverError?: { code?: string } }).driverError?.code === "23503";

/** The error of the catalogue for a thrown value. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const { code, statusCode } = error as { code?: string; statusCode?: number };
  if (error instanceof SyntaxError && statusCode === 400) return new AppError("INVALID_JSON", { cause: error });
  const known = code === undefined ? undefined : FASTIFY_CODES[code];
  if (known) return new AppError(known, { cause: error });
  // Fastify gives 400 to the error of a body that breaks off, which has the code of a lost connection too.
  if (statusCode !== 400 && isDatabaseDown(error)) return new AppError("SERVICE_UNAVAILABLE", { cause: error });
  if (isUnstorableText(error)) return unstorableText(error);
  if (isDeletedMeanwhile(error))
    return new AppError("NOT_FOUND", { message: "Lo que ha pedido se ha borrado mientras tanto.", cause: error });
  if (statusCode === 404) return new AppError("NOT_FOUND", { cause: error });
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new AppError("INVALID_INPUT", { cause: error });
  return new AppError("INTERNAL", { cause: error });
}

/** Sends an error in the envelope; the cause goes to the log only. */
export function sendError(
  error: unknown,
  request: Pick<FastifyRequest, "id" | "log">,
  reply: Pick<FastifyReply, "code" | "header">,
) {
  const shown = toAppError(error);
  if (shown.status >= 500) {
    // A transient fault is no alarm.
    const level = shown.status === 503 ? "warn" : "error";
    request.log[level]({ err: error, code: shown.code, requestId: request.id }, "request failed");
  }
  if (shown.retryAfterS !== undefined) reply.header("retry-after", shown.retryAfterS);
  return reply
    .code(shown.status)
    .type("application/json; charset=utf-8")
    .serializer(JSON.stringify)
    .send({
      success: false,
      error: shown.message,
      code: shown.code,
      ...(shown.field && { field: shown.field }),
      requestId: request.id,
    });
}
