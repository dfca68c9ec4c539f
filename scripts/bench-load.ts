import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { createDataSource } from "../shared/server/db/data-source.ts";
import { migrate } from "../shared/server/db/migrate.ts";
import { attack } from "../tests/load/attack.ts";
import { cpuMs } from "../tests/load/cpu.ts";
import { answering, print, settingsOf, start, stop, stopAll, tell } from "../tests/load/processes.ts";
import { createTurns, type Party } from "../tests/load/turns.ts";
import { sendVisitors, type Visit } from "../tests/load/visitors.ts";
import { startRedis } from "../tests/support/redis-server.ts";
import { startEmbeddedPostgres } from "./dev/embedded-postgres.ts";
import { freePort } from "./dev/free-port.ts";

/**
 * `npm run -s bench:load -- --workers N --simulations M [--backend redis|postgres] [--json]`: the whole platform under
 * load, one API process and N workers of one solver thread each. M visitors, each with a socket, click as fast as they
 * are answered; the database is asked what became of every click. `throughput` (a second, from the first click to the
 * last result) is compared with `ceiling`. The ceiling is the rate of min(N, cores) processes that run the job's
 * handler with a database, without queue, API or visitors. The two take turns, in which the other is stopped; all times
 * are of the platform's own turns. `computing` is the rate of as many processes that only compute, measured before. All
 * processes share the machine's cores.
 *
 * With `--attack` instead: what others notice of one address that asks for heavy runs (`tests/load/attack.ts`).
 */
const { values: options } = parseArgs({
  options: {
    workers: { type: "string", default: "1" },
    simulations: { type: "string", default: "100" },
    backend: { type: "string", default: "postgres" },
    json: { type: "boolean" },
    attack: { type: "boolean" },
  },
});
const workers = Number(options.workers);
const simulations = Number(options.simulations);

/** Runs that a worker takes at a time: while its thread computes one, the next is at hand. */
const CONCURRENCY = 2;
/** Single clicks before the load, with no other run under way. */
const ALONE = 5;
/**
 * The ceiling's turns end well before the 10 s after which a silent worker loses its jobs. They are the shorter ones,
 * since the platform's periodic work serves both.
 */
const PLATFORM_TURN_MS = 4000;
const CEILING_TURN_MS = 2000;
const COMPUTING_MS = 16_000;
/** First input of the load, apart from the inputs of the single clicks; all processes compared begin with it. */
const FIRST_OF_LOAD = 1000;

const dir = mkdtempSync(join(tmpdir(), "ecotrim-load-"));
chmodSync(dir, 0o755);
const pidsOf = (processes: ChildProcess[]) => processes.map(({ pid }) => pid as number);

interface Reached {
  runs: number;
  rate: number;
  cpuMsARun: number;
}

interface Runners {
  children: ChildProcess[];
  begin(): void;
  /**
   * Stops the runners.
   * @param ranMs how long they have run when it is called
   * @returns their runs, the runs a second while all ran, and the CPU time of a run, ms
   */
  end(ranMs: () => number): Promise<Reached>;
}

/** Starts as many processes of a script as could have a core each, warmed up. */
async function startRunners(script: string, env: Record<string, string> = {}): Promise<Runners> {
  const children = Array.from({ length: Math.min(workers, availableParallelism()) }, () => start(script, env));
  await Promise.all(children.map((child) => once(child, "message")));
  const pids = pidsOf(children);
  const cpuBefore = cpuMs(...pids);
  return {
    children,
    begin() {
      for (const child of children) child.send(FIRST_OF_LOAD);
    },
    async end(ranMs) {
      let [runs, rate] = [0, 0];
      const ending = children.map(async (child) => {
        const answer = once(child, "message");
        child.send("end");
        const own = Number((await answer)[0]);
        runs += own;
        // Each rate ends with its own process's last run, since the others go on for a moment.
        rate += (1000 * own) / ranMs();
      });
      await Promise.all(ending);
      return { runs, rate, cpuMsARun: (cpuMs(...pids) - cpuBefore) / runs };
    },
  };
}

const percentile = (sorted: number[], share: number) =>
  Math.round(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN);
const resultTimes = (visits: Visit[]) => visits.flatMap(({ resultMs }) => resultMs ?? []).sort((a, b) => a - b);

/** Rate of as many processes that only compute, runs a second. */
async function reachedByComputing(): Promise<Reached> {
  const computing = await startRunners("tests/load/computing-child.ts");
  const begun = performance.now();
  computing.begin();
  await pause(COMPUTING_MS);
  const reached = await computing.end(() => performance.now() - begun);
  await Promise.all(computing.children.map(stop));
  return reached;
}

if (options.attack) {
  print(await attack(options.backend), options.json);
  process.exit();
}

