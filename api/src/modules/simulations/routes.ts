import { CURVE_TOKEN_HEADER, IDEMPOTENCY_HEADER, SIMULATION_TOKEN_HEADER, Success } from "@ecotrim/contracts/http";
import { GivenContext, withPlainGeneration } from "@ecotrim/contracts/simulations/context";
import { FinanceTermsInput } from "@ecotrim/contracts/simulations/finance-terms";
import { Financing } from "@ecotrim/contracts/simulations/financing";
import {
  CompleteSimulation,
  CreatedSimulation,
  CreateSimulation,
  FailSimulation,
  SimulationRecord,
  StudyRuns,
} from "@ecotrim/contracts/simulations/record";
import { Results } from "@ecotrim/contracts/simulations/result";
import { Verdict } from "@ecotrim/contracts/simulations/verdict";
import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { FastifyRequest } from "fastify";
import Type from "typebox";
import type { Deps } from "../../deps.ts";
import {
  CurveTokenHeaders,
  IdempotencyHeaders,
  RECORD_ANSWERS,
  sendRecord,
  TokenHeaders,
} from "../../plugins/records.ts";
import type { CurrentSession } from "../../plugins/sessions.ts";
import { keepFinanceTerms, readFinancing } from "./financing.ts";
import {
  CANCELLED_END,
  type Capability,
  createSimulation,
  endSimulation,
  findByContext,
  type OwnEnd,
  readNews,
  readSimulation,
  retrySimulation,
} from "./service.ts";

const Identified = Type.Object({ id: Type.String({ title: "El identificador", format: "uuid" }) });

const Found = Type.Object({
  success: Type.Literal(true),
  found: Type.Boolean(),
  data: Type.Union([
    Type.Object({
      id: Type.String({ format: "uuid" }),
      results: Results,
      ...StudyRuns.properties,
      verdict: Verdict,
      accessToken: Type.String(),
    }),
    Type.Null(),
  ]),
});

const OfSite = Type.Object(
  { installation_id: CreateSimulation.properties.installation_id },
  { additionalProperties: false },
);

type Sent = { calculatorContext?: unknown } | undefined;

/** The specification sends the context by name; both forms are accepted. */
async function readContext(request: FastifyRequest): Promise<void> {
  const body = request.body as Sent;
  request.body = withPlainGeneration(body?.calculatorContext ?? body);
}

async function readContextOfSimulation(request: FastifyRequest): Promise<void> {
  const body = request.body as Sent;
  if (body?.calculatorContext)
    request.body = { ...body, calculatorContext: withPlainGeneration(body.calculatorContext) };
}

