import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { ClientEvents, ServerEvents } from "@ecotrim/contracts/realtime/events";
import { io, type Socket } from "socket.io-client";
import { startEmbeddedPostgres } from "../../scripts/dev/embedded-postgres.ts";
import { freePort } from "../../scripts/dev/free-port.ts";
import { startStripeLocal } from "../../scripts/dev/stripe-local/stripe-local.ts";
import { createDataSource } from "../../shared/server/db/data-source.ts";
import { migrate } from "../../shared/server/db/migrate.ts";
import { startRedis } from "../support/redis-server.ts";
import { loadInput } from "./inputs.ts";
import { answering, settingsOf, start, stopAll, tell } from "./processes.ts";

/** Runs that one address asks for, and in which time. */
const ATTACK = { runs: 59, ms: 12_000, address: "198.51.100.7" };
const YEAR_OF_QUARTERS = { start_date: "2024-01-01", end_date: "2024-12-31", time_step_duration: 0.25 };
/** Visitors who each ask for a year of hours during the attack, one after another. */
const VISITORS = 6;
/** Time after the last run in which memory is still observed, while studies go on, ms. */
const STUDIES_MS = 30_000;
/** Patience for what is measured, ms. */
const PATIENCE_MS = 600_000;

interface Answer {
  status: number;
  data: Record<string, never> & { id: string; accessToken: string; status: string };
}

/**
 * One API process and one worker of two threads. One address asks for a year of quarter hours 59 times in 12 s and has
 * all results open. Meanwhile visitors of other addresses ask for a year of hours, and a user pays for a report whose
 * studies are still to come.
 */
