import { CURVE_TOKEN_HEADER, IDEMPOTENCY_HEADER, Success } from "@ecotrim/contracts/http";
import { ChangeInstallation, Installation, NewInstallation } from "@ecotrim/contracts/installations/installation";
import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { FastifyRequest } from "fastify";
import Type from "typebox";
import type { Deps } from "../../deps.ts";
import { CurveTokenHeaders, IdempotencyHeaders } from "../../plugins/records.ts";
import { sessionOf } from "../../plugins/sessions.ts";
import { summariesOf } from "../user-simulations/service.ts";
import {
  changeInstallation,
  copyInstallation,
  createInstallation,
  listInstallations,
  type OwnSite,
  type ReadInstallation,
  readInstallation,
  removeInstallation,
} from "./service.ts";

const Identified = Type.Object({ id: Type.String({ title: "El identificador", format: "uuid" }) });
const tags = ["mis instalaciones"];

export const installationRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  const restricted = {
    onRequest: app.authenticate,
    config: { rateLimit: { max: deps.env.RATE_LIMIT_SIMULATIONS_PER_MINUTE } },
  };
  const ofOne = { tags, params: Identified };
  const ownOf = (request: FastifyRequest<{ Params: { id: string } }>): OwnSite => ({
    userId: sessionOf(request).userId,
    id: request.params.id,
  });
  const makerOf = (request: FastifyRequest<{ Headers: { [IDEMPOTENCY_HEADER]?: string } }>) => ({
    userId: sessionOf(request).userId,
    idempotencyKey: request.headers[IDEMPOTENCY_HEADER],
  });

  /** Sites with the newest result of each. */
  async function shown(userId: string, sites: ReadInstallation[]): Promise<Installation[]> {
    const summaries = await summariesOf(
      deps,
      userId,
      sites.flatMap(({ latestId }) => latestId ?? []),
    );
    return sites.map(({ latestId, ...site }) => ({
      ...site,
      latest: summaries.find(({ id }) => id === latestId) ?? null,
    }));
  }
  async function answerOf(request: FastifyRequest, site: ReadInstallation) {
    const [data] = await shown(sessionOf(request).userId, [site]);
    return { success: true as const, data: data! };
  }

  app.get(
    "/api/installations",
    {
      ...restricted,
      schema: { tags, summary: "Mis instalaciones", response: { 200: Success(Type.Array(Installation)) } },
    },
    async (request) => {
      const { userId } = sessionOf(request);
      return { success: true as const, data: await shown(userId, await listInstallations(deps, { userId })) };
    },
  );

  app.post(
    "/api/installations",
    {
      ...restricted,
      schema: {
        tags,
        summary: "Guardar una instalación, de la que parten simulaciones",
        headers: Type.Evaluate(Type.Intersect([IdempotencyHeaders, CurveTokenHeaders])),
        body: NewInstallation,
        response: { 201: Success(Installation) },
      },
    },
    async (request, reply) => {
      const curveTokens = request.headers[CURVE_TOKEN_HEADER];
      const site = await createInstallation(deps, request.body, { ...makerOf(request), curveTokens });
      return reply.code(201).send({ ...(await answerOf(request, site)), message: "La instalación se ha guardado." });
    },
  );

  app.get(
    "/api/installations/:id",
    { ...restricted, schema: { ...ofOne, summary: "Una instalación", response: { 200: Success(Installation) } } },
    async (request) => answerOf(request, await readInstallation(deps.dataSource.manager, ownOf(request))),
  );

  app.patch(
    "/api/installations/:id",
    {
      ...restricted,
      schema: {
        ...ofOne,
        summary: "Cambiar el nombre o las respuestas de una instalación",
        headers: CurveTokenHeaders,
        body: ChangeInstallation,
        response: { 200: Success(Installation) },
      },
    },
    async (request) => {
      const own = { ...ownOf(request), curveTokens: request.headers[CURVE_TOKEN_HEADER] };
      const site = await changeInstallation(deps, own, request.body);
      return { ...(await answerOf(request, site)), message: "La instalación se ha guardado." };
    },
  );

  app.post(
    "/api/installations/:id/copy",
    {
      ...restricted,
      schema: {
        ...ofOne,
        summary: "Copiar una instalación",
        headers: IdempotencyHeaders,
        response: { 201: Success(Installation) },
      },
    },
    async (request, reply) => {
      const site = await copyInstallation(deps, request.params.id, makerOf(request));
      return reply.code(201).send({ ...(await answerOf(request, site)), message: "La instalación se ha copiado." });
    },
  );

  app.delete(
    "/api/installations/:id",
    {
      ...restricted,
      schema: {
        ...ofOne,
        summary: "Borrar una instalación; sus simulaciones conservan su nombre",
        response: { 200: Success(Type.Null()) },
      },
    },
    async (request) => {
      await removeInstallation(deps, ownOf(request));
      return { success: true as const, data: null, message: "La instalación se ha borrado." };
    },
  );
};
