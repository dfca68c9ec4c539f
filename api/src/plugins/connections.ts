import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import fp from "fastify-plugin";

/**
 * Time in which a client may read nothing of an answer, ms. Node lets the first one pass after something was read or
 * written, so a connection is cut after once to twice as long.
 */
const UNREAD_MS = 15_000;
/** The same while closing, and the time in which a client must close what we have closed, ms. */
const LAST_WORD_MS = 2000;

function cutSoon(socket: Socket): void {
  const cut = setTimeout(() => socket.destroy(), LAST_WORD_MS);
  socket.once("close", () => clearTimeout(cut));
}

/**
 * Cuts the connections that clients keep for nothing. A connection that we have closed waits for the client to close it
 * too, and Node would wait for ever. Closing waits for the answers under way alone: Node would also wait for connections
 * without a request, such as browsers open in advance, and for requests that never come whole. Register after the
 * sockets, whose server takes the listeners that are there.
 */
export const connections = fp(async (app) => {
  /** Every open connection with its answers under way. */
  const open = new Map<Socket, Set<ServerResponse>>();
  const upgraded = new WeakSet<Socket>();
  let closing = false;

  app.server.on("connection", (socket) => {
    if (closing) socket.destroy();
    open.set(socket, new Set());
    socket.once("close", () => open.delete(socket));
    // Emitted when our side is closed.
    socket.once("finish", () => cutSoon(socket));
  });
  app.server.prependListener("upgrade", ({ socket }) => upgraded.add(socket));
  app.server.prependListener("request", ({ socket }, answer) => {
    const answers = open.get(socket);
    answers?.add(answer);
    answer.setTimeout(UNREAD_MS, () => {
      // Without anything to read the answer is not ready yet.
      if (socket.writableLength > 0) socket.destroy();
    });
    answer.once("close", () => {
      answers?.delete(answer);
      if (closing && answers?.size === 0) socket.destroySoon();
    });
  });

  app.addHook("preClose", async () => {
    closing = true;
    for (const [socket, answers] of open) {
      if (upgraded.has(socket)) cutSoon(socket);
      else if ([...answers].every(({ req }) => !req.complete)) socket.destroy();
      for (const answer of answers) answer.setTimeout(LAST_WORD_MS);
    }
  });
});
