import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { migrate } from "../shared/server/db/migrate.ts";
import { localUrl, publicUrl, readSettings } from "../shared/server/env/env.ts";
import { keptSecret } from "../shared/server/env/kept-secret.ts";
import type { Settings } from "../shared/server/env/settings.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./dev/embedded-postgres.ts";
import { folderFault } from "./dev/folder-fault.ts";
import { freePort } from "./dev/free-port.ts";
import { programEnvironment } from "./dev/program-environment.ts";
import { formatLine } from "./log-format.ts";

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
/** A process that lived this long did not fail at start, ms. */
const STABLE_MS = 60_000;
const READY_TIMEOUT_MS = 60_000;
/** PostgreSQL's code for a disk without room. */
const DISK_FULL = "53100";
/** Distance from the API's port to that of the payment provider's stand-in. */
const PORT_APART = 1000;

export interface Supervisor {
  settings: Settings;
  /** Environment for the processes, with the address of the migrated database. */
  env: NodeJS.ProcessEnv;
  /**
   * Runs a Node process until the end and restarts it when it dies. With `readyAt` the call resolves when that address
   * answers; a death before that fails the whole start.
   */
  keep(name: string, args: string[], options?: KeepOptions): Promise<void>;
}

interface KeepOptions {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  readyAt?: string;
}

/**
 * Prepares what API and worker need (a free port, a database of its own, `prepare`, its migrations) and calls `start`.
 * Of two starts on one folder the second is refused before it builds. Ctrl-C or SIGTERM stops all of it in order, the
 * database last. So does a failure, whatever it is, reported in one sentence.
 */
