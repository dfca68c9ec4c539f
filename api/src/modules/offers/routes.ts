import { randomUUID } from "node:crypto";
import { SIMULATION_TOKEN_HEADER, Success } from "@ecotrim/contracts/http";
import { OfferAnswer, OfferRequest } from "@ecotrim/contracts/offers/offer";
import { shortDateTime } from "@ecotrim/present/dates";
import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { Deps } from "../../deps.ts";
import { refuseMissing } from "../../plugins/missing.ts";
import { TokenHeaders } from "../../plugins/records.ts";
import { isTrapped } from "../../plugins/trap.ts";
import { requestOffer } from "./service.ts";

/** Rate limit, since each request mails the address it names. */
const REQUESTS_PER_HOUR = 10;
const REQUIRED = ["simulationId", "name", "company", "email", "consent"];

const answer = (data: OfferAnswer) => ({
  success: true as const,
  data,
  message: data.isNew
    ? "Hemos recibido su petición de oferta. Le enviamos una copia por correo."
    : `Ya teníamos su petición de oferta, del ${shortDateTime(data.receivedAt)}. Para añadir o corregir algo, responda al correo que le enviamos entonces.`,
});

export const offerRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  app.post(
    "/api/offers",
    {
      config: { rateLimit: { max: REQUESTS_PER_HOUR, timeWindow: 3_600_000 } },
      preValidation: async (request, reply) => {
        const body = (request.body ?? {}) as Record<string, unknown>;
        if (isTrapped(body))
          return reply.send(answer({ id: randomUUID(), receivedAt: new Date().toISOString(), isNew: true }));
        refuseMissing(body, REQUIRED);
      },
      schema: {
        tags: ["contacto"],
        summary: "Pedir una oferta en firme con una simulación completada; pedida dos veces es la misma",
        headers: TokenHeaders,
        body: OfferRequest,
        response: { 200: Success(OfferAnswer) },
      },
    },
    async ({ body, headers, session }) =>
      answer(
        await requestOffer(deps, body, {
          userId: session?.userId ?? null,
          accessToken: headers[SIMULATION_TOKEN_HEADER],
        }),
      ),
  );
};
