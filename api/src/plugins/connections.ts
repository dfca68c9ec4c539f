import type { Socket } from "node:net";
import fp from "fastify-plugin";

/**
 * Closing waits for answers under way, but Node would also wait for connections that never asked anything, such as
 * those browsers open in advance. They are cut.
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
