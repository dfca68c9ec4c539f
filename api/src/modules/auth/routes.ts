import {
  ChangePassword,
  ConfirmEmail,
  DeleteAccount,
  ForgotPassword,
  Login,
  Register,
  ResetPassword,
  Session,
  UpdateProfile,
  User,
} from "@ecotrim/contracts/auth/account";
import { Success } from "@ecotrim/contracts/http";
import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import Type from "typebox";
import type { Deps } from "../../deps.ts";
import { sessionOf } from "../../plugins/sessions.ts";
import { exportAccount } from "./export.ts";
import * as accounts from "./service.ts";

const Nothing = Success(Type.Null());
const OfUser = Success(Type.Object({ user: User }));
const Everything = Type.Object({}, { additionalProperties: true });
const done = (message: string) => ({ success: true as const, data: null, message });

const tags = ["cuenta"];

export const authRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  const restricted = { onRequest: app.authenticate };
  const openSession = app.sessions.open;

  app.post(
    "/api/auth/register",
    { schema: { tags, summary: "Abrir una cuenta", body: Register, response: { 201: Success(Session) } } },
    async ({ body, ip }, reply) =>
      reply.code(201).send({ success: true, data: await accounts.register(deps, openSession, body, ip) }),
  );

  app.post(
    "/api/auth/login",
    { schema: { tags, summary: "Iniciar sesión", body: Login, response: { 200: Success(Session) } } },
    async ({ body, ip }) => ({ success: true as const, data: await accounts.login(deps, openSession, body, ip) }),
  );

  app.post(
    "/api/auth/logout",
    { ...restricted, schema: { tags, summary: "Cerrar la sesión", response: { 200: Nothing } } },
    async (request) => {
      await accounts.logout(deps, sessionOf(request));
      return done("Sesión cerrada.");
    },
  );

  for (const [url, summary] of [
    ["/api/auth/verify-token", "Comprobar la sesión"],
    ["/api/auth/profile", "Datos de la cuenta"],
  ] as const)
    app.get(url, { ...restricted, schema: { tags, summary, response: { 200: OfUser } } }, async (request) => ({
      success: true as const,
      data: { user: await accounts.readUser(deps, sessionOf(request).userId) },
    }));

  app.put(
    "/api/auth/profile",
    {
      ...restricted,
      schema: { tags, summary: "Cambiar los datos de la cuenta", body: UpdateProfile, response: { 200: OfUser } },
    },
    async (request) => ({
      success: true as const,
      data: { user: await accounts.updateProfile(deps, sessionOf(request).userId, request.body) },
      message: "Perfil actualizado correctamente.",
    }),
  );

  app.post(
    "/api/auth/change-password",
    {
      ...restricted,
      schema: {
        tags,
        summary: "Cambiar la contraseña; las demás sesiones terminan",
        body: ChangePassword,
        response: { 200: Nothing },
      },
    },
    async (request) => {
      await accounts.changePassword(deps, sessionOf(request), request.body);
      return done("Contraseña cambiada correctamente.");
    },
  );

  app.post(
    "/api/auth/forgot-password",
    { schema: { tags, summary: "Pedir una contraseña nueva", body: ForgotPassword, response: { 200: Nothing } } },
    async ({ body, ip }) => {
      await accounts.forgotPassword(deps, body.email, ip);
      return done("Si hay una cuenta con este correo, le hemos enviado un enlace para elegir otra contraseña.");
    },
  );

  app.post(
    "/api/auth/reset-password",
    {
      schema: { tags, summary: "Elegir una contraseña nueva", body: ResetPassword, response: { 200: Nothing } },
    },
    async ({ body, ip }) => {
      await accounts.resetPassword(deps, body, ip);
      return done("Contraseña cambiada. Ya puede iniciar sesión.");
    },
  );

  app.post(
    "/api/auth/confirm-email",
    { schema: { tags, summary: "Confirmar el correo", body: ConfirmEmail, response: { 200: Nothing } } },
    async ({ body }) => {
      await accounts.confirmEmail(deps, body.token);
      return done("Su correo está confirmado.");
    },
  );

  app.post(
    "/api/auth/resend-confirmation",
    {
      ...restricted,
      schema: { tags, summary: "Recibir otra vez el correo de confirmación", response: { 200: Nothing } },
    },
    async (request) => {
      await accounts.resendConfirmation(deps, sessionOf(request).userId, request.ip);
      return done("Le hemos enviado el correo de confirmación.");
    },
  );

  app.get(
    "/api/auth/export",
    {
      ...restricted,
      schema: { tags, summary: "Descargar todos los datos de la cuenta (JSON)", response: { 200: Everything } },
    },
    async (request, reply) => {
      const data = await exportAccount(deps, app.curveReader, sessionOf(request).userId);
      return reply
        .header("content-disposition", 'attachment; filename="mis-datos-ecotrim.json"')
        .type("application/json; charset=utf-8")
        .send(data);
    },
  );

  app.delete(
    "/api/auth/account",
    {
      ...restricted,
      schema: { tags, summary: "Eliminar la cuenta para siempre", body: DeleteAccount, response: { 200: Nothing } },
    },
    async (request) => {
      await accounts.closeAccount(deps, sessionOf(request), request.body.password);
      return done("Su cuenta se ha eliminado.");
    },
  );
};
