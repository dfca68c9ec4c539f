import type { IncomingMessage, ServerResponse } from "node:http";
import { AppError } from "@ecotrim/contracts/errors";
import {
  type Acknowledgement,
  type ClientEvents,
  FollowSimulation,
  Handshake,
  type ServerEvents,
} from "@ecotrim/contracts/realtime/events";
import { validate } from "@ecotrim/contracts/validation";
import { uuidOf, withLogContext } from "@ecotrim/server/observability/log-context";
import { STILL_OPEN_MS } from "@ecotrim/server/studies/line";
import fp from "fastify-plugin";
import { type DefaultEventsMap, Server, type Socket } from "socket.io";
import Value from "typebox/value";
import { addressOf } from "../client-address.ts";
import type { Deps } from "../deps.ts";
import { markDelivered, readNotification } from "../modules/notifications/service.ts";
import {
  noteStillOpen,
  openNews,
  recordOf,
  recordOfNews,
  rowOf,
  type SimulationHead,
  type SimulationRow,
} from "../modules/simulations/service.ts";
import { networkOf } from "../rate-counts.ts";
import { BARE_HEADERS } from "./bad-requests.ts";
import { toAppError } from "./errors.ts";
import { callCounter } from "./rate-store.ts";
import type { CurrentSession } from "./sessions.ts";
import { limitSockets } from "./socket-limit.ts";

interface SocketData {
  session: CurrentSession | null;
  /** The network whose sockets are limited together. */
  network: string;
}
type TypedSocket = Socket<ClientEvents, ServerEvents, DefaultEventsMap, SocketData>;

const MAX_FOLLOWED = 100;
const MINUTE_MS = 60_000;
const MAX_MESSAGE_BYTES = 16 * 1024;

const ROOM = "simulation:";
const roomOf = (id: string) => `${ROOM}${id}` as const;
const userRoom = (id: string) => `user:${id}` as const;
const sessionRoom = (id: string) => `session:${id}` as const;

/** Timeout of a browser's acknowledgement, ms. */
const HEARD_WITHIN_MS = 10_000;
/** Interval of the check that closes the sockets of expired sessions, ms. */
const SESSION_CHECK_MS = 60_000;

/** Index of the followed rows by their computation. */
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
    computations: () => [...rows.keys()],
    of: (computationId: string): Iterable<string> => rows.get(computationId) ?? [],
  };
}

/** Notes signals that arrive while rows are read: a row read meanwhile may be stale. */
function createNews() {
  /** Ids of the rows and runs that were signalled, one set for each read under way. */
  const readers = new Set<Set<string>>();
  return {
    note(id: string): void {
      for (const told of readers) told.add(id);
    },
    /** Reads a row, and again while a signal about it or its run arrives meanwhile. */
    async readRow<T extends { row: SimulationHead }>(read: () => Promise<T>): Promise<T> {
      const told = new Set<string>();
      readers.add(told);
      try {
        for (;;) {
          told.clear();
          const found = await read();
          if (!told.has(found.row.id) && !told.has(found.row.computation.id)) return found;
        }
      } finally {
        readers.delete(told);
      }
    },
  };
}

/** Runs `work` in a log context that names its simulation. */
function about<T>(simulation: unknown, work: () => T): T {
  const simulationId = uuidOf(simulation);
  return withLogContext(simulationId === undefined ? {} : { simulationId }, work);
}

