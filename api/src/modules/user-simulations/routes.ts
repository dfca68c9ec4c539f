import { AppError } from "@ecotrim/contracts/errors";
import { File, SIMULATION_TOKEN_HEADER, Success } from "@ecotrim/contracts/http";
import {
  AreaQuery,
  Associate,
  HistoryQuery,
  NameSimulation,
  Pagination,
  ShareByLink,
  ShareLink,
  Sharing,
  SimulationStats,
  SimulationSummary,
} from "@ecotrim/contracts/simulations/association";
import { OwnNames } from "@ecotrim/contracts/simulations/record";
import { hourlyCsv } from "@ecotrim/present/simulations/hourly-csv";
import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { FastifyRequest } from "fastify";
import Type from "typebox";
import type { Deps } from "../../deps.ts";
import { skipEmptyFilters } from "../../empty-filters.ts";
import { RECORD_ANSWERS, sendRecord, TokenHeaders } from "../../plugins/records.ts";
import { sessionOf } from "../../plugins/sessions.ts";
import { listArea, listHistory, readStats } from "./lists.ts";
import {
  claim,
  type Held,
  letGo,
  nameSimulation,
  openShareLink,
  readHours,
  readShared,
  readSharing,
  revokeShareLink,
  share,
  toggleFavorite,
  unshare,
} from "./service.ts";

const Identified = Type.Object({ id: Type.String({ title: "El identificador", format: "uuid" }) });
const Nothing = Success(Type.Null());
const Listed = Type.Object({
  success: Type.Literal(true),
  data: Type.Array(SimulationSummary),
  pagination: Pagination,
});

const done = (message: string) => ({ success: true as const, data: null, message });
const tags = ["mis simulaciones"];

