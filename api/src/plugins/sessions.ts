import { randomUUID } from "node:crypto";
import { SESSION_DAYS, SESSION_MAX_DAYS } from "@ecotrim/contracts/auth/limits";
import { AppError } from "@ecotrim/contracts/errors";
import { SessionEntity } from "@ecotrim/server/db/entities/session";
import jwt from "@fastify/jwt";
import type { FastifyRequest, onRequestAsyncHookHandler } from "fastify";
import fp from "fastify-plugin";
import Type from "typebox";
import Value from "typebox/value";
import type { Deps, Transaction } from "../deps.ts";

/** A session's expiry is renewed no more often than this. */
const RENEWAL_HOURS = 1;

/** The session of a request or socket. */
export interface CurrentSession {
  id: string;
  userId: string;
}

interface Sessions {
  /** Opens a session and returns its bearer token. */
  open(manager: Transaction, userId: string): Promise<string>;
  /** The live session of a token, renewed by this use; null for any other text. */
  read(token: string): Promise<CurrentSession | null>;
}

declare module "fastify" {
  interface FastifyInstance {
    sessions: Sessions;
    /** Route hook that requires a session. */
    authenticate: onRequestAsyncHookHandler;
  }
  interface FastifyRequest {
    /** null where nobody is logged in. */
    session: CurrentSession | null;
  }
}

const Claims = Type.Object({ sub: Type.String({ format: "uuid" }), jti: Type.String({ format: "uuid" }) });

/** The session of a request on a route that requires one. @throws AppError UNAUTHENTICATED. */
export function sessionOf({ session }: FastifyRequest): CurrentSession {
  if (!session) throw new AppError("UNAUTHENTICATED");
  return session;
}

/**
 * Bearer tokens, each valid as long as its row exists. A request with an invalid token is refused, also where no
 * session is needed: a client learns at once that its session has ended.
 */
export const sessions = fp(async (app, { env, dataSource }: Deps) => {
  await app.register(jwt, {
    secret: env.JWT_SECRET,
    sign: { algorithm: "HS256", expiresIn: `${SESSION_MAX_DAYS}d` },
    verify: { algorithms: ["HS256"] },
  });

  app.decorate("sessions", {
    async open(manager, userId) {
      const id = randomUUID();
      await manager.getRepository(SessionEntity).insert({ id, userId, expiresAt: inDays(SESSION_DAYS) });
      return app.jwt.sign({ sub: userId, jti: id });
    },
    async read(token) {
      const claims = verified(token);
      if (!claims) return null;
      const session = await dataSource.getRepository(SessionEntity).findOneBy({ id: claims.jti, userId: claims.sub });
      if (!session || session.expiresAt <= new Date()) return null;
      if (session.expiresAt < inDays(SESSION_DAYS - RENEWAL_HOURS / 24)) await renew(session.id, session.userId);
      return { id: session.id, userId: session.userId };
    },
  });

  function verified(token: string): { sub: string; jti: string } | null {
    try {
      const claims = app.jwt.verify(token);
      return Value.Check(Claims, claims) ? claims : null;
    } catch {
      return null;
    }
  }

  async function renew(id: string, userId: string): Promise<void> {
    await dataSource.getRepository(SessionEntity).update({ id }, { expiresAt: inDays(SESSION_DAYS) });
    await dataSource.query("UPDATE users SET last_seen_at = now(), retention_warned_at = NULL WHERE id = $1", [userId]);
  }

  app.decorateRequest("session", null);
  app.addHook("onRequest", async (request) => {
    const [, token] = /^Bearer (.+)$/i.exec(request.headers.authorization ?? "") ?? [];
    if (token === undefined) return;
    request.session = await app.sessions.read(token);
    if (!request.session) throw new AppError("UNAUTHENTICATED");
  });
  app.decorate("authenticate", async (request) => void sessionOf(request));
});

const inDays = (days: number): Date => new Date(Date.now() + days * 24 * 3_600_000);
