import { Brand } from "@ecotrim/contracts/brands/brand";
import { Success } from "@ecotrim/contracts/http";
import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import Type from "typebox";
import type { Deps } from "../../deps.ts";
import { refuseMissing } from "../../plugins/missing.ts";
import { sessionOf } from "../../plugins/sessions.ts";
import { keepBrand, readBrand } from "./service.ts";

const tags = ["propuestas"];

export const brandRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  const restricted = {
    onRequest: app.authenticate,
    config: { rateLimit: { max: deps.env.RATE_LIMIT_SIMULATIONS_PER_MINUTE } },
  };

  app.get(
    "/api/brand",
    {
      ...restricted,
      schema: {
        tags,
        summary: "Mi marca en las propuestas; nula si no la he guardado",
        response: { 200: Success(Type.Union([Brand, Type.Null()])) },
      },
    },
    async (request) => ({ success: true as const, data: await readBrand(deps, sessionOf(request).userId) }),
  );

  app.put(
    "/api/brand",
    {
      ...restricted,
      preValidation: async ({ body }) => refuseMissing((body ?? {}) as Record<string, unknown>, ["company"]),
      schema: {
        tags,
        summary: "Guardar mi marca: empresa, color, texto y logotipo PNG o JPEG (solo suscriptores)",
        body: Brand,
        response: { 200: Success(Brand) },
      },
    },
    async (request) => ({
      success: true as const,
      data: await keepBrand(deps, sessionOf(request).userId, request.body),
      message: "Su marca se ha guardado.",
    }),
  );
};
