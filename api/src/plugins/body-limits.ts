import fp from "fastify-plugin";

/** No body of ours is longer but those below; what it holds is read by the schema of its route. */
export const BODY_BYTES = 16 * 1024;
/** For routes whose schema has no body: clients send an empty one. */
const NO_BODY_BYTES = 1024;

/** Largest bodies of routes that need more, bytes. */
const LARGER: Record<string, number> = {
  // Five thousand letters, of up to four bytes each.
  "POST /api/auth/message": 32 * 1024,
  // Import, export and production of a year of quarter-hours, of a large factory.
  "POST /api/curves": 384 * 1024,
  // A logo in base64.
  "PUT /api/brand": 224 * 1024,
  // Results of external clients may be as long as our own, which have 170 kB with their plots.
  "PUT /api/simulations/:id/complete": 256 * 1024,
  // The payment provider sets no limit to its events.
  "POST /api/stripe/webhook": 256 * 1024,
};

/** The largest body of each route: refusing costs the more, the longer a body is. Register before the routes. */
export const bodyLimits = fp(async (app) => {
  app.addHook("onRoute", (route) => {
    route.bodyLimit = LARGER[`${route.method} ${route.url}`] ?? (route.schema?.body ? BODY_BYTES : NO_BODY_BYTES);
  });
});
