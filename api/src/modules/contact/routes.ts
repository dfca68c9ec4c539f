import { ContactAnswer, ContactMessage } from "@ecotrim/contracts/contact/message";
import { Success } from "@ecotrim/contracts/http";
import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { Deps } from "../../deps.ts";
import { refuseMissing } from "../../plugins/missing.ts";
import { isTrapped } from "../../plugins/trap.ts";
import { receiveMessage } from "./service.ts";

const MESSAGES_PER_MINUTE = 5;
const REQUIRED = ["name", "email", "company", "message"] as const;
const MESSAGE = "Tu mensaje ha sido enviado correctamente.";

export const contactRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  app.post(
    "/api/auth/message",
    {
      config: { rateLimit: { max: MESSAGES_PER_MINUTE } },
      preValidation: async (request, reply) => {
        const body = (request.body ?? {}) as Record<string, unknown>;
        if (isTrapped(body)) return reply.send({ success: true, data: { hasUser: false }, message: MESSAGE });
        refuseMissing(body, REQUIRED);
      },
      schema: {
        tags: ["contacto"],
        summary: "Enviar un mensaje a la empresa",
        body: ContactMessage,
        response: { 200: Success(ContactAnswer) },
      },
    },
    async ({ body, session }) => ({
      success: true as const,
      data: await receiveMessage(deps, body, session?.userId ?? null),
      message: MESSAGE,
    }),
  );
};
