import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { chmodSync, createWriteStream, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import pg from "pg";
import { migrate } from "../shared/server/db/migrate.ts";
import { recordEnds } from "../tests/support/ends.ts";
import { startOwnPostgres } from "../tests/support/postgres-server.ts";
import { startRedis } from "../tests/support/redis-server.ts";
import { freePort } from "./dev/free-port.ts";

/**
 * `npm run soak -- --minutes 10 --backend redis`: API and workers as separate processes under a steady load, with
 * random faults, also of the databases. Reports each fault and, at the end, what became of every accepted simulation.
 * Exits with 1 where a simulation was lost or done twice. Everything stays on this machine.
 */
const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "10" },
    backend: { type: "string", default: "postgres" },
    /** The same seed gives the same faults at the same times. */
    seed: { type: "string", default: "1" },
    /** New simulations a second. */
    rate: { type: "string", default: "2" },
    workers: { type: "string", default: "2" },
  },
});
const minutes = Number(values.minutes);
const rate = Number(values.rate);
const isRedis = values.backend === "redis";
if (!(minutes > 0) || !(rate > 0 && rate <= 20) || !(isRedis || values.backend === "postgres"))
  throw new Error(
    "usage: npm run soak -- [--minutes 10] [--backend postgres|redis] [--seed 1] [--rate 2] [--workers 2]",
  );

/** Pause between two faults, ms. */
const FAULT_EVERY_MS = { least: 4000, most: 12_000 };
/** Longer than a worker's lock on its job, so that another worker has taken the job over on waking. */
const PAUSE_MS = 15_000;
const OUTAGE_MS = { least: 500, most: 4000 };
const RESTART_MS = 500;
const RETRY_MS = 500;
/**
 * After the last fault the queue must make progress within this time, until it is empty, ms: some locks, then some
 * sweeps.
 */
const DRAIN_MS = 240_000;
/** One in so many requests repeats an earlier one. */
const REPEAT_EVERY = 5;
/** One in so many requests is for a whole year, whose run and scenarios last long enough to meet faults. */
const YEAR_EVERY = 16;

