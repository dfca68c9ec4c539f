import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { createJobWorker, createQueue, openConsumer, type QueueSettings } from "@ecotrim/server/queue/queue";
import { Redis } from "ioredis";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { freePort } from "../../scripts/dev/free-port.ts";
import { leash } from "../support/leash.ts";
import { runProgram } from "../support/processes.ts";
import { type RedisServer, startRedis } from "../support/redis-server.ts";
import { eventually } from "../support/simulations.ts";

const JOB = "simulation.run";
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const COMPUTATION = { computationId: "00000000-0000-4000-8000-000000000001" };
const settingsOf = (REDIS_URL: string): QueueSettings => ({
  DATABASE_URL: "postgres://nobody@127.0.0.1:1/none",
  REDIS_URL,
});

/** A producer and a worker, as API and worker have them. */
async function openQueue(url: string) {
  const settings = settingsOf(url);
  const queue = createQueue(settings, silent);
  const done: string[] = [];
  const consumer = await openConsumer(settings, silent);
  const worker = createJobWorker({ [JOB]: async ({ id }) => done.push(id) }, consumer, {
    concurrency: 1,
    logger: silent,
  });
  onTestFinished(async () => {
    await worker.close();
    await consumer.close();
    await queue.close();
  });
  return {
    queue,
    /** Expects that the job is done once. */
    async does(jobId: string) {
      await queue.enqueue(JOB, COMPUTATION, { jobId, priority: 2 });
      await eventually(async () => (await queue.state(JOB, jobId)) === "completed");
      expect(done.filter((id) => id === jobId)).toEqual([jobId]);
    },
  };
}

const upAgain = (queue: { ping(): Promise<void> }) =>
  eventually(() =>
    queue.ping().then(
      () => true,
      () => false,
    ),
  );

test("a cluster of three does jobs", async () => {
  const nodes = await Promise.all([1, 2, 3].map(() => startRedis({ "cluster-enabled": "yes" })));
  onTestFinished(async () => {
    await Promise.all(nodes.map((node) => node.stop()));
  });
  const addresses = nodes.map(({ port }) => `127.0.0.1:${port}`);
  await runProgram("redis-cli", ["--cluster", "create", ...addresses, "--cluster-replicas", "0", "--cluster-yes"]);
  const { queue, does } = await openQueue(`redis+cluster://${addresses.slice(0, 2).join(",")}`);
  await upAgain(queue);
  await does("cluster.1");
  expect(await queue.depth(JOB)).toBe(0);
});

/** One sentinel that watches one master. */
async function startSentinel(master: RedisServer): Promise<{ port: number; stop(): Promise<void> }> {
  const port = await freePort();
  const dir = mkdtempSync(join(tmpdir(), "ecotrim-sentinel-"));
  const file = join(dir, "sentinel.conf");
  const rules = [
    `port ${port}`,
    "bind 127.0.0.1",
    `dir ${dir}`,
    `sentinel monitor queue 127.0.0.1 ${master.port} 1`,
    "sentinel down-after-milliseconds queue 500",
    "sentinel failover-timeout queue 3000",
  ];
  writeFileSync(file, rules.join("\n"));
  const server = spawn("redis-server", [file, "--sentinel"], { stdio: ["ignore", "pipe", "inherit"] });
  const release = leash(server.pid as number, dir);
  await new Promise<void>((resolve) => {
    createInterface({ input: server.stdout }).on("line", (line) => {
      if (line.includes("+monitor master queue")) resolve();
    });
  });
  return {
    port,
    async stop() {
      const exit = once(server, "exit");
      server.kill("SIGTERM");
      await exit;
      release();
    },
  };
}