export async function attack(backend: string): Promise<Record<string, unknown>> {
  // As in production: run from source, each thread holds a compiler's memory too.
  execFileSync("npx", ["tsc", "-b", "api", "worker"], { stdio: "inherit" });
  const dir = mkdtempSync(join(tmpdir(), "ecotrim-attack-"));
  chmodSync(dir, 0o755);
  const postgres = await startEmbeddedPostgres({ dataDir: dir });
  const redis = backend === "redis" ? await startRedis({ appendonly: "yes" }) : null;
  const webhookSecret = "whsec_of_the_bench";
  const stripe = await startStripeLocal({ webhookSecret });
  const dataSource = createDataSource(postgres.url, { poolSize: 2, applicationName: "bench-attack" });
  const sockets: Socket<ServerEvents, ClientEvents>[] = [];
  try {
    await migrate(postgres.url);
    await dataSource.initialize();
    const [port, healthPort] = [await freePort(), await freePort()];
    const url = `http://127.0.0.1:${port}`;
    const env = {
      ...settingsOf(postgres.url, port, dir),
      ...(redis && { REDIS_URL: redis.url }),
      STRIPE_API_BASE: stripe.url,
      STRIPE_SECRET_KEY: stripe.secretKey,
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      // The visitors' addresses are those that this proxy forwards.
      TRUST_PROXY: "1",
      // Every run of the attack shall be accepted.
      QUEUE_MAX_PER_CALLER: "1000000",
      SOLVER_THREADS: "2",
      WORKER_CONCURRENCY: "3",
    };
    stripe.control.setWebhookUrl(`${url}/api/stripe/webhook`);
    start("api/dist/server.js", env);
    const worker = start("worker/dist/main.js", { ...env, WORKER_HEALTH_PORT: String(healthPort) });
    await Promise.all([answering(`${url}/health`), answering(`http://127.0.0.1:${healthPort}/health`)]);

    const call = async (address: string, path: string, body?: object, headers = {}): Promise<Answer> => {
      const answer = await fetch(url + path, {
        method: body ? "POST" : "GET",
        headers: { "content-type": "application/json", "x-forwarded-for": address, ...headers },
        ...(body && { body: JSON.stringify(body) }),
      });
      const { data, ...rest } = (await answer.json()) as { data?: Answer["data"] };
      return { status: answer.status, data: data ?? (rest as never) };
    };
    const ask = (address: string, inputParameters: object, headers = {}) =>
      call(address, "/api/simulations", { inputParameters }, headers);
    const follow = async (address: string, { id, accessToken }: { id: string; accessToken: string }) => {
      const socket: (typeof sockets)[number] = io(url, {
        transports: ["websocket"],
        extraHeaders: { "x-forwarded-for": address },
      });
      sockets.push(socket);
      await socket.timeout(10_000).emitWithAck("simulation:follow", { id, accessToken });
      socket.on("connect", () => void socket.emitWithAck("simulation:follow", { id, accessToken }));
    };
    /** Polls the database; its rows tell what happened, whatever the API has time for. */
    const until = async (sql: string, parameters: unknown[]): Promise<void> => {
      for (const since = Date.now(); Date.now() - since < PATIENCE_MS; await pause(100))
        if ((await dataSource.query(sql, parameters)).length > 0) return;
      throw new Error(`not within ${PATIENCE_MS / 1000} s: ${sql}`);
    };
    const isEnded = `SELECT 1 FROM simulations JOIN computations ON computations.id = computation_id
                      WHERE simulations.id = $1 AND status = 'completed'`;
    const startedAfterMs = async (id: string): Promise<number> => {
      const [{ ms }] = await dataSource.query(
        `SELECT extract(epoch FROM started_at - computations.created_at)::float8 * 1000 AS ms
           FROM simulations JOIN computations ON computations.id = computation_id WHERE simulations.id = $1`,
        [id],
      );
      return ms;
    };

    // The threads compile their code while the first runs.
    tell("Warming up");
    for (let number = 0; number < 6; number++)
      await until(isEnded, [(await ask("192.0.2.1", loadInput(500 + number))).data.id]);

    const memory = { before: rssMb(worker.pid as number), most: 0 };
    const watching = setInterval(() => {
      memory.most = Math.max(memory.most, rssMb(worker.pid as number));
    }, 200);
    const person = {
      firstName: "Ana",
      lastName: "Banco",
      email: "ana@example.com",
      password: randomBytes(12).toString("hex"),
      privacyAccepted: true,
    };
    const { data: session } = await call("203.0.113.1", "/api/auth/register", person);
    const asUser = { authorization: `Bearer ${(session as unknown as { token: string }).token}` };

    tell(`${ATTACK.runs} years of quarter hours in ${ATTACK.ms / 1000} s`);
    const begun = Date.now();
    const asked = Array.from({ length: ATTACK.runs }, async (_, number) => {
      await pause((number * ATTACK.ms) / ATTACK.runs);
      const answer = await ask(ATTACK.address, { ...loadInput(1000 + number), ...YEAR_OF_QUARTERS });
      if (answer.status !== 201) return null;
      await follow(ATTACK.address, answer.data);
      return answer.data.id;
    });

    const buying = (async () => {
      await pause(ATTACK.ms / 2);
      const { id } = (await ask("203.0.113.1", loadInput(2000), asUser)).data;
      await until(isEnded, [id]);
      const order = await call(
        "203.0.113.1",
        "/api/payments/create-payment-link",
        { reportId: id, immediateDelivery: true },
        asUser,
      );
      const paid = Date.now();
      stripe.control.pay((order.data as unknown as { payment_link_id: string }).payment_link_id);
      await until("SELECT 1 FROM reports WHERE simulation_id = $1 AND kind = 'premium' AND status = 'completed'", [id]);
      return { reportMs: Date.now() - paid, startMs: await startedAfterMs(id) };
    })();
    const visits: number[] = [];
    const visiting = (async () => {
      for (let visitor = 0; visitor < VISITORS; visitor++) {
        await pause(ATTACK.ms / 4);
        const address = `203.0.113.${10 + visitor}`;
        const { data } = await ask(address, loadInput(3000 + visitor));
        await follow(address, data);
        await until(isEnded, [data.id]);
        visits.push(await startedAfterMs(data.id));
      }
    })();

    const accepted = (await Promise.all(asked)).filter((id) => id !== null);
    await visiting;
    const { reportMs, startMs } = await buying;
    for (const id of accepted) await until(isEnded, [id]);
    const attackMs = Date.now() - begun;
    tell("Its studies");
    await pause(STUDIES_MS);
    clearInterval(watching);
    const [{ done }] = await dataSource.query("SELECT count(*)::int AS done FROM studies WHERE status = 'completed'");
    return {
      backend,
      accepted: accepted.length,
      attackEndedAfterS: attackMs / 1000,
      visitorStartsWorstS: Math.max(...visits) / 1000,
      userStartsS: startMs / 1000,
      paidReportS: reportMs / 1000,
      studiesDone: done,
      workerBeforeMb: memory.before,
      workerMostMb: memory.most,
    };
  } finally {
    for (const socket of sockets) socket.disconnect();
    await stopAll();
    if (dataSource.isInitialized) await dataSource.destroy();
    await stripe.close();
    await redis?.stop();
    await postgres.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}

/** Resident memory of a process, MB. */
function rssMb(pid: number): number {
  const kb = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return (Number(kb) * 1024) / 1e6;
}
