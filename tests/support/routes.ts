import diagnostics from "node:diagnostics_channel";
import type { FastifyInstance, RouteOptions } from "fastify";

/** Collects every route of the application that `build` makes, with what its hooks add to it. */
export async function withRoutes<T>(build: () => Promise<T>): Promise<[built: T, routes: RouteOptions[]]> {
  const routes: RouteOptions[] = [];
  const watch = (message: unknown) =>
    void (message as { fastify: FastifyInstance }).fastify.addHook("onRoute", (route) => void routes.push(route));
  diagnostics.subscribe("fastify.initialization", watch);
  const built = await build();
  diagnostics.unsubscribe("fastify.initialization", watch);
  return [built, routes];
}
