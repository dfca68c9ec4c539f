import { AppError } from "@ecotrim/shared/errors";
import { Success } from "@ecotrim/shared/http";
import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import Type from "typebox";
import type { Deps } from "../../deps.ts";

export const healthRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, { dataSource, queue }) => {
  app.get(
    "/health",
    {
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
      schema: {
        tags: ["servicio"],
        summary: "La base de datos, su esquema y la cola están a punto",
        response: { 200: Success(Type.Object({ status: Type.Literal("ready") })) },
      },
    },
    async () => {
      const pending = await dataSource.showMigrations();
      if (pending) throw new AppError("SERVICE_UNAVAILABLE", { cause: new Error("migrations are pending") });
      await queue.ping();
      return { success: true as const, data: { status: "ready" as const } };
    },
  );
};
