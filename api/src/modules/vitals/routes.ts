import { Vital } from "@ecotrim/contracts/vitals/vital";
import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import Type from "typebox";

const VITALS_PER_MINUTE = 60;
const MILLISECONDS = { LCP: true, INP: true, CLS: false };

/** Counts Core Web Vitals of real visits; nothing of a visit is stored. */
export const vitalRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    "/api/vitals",
    {
      config: { rateLimit: { max: VITALS_PER_MINUTE } },
      schema: {
        tags: ["plataforma"],
        summary: "Contar cómo de rápida fue una página, con el permiso del visitante",
        body: Vital,
        response: { 204: Type.Null({ description: "Contado" }) },
      },
    },
    async ({ body: { name, value, page } }, reply) => {
      if (MILLISECONDS[name]) app.metrics.vitalSeconds.observe({ name, page }, value / 1000);
      else app.metrics.layoutShift.observe({ page }, value);
      return reply.code(204).send(null);
    },
  );
};