/** Numbers from 0 to 1 that follow from the seed (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
const random = createRandom(Number(values.seed));
const between = ({ least, most }: { least: number; most: number }) => least + random() * (most - least);
const oneOf = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;

const startedAt = Date.now();
const say = (text: string) => console.log(`${((Date.now() - startedAt) / 1000).toFixed(1).padStart(7)} s  ${text}`);

const home = mkdtempSync(join(tmpdir(), "ecotrim-soak-"));
chmodSync(home, 0o755);

const postgresDir = join(home, "postgres");
mkdirSync(postgresDir);
const postgres = await startOwnPostgres(postgresDir);

// As in production: Redis keeps its data over a restart.
const redisOptions = { port: String(await freePort()), dir: join(home, "redis"), appendonly: "yes" };
mkdirSync(redisOptions.dir);
let redis = isRedis ? await startRedis(redisOptions) : undefined;

await migrate(postgres.url);

/** Runs one statement, with retries while the database is away. */
async function query(sql: string, parameters: unknown[] = []): Promise<Record<string, number & string>[]> {
  const client = new pg.Client({ connectionString: postgres.url });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return (await client.query(sql, parameters)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}
await recordEnds((sql) => query(sql));

const port = await freePort();
const origin = `http://127.0.0.1:${port}`;
const env = {
  PATH: process.env.PATH,
  NODE_ENV: "test",
  LOG_LEVEL: "info",
  HOST: "127.0.0.1",
  PORT: String(port),
  DATA_DIR: home,
  DATABASE_URL: postgres.url,
  ...(redis && { REDIS_URL: redis.url }),
  JWT_SECRET: randomUUID() + randomUUID(),
  STRIPE_SECRET_KEY: "sk_test_nobody",
  STRIPE_WEBHOOK_SECRET: "whsec_soak",
  STRIPE_API_BASE: "http://127.0.0.1:9",
  SOCKETS_PER_ADDRESS: "1000000",
  RATE_LIMIT_PER_MINUTE: "1000000",
  RATE_LIMIT_SIMULATIONS_PER_MINUTE: "1000000",
  SOLVER_THREADS: "1",
  WORKER_CONCURRENCY: "2",
  SHUTDOWN_GRACE_S: "20",
};

let stopping = false;

/** Runs a process that is restarted whenever it ends. */
function keep(name: string, entry: string) {
  const log = createWriteStream(join(home, `${name}.log`));
  let child: ChildProcess;
  let exited: Promise<void>;
  const launch = () => {
    child = spawn(process.execPath, ["--conditions=source", "--import", "tsx", entry], {
      env,
      // The IPC channel tells the child when this process is gone.
      stdio: ["ignore", "pipe", "pipe", "ipc"],
    });
    for (const output of [child.stdout, child.stderr]) output?.pipe(log, { end: false });
    exited = new Promise((resolve) => child.once("exit", () => resolve()));
    void exited.then(() => stopping || setTimeout(launch, RESTART_MS));
  };
  launch();
  return {
    name,
    /** Signals the process that runs now; a restart may put another in its place meanwhile. */
    signal(signal: NodeJS.Signals): ChildProcess {
      child.kill(signal);
      return child;
    },
    async stop() {
      child.kill("SIGCONT");
      child.kill("SIGTERM");
      await exited;
    },
  };
}

const api = keep("api", "api/src/server.ts");
const workers = Array.from({ length: Number(values.workers) }, (_, index) =>
  keep(`worker-${index + 1}`, "worker/src/main.ts"),
);

const ask = (path: string, options: RequestInit = {}) =>
  fetch(`${origin}${path}`, { ...options, signal: AbortSignal.timeout(15_000) });
const isUp = () =>
  ask("/health").then(
    ({ ok }) => ok,
    () => false,
  );
while (!(await isUp())) await pause(RETRY_MS);
say(`the API and ${workers.length} workers run on ${values.backend}, seed ${values.seed}`);

interface Accepted {
  id: string;
  accessToken: string;
}
const accepted: Accepted[] = [];
const refused: string[] = [];
const asking = new Set<Promise<void>>();
let asked = 0;

/** Retries until the request is accepted, always under the same idempotency key, so that it makes one simulation. */
async function askForSimulation(number: number): Promise<void> {
  const isRepeat = number % REPEAT_EVERY === 0 && number > REPEAT_EVERY;
  const which = isRepeat ? number - REPEAT_EVERY + 1 : number;
  const body = JSON.stringify({
    inputParameters: {
      demand_value: 100 + which,
      ...(which % YEAR_EVERY > 0 && { start_date: "2024-06-03", end_date: "2024-06-05" }),
    },
  });
  const headers = { "content-type": "application/json", "idempotency-key": randomUUID() };
  for (;;) {
    try {
      const answer = await ask("/api/simulations", { method: "POST", headers, body });
      if (answer.status === 201) {
        accepted.push(((await answer.json()) as { data: Accepted }).data);
        return;
      }
      if (answer.status < 500 && answer.status !== 429) {
        refused.push(`${answer.status} ${await answer.text()}`);
        return;
      }
    } catch {
      // The API is away; the loop retries.
    }
    await pause(RETRY_MS);
  }
}

const FAULTS: Record<string, () => Promise<void>> = {
  async "kill worker"() {
    const worker = oneOf(workers);
    say(`SIGKILL to ${worker.name}`);
    worker.signal("SIGKILL");
  },
  async "stop worker"() {
    const worker = oneOf(workers);
    say(`SIGTERM to ${worker.name}`);
    worker.signal("SIGTERM");
  },
  async "pause worker"() {
    const worker = oneOf(workers);
    say(`${worker.name} paused for ${PAUSE_MS / 1000} s`);
    const paused = worker.signal("SIGSTOP");
    setTimeout(() => paused.kill("SIGCONT"), PAUSE_MS);
  },
  async "restart API"() {
    const signal = oneOf(["SIGTERM", "SIGKILL"] as const);
    say(`${signal} to the API`);
    api.signal(signal);
  },
  async "restart PostgreSQL"() {
    const outageMs = between(OUTAGE_MS);
    say(`PostgreSQL away for ${Math.round(outageMs)} ms`);
    await postgres.stop();
    await pause(outageMs);
    await postgres.start();
  },
  ...(isRedis && {
    async "restart Redis"() {
      const outageMs = between(OUTAGE_MS);
      say(`Redis away for ${Math.round(outageMs)} ms`);
      await redis?.stop();
      await pause(outageMs);
      redis = await startRedis(redisOptions);
    },
  }),
};

const endsAt = Date.now() + minutes * 60_000;
const posting = setInterval(() => {
  asked += 1;
  const done = askForSimulation(asked).finally(() => asking.delete(done));
  asking.add(done);
}, 1000 / rate);
let faults = 0;
for (;;) {
  await pause(between(FAULT_EVERY_MS));
  if (Date.now() >= endsAt) break;
  faults += 1;
  await FAULTS[oneOf(Object.keys(FAULTS))]?.();
}
clearInterval(posting);
say(`no more faults after ${faults}, waiting for the rest`);

const UNFINISHED = `SELECT count(*)::int AS count FROM computations
  WHERE status IN ('pending', 'processing')
     OR study_turn > 0`;
for (let [left, drainedBy] = [Number.POSITIVE_INFINITY, Date.now() + DRAIN_MS]; left > 0 && Date.now() < drainedBy; ) {
  await pause(1000);
  const now = asking.size + ((await query(UNFINISHED))[0]?.count ?? 0);
  if (now < left) drainedBy = Date.now() + DRAIN_MS;
  left = now;
}

const failures: Record<string, number> = {};
let finished = 0;
let lost = 0;
for (const { id, accessToken } of accepted) {
  const answer = await ask(`/api/simulations/${id}`, { headers: { "x-simulation-token": accessToken } });
  const { data } = (await answer.json()) as { data?: { status: string; error: { code: string } | null } };
  if (data?.status === "completed") finished += 1;
  else if (data?.status === "failed" && data.error) failures[data.error.code] = (failures[data.error.code] ?? 0) + 1;
  else {
    lost += 1;
    console.error(`lost: simulation ${id}, ${answer.status}, ${data?.status ?? "unknown"}`);
  }
}
const unanswered = asking.size;
const followUpsLeft = (await query(UNFINISHED))[0]?.count ?? 0;
const twice = await query(
  "SELECT computation_id AS id, count(*)::int AS ends FROM witness.ends GROUP BY computation_id HAVING count(*) > 1",
);
for (const { id, ends } of twice) console.error(`doubled: computation ${id} ended ${ends} times`);
const [rows] = await query("SELECT count(*)::int AS count FROM simulations");
const surplus = Math.max(0, (rows?.count ?? 0) - accepted.length - unanswered);
const doubled = twice.length + surplus;

stopping = true;
await Promise.all([api, ...workers].map((process) => process.stop()));
await Promise.all([postgres.stop(), redis?.stop()]);

const failed = Object.values(failures).reduce((sum, count) => sum + count, 0);
const reasons = Object.entries(failures).map(([code, count]) => `${code} ${count}`);
console.log(`accepted ${accepted.length}`);
console.log(`finished ${finished}`);
console.log(`failed   ${failed}${failed > 0 ? ` (${reasons.join(", ")})` : ""}`);
console.log(`lost     ${lost + unanswered}`);
console.log(`doubled  ${doubled}`);
for (const text of refused) console.error(`refused: ${text}`);
if (followUpsLeft > 0) console.error(`unfinished: ${followUpsLeft} computations, or what follows them`);

const isGood = lost + unanswered + doubled + followUpsLeft + refused.length === 0;
if (isGood) rmSync(home, { recursive: true, force: true });
else console.error(`The processes' logs are in ${home}`);
process.exit(isGood ? 0 : 1);
