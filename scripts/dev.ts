import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { localUrl } from "../shared/server/env/env.ts";
import { supervise } from "./supervisor.ts";

const { resolve } = createRequire(new URL("../web/package.json", import.meta.url));
const tsx = resolve("tsx/cli");
const vite = join(dirname(resolve("vite/package.json")), "bin/vite.js");

/** `npm run dev`: API and worker from their sources, started again at every change, and the web with hot reload. */
await supervise(async ({ settings, env, keep }) => {
  const fromSource = { ...env, NODE_OPTIONS: "--conditions=source" };
  await Promise.all([
    keep("api", [tsx, "watch", "--clear-screen=false", "api/src/server.ts"], { env: fromSource }),
    keep("worker", [tsx, "watch", "--clear-screen=false", "worker/src/main.ts"], { env: fromSource }),
    keep("web", [vite, "--clearScreen=false"], { cwd: "web", env: { ...env, API_URL: localUrl(settings) } }),
  ]);
});
