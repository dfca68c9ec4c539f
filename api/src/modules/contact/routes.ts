import { ContactAnswer, ContactMessage } from "@ecotrim/shared/contact/message";
import { AppError } from "@ecotrim/shared/errors";
import { Success } from "@ecotrim/shared/http";
import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { Deps } from "../../deps.ts";
import { receiveMessage } from "./service.ts";

const MESSAGES_PER_MINUTE = 5;
const REQUIRED = ["name", "email", "company", "message", "privacyAccepted"] as const;
const MESSAGE = "Tu mensaje ha sido enviado correctamente.";

/** A field people do not see; programs that fill in every field of a page give themselves away by it. */
const TRAP = "website";

export const contactRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  app.post(
    "/api/auth/message",
    {
      config: { rateLimit: { max: MESSAGES_PER_MINUTE } },
      preValidation: async (request, reply) => {
        const body = (request.body ?? {}) as Record<string, unknown>;
        if (body[TRAP]) return reply.send({ success: true, data: { hasUser: false }, message: MESSAGE });
        delete body[TRAP];
        const missing = REQUIRED.find((name) => !String(body[name] ?? "").trim() || body[name] === false);
        if (missing)
          throw new AppError("INVALID_INPUT", {
            field: missing,
            message: "Por favor completa todos los campos obligatorios.",
          });
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
