import type { ClientEvents, ServerEvents } from "@ecotrim/contracts/realtime/events";
import { io, type Socket } from "socket.io-client";
import { call } from "./http.ts";
import { tellServerEvent } from "./server-events.ts";

const RETRY_MS = 5000;

/**
 * Opens the page's one socket of a logged-in user; `server-events.ts` passes its events on. Where the server cuts or
 * refuses the socket, the session is verified and may end.
 * @returns a function that closes it
 */
export function openUserSocket(token: string): () => void {
  const socket: Socket<ServerEvents, ClientEvents> = io({ forceNew: true, auth: { token } });
  let closed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const verify = async () => {
    await call("verifySession", "/api/auth/verify-token").catch(() => undefined);
    if (!closed) timer = setTimeout(() => socket.connect(), RETRY_MS);
  };

  socket.on("connect", () => tellServerEvent("connected"));
  socket.onAny((name: keyof ServerEvents, ...event: Parameters<ServerEvents[typeof name]>) =>
    tellServerEvent(name, ...event),
  );
  // In both cases the socket does not come back by itself.
  socket.on("connect_error", () => {
    if (!socket.active) void verify();
  });
  socket.on("disconnect", (reason) => {
    if (reason === "io server disconnect") void verify();
  });

  return () => {
    closed = true;
    clearTimeout(timer);
    socket.disconnect();
  };
}
