import { REQUEST_ID_HEADER } from "@ecotrim/contracts/http";
import { type LogContext, uuidOf, withLogContext } from "@ecotrim/server/observability/log-context";
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from "fastify";
import fp from "fastify-plugin";

/** Routes of one simulation, whose log lines carry its id. */
const OF_SIMULATION = /^\/api\/(user-simulations|simulations)\/(simulation\/)?:id(\/|$)/;

function contextOf({ id, params, routeOptions }: FastifyRequest): LogContext {
  const simulationId = OF_SIMULATION.test(routeOptions.url ?? "") ? uuidOf((params as { id?: unknown }).id) : undefined;
  return { requestId: id, ...(simulationId !== undefined && { simulationId }) };
}

/**
 * Returns the request's id in a header and logs one line for each response. Every log line and every job of the request
 * carries the id.
 */
export const requestLog = fp(async (app) => {
  const enter = (request: FastifyRequest, _: FastifyReply, done: HookHandlerDoneFunction) =>
    withLogContext(contextOf(request), done);

  app.addHook("onRequest", (request, reply, done) => {
    reply.header(REQUEST_ID_HEADER, request.id);
    enter(request, reply, done);
  });
  // Body events are emitted outside of the log context, so it is entered again.
  app.addHook("preValidation", enter);
  app.addHook("onResponse", async (request, reply) => {
    const { method, url } = request.routeOptions;
    request.log.info(
      { ...contextOf(request), method, route: url, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      "request answered",
    );
  });
});
