import { AppError } from "@ecotrim/contracts/errors";
import { Success } from "@ecotrim/contracts/http";
import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import Type from "typebox";
import type { Deps } from "../../deps.ts";

/** Probes of one address come for all its processes, and must be answered under a flood. */
const config = { rateLimit: false } as const;

export const healthRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, { dataSource, queue }) => {
  app.get(
    "/health",
    {
      config,
      schema: {
        tags: ["servicio"],
        summary: "El proceso responde",
        response: { 200: Success(Type.Object({ status: Type.Literal("ok") })) },
      },
    },
    async () => ({ success: true as const, data: { status: "ok" as const } }),
  );

  app.get(
    "/ready",
    {
      config,
      schema: {
        tags: ["servicio"],
        summary: "La base de datos y su esquema están a punto; dice si también la cola admite trabajo",
        response: {
          200: Success(Type.Object({ status: Type.Literal("ready"), queue: Type.Enum(["up", "down"]) })),
        },
      },
    },
    async () => {
      const pending = await dataSource.showMigrations();
      if (pending) throw new AppError("SERVICE_UNAVAILABLE", { cause: new Error("migrations are pending") });
      return { success: true as const, data: { status: "ready" as const, queue: await stateOf(queue) } };
    },
  );
};

/**
 * A queue that is unreachable or full must not take the process out of load balancing: all else works, and jobs wait
 * meanwhile.
 * @throws AppError SERVICE_UNAVAILABLE where the queue may lose jobs.
 */
async function stateOf(queue: Deps["queue"]): Promise<"up" | "down"> {
  try {
    await queue.ping();
    return "up";
  } catch (error) {
    if (error instanceof AppError && error.code === "QUEUE_UNAVAILABLE") return "down";
    throw error;
  }
}