tell(`Computing alone for ${COMPUTING_MS / 1000} s`);
const computing = await reachedByComputing();
tell("Starting the platform");
const postgres = await startEmbeddedPostgres({ dataDir: dir, parameters: { max_connections: "300" } });
const redis = options.backend === "redis" ? await startRedis({ appendonly: "yes" }) : null;
const dataSource = createDataSource(postgres.url, { poolSize: 1, applicationName: "bench-load" });
try {
  await migrate(postgres.url);
  await dataSource.initialize();
  const port = await freePort();
  const env = {
    ...settingsOf(postgres.url, port, dir),
    ...(redis && { REDIS_URL: redis.url }),
    SOCKETS_PER_ADDRESS: "1000000",
    RATE_LIMIT_PER_MINUTE: "1000000",
    RATE_LIMIT_SIMULATIONS_PER_MINUTE: "1000000",
    QUEUE_MAX_DEPTH: "1000000",
    QUEUE_MAX_PER_CALLER: "1000000",
    WORKER_CONCURRENCY: String(CONCURRENCY),
    SOLVER_THREADS: "1",
  };
  // A database of its own keeps its runs from the platform's queue and sweeps.
  await dataSource.query("CREATE DATABASE ceiling");
  const ceilingUrl = Object.assign(new URL(postgres.url), { pathname: "/ceiling" }).href;
  await migrate(ceilingUrl);

  const url = `http://127.0.0.1:${port}`;
  const api = start("api/src/server.ts", env);
  const healthPorts = await Promise.all(Array.from({ length: workers }, freePort));
  const working = healthPorts.map((healthPort) =>
    start("worker/src/main.ts", { ...env, WORKER_HEALTH_PORT: String(healthPort) }),
  );
  await Promise.all([
    answering(`${url}/health`),
    ...healthPorts.map((healthPort) => answering(`http://127.0.0.1:${healthPort}/health`)),
  ]);
  // The threads of a worker compile their code while the first runs.
  await sendVisitors(
    url,
    Array.from({ length: 4 * workers }, (_, index) => 500 + index),
  );

  tell("One visitor at a time");
  const alone: Visit[] = [];
  for (let number = 0; number < ALONE; number++) alone.push(...(await sendVisitors(url, [600 + number])));

  const runners = await startRunners("tests/load/ceiling-child.ts", { ...env, DATABASE_URL: ceilingUrl });
  const ceiling: Party = { pids: pidsOf(runners.children), turnMs: CEILING_TURN_MS, ranMs: 0, used: 0 };
  const platform: Party = { pids: pidsOf([api, ...working]), turnMs: PLATFORM_TURN_MS, ranMs: 0, used: 0 };
  const turns = createTurns([platform, ceiling], () => cpuMs(postgres.pid));
  const cpu = () => ({
    api: cpuMs(api.pid as number),
    workers: cpuMs(...pidsOf(working)),
    ...(redis && { queue: cpuMs(redis.pid) }),
    visitors: process.cpuUsage().user / 1000 + process.cpuUsage().system / 1000,
  });
  tell(`${simulations} simulations at once`);
  const cpuBefore = cpu();
  runners.begin();
  const visiting = sendVisitors(
    url,
    Array.from({ length: simulations }, (_, index) => FIRST_OF_LOAD + index),
    { stretch: 1 + CEILING_TURN_MS / PLATFORM_TURN_MS, now: () => turns.ranMs(platform) },
  );
  await turns.until(visiting);
  const visits = await visiting;
  const seconds = platform.ranMs / 1000;
  const cpuMsARun = Object.fromEntries(
    Object.entries({ ...cpu(), database: platform.used }).map(([who, ms]) => [
      who,
      (ms - ((cpuBefore as Record<string, number>)[who] ?? 0)) / simulations,
    ]),
  );
  const direct = await turns.alone(ceiling, () => runners.end(() => turns.ranMs(ceiling)));

  const accepted = visits.flatMap(({ id }) => id ?? []);
  const rows: { status: string; once: boolean; hasResults: boolean }[] = await dataSource.query(
    `SELECT c.status, c.run = 1 AND c.attempt = 1 AS once, c.results IS NOT NULL AND c.hourly IS NOT NULL AS "hasResults"
       FROM simulations s JOIN computations c ON c.id = s.computation_id WHERE s.id = ANY($1)`,
    [accepted],
  );
  const finished = rows.filter(({ status, hasResults }) => status === "completed" && hasResults).length;
  const failed = rows.filter(({ status }) => status === "failed").length;
  const [{ startMs }] = await dataSource.query(
    `SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM c.started_at - c.created_at) * 1000) AS "startMs"
       FROM computations c JOIN simulations s ON s.computation_id = c.id WHERE s.id = ANY($1)`,
    [alone.flatMap(({ id }) => id ?? [])],
  );

  const times = resultTimes(visits);
  const throughput = finished / seconds;
  const figures = {
    workers,
    simulations,
    backend: options.backend,
    cores: availableParallelism(),
    accepted: accepted.length,
    finished,
    failed,
    lost: accepted.length - finished - failed,
    doubled: rows.filter(({ once }) => !once).length + visits.filter(({ ends }) => ends > 1).length,
    throughput,
    ceiling: direct.rate,
    ofCeiling: throughput / direct.rate,
    computing: computing.rate,
    ofComputing: throughput / computing.rate,
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    p99: percentile(times, 0.99),
    aloneP50: percentile(resultTimes(alone), 0.5),
    addToStartP50: startMs,
    cpuMsARun,
    ceilingCpuMsARun: { runners: direct.cpuMsARun, database: ceiling.used / direct.runs },
    computingCpuMsARun: computing.cpuMsARun,
  };
  print(figures, options.json);
  if (figures.lost + figures.doubled > 0) process.exitCode = 1;
} finally {
  await stopAll();
  if (dataSource.isInitialized) await dataSource.destroy();
  await redis?.stop();
  await postgres.stop();
  rmSync(dir, { recursive: true, force: true });
}