export async function supervise(
  start: (supervisor: Supervisor) => Promise<void>,
  prepare: () => Promise<void> = async () => undefined,
): Promise<void> {
  const children = new Map<string, ChildProcess>();
  let database: Promise<EmbeddedPostgres> | undefined;
  let stopping = false;
  let graceMs = 0;

  const killAll = () => {
    for (const child of children.values()) child.kill("SIGKILL");
  };

  const stop = async (code: number) => {
    if (stopping) return killAll();
    stopping = true;
    const killer = setTimeout(killAll, graceMs);
    await Promise.all(
      [...children.values()].map(async (child) => {
        const exit = once(child, "exit");
        child.kill("SIGTERM");
        await exit;
      }),
    );
    clearTimeout(killer);
    await database?.then(
      ({ stop }) => stop(),
      () => undefined,
    );
    process.exit(code);
  };
  const fail = (error: unknown) => {
    if (stopping) return;
    console.error(explain(error));
    void stop(1);
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.on(signal, () => {
      if (!stopping) console.log("\nStopping ...");
      void stop(0);
    });
  process.on("uncaughtException", fail);

  const startDatabase = async ({ DATABASE_URL, DATA_DIR }: Settings): Promise<string> => {
    if (DATABASE_URL !== undefined) return DATABASE_URL;
    database = startEmbeddedPostgres({ dataDir: DATA_DIR });
    const { url, exited } = await database;
    void exited.then(() => fail(new Error("The embedded PostgreSQL ended unexpectedly.")));
    return url;
  };

  try {
    const settings = readSettings();
    // Longer than the children's own limit, at which they exit with a message of their own.
    graceMs = settings.SHUTDOWN_GRACE_S * 1000 + 5000;
    await claimPort(settings);
    const databaseUrl = await startDatabase(settings);
    await prepare();
    await migrate(databaseUrl);
    // By default glibc gives threads up to eight arenas a core, and each arena keeps freed memory.
    const env = {
      MALLOC_ARENA_MAX: "2",
      ...process.env,
      DATABASE_URL: databaseUrl,
      JWT_SECRET: settings.JWT_SECRET ?? sessionSecret(settings),
    };

    const standIn = settings.STRIPE_SECRET_KEY === undefined ? await stripeStandIn(settings) : undefined;
    if (standIn) Object.assign(env, standIn.forCallers);

    const keep: Supervisor["keep"] = async (name, args, options = {}) => {
      let starting = options.readyAt !== undefined;
      let pauseMs = FIRST_PAUSE_MS;
      const launch = () => {
        if (stopping) return;
        const born = Date.now();
        const child = spawn(process.execPath, args, {
          cwd: options.cwd,
          env: options.env ?? env,
          // Detached from this terminal's process group, so that Ctrl-C reaches the supervisor only. The IPC channel
          // tells the child when the supervisor is gone.
          detached: true,
          stdio: ["ignore", "pipe", "pipe", "ipc"],
        });
        children.set(name, child);
        for (const input of [child.stdout, child.stderr])
          if (input)
            createInterface({ input }).on("line", (line) =>
              console.log(settings.NODE_ENV === "production" ? line : formatLine(name, line)),
            );
        child.once("exit", (code, signal) => {
          children.delete(name);
          if (stopping) return;
          if (starting) return fail(new Error(`${name} could not start; see its messages above.`));
          if (Date.now() - born > STABLE_MS) pauseMs = FIRST_PAUSE_MS;
          console.error(`${name} ended (${signal ?? `exit code ${code}`}) and starts again in ${pauseMs / 1000} s.`);
          setTimeout(launch, pauseMs);
          pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
        });
      };
      launch();
      if (options.readyAt === undefined) return;
      await answering(options.readyAt, name, () => stopping);
      starting = false;
    };

    if (standIn) {
      void keep("stripe", ["--import", "tsx", "scripts/dev/stripe-local/main.ts"], { env: standIn.own });
      console.log("Payments in test mode (modo de pruebas): STRIPE_SECRET_KEY is not set, and nothing is charged.");
    }
    await start({ settings, env, keep });
  } catch (error) {
    fail(error);
  }
}

async function answering(url: string, name: string, givenUp: () => boolean): Promise<void> {
  const deadline = Date.now() + READY_TIMEOUT_MS;
  while (!(await fetch(url).then(Boolean, () => false))) {
    if (givenUp()) return;
    if (Date.now() > deadline) throw new Error(`${name} does not answer at ${url}.`);
    await pause(100);
  }
}

function sessionSecret({ DATA_DIR }: Settings): string {
  try {
    return keptSecret(join(DATA_DIR, "session-secret"));
  } catch (error) {
    throw folderFault(error as Error, DATA_DIR);
  }
}

/** The environment of the payment provider's stand-in, and what its callers add to theirs. Development only. */
async function stripeStandIn(settings: Settings) {
  const { PORT, DATA_DIR, STRIPE_LOCAL_HOST = "127.0.0.1" } = settings;
  // The port is the same after a restart, for links that were given out; the next ports are left to other starts.
  const port = await freePort(PORT > 64_000 ? PORT - PORT_APART : PORT + PORT_APART);
  const url = localUrl({ HOST: STRIPE_LOCAL_HOST, PORT: port });
  const forCallers = {
    STRIPE_SECRET_KEY: "sk_test_local",
    STRIPE_WEBHOOK_SECRET: "whsec_local",
    STRIPE_API_BASE: url,
  };
  const own = programEnvironment({
    ...forCallers,
    STRIPE_LOCAL_PORT: String(port),
    STRIPE_LOCAL_HOST,
    STRIPE_LOCAL_PUBLIC_URL:
      STRIPE_LOCAL_HOST === "127.0.0.1" ? url : `http://${new URL(publicUrl(settings)).hostname}:${port}`,
    STRIPE_LOCAL_STATE: join(DATA_DIR, "stripe-local.json"),
    STRIPE_WEBHOOK_URL: `${localUrl(settings)}/api/stripe/webhook`,
  });
  return { forCallers, own };
}

/** @throws Error naming the setting when the API could not listen on its port. */
async function claimPort({ HOST, PORT }: Settings): Promise<void> {
  const probe = createServer();
  try {
    probe.listen(PORT, HOST);
    await once(probe, "listening");
    probe.close();
    await once(probe, "close");
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "EADDRINUSE")
      throw new Error(
        `Port ${PORT} is in use by another program. Stop it, or set PORT to another one: PORT=3001 npm start`,
      );
    throw new Error(`Cannot listen on ${HOST}, port ${PORT}: ${message}. Set HOST or PORT.`);
  }
}

function explain(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === "ECONNREFUSED" || code === "ENOTFOUND" || code === "EHOSTUNREACH")
    return `The database at DATABASE_URL does not answer (${code}).`;
  if (code === DISK_FULL) return `The disk of the database is full: make room there, and start again (${message}).`;
  return message;
}