/** Progress for browsers. Sockets hold no state: a browser that (re)connects follows again and gets the record. */
export const sockets = fp(async (app, deps: Deps) => {
  const io = new Server<ClientEvents, ServerEvents, DefaultEventsMap, SocketData>(app.server, {
    serveClient: false,
    maxHttpBufferSize: MAX_MESSAGE_BYTES,
    ...(deps.env.CORS_ORIGINS && { cors: { origin: deps.env.CORS_ORIGINS.split(",") } }),
  });
  const followed = createFollowed();
  const news = createNews();
  const isHere = (room: string) => io.of("/").adapter.rooms.has(room);
  /** The followers of a row get its run's events, unless its holder has ended the row. */
  const hearRunOf = ({ id, ownStatus, computation }: SimulationHead) => {
    if (ownStatus === null && isHere(roomOf(id))) followed.put(id, computation.id);
    else followed.remove(id);
  };

  // Responses of the socket server pass no hook of the API.
  io.engine.use((_request: IncomingMessage, response: ServerResponse, next: () => void) => {
    for (const [name, value] of Object.entries(BARE_HEADERS)) response.setHeader(name, value);
    next();
  });

  const count = callCounter(deps);
  /** @throws AppError RATE_LIMITED: all events of all sockets of an address count together. */
  async function countEvent(network: string) {
    const max = deps.env.RATE_LIMIT_PER_MINUTE;
    if ((await count("socket event", network, MINUTE_MS, max)).hits > max) throw new AppError("RATE_LIMITED");
  }

  /**
   * Every end signalled before the socket joins is in the row that was read. So none is lost between the record and the
   * events.
   */
  async function follow(socket: TypedSocket, request: unknown) {
    const { id, accessToken, version } = validate(FollowSimulation, request);
    const room = roomOf(id);
    const checkPlace = () => {
      if (!socket.rooms.has(room) && socket.rooms.size > MAX_FOLLOWED) throw new AppError("RATE_LIMITED");
    };
    checkPlace();
    const reader = {
      id,
      accessToken,
      version,
      userId: socket.data.session?.userId,
      address: addressOf(socket.request, deps.env),
    };
    const found = await news
      .readRow(() => openNews(deps.dataSource.manager, reader))
      .catch(async (error) => {
        await socket.leave(room);
        throw error;
      });
    // The socket may have joined other rooms meanwhile.
    checkPlace();
    await socket.join(room);
    hearRunOf(found.row);
    return recordOfNews(deps, found, reader);
  }

  const checkLimit = limitSockets(io.engine, deps.env);
  io.use(async (socket, next) => {
    socket.data.network = networkOf(addressOf(socket.conn.request, deps.env));
    const { token } = Value.Check(Handshake, socket.handshake.auth) ? socket.handshake.auth : {};
    try {
      checkLimit(socket.conn);
      socket.data.session = token === undefined ? null : await app.sessions.read(token);
      if (token !== undefined && !socket.data.session) throw new AppError("UNAUTHENTICATED");
      next();
    } catch (error) {
      const { message, code } = toAppError(error);
      next(Object.assign(new Error(message), { data: { code } }));
    }
  });

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
    const { session } = socket.data;
    app.metrics.socketsOpen.inc();
    socket.once("disconnect", () => app.metrics.socketsOpen.dec());
    if (session) void socket.join([userRoom(session.userId), sessionRoom(session.id)]);
    const { network } = socket.data;
    // One after another: a flood must not ask the database all at once, and events keep their order.
    let counted: Promise<unknown> = Promise.resolve();
    socket.use((event, next) => {
      counted = counted.then(async () => {
        const within = await about(event[1]?.id, () => answer(() => countEvent(network)));
        const acknowledge = event.at(-1);
        if (within.success) next();
        else if (typeof acknowledge === "function") acknowledge(within);
      });
    });
    socket.on("simulation:follow", async (request, acknowledge) => {
      const answered = await about(request?.id, () => answer(() => app.inTurn(network, () => follow(socket, request))));
      if (typeof acknowledge === "function") acknowledge(answered);
    });
    socket.on("simulation:unfollow", (request) => {
      if (typeof request?.id === "string") void socket.leave(roomOf(request.id));
    });
  });
  // Emitted when the last follower of a room has left or disconnected.
  io.of("/").adapter.on("delete-room", (room: string) => {
    if (room.startsWith(ROOM)) followed.remove(room.slice(ROOM.length));
  });

  const guarded = (work: () => Promise<void>) =>
    void work().catch((error) => deps.logger.warn({ err: error }, "signal not passed on"));

  app.signals.on("run-progress", ({ computationId, progress }) => {
    for (const id of followed.of(computationId)) io.to(roomOf(id)).emit("simulation:progress", { id, ...progress });
  });
  app.signals.on("run-ended", ({ computationId, end }) => {
    news.note(computationId);
    for (const id of followed.of(computationId))
      if ("summary" in end) io.to(roomOf(id)).emit("simulation:completed", { id, summary: end.summary });
      else io.to(roomOf(id)).emit("simulation:failed", { id, error: end.error.message, code: end.error.code });
  });
  app.signals.on("uncertainty", ({ computationId, progress }) => {
    for (const id of followed.of(computationId)) io.to(roomOf(id)).emit("simulation:uncertainty", { id, ...progress });
  });
  app.signals.on("power", ({ computationId, progress }) => {
    for (const id of followed.of(computationId)) io.to(roomOf(id)).emit("simulation:power", { id, ...progress });
  });
  app.signals.on("follow-up-ended", ({ computationId }) => {
    news.note(computationId);
    for (const id of followed.of(computationId)) io.to(roomOf(id)).emit("simulation:follow-up-ended", { id });
  });

  /** Tells the followers of a row its end, if it has ended. */
  const tellEnd = (row: SimulationRow) => {
    const { id, status, results, error } = recordOf(row);
    if (status === "completed")
      io.to(roomOf(id)).emit("simulation:completed", { id, summary: results?.summary ?? null });
    if (error) io.to(roomOf(id)).emit("simulation:failed", { id, error: error.message, code: error.code });
  };

  // The holder ended a row or started it again. The new run may have ended before this signal is handled.
  app.signals.on("simulation", ({ id }) => {
    news.note(id);
    about(id, () =>
      guarded(async () => {
        if (!isHere(roomOf(id))) return;
        const row = await rowOf(deps.dataSource.manager, id);
        hearRunOf(row);
        tellEnd(row);
      }),
    );
  });
  app.signals.on("notification", ({ userId, id }) =>
    guarded(async () => {
      if (!isHere(userRoom(userId))) return;
      const notification = await readNotification(deps, id);
      if (!notification) return;
      // Each socket is asked separately: a browser that vanished is still in the room and never acknowledges.
      for (const socketId of io.of("/").adapter.rooms.get(userRoom(userId)) ?? [])
        io.of("/")
          .sockets.get(socketId)
          ?.timeout(HEARD_WITHIN_MS)
          .emit("notification:new", notification, (late) => {
            if (!late) guarded(() => markDelivered(deps, id));
          });
    }),
  );
  app.signals.on("sessions-ended", ({ sessionIds }) => {
    for (const id of sessionIds) io.in(sessionRoom(id)).disconnectSockets(true);
  });
  app.signals.on("access-taken", ({ userId, simulationId }) => {
    news.note(simulationId);
    io.in(userRoom(userId)).socketsLeave(roomOf(simulationId));
  });
  app.signals.on("payment", ({ userId, id }) => void io.to(userRoom(userId)).emit("payment:updated", { id }));
  app.signals.on("subscription", ({ userId }) => void io.to(userRoom(userId)).emit("subscription:updated"));
  app.signals.on("report", ({ userId, id, status }) => {
    io.to(userRoom(userId)).emit("report:progress", { id, status });
    if (status === "completed") io.to(userRoom(userId)).emit("report:ready", { id });
  });

  const dropExpired = async () => {
    const here = new Set([...io.of("/").sockets.values()].flatMap(({ data }) => data.session?.id ?? []));
    if (here.size === 0) return;
    const alive = await deps.dataSource.query("SELECT id FROM sessions WHERE id = ANY($1) AND expires_at > now()", [
      [...here],
    ]);
    for (const { id } of alive) here.delete(id);
    for (const id of here) io.in(sessionRoom(id)).disconnectSockets(true);
  };
  const checking = setInterval(() => guarded(dropExpired), SESSION_CHECK_MS);
  const touching = setInterval(() => guarded(() => noteStillOpen(deps, followed.computations())), STILL_OPEN_MS);

  app.addHook("preClose", async () => {
    clearInterval(checking);
    clearInterval(touching);
    // Closes the transport rather than the socket: browsers reconnect after a lost connection, but not after an orderly
    // disconnect.
    io.engine.close();
  });
});
