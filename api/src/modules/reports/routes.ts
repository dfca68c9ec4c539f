import { Proposal } from "@ecotrim/contracts/brands/brand";
import { File, Success } from "@ecotrim/contracts/http";
import { CreateReport, Report } from "@ecotrim/contracts/reports/report";
import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import Type from "typebox";
import type { Deps } from "../../deps.ts";
import { refuseMissing } from "../../plugins/missing.ts";
import { sessionOf } from "../../plugins/sessions.ts";
import { downloadReport, readReport, requestProposal, requestReport } from "./service.ts";

const Identified = Type.Object({ id: Type.String({ title: "El identificador", format: "uuid" }) });

export const reportRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  const limited = { rateLimit: { max: deps.env.RATE_LIMIT_SIMULATIONS_PER_MINUTE } };

  app.post(
    "/api/simulations/:id/reports",
    {
      onRequest: app.authenticate,
      config: limited,
      schema: {
        tags: ["informes"],
        summary: "Pedir un informe de una simulación, en PDF o en un libro de Excel; pedido dos veces es el mismo",
        params: Identified,
        body: CreateReport,
        response: { 202: Success(Report) },
      },
    },
    async (request, reply) => {
      const { params, body } = request;
      const data = await requestReport(deps, {
        userId: sessionOf(request).userId,
        simulationId: params.id,
        kind: body.kind,
      });
      return reply.code(202).send({ success: true, data });
    },
  );

  app.post(
    "/api/simulations/:id/proposal",
    {
      onRequest: app.authenticate,
      config: limited,
      preValidation: async ({ body }) => refuseMissing((body ?? {}) as Record<string, unknown>, ["client", "site"]),
      schema: {
        tags: ["propuestas"],
        summary: "Pedir el informe premium como propuesta con mi marca (solo suscriptores)",
        params: Identified,
        body: Proposal,
        response: { 202: Success(Report) },
      },
    },
    async (request, reply) => {
      const of = { userId: sessionOf(request).userId, simulationId: request.params.id };
      return reply.code(202).send({ success: true, data: await requestProposal(deps, of, request.body) });
    },
  );

  app.get(
    "/api/reports/:id",
    {
      onRequest: app.authenticate,
      schema: {
        tags: ["informes"],
        summary: "Estado de un informe",
        params: Identified,
        response: { 200: Success(Report) },
      },
    },
    async (request) => ({
      success: true as const,
      data: await readReport(deps, { userId: sessionOf(request).userId, id: request.params.id }),
    }),
  );

  app.get(
    "/api/reports/:id/download",
    {
      onRequest: app.authenticate,
      config: limited,
      schema: {
        tags: ["informes"],
        summary: "Descargar un informe (PDF o XLSX)",
        params: Identified,
        response: { 200: File },
      },
    },
    async (request, reply) => {
      const { file, fileName, mediaType } = await downloadReport(deps, {
        userId: sessionOf(request).userId,
        id: request.params.id,
      });
      return reply.type(mediaType).header("content-disposition", `attachment; filename="${fileName}"`).send(file);
    },
  );
};
