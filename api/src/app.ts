import { randomUUID } from "node:crypto";
import { constants } from "node:zlib";
import { REQUEST_ID_HEADER } from "@ecotrim/contracts/http";
import { uuidOf } from "@ecotrim/server/observability/log-context";
import compress from "@fastify/compress";
import type { TypeBoxTypeProvider } from "@fastify/type-provider-typebox";
import Fastify, { LogController } from "fastify";
import { trustedProxies } from "./client-address.ts";
import type { Deps } from "./deps.ts";
import { authRoutes } from "./modules/auth/routes.ts";
import { batteryRoutes } from "./modules/batteries/routes.ts";
import { billingRoutes } from "./modules/billing/routes.ts";
import { stripeWebhook } from "./modules/billing/webhook.ts";
import { brandRoutes } from "./modules/brands/routes.ts";
import { contactRoutes } from "./modules/contact/routes.ts";
import { curveRoutes } from "./modules/curves/routes.ts";
import { healthRoutes } from "./modules/health/routes.ts";
import { installationRoutes } from "./modules/installations/routes.ts";
import { notificationRoutes } from "./modules/notifications/routes.ts";
import { offerRoutes } from "./modules/offers/routes.ts";
import { operatorRoutes } from "./modules/operators/routes.ts";
import { optimisationRoutes } from "./modules/optimisation/routes.ts";
import { reportRoutes } from "./modules/reports/routes.ts";
import { simulationRoutes } from "./modules/simulations/routes.ts";
import { userSimulationRoutes } from "./modules/user-simulations/routes.ts";
import { withdrawalRoutes } from "./modules/withdrawals/routes.ts";
import { BARE_HEADERS, refuseConnection } from "./plugins/bad-requests.ts";
import { BODY_BYTES, bodyLimits } from "./plugins/body-limits.ts";
import { connections } from "./plugins/connections.ts";
import { curveReader } from "./plugins/curve-reader.ts";
import { documentation } from "./plugins/documentation.ts";
import { sendError } from "./plugins/errors.ts";
import { json } from "./plugins/json.ts";
import { metrics } from "./plugins/metrics.ts";
import { requestLog } from "./plugins/request-log.ts";
import { serializerCompiler, validatorCompiler } from "./plugins/schemas.ts";
import { security } from "./plugins/security.ts";
import { sessions } from "./plugins/sessions.ts";
import { signals } from "./plugins/signals.ts";
import { sockets } from "./plugins/sockets.ts";
import { turns } from "./plugins/turns.ts";
import { asksForScreen, web } from "./plugins/web.ts";

const REQUEST_TIMEOUT_MS = 30_000;
/** Brotli quality of 0 to 11: this one has most of the gain at a tenth of the time. */
const QUICK_BROTLI = 4;

export interface AppOptions extends Deps {
  /** Folder of the built web; by default the web of this repository. */
  webRoot?: string;
  /** Whether batteries are sized once as soon as it listens, so that no visitor waits for it; by default they are. */
  warmsUp?: boolean;
}

/**
 * Builds the API, ready for `inject` or `listen`. The API closes what it opens itself, not the dependencies it was
 * given.
 */
export async function buildApp({ webRoot, warmsUp = true, ...deps }: AppOptions) {
  const app = Fastify({
    loggerInstance: deps.logger,
    // Addresses and queries of callers stay out of the log; one line of our own is written for each answer.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: ({ headers }) => uuidOf(headers[REQUEST_ID_HEADER]) ?? randomUUID(),
    // The log context already puts the request's id on every line.
    childLoggerFactory: (logger) => logger,
    bodyLimit: BODY_BYTES,
    trustProxy: trustedProxies(deps.env),
    rewriteUrl: ({ url = "/" }) => url.replace(/^\/api\/backend(?=\/)/, "/api"),
    frameworkErrors: (error, request, reply) => {
      reply.headers(BARE_HEADERS);
      // An address that cannot be decoded is answered like an unknown address.
      const { method = "", url = "" } = request.raw;
      return error.code === "FST_ERR_BAD_URL" && asksForScreen(method, url)
        ? reply.redirect("/")
        : sendError(error, request, reply);
    },
    clientErrorHandler: refuseConnection,
    // A client that sends its request a byte at a time must not hold a connection for ever.
    requestTimeout: REQUEST_TIMEOUT_MS,
  })
    .withTypeProvider<TypeBoxTypeProvider>()
    .setValidatorCompiler(validatorCompiler)
    .setSerializerCompiler(serializerCompiler)
    .setErrorHandler(sendError);

  await app.register(requestLog);
  await app.register(metrics);
  app.addHook("onRequest", async (request, reply) => {
    if (request.url.startsWith("/api/")) reply.header("cache-control", "no-store");
  });

  // Results are hundreds of kilobytes; files that the build compressed ahead of time pass as they are.
  await app.register(compress, {
    encodings: ["br", "gzip"],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: QUICK_BROTLI } },
  });
  await app.register(bodyLimits);
  await app.register(json);
  await app.register(security, deps);
  await app.register(sessions, deps);
  await app.register(documentation);
  await app.register(turns);
  await app.register(curveReader);
  await app.register(signals, deps);
  await app.register(sockets, deps);
  await app.register(connections);
  await app.register(healthRoutes, deps);
  await app.register(operatorRoutes, deps);
  await app.register(batteryRoutes, { ...deps, warmsUp });
  await app.register(simulationRoutes, deps);
  await app.register(curveRoutes, deps);
  await app.register(optimisationRoutes, deps);
  await app.register(authRoutes, deps);
  await app.register(contactRoutes, deps);
  await app.register(userSimulationRoutes, deps);
  await app.register(installationRoutes, deps);
  await app.register(brandRoutes, deps);
  await app.register(notificationRoutes, deps);
  await app.register(billingRoutes, deps);
  await app.register(stripeWebhook, deps);
  await app.register(reportRoutes, deps);
  await app.register(withdrawalRoutes, deps);
  await app.register(offerRoutes, deps);
  await app.register(web, { ...deps, ...(webRoot !== undefined && { root: webRoot }) });
  return app;
}
