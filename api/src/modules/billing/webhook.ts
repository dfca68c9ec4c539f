import { AppError } from "@ecotrim/contracts/errors";
import { enqueueEvent, storeEvent } from "@ecotrim/server/billing/events";
import type { FastifyPluginAsync } from "fastify";
import Type, { type Static } from "typebox";
import Value from "typebox/value";
import type { Deps } from "../../deps.ts";

/** The queue takes neither numbers nor colons in the id of a job. */
const Id = Type.String({ pattern: "^[A-Za-z][\\w.-]{0,254}$" });
/** What we read of an event; signed bodies of other shapes come from other tools that know the secret. */
const Told = Type.Object({
  id: Id,
  type: Id,
  data: Type.Object({ object: Type.Object({ id: Type.Optional(Type.Union([Id, Type.Null()])) }) }),
});

const Received = Type.Object({ received: Type.Literal(true) });

/**
 * Receives the provider's webhooks: the signature is checked, the event stored once, and a worker handles it. The
 * plugin is encapsulated, since the signature covers the raw body.
 */
export const stripeWebhook: FastifyPluginAsync<Deps> = async (app, { dataSource, queue, stripe, env, logger }) => {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));

  app.post<{ Body: Buffer | undefined }>(
    "/api/stripe/webhook",
    { schema: { tags: ["pagos"], summary: "Sucesos del proveedor de pagos, firmados", response: { 200: Received } } },
    async ({ body, headers }) => {
      const event = verified(body, headers["stripe-signature"]);
      if (await storeEvent(dataSource.manager, event))
        await enqueueEvent(queue, event.id).catch((error) =>
          logger.warn({ err: error, event: event.id }, "not enqueued, left to the sweep"),
        );
      return { received: true };
    },
  );

  function verified(body: Buffer | undefined, signature: string | string[] | undefined): Static<typeof Told> {
    let event: unknown;
    try {
      event = stripe.webhooks.constructEvent(body ?? "", String(signature), env.STRIPE_WEBHOOK_SECRET);
    } catch (cause) {
      throw new AppError("INVALID_INPUT", { message: "La firma del suceso no es válida.", cause });
    }
    if (Value.Check(Told, event)) return event;
    throw new AppError("INVALID_INPUT", { message: "El contenido no es un suceso." });
  }
};