export const simulationRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  const limited = { rateLimit: { max: deps.env.RATE_LIMIT_SIMULATIONS_PER_MINUTE } };

  app.post(
    "/api/simulations/find-by-context",
    {
      config: limited,
      preValidation: readContext,
      schema: {
        tags: ["simulaciones"],
        summary: "Resultados ya calculados para las mismas respuestas, como simulación propia",
        headers: CurveTokenHeaders,
        querystring: OfSite,
        body: GivenContext,
        response: { 200: Found },
      },
    },
    async ({ body, headers, query, session, ip }) => {
      const asker = { userId: session?.userId, address: ip, curveTokens: headers[CURVE_TOKEN_HEADER] };
      const data = await findByContext(deps, body, asker, query.installation_id);
      return { success: true as const, found: data !== null, data };
    },
  );

  app.post(
    "/api/simulations",
    {
      config: limited,
      preValidation: readContextOfSimulation,
      schema: {
        tags: ["simulaciones"],
        summary: "Crear una simulación y ponerla en cola",
        headers: Type.Evaluate(Type.Intersect([IdempotencyHeaders, CurveTokenHeaders])),
        body: CreateSimulation,
        response: { 201: Success(CreatedSimulation) },
      },
    },
    async ({ body, headers, session, ip }, reply) => {
      const caller = {
        idempotencyKey: headers[IDEMPOTENCY_HEADER],
        curveTokens: headers[CURVE_TOKEN_HEADER],
        userId: session?.userId,
        address: ip,
      };
      const { id, status, accessToken } = await createSimulation(deps, body, caller);
      return reply.code(201).send({ success: true, data: { id, status, accessToken } });
    },
  );

  const ofOneRow = { params: Identified, headers: TokenHeaders, response: { 200: Success(SimulationRecord) } };
  type RowRequest = {
    params: { id: string };
    headers: { [SIMULATION_TOKEN_HEADER]?: string };
    session: CurrentSession | null;
    ip: string;
  };
  const capabilityOf = ({ params, headers, session, ip }: RowRequest): Capability => ({
    id: params.id,
    accessToken: headers[SIMULATION_TOKEN_HEADER],
    userId: session?.userId,
    address: ip,
  });
  const answerRecord = async (capability: Capability) => ({
    success: true as const,
    data: await readSimulation(deps, capability),
  });

  async function end(capability: Capability, how: OwnEnd) {
    await endSimulation(deps, capability, how);
    return answerRecord(capability);
  }

  app.get(
    "/api/simulations/:id",
    {
      schema: {
        tags: ["simulaciones"],
        summary: "Estado, progreso y resultados de una simulación",
        ...ofOneRow,
        response: RECORD_ANSWERS,
      },
    },
    (request, reply) => sendRecord(request, reply, (version) => readNews(deps, { ...capabilityOf(request), version })),
  );

  app.put(
    "/api/simulations/:id/complete",
    {
      schema: {
        tags: ["simulaciones"],
        summary: "Completar con resultados calculados en otro sitio",
        ...ofOneRow,
        body: CompleteSimulation,
      },
      config: limited,
    },
    (request) =>
      end(capabilityOf(request), {
        source: "external",
        ownStatus: "completed",
        ownResults: { ...request.body.results },
        ownExecutionTimeMs: request.body.executionTime,
      }),
  );

  app.put(
    "/api/simulations/:id/fail",
    {
      schema: {
        tags: ["simulaciones"],
        summary: "Dar por fallida una simulación calculada en otro sitio",
        ...ofOneRow,
        body: FailSimulation,
      },
      config: limited,
    },
    (request) =>
      end(capabilityOf(request), {
        source: "external",
        ownStatus: "failed",
        ownErrorCode: "EXTERNAL_FAILURE",
        ownErrorMessage: request.body.errorMessage,
      }),
  );

  const ofFinancing = { params: Identified, headers: TokenHeaders, response: { 200: Success(Financing) } };
  const tags = ["simulaciones"];

  app.get(
    "/api/simulations/:id/finance",
    { schema: { tags, summary: "Condiciones de pago y lo que vale la batería en cada una", ...ofFinancing } },
    async (request) => ({ success: true as const, data: await readFinancing(deps, capabilityOf(request)) }),
  );

  app.put(
    "/api/simulations/:id/finance",
    {
      schema: {
        tags,
        summary: "Guardar las condiciones de pago; no se vuelve a simular",
        ...ofFinancing,
        body: FinanceTermsInput,
      },
      config: limited,
    },
    async (request) => ({
      success: true as const,
      data: await keepFinanceTerms(deps, capabilityOf(request), request.body),
    }),
  );

  app.post(
    "/api/simulations/:id/cancel",
    { schema: { tags: ["simulaciones"], summary: "Cancelar una simulación en curso", ...ofOneRow }, config: limited },
    (request) => end(capabilityOf(request), CANCELLED_END),
  );

  app.post(
    "/api/simulations/:id/retry",
    { schema: { tags: ["simulaciones"], summary: "Reintentar una simulación fallida", ...ofOneRow }, config: limited },
    async (request) => {
      const capability = capabilityOf(request);
      await retrySimulation(deps, capability);
      return answerRecord(capability);
    },
  );
};
