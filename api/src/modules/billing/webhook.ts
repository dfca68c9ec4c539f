import { AppError } from "@ecotrim/contracts/errors";
import { enqueueEvent, storeEvent } from "@ecotrim/server/billing/events";
import type { FastifyPluginAsync } from "fastify";
import Type from "typebox";
import type { Deps } from "../../deps.ts";

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

  function verified(body: Buffer | undefined, signature: string | string[] | undefined) {
    try {
      return stripe.webhooks.constructEvent(body ?? "", String(signature), env.STRIPE_WEBHOOK_SECRET);
    } catch (cause) {
      throw new AppError("INVALID_INPUT", { message: "La firma del suceso no es válida.", cause });
    }
  }
};