test("the replica that sentinels raise goes on when the master is gone, with the jobs that waited", async () => {
  const master = await startRedis();
  const replica = await startRedis({ replicaof: `127.0.0.1 ${master.port}` });
  const sentinel = await startSentinel(master);
  onTestFinished(async () => {
    await Promise.all([sentinel.stop(), replica.stop(), master.stop()]);
  });
  const asked = new Redis(sentinel.port, "127.0.0.1");
  onTestFinished(() => asked.disconnect());
  const masterPort = async () =>
    Number(((await asked.call("sentinel", "get-master-addr-by-name", "queue")) as string[])[1]);
  await eventually(async () => ((await asked.call("sentinel", "replicas", "queue")) as unknown[]).length === 1);

  const { queue, does } = await openQueue(`redis+sentinel://127.0.0.1:${sentinel.port}/queue`);
  await upAgain(queue);
  await does("before.1");
  await queue.enqueue("report.render", { reportId: COMPUTATION.computationId }, { jobId: "kept.1" });
  const copy = new Redis(replica.port, "127.0.0.1");
  onTestFinished(() => copy.disconnect());
  await eventually(async () => (await copy.exists("{ecotrim}:report.render:kept.1")) === 1);

  await master.stop();
  await eventually(async () => (await masterPort()) === replica.port);
  await upAgain(queue);
  expect(await queue.state("report.render", "kept.1")).toBe("waiting");
  await does("after.1");
}, 300_000);

describe("a server that speaks TLS", () => {
  const dir = mkdtempSync(join(tmpdir(), "ecotrim-tls-"));
  const [key, certificate] = [join(dir, "key.pem"), join(dir, "certificate.pem")];
  let server: RedisServer;
  let url: string;

  beforeAll(async () => {
    await runProgram("openssl", [
      ...["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"],
      ...["-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-keyout", key, "-out", certificate],
    ]);
    const port = await freePort();
    const tls = { "tls-port": String(port), "tls-cert-file": certificate, "tls-key-file": key };
    server = await startRedis({
      ...tls,
      "tls-ca-cert-file": certificate,
      "tls-auth-clients": "no",
      requirepass: "s3cret",
    });
    url = `rediss://:s3cret@127.0.0.1:${port}`;
    return async () => {
      await server.stop();
      rmSync(dir, { recursive: true });
    };
  });

  /** Has a job done in a process of its own, since Node reads its certificate authorities at its start. */
  async function doJob(trusted: Record<string, string>): Promise<string> {
    const { stdout } = await runProgram(
      process.execPath,
      [
        "--input-type=module",
        "-e",
        `import { createJobWorker, createQueue, openConsumer } from "@ecotrim/server/queue/queue";
         import { setTimeout as pause } from "node:timers/promises";
         const { JOB, DATA, ...settings } = process.env;
         const silent = { info() {}, warn() {}, error() {} };
         const queue = createQueue(settings, silent);
         const done = [];
         async function work() {
           await queue.ping();
           const handlers = { [JOB]: async ({ id, data }) => done.push(id + " of " + data.computationId) };
           const consumer = await openConsumer(settings, silent);
           const worker = createJobWorker(handlers, consumer, { concurrency: 1, logger: silent });
           await queue.enqueue(JOB, JSON.parse(DATA), { jobId: "tls.1", priority: 2 });
           while ((await queue.state(JOB, "tls.1")) !== "completed") await pause(20);
           await worker.close();
           await consumer.close();
         }
         console.log(await work().then(() => done.join(), (error) => error.code));
         await queue.close();`,
      ],
      {
        cwd: "shared",
        env: { PATH: process.env.PATH, JOB, DATA: JSON.stringify(COMPUTATION), ...settingsOf(url), ...trusted },
      },
    );
    return stdout.trim();
  }

  test("a Redis that speaks TLS does jobs where Node trusts the authority of its certificate, and nowhere else", async () => {
    expect(await doJob({ NODE_EXTRA_CA_CERTS: certificate })).toBe(`tls.1 of ${COMPUTATION.computationId}`);
    expect(await doJob({})).toBe("QUEUE_UNAVAILABLE");
  });
});
