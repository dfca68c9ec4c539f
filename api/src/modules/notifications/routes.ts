import { Success } from "@ecotrim/contracts/http";
import { NotificationList, NotificationPreferences } from "@ecotrim/contracts/notifications/notification";
import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import Type from "typebox";
import type { Deps } from "../../deps.ts";
import { sessionOf } from "../../plugins/sessions.ts";
import { listNotifications, markAllRead, markRead, readPreferences, savePreferences } from "./service.ts";

const Identified = Type.Object({ id: Type.String({ title: "El identificador", format: "uuid" }) });
const Nothing = Success(Type.Null());
const OfPreferences = Success(NotificationPreferences);
const tags = ["avisos"];
const done = () => ({ success: true as const, data: null });

export const notificationRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  const restricted = { onRequest: app.authenticate };

  app.get(
    "/api/notifications",
    { ...restricted, schema: { tags, summary: "Los últimos avisos", response: { 200: Success(NotificationList) } } },
    async (request) => ({
      success: true as const,
      data: await listNotifications(deps, sessionOf(request).userId),
    }),
  );

  app.post(
    "/api/notifications/:id/read",
    {
      ...restricted,
      schema: { tags, summary: "Marcar un aviso como leído", params: Identified, response: { 200: Nothing } },
    },
    async (request) => {
      await markRead(deps, sessionOf(request).userId, request.params.id);
      return done();
    },
  );

  app.post(
    "/api/notifications/read-all",
    { ...restricted, schema: { tags, summary: "Marcar todos los avisos como leídos", response: { 200: Nothing } } },
    async (request) => {
      await markAllRead(deps, sessionOf(request).userId);
      return done();
    },
  );

  app.get(
    "/api/notifications/preferences",
    { ...restricted, schema: { tags, summary: "Si se avisa por correo", response: { 200: OfPreferences } } },
    async (request) => ({ success: true as const, data: await readPreferences(deps, sessionOf(request).userId) }),
  );

  app.put(
    "/api/notifications/preferences",
    {
      ...restricted,
      schema: {
        tags,
        summary: "Elegir si se avisa por correo",
        body: NotificationPreferences,
        response: { 200: OfPreferences },
      },
    },
    async (request) => {
      await savePreferences(deps, sessionOf(request).userId, request.body);
      return { success: true as const, data: request.body };
    },
  );
};
