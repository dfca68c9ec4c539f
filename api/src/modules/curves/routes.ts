import { CurveBody, CurveRecord, CurveSeries } from "@ecotrim/contracts/curves/curve";
import { CURVE_LIMITS } from "@ecotrim/contracts/curves/reading";
import { CURVE_TOKEN_HEADER, IDEMPOTENCY_HEADER, Success } from "@ecotrim/contracts/http";
import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import Type from "typebox";
import type { Deps } from "../../deps.ts";
import { CurveTokenHeaders, IdempotencyHeaders } from "../../plugins/records.ts";
import type { CurrentSession } from "../../plugins/sessions.ts";
import { networkOf } from "../../rate-counts.ts";
import type { CurveCaller } from "./rows.ts";
import { readCurve, readSeries, removeCurve, storeCurve } from "./service.ts";

const Identified = Type.Object({ id: Type.String({ title: "El identificador", format: "uuid" }) });
const tags = ["curvas"];

const WITHOUT_CURVE = "Las simulaciones hechas con ella conservan sus resultados, pero no se podrán volver a calcular.";

export const curveRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  const config = { rateLimit: { max: deps.env.RATE_LIMIT_SIMULATIONS_PER_MINUTE } };
  const ofOneCurve = { tags, params: Identified, headers: CurveTokenHeaders };
  type CurveRequest = { headers: { [CURVE_TOKEN_HEADER]?: string }; session: CurrentSession | null };
  const callerOf = ({ headers, session }: CurveRequest): CurveCaller => ({
    userId: session?.userId,
    curveTokens: headers[CURVE_TOKEN_HEADER],
  });

  app.post(
    "/api/curves",
    {
      config,
      schema: {
        tags,
        summary: "Guardar una curva de consumo o de producción",
        description: `Un año de energías por paso desde una medianoche local. Sin cuenta, la curva se borra a los ${CURVE_LIMITS.unused_days} días, y su código de acceso se da solo aquí. Con cuenta, también, si ninguna simulación ni instalación la usa.`,
        headers: IdempotencyHeaders,
        body: CurveBody,
        response: { 201: Success(CurveRecord) },
      },
    },
    async ({ body, headers, session, ip }, reply) => {
      const sender = { idempotencyKey: headers[IDEMPOTENCY_HEADER], userId: session?.userId, address: ip };
      const data = await app.inTurn(networkOf(ip), () => storeCurve(deps, app.curveReader, body, sender));
      return reply.code(201).send({ success: true, data });
    },
  );

  app.get(
    "/api/curves/:id",
    {
      config,
      schema: { ...ofOneCurve, summary: "Una curva, sin sus valores", response: { 200: Success(CurveRecord) } },
    },
    async (request) => ({
      success: true as const,
      data: await readCurve(deps, request.params.id, callerOf(request)),
    }),
  );

  app.get(
    "/api/curves/:id/series",
    {
      config,
      schema: { ...ofOneCurve, summary: "Los valores de una curva", response: { 200: Success(CurveSeries) } },
    },
    async (request) => ({
      success: true as const,
      data: await app.inTurn(networkOf(request.ip), () =>
        readSeries(deps, app.curveReader, request.params.id, callerOf(request)),
      ),
    }),
  );

  app.delete(
    "/api/curves/:id",
    {
      config,
      schema: {
        ...ofOneCurve,
        summary: "Borrar una curva",
        description: WITHOUT_CURVE,
        response: { 200: Success(Type.Null()) },
      },
    },
    async (request) => {
      await removeCurve(deps, request.params.id, callerOf(request));
      return { success: true as const, data: null, message: `La curva se ha borrado. ${WITHOUT_CURVE}` };
    },
  );
};
