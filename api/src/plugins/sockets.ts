import { AppError } from "@ecotrim/shared/errors";
import {
  type Acknowledgement,
  type ClientEvents,
  FollowSimulation,
  type ServerEvents,
} from "@ecotrim/shared/realtime/events";
import { validate } from "@ecotrim/shared/validation";
import fp from "fastify-plugin";
import { Server, type Socket } from "socket.io";
import type { Deps } from "../deps.ts";
import { openRow, readSimulation } from "../modules/simulations/service.ts";
import { toAppError } from "./errors.ts";

type TypedSocket = Socket<ClientEvents, ServerEvents>;

/** Tells the followers of a row what its own calls did to it. */
export interface Followers {
  /** The row waits for another computation from now on. */
  moved(id: string, computationId: string): void;
  /** The row ended by itself. */
  ended(id: string, error: { code: string; message: string } | null): void;
}

declare module "fastify" {
  interface FastifyInstance {
    followers: Followers;
  }
}

const MAX_FOLLOWED = 100;
const MAX_MESSAGE_BYTES = 16 * 1024;

const ROOM = "simulation:";
const roomOf = (id: string) => `${ROOM}${id}` as const;

/** Which followed rows wait for which computation. */
function createFollowed() {
  const rows = new Map<string, Set<string>>();
  const computations = new Map<string, string>();
  const remove = (id: string) => {
    const computationId = computations.get(id);
    if (computationId === undefined) return;
    computations.delete(id);
    const waiting = rows.get(computationId);
    waiting?.delete(id);
    if (waiting?.size === 0) rows.delete(computationId);
  };
  return {
    remove,
    put(id: string, computationId: string) {
      remove(id);
      computations.set(id, computationId);
      rows.set(computationId, (rows.get(computationId) ?? new Set()).add(id));
    },
    of: (computationId: string): Iterable<string> => rows.get(computationId) ?? [],
  };
}

/** Progress for browsers. Sockets hold no state: a browser that (re)connects follows again and is given the record. */
export const sockets = fp(async (app, deps: Deps) => {
  const io = new Server<ClientEvents, ServerEvents>(app.server, {
    serveClient: false,
    maxHttpBufferSize: MAX_MESSAGE_BYTES,
    ...(deps.env.CORS_ORIGINS && { cors: { origin: deps.env.CORS_ORIGINS.split(",") } }),
  });
  const followed = createFollowed();

  /** Joins before it reads, so that nothing falls between the record and the first event. */
  async function follow(socket: TypedSocket, request: unknown) {
    const { id, accessToken } = validate(FollowSimulation, request);
    const row = await openRow(deps.dataSource.manager, { id, accessToken });
    if (socket.rooms.size > MAX_FOLLOWED) throw new AppError("RATE_LIMITED");
    await socket.join(roomOf(id));
    followed.put(id, row.computation.id);
    return readSimulation(deps, { id, accessToken });
  }

  async function answer<T>(work: () => Promise<T>): Promise<Acknowledgement<T>> {
    try {
      return { success: true, data: await work() };
    } catch (error) {
      const { message, code, status } = toAppError(error);
      if (status >= 500) deps.logger.error({ err: error }, "socket request failed");
      return { success: false, error: message, code };
    }
  }

  io.on("connection", (socket) => {
    socket.on("simulation:follow", async (request, acknowledge) => {
      const answered = await answer(() => follow(socket, request));
      if (typeof acknowledge === "function") acknowledge(answered);
    });
    socket.on("simulation:unfollow", (request) => {
      if (typeof request?.id === "string") void socket.leave(roomOf(request.id));
    });
  });
  // Raised when the last follower leaves or is gone.
  io.of("/").adapter.on("delete-room", (room: string) => {
    if (room.startsWith(ROOM)) followed.remove(room.slice(ROOM.length));
  });

  app.runEvents.on("progress", (computationId, progress) => {
    for (const id of followed.of(computationId)) io.to(roomOf(id)).emit("simulation:progress", { id, ...progress });
  });
  app.runEvents.on("completed", (computationId, summary) => {
    for (const id of followed.of(computationId)) io.to(roomOf(id)).emit("simulation:completed", { id, summary });
  });
  app.runEvents.on("uncertainty", (computationId, progress) => {
    for (const id of followed.of(computationId)) io.to(roomOf(id)).emit("simulation:uncertainty", { id, ...progress });
  });
  app.runEvents.on("sensitivity", (computationId) => {
    for (const id of followed.of(computationId)) io.to(roomOf(id)).emit("simulation:sensitivity", { id });
  });
  app.runEvents.on("failed", (computationId, { code, message }) => {
    for (const id of followed.of(computationId))
      io.to(roomOf(id)).emit("simulation:failed", { id, error: message, code });
  });

  app.decorate("followers", {
    moved(id, computationId) {
      if (io.of("/").adapter.rooms.has(roomOf(id))) followed.put(id, computationId);
    },
    ended(id, error) {
      if (error) io.to(roomOf(id)).emit("simulation:failed", { id, error: error.message, code: error.code });
      else io.to(roomOf(id)).emit("simulation:completed", { id, summary: null });
      followed.remove(id);
    },
  });

  app.addHook("preClose", async () => {
    // Not a farewell, after which a browser would not come back, but a lost connection, after which it does.
    io.engine.close();
  });
});
