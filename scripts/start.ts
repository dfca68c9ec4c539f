import { localUrl, publicUrl } from "../shared/server/env/env.ts";
import { buildWhenStale } from "./build.ts";
import { supervise } from "./supervisor.ts";

/** `npm start`: the whole platform from compiled code, with a database of its own unless DATABASE_URL is set. */
await supervise(async ({ settings, keep }) => {
  void keep("worker", ["--enable-source-maps", "worker/dist/main.js"]);
  await keep("api", ["--enable-source-maps", "api/dist/server.js"], { readyAt: `${localUrl(settings)}/health` });
  console.log(`\nEcoTrim is ready at ${publicUrl(settings)}  (Ctrl-C stops it)\n`);
}, buildWhenStale);
