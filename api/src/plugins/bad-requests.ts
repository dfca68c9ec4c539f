import { randomUUID } from "node:crypto";
import type { Socket } from "node:net";
import { AppError } from "@ecotrim/contracts/errors";

/** Headers of responses that are sent before any hook could set them. */
export const BARE_HEADERS = {
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "cache-control": "no-store",
};

/**
 * Answers a malformed HTTP request with an error envelope and closes the connection: the rest of its data is not
 * parsed. A connection on which nothing was asked is closed in silence: browsers open some in advance, and would take
 * the refusal for the answer to their next request.
 */
export function refuseConnection(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable || socket.bytesRead === 0) {
    socket.destroy();
    return;
  }
  const { status, code, message } = new AppError("INVALID_INPUT", {
    message: "La petición no cumple el protocolo HTTP o ha tardado demasiado.",
  });
  const body = JSON.stringify({ success: false, error: message, code, requestId: randomUUID() });
  const headers = {
    ...BARE_HEADERS,
    connection: "close",
    "content-type": "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(body),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${status} Bad Request`, ...lines, "", body].join("\r\n"));
}
