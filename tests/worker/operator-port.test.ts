import type { AddressInfo } from "node:net";
import { createDataSource } from "@ecotrim/server/db/data-source";
import { createWorkerMetrics } from "@ecotrim/server/observability/metrics";
import { openOperatorPort } from "@ecotrim/server/process/operator-port";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { testServices } from "../support/services.ts";
import { testLogger } from "../support/test-log.ts";

const services = testServices("postgres");
const closing: (() => unknown)[] = [];
let dataSource: ReturnType<typeof createDataSource>;

beforeAll(async () => {
  dataSource = await createDataSource(services.DATABASE_URL, { applicationName: "test-operators" }).initialize();
});
afterEach(() => {
  for (const close of closing.splice(0)) close();
});
afterAll(async () => {
  if (dataSource.isInitialized) await dataSource.destroy();
});

async function open(queue = { ping: async () => {} }, refresh = async () => {}) {
  const server = await openOperatorPort({
    ...{ host: "127.0.0.1", port: 0, dataDir: ".", dataSource, queue, refresh, metrics: createWorkerMetrics() },
    logger: testLogger("test"),
  });
  closing.push(
    () => server.close(),
    () => server.closeAllConnections(),
  );
  return (path: string, init?: RequestInit) =>
    fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, init);
}

test("metrics are in the format of Prometheus, those of the process among them", async () => {
  const ask = await open();
  const answer = await ask("/metrics");
  expect(answer.headers.get("content-type")).toContain("text/plain");
  const text = await answer.text();
  for (const dependency of ["database", "queue"])
    expect(text).toContain(`ecotrim_dependency_up{dependency="${dependency}"} 1`);
  for (const line of [
    /^ecotrim_database_pool_connections\{state="total"\} [1-9]/m,
    /^ecotrim_database_pool_size 10$/m,
    /^ecotrim_disk_free_bytes [1-9]/m,
    /^process_resident_memory_bytes [1-9]/m,
    /^nodejs_eventloop_lag_p99_seconds /m,
  ])
    expect(text).toMatch(line);
});

test("metrics tell a queue that is down, and the rest with it", async () => {
  const ask = await open({ ping: () => Promise.reject(new Error("queue down")) });
  const text = await (await ask("/metrics")).text();
  expect(text).toContain('ecotrim_dependency_up{dependency="queue"} 0');
  expect(text).toContain('ecotrim_dependency_up{dependency="database"} 1');
});

test("a server that hangs holds up only the metrics that it alone knows", async () => {
  const ask = await open({ ping: () => new Promise(() => {}) }, () => new Promise(() => {}));
  const text = await (await ask("/metrics")).text();
  expect(text).toContain('ecotrim_dependency_up{dependency="queue"} 0');
  expect(text).toContain('ecotrim_dependency_up{dependency="database"} 1');
});

test("the operator port answers at no other address", async () => {
  const ask = await open();
  expect((await ask("/")).status).toBe(404);
  expect((await ask("/metrics", { method: "POST" })).status).toBe(405);
});

test("a process is healthy while database and queue answer it", async () => {
  let queueAnswers = true;
  const ask = await open({ ping: async () => (queueAnswers ? undefined : Promise.reject(new Error("queue down"))) });
  const status = async () => (await ask("/health")).status;
  expect(await status()).toBe(200);
  queueAnswers = false;
  expect(await status()).toBe(503);
  queueAnswers = true;
  expect(await status()).toBe(200);
  await dataSource.destroy();
  expect(await status()).toBe(503);
  expect(await (await ask("/metrics")).text()).toContain('ecotrim_dependency_up{dependency="database"} 0');
});
