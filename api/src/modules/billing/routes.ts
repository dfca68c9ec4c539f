import {
  CreatePaymentLink,
  PaymentLink,
  PaymentMode,
  PaymentStats,
  PurchaseHistory,
  PurchaseHistoryQuery,
  VerifiedPayment,
  VerifySession,
} from "@ecotrim/contracts/billing/payment";
import {
  CancelSubscription,
  CreateSubscription,
  Subscription,
  ToolAccess,
} from "@ecotrim/contracts/billing/subscription";
import { Success } from "@ecotrim/contracts/http";
import { isTestKey } from "@ecotrim/server/billing/stripe";
import { cancelSubscription, openPortal } from "@ecotrim/server/billing/subscriptions";
import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import Type, { type TSchema } from "typebox";
import type { Deps } from "../../deps.ts";
import { skipEmptyFilters } from "../../empty-filters.ts";
import { sessionOf } from "../../plugins/sessions.ts";
import {
  listPurchases,
  listSubscriptions,
  orderReport,
  purchaseStats,
  startSubscription,
  toolAccess,
  verifyPayment,
  verifySubscription,
} from "./service.ts";

const Url = Type.Object({ url: Type.String() });
const tags = ["pagos"];

/** The specification puts these fields at the top level; `data` holds them as well. */
const Both = <T extends Record<string, TSchema>>(fields: T) =>
  Type.Object({ success: Type.Literal(true), data: Type.Object(fields), ...fields });
const both = <T extends object>(fields: T) => ({ success: true as const, data: fields, ...fields });

export const billingRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  const restricted = { onRequest: app.authenticate };
  /** Rate limit of calls that reach the payment provider. */
  const costly = { ...restricted, config: { rateLimit: { max: deps.env.RATE_LIMIT_SIMULATIONS_PER_MINUTE } } };

  app.get(
    "/api/payments/mode",
    {
      ...restricted,
      schema: {
        tags,
        summary: "Si los pagos son de prueba: no se cobra nada",
        response: { 200: Success(PaymentMode) },
      },
    },
    async () => ({ success: true as const, data: { testMode: isTestKey(deps.env) } }),
  );

  app.post(
    "/api/payments/create-payment-link",
    {
      ...costly,
      schema: {
        tags,
        summary: "Comprar el informe premium de una simulación",
        body: CreatePaymentLink,
        response: { 200: Both(PaymentLink.properties) },
      },
    },
    async (request) => both(await orderReport(deps, sessionOf(request).userId, request.body)),
  );

  app.post(
    "/api/payments/verify",
    {
      ...costly,
      schema: {
        tags,
        summary: "Qué ha sido de un pago",
        body: VerifySession,
        response: { 200: Both({ session: VerifiedPayment }) },
      },
    },
    async (request) => both({ session: await verifyPayment(deps, sessionOf(request).userId, request.body.sessionId) }),
  );

  app.get(
    "/api/payments/history",
    {
      ...restricted,
      preValidation: skipEmptyFilters,
      schema: {
        tags,
        summary: "Mis compras, por páginas",
        querystring: PurchaseHistoryQuery,
        response: { 200: Success(PurchaseHistory) },
      },
    },
    async (request) => ({
      success: true as const,
      data: await listPurchases(deps, sessionOf(request).userId, request.query),
    }),
  );

  app.get(
    "/api/payments/stats",
    { ...restricted, schema: { tags, summary: "Recuento de compras", response: { 200: Success(PaymentStats) } } },
    async (request) => ({ success: true as const, data: await purchaseStats(deps, sessionOf(request).userId) }),
  );

  app.get(
    "/api/payments/subscriptions",
    {
      ...restricted,
      schema: { tags, summary: "Mis suscripciones", response: { 200: Success(Type.Array(Subscription)) } },
    },
    async (request) => ({ success: true as const, data: await listSubscriptions(deps, sessionOf(request).userId) }),
  );

  app.get(
    "/api/payments/subscriptions/:productSlug/access",
    {
      ...restricted,
      schema: {
        tags,
        summary: "Si se tiene acceso a una herramienta",
        params: Type.Object({ productSlug: Type.String({ title: "El producto", maxLength: 100 }) }),
        response: { 200: Both(ToolAccess.properties) },
      },
    },
    async (request) => both(await toolAccess(deps, sessionOf(request).userId, request.params.productSlug)),
  );

  app.post(
    "/api/payments/subscriptions/create",
    {
      ...costly,
      schema: {
        tags,
        summary: "Suscribirse a una herramienta",
        body: CreateSubscription,
        response: { 200: Both(Url.properties) },
      },
    },
    async (request) =>
      both({ url: await startSubscription(deps, sessionOf(request).userId, request.body.productSlug) }),
  );

  app.post(
    "/api/payments/subscriptions/verify",
    {
      ...costly,
      schema: {
        tags,
        summary: "Qué ha sido de una suscripción",
        body: VerifySession,
        response: { 200: Both({ subscription: Subscription }) },
      },
    },
    async (request) =>
      both({ subscription: await verifySubscription(deps, sessionOf(request).userId, request.body.sessionId) }),
  );

  app.post(
    "/api/payments/subscriptions/cancel",
    {
      ...costly,
      schema: {
        tags,
        summary: "Cancelar una suscripción al final del periodo pagado",
        body: CancelSubscription,
        response: { 200: Success(Type.Array(Subscription)) },
      },
    },
    async (request) => {
      const { userId } = sessionOf(request);
      await cancelSubscription(deps, userId, request.body.productSlug);
      return {
        success: true as const,
        data: await listSubscriptions(deps, userId),
        message: "Suscripción cancelada. Conserva el acceso hasta el final del periodo pagado.",
      };
    },
  );

  app.post(
    "/api/payments/portal",
    {
      ...costly,
      schema: { tags, summary: "Formas de pago y facturas", response: { 200: Both(Url.properties) } },
    },
    async (request) => both({ url: await openPortal(deps, sessionOf(request).userId) }),
  );
};
