import { createHash, timingSafeEqual } from "node:crypto";
import { AppError } from "@ecotrim/contracts/errors";
import { QUEUES } from "@ecotrim/server/queue/jobs";
import { JOB_STATES } from "@ecotrim/server/queue/queue";
import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import Type from "typebox";
import type { Deps } from "../../deps.ts";
import { QUEUES_PATH, queuesPage, STYLE, STYLE_PATH } from "./page.ts";

const JOBS_SHOWN = 50;
const REQUESTS_PER_MINUTE = 60;

const hash = (text: string): Buffer => createHash("sha256").update(text).digest();

/** The password of HTTP's basic scheme; the user name is ignored. */
const passwordOf = (authorization = ""): string => {
  const [, encoded = ""] = /^Basic ([\w+/=-]+)$/i.exec(authorization) ?? [];
  const credentials = Buffer.from(encoded, "base64").toString();
  return credentials.slice(credentials.indexOf(":") + 1);
};

/** The queues, read-only, for operators with OPERATOR_PASSWORD; without that setting these routes do not exist. */
export const operatorRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, { env, queue }) => {
  if (env.OPERATOR_PASSWORD === undefined) return;
  const expected = hash(env.OPERATOR_PASSWORD);

  // Runs after the rate limit, so that wrong passwords count too.
  app.addHook("preHandler", async ({ headers }, reply) => {
    reply.header("cache-control", "no-store");
    if (timingSafeEqual(hash(passwordOf(headers.authorization)), expected)) return;
    reply.header("www-authenticate", 'Basic realm="EcoTrim", charset="UTF-8"');
    throw new AppError("UNAUTHENTICATED");
  });
  const config = { rateLimit: { max: REQUESTS_PER_MINUTE } };

  app.get(
    QUEUES_PATH,
    {
      config,
      schema: {
        hide: true,
        querystring: Type.Object({
          queue: Type.Optional(Type.Enum(QUEUES)),
          state: Type.Optional(Type.Enum(JOB_STATES)),
        }),
      },
    },
    async ({ query: { queue: queueName, state } }, reply) => {
      const [queues, workers, jobs] = await Promise.all([
        Promise.all(QUEUES.map(async (name) => ({ name, counts: await queue.counts(name) }))),
        queue.workers(),
        queueName && state ? queue.jobs(queueName, state, JOBS_SHOWN) : [],
      ]);
      const shown = queueName && state ? { name: queueName, state, jobs } : null;
      return reply.type("text/html; charset=utf-8").send(queuesPage({ queues, workers, shown }));
    },
  );
  app.get(STYLE_PATH, { config, schema: { hide: true } }, async (_, reply) =>
    reply.type("text/css; charset=utf-8").send(STYLE),
  );
};
