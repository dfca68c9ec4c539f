import type { Socket } from "node:net";
import fp from "fastify-plugin";

/**
 * Closing waits for responses under way, but Node would also wait for idle connections, which browsers open in advance.
 * Those are closed.
 */
export const connections = fp(async (app) => {
  const silent = new Set<Socket>();
  app.server.on("connection", (socket) => {
    silent.add(socket);
    socket.once("close", () => silent.delete(socket));
  });
  app.server.prependListener("request", ({ socket }) => silent.delete(socket));
  app.server.prependListener("upgrade", ({ socket }) => silent.delete(socket));
  app.addHook("preClose", async () => {
    for (const socket of silent) socket.destroy();
  });
});