export const userSimulationRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  const restricted = { onRequest: app.authenticate };
  const limited = { rateLimit: { max: deps.env.RATE_LIMIT_SIMULATIONS_PER_MINUTE } };
  const heldBy = (request: FastifyRequest<{ Params: { id: string } }>): Held => ({
    userId: sessionOf(request).userId,
    simulationId: request.params.id,
  });

  app.get(
    "/api/simulations",
    {
      ...restricted,
      preValidation: skipEmptyFilters,
      schema: { tags, summary: "Historial, por páginas", querystring: HistoryQuery, response: { 200: Listed } },
    },
    async (request) => ({
      success: true as const,
      ...(await listHistory(deps, sessionOf(request).userId, request.query)),
    }),
  );

  app.get(
    "/api/simulations/stats/overview",
    { ...restricted, schema: { tags, summary: "Recuentos", response: { 200: Success(SimulationStats) } } },
    async (request) => ({ success: true as const, data: await readStats(deps, sessionOf(request).userId) }),
  );

  app.get(
    "/api/user-simulations/user/simulations",
    {
      ...restricted,
      preValidation: skipEmptyFilters,
      schema: {
        tags,
        summary: "Mis informes: todos o, si se pide, por páginas",
        querystring: AreaQuery,
        response: { 200: Listed },
      },
    },
    async (request) => ({
      success: true as const,
      ...(await listArea(deps, sessionOf(request).userId, request.query)),
    }),
  );

  app.post(
    "/api/user-simulations/:id/associate",
    {
      ...restricted,
      config: limited,
      schema: {
        tags,
        summary: "Guardar una simulación en la cuenta, o compartirla con otra persona",
        params: Identified,
        headers: TokenHeaders,
        body: Associate,
        response: { 200: Nothing },
      },
    },
    async (request) => {
      const { associationType, metadata, email } = request.body;
      if (email !== undefined) {
        await share(deps, heldBy(request), email);
        return done("La simulación se ha compartido.");
      }
      if (associationType === "shared" || metadata?.associationSource === "manual_share")
        throw new AppError("INVALID_INPUT", { field: "email", message: "Falta el correo de la persona." });
      await claim(deps, heldBy(request), request.headers[SIMULATION_TOKEN_HEADER], metadata);
      return done("La simulación se ha guardado en su cuenta.");
    },
  );

  app.delete(
    "/api/user-simulations/simulation/:id",
    {
      ...restricted,
      schema: { tags, summary: "Quitar una simulación de la cuenta", params: Identified, response: { 200: Nothing } },
    },
    async (request) => {
      await letGo(deps, heldBy(request));
      return done("Simulación eliminada de tu cuenta exitosamente");
    },
  );

  app.patch(
    "/api/user-simulations/simulation/:id",
    {
      ...restricted,
      config: limited,
      schema: {
        tags,
        summary: "Dar nombre y emplazamiento a una simulación, o quitárselos con un texto vacío",
        params: Identified,
        body: NameSimulation,
        response: { 200: Success(OwnNames) },
      },
    },
    async (request) => ({
      success: true as const,
      data: await nameSimulation(deps, heldBy(request), request.body),
      message: "El nombre se ha guardado.",
    }),
  );

  app.post(
    "/api/user-simulations/:id/favorite",
    {
      ...restricted,
      schema: {
        tags,
        summary: "Marcar como favorita, o dejar de hacerlo",
        params: Identified,
        response: { 200: Success(Type.Object({ isFavorite: Type.Boolean() })) },
      },
    },
    async (request) => ({
      success: true as const,
      data: { isFavorite: await toggleFavorite(deps, heldBy(request)) },
      message: "Estado de favorito actualizado",
    }),
  );

  app.get(
    "/api/simulations/:id/sharing",
    {
      ...restricted,
      schema: {
        tags,
        summary: "Con quién está compartida una simulación",
        params: Identified,
        response: { 200: Success(Sharing) },
      },
    },
    async (request) => ({ success: true as const, data: await readSharing(deps, heldBy(request)) }),
  );

  app.delete(
    "/api/simulations/:id/shares/:email",
    {
      ...restricted,
      schema: {
        tags,
        summary: "Dejar de compartir con una persona",
        params: Type.Object({
          ...Identified.properties,
          email: Type.String({ title: "El correo electrónico", maxLength: 254 }),
        }),
        response: { 200: Nothing },
      },
    },
    async (request) => {
      await unshare(deps, heldBy(request), request.params.email);
      return done("Ya no está compartida con esta persona.");
    },
  );

  app.post(
    "/api/simulations/:id/share-link",
    {
      ...restricted,
      schema: {
        tags,
        summary: "Crear el enlace de solo lectura, ver el que hay o cambiar si muestra la factura",
        params: Identified,
        body: ShareByLink,
        response: { 200: Success(ShareLink) },
      },
      preValidation: async (request) => {
        request.body ??= {};
      },
    },
    async (request) => ({ success: true as const, data: await openShareLink(deps, heldBy(request), request.body) }),
  );

  app.delete(
    "/api/simulations/:id/share-link",
    {
      ...restricted,
      schema: { tags, summary: "Anular el enlace", params: Identified, response: { 200: Nothing } },
    },
    async (request) => {
      await revokeShareLink(deps, heldBy(request));
      return done("El enlace ya no funciona.");
    },
  );

  app.get(
    "/api/shared/:token",
    {
      config: limited,
      schema: {
        tags,
        summary: "La simulación de un enlace compartido",
        params: Type.Object({ token: Type.String({ title: "El código del enlace", maxLength: 200 }) }),
        response: RECORD_ANSWERS,
      },
    },
    (request, reply) => {
      reply.header("x-robots-tag", "noindex");
      return sendRecord(request, reply, (version) =>
        readShared(deps, request.params.token, { version, address: request.ip }),
      );
    },
  );

  app.get(
    "/api/simulations/:id/hourly.csv",
    {
      ...restricted,
      config: limited,
      schema: { tags, summary: "Datos horarios (CSV para Excel)", params: Identified, response: { 200: File } },
    },
    async (request, reply) => {
      const held = heldBy(request);
      const csv = hourlyCsv(await readHours(deps, held));
      return reply
        .type("text/csv; charset=utf-8")
        .header("content-disposition", `attachment; filename="simulacion-${held.simulationId}-horaria.csv"`)
        .send(csv);
    },
  );
};
