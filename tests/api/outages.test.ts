import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { readBacklog } from "@ecotrim/server/operations/backlog";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { freePort } from "../../scripts/dev/free-port.ts";
import { expectRefusal, openApp, type TestApp } from "../support/app.ts";
import { startRedis } from "../support/redis-server.ts";
import { createTestDatabase, testServices } from "../support/services.ts";

describe("with the queue down", () => {
  const services = testServices("postgres");
  let api: TestApp;
  beforeAll(async () => {
    api = await openApp({ ...services, REDIS_URL: `redis://127.0.0.1:${await freePort()}` });
  });
  afterAll(() => api.close());

  test("a simulation asked for while the queue is down is taken all the same and waits for the sweep", async () => {
    const answer = await api.call("POST", "/api/simulations", { body: { inputParameters: { demand_value: 500 } } });
    expect(answer.status).toBe(201);
    const { id, accessToken, status } = answer.json().data;
    expect(status).toBe("pending");
    expect((await api.call("GET", `/api/simulations/${id}`, { token: accessToken })).json().data.status).toBe(
      "pending",
    );
  });

  test("a retry of an old simulation has waited since it was asked for, not since it was created", async () => {
    const body = { inputParameters: { demand_value: 502 } };
    const { id, accessToken } = (await api.call("POST", "/api/simulations", { body })).json().data;
    await api.alterComputationOf(id, "status = 'failed', created_at = now() - interval '3 days', finished_at = now()");
    expect((await api.call("POST", `/api/simulations/${id}/retry`, { token: accessToken })).status).toBe(200);
    const runs = (await readBacklog(api.dataSource)).find(({ job }) => job === "simulation.run");
    expect(runs?.oldestSeconds).toBeLessThan(3600);
  });

  test("a call that waits for results is 503 while the queue is down, and leaves nothing waiting", async () => {
    const answer = await api.call("GET", "/api/milp/custom_optimization_process?demand_value=501");
    expectRefusal(answer, { status: 503, code: "QUEUE_UNAVAILABLE", error: /^La cola de cálculo no está disponible/ });
    const rows = await api.dataSource.query("SELECT status FROM computations WHERE input->>'demand_value' = '501'");
    expect(rows).toEqual([{ status: "failed" }]);
  });

  test("a process whose queue is down stays in the balance and tells so", async () => {
    const ready = await api.call("GET", "/ready");
    expect([ready.status, ready.json().data]).toEqual([200, { status: "ready", queue: "down" }]);
  });
});

test("a process with a queue that may lose jobs is not ready", async () => {
  const redis = await startRedis({ "maxmemory-policy": "allkeys-lru" });
  onTestFinished(() => redis.stop());
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const api = await openApp({ DATABASE_URL: database.url, REDIS_URL: redis.url });
  onTestFinished(() => api.close());
  expectRefusal(await api.call("GET", "/ready"), { status: 503, code: "SERVICE_UNAVAILABLE" });
});

test("a process whose Redis is full stays in the balance, says so, and takes simulations for the sweep", async () => {
  const redis = await startRedis({ maxmemory: "1" });
  onTestFinished(() => redis.stop());
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const api = await openApp({ DATABASE_URL: database.url, REDIS_URL: redis.url });
  onTestFinished(() => api.close());
  const ready = await api.call("GET", "/ready");
  expect([ready.status, ready.json().data]).toEqual([200, { status: "ready", queue: "down" }]);
  const answer = await api.call("POST", "/api/simulations", { body: { inputParameters: { demand_value: 500 } } });
  expect([answer.status, answer.json().data.status]).toEqual([201, "pending"]);
});

test("a database without room refuses a simulation for now, and leaves nothing of it", async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const api = await openApp({ DATABASE_URL: database.url });
  onTestFinished(() => api.close());
  await api.dataSource.query(
    `CREATE FUNCTION disk_full() RETURNS trigger LANGUAGE plpgsql AS
     $$ BEGIN RAISE EXCEPTION 'No space left on device' USING ERRCODE = 'disk_full'; END $$`,
  );
  await api.dataSource.query(
    "CREATE TRIGGER disk_full BEFORE INSERT ON simulations FOR EACH ROW EXECUTE FUNCTION disk_full()",
  );
  const answer = await api.call("POST", "/api/simulations", { body: { inputParameters: { demand_value: 500 } } });
  expectRefusal(answer, { status: 503, code: "SERVICE_UNAVAILABLE" });
  expect(await api.dataSource.query("SELECT id FROM computations")).toEqual([]);
});

/** A proxy to the database that can be cut and mended. */
async function openPassage(databaseUrl: string) {
  const target = new URL(databaseUrl);
  const open = new Set<Socket>();
  const passage = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from);
      from.pipe(to);
      from.on("error", () => to.destroy());
      from.on("close", () => open.delete(from));
    }
  });
  const listen = async (port: number) => {
    passage.listen(port, "127.0.0.1");
    await once(passage, "listening");
    return (passage.address() as AddressInfo).port;
  };
  const port = await listen(0);
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${port}`;
  return {
    url: url.href,
    async cut() {
      const closed = once(passage, "close");
      passage.close();
      for (const socket of open) socket.destroy();
      await closed;
    },
    mend: () => listen(port),
  };
}

describe("with the database out of reach", () => {
  const services = testServices("postgres");
  let passage: Awaited<ReturnType<typeof openPassage>>;
  let api: TestApp;
  beforeAll(async () => {
    passage = await openPassage(services.DATABASE_URL);
    api = await openApp({ DATABASE_URL: passage.url });
    await passage.cut();
  });
  afterAll(async () => {
    await api.close();
    await passage.cut();
  });

  test.each([
    ["POST", "/api/simulations", { inputParameters: { demand_value: 5 } }],
    ["GET", "/api/simulations/00000000-0000-4000-8000-000000000000", undefined],
    ["GET", "/api/milp/custom_optimization_process?demand_value=5", undefined],
    ["GET", "/ready", undefined],
  ] as const)("%s %s is 503 without its cause while the database is out of reach", async (method, url, body) => {
    const answer = await api.call(method, url, body ? { body } : {});
    expectRefusal(answer, {
      status: 503,
      code: "SERVICE_UNAVAILABLE",
      error: /^El servicio no está disponible en este momento\. Inténtelo de nuevo en unos minutos\.$/,
    });
  });

  test("calls that need no database still answer, and all is well when it is back", async () => {
    const query = "pv_generation=340&demand_load=500";
    expect((await api.call("GET", `/api/ecotrim/battery_selection?${query}`)).status).toBe(200);
    expect((await api.call("GET", "/health")).status).toBe(200);
    await passage.mend();
    expect((await api.call("GET", "/ready")).status).toBe(200);
    const body = { inputParameters: { demand_value: 5 } };
    expect((await api.call("POST", "/api/simulations", { body })).status).toBe(201);
  });
});

describe("with an old schema", () => {
  test("a process with an old schema is not ready", async () => {
    const database = await createTestDatabase("template0");
    const api = await openApp({ DATABASE_URL: database.url });
    try {
      expectRefusal(await api.call("GET", "/ready"), { status: 503, code: "SERVICE_UNAVAILABLE" });
    } finally {
      await api.close();
      await database.drop();
    }
  });
});
