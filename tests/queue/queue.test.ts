import { randomUUID } from "node:crypto";
import { EventEmitter, once } from "node:events";
import { AppError } from "@ecotrim/contracts/errors";
import {
  type Closable,
  type Consumer,
  createJobWorker,
  createQueue,
  type JobHandler,
  type JobQueue,
  openConsumer,
  type QueueSettings,
  UnrecoverableError,
} from "@ecotrim/server/queue/queue";
import { Redis } from "ioredis";
import { afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { aborted } from "../support/aborted.ts";
import { type RedisServer, startRedis } from "../support/redis-server.ts";
import { BACKENDS, createTestDatabase, flush, nameOf, query, testServices } from "../support/services.ts";

const JOB = "simulation.run";
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

const data = () => ({ computationId: randomUUID() });

/** Remembers what happened, in order, and lets a test wait until something has. */
class Journal {
  readonly entries: string[] = [];
  readonly #emitter = new EventEmitter();

  write(entry: string): void {
    this.entries.push(entry);
    this.#emitter.emit("entry");
  }

  async until(entry: string, times = 1): Promise<void> {
    while (this.entries.filter((written) => written === entry).length < times) await once(this.#emitter, "entry");
  }
}

describe.each(BACKENDS)("the queue on %s", (backend) => {
  const settings = testServices(backend);
  let queue: JobQueue;
  let consumer: Consumer;
  let open: Closable[];

  beforeAll(async () => {
    queue = createQueue(settings, silent);
    consumer = await openConsumer(settings, silent);
    return async () => {
      await consumer.close();
      await queue.close();
    };
  });
  beforeEach(() => {
    open = [];
  });
  afterEach(async () => {
    await Promise.all(open.map((closable) => closable.close()));
    await flush(settings);
  });

  const work = (handler: JobHandler<typeof JOB>, concurrency = 1) => {
    const worker = createJobWorker({ [JOB]: handler }, consumer, { concurrency, logger: silent });
    open.push(worker);
    return worker;
  };

  const ends = (id: string, state: "completed" | "failed") =>
    expect.poll(() => queue.state(JOB, id), { timeout: 10_000 }).toBe(state);

  test("a job runs once, with its data", async () => {
    const journal = new Journal();
    const job = data();
    await queue.enqueue(JOB, job, { jobId: "once.1" });
    work(async ({ id, data, attempt, isLastAttempt }) => {
      journal.write(`${id} ${data.computationId} ${attempt} ${isLastAttempt}`);
    }, 4);
    await queue.enqueue(JOB, data(), { jobId: "after.1" });
    await ends("after.1", "completed");
    await ends("once.1", "completed");
    expect(journal.entries.filter((entry) => entry.startsWith("once"))).toEqual([
      `once.1 ${job.computationId} 1 false`,
    ]);
  });

  test("a used job id is dropped, also after the job ended, and a new id runs", async () => {
    const journal = new Journal();
    work(async ({ id }) => {
      journal.write(id);
      throw new UnrecoverableError("no good");
    });
    await queue.enqueue(JOB, data(), { jobId: "a.1" });
    await ends("a.1", "failed");
    await queue.enqueue(JOB, data(), { jobId: "a.1" });
    expect(await queue.state(JOB, "a.1")).toBe("failed");
    await queue.enqueue(JOB, data(), { jobId: "a.2" });
    await ends("a.2", "failed");
    expect(journal.entries).toEqual(["a.1", "a.2"]);
  });

  test("a job that fails is tried again, one that would fail again is not", async () => {
    const journal = new Journal();
    work(async ({ id, attempt, isLastAttempt }) => {
      journal.write(`${id} attempt ${attempt} last ${isLastAttempt}`);
      if (id === "hopeless.1") throw new UnrecoverableError("infeasible");
      if (attempt < 3) throw new Error("crash");
    });
    await queue.enqueue(JOB, data(), { jobId: "hopeless.1" });
    await queue.enqueue(JOB, data(), { jobId: "flaky.1" });
    await ends("flaky.1", "completed");
    await ends("hopeless.1", "failed");
    expect(journal.entries.filter((entry) => entry.includes("hopeless"))).toEqual(["hopeless.1 attempt 1 last false"]);
    expect(journal.entries.filter((entry) => entry.includes("flaky"))).toEqual([
      "flaky.1 attempt 1 last false",
      "flaky.1 attempt 2 last false",
      "flaky.1 attempt 3 last true",
    ]);
  });

  test("data the catalogue does not allow fail at once and never reach the handler", async () => {
    const journal = new Journal();
    work(async ({ id }) => journal.write(id));
    await queue.enqueue(JOB, { computationId: "not-an-id" }, { jobId: "bad.1" });
    await ends("bad.1", "failed");
    expect(journal.entries).toEqual([]);
  });

  test("depth counts the waiting, which are listed in the order of their priorities", async () => {
    expect(await queue.depth(JOB)).toBe(0);
    for (const jobId of ["x.1", "x.2", "x.3"]) await queue.enqueue(JOB, data(), { jobId });
    await queue.enqueue(JOB, data(), { jobId: "later.1", priority: 20 });
    await queue.enqueue(JOB, data(), { jobId: "sooner.1", priority: 10 });
    expect(await queue.depth(JOB)).toBe(5);
    const ids = ["x.1", "x.2", "x.3", "sooner.1", "later.1"];
    expect(await queue.waiting(JOB)).toEqual(ids);

    const journal = new Journal();
    work(async ({ id }) => journal.write(id));
    await journal.until("later.1");
    expect(journal.entries).toEqual(ids);
  });

  test("a waiting job can be taken out, a running one cannot", async () => {
    const journal = new Journal();
    const gate = new EventEmitter();
    await queue.enqueue(JOB, data(), { jobId: "running.1" });
    work(async ({ id }) => {
      journal.write(id);
      await once(gate, "open");
    });
    await journal.until("running.1");
    await queue.enqueue(JOB, data(), { jobId: "waiting.1" });
    expect(await queue.remove(JOB, "waiting.1")).toBe(true);
    expect(await queue.remove(JOB, "running.1")).toBe(false);
    expect(await queue.state(JOB, "waiting.1")).toBe("unknown");
    gate.emit("open");
    await expect.poll(() => queue.state(JOB, "running.1")).toBe("completed");
    expect(journal.entries).toEqual(["running.1"]);
  });

  test("closing a worker waits for the job under way and takes no other", async () => {
    const journal = new Journal();
    const gate = new EventEmitter();
    const worker = work(async ({ id }) => {
      journal.write(`begin ${id}`);
      await once(gate, "open");
      journal.write(`end ${id}`);
    });
    await queue.enqueue(JOB, data(), { jobId: "c.1" });
    await journal.until("begin c.1");
    await queue.enqueue(JOB, data(), { jobId: "c.2" });
    const closed = worker.close().then(() => journal.write("closed"));
    gate.emit("open");
    await closed;
    expect(journal.entries).toEqual(["begin c.1", "end c.1", "closed"]);
    expect(await queue.state(JOB, "c.2")).toBe("waiting");
  });

  test("a job whose time is up is told by its signal", async () => {
    const journal = new Journal();
    open.push(
      createJobWorker(
        {
          [JOB]: async ({ signal }) => {
            await aborted(signal);
            journal.write((signal.reason as Error).name);
            throw new UnrecoverableError("timeout");
          },
        },
        consumer,
        { concurrency: 1, logger: silent, timeoutMs: 50 },
      ),
    );
    await queue.enqueue(JOB, data(), { jobId: "slow.1" });
    await journal.until("TimeoutError");
  });

  test("a handler that does not end when its time is up has its place taken", async () => {
    const journal = new Journal();
    const handler: JobHandler<typeof JOB> = async ({ id }) => {
      journal.write(id);
      if (id === "hung.1") await new Promise(() => undefined);
    };
    open.push(createJobWorker({ [JOB]: handler }, consumer, { concurrency: 1, logger: silent, timeoutMs: 50 }));
    await queue.enqueue(JOB, data(), { jobId: "hung.1" });
    await queue.enqueue(JOB, data(), { jobId: "next.1" });
    await ends("next.1", "completed");
    expect(journal.entries).toContain("hung.1");
  });

  test("a background job cut short by the end of its worker is logged as that, not as a failure", async () => {
    const journal = new Journal();
    const logger = {
      ...silent,
      info: (_: unknown, message?: string) => journal.write(message ?? ""),
      error: (_: unknown, message?: string) => journal.write(message ?? ""),
    };
    const handler: JobHandler<"simulation.uncertainty"> = async ({ signal }) => {
      journal.write("begun");
      await aborted(signal);
      throw signal.reason;
    };
    const worker = createJobWorker({ "simulation.uncertainty": handler }, consumer, { concurrency: 1, logger });
    await queue.enqueue("simulation.uncertainty", data(), { jobId: "background.1" });
    await journal.until("begun");
    await worker.close();
    expect(journal.entries).toEqual(["begun", "job cut short"]);
  });

  test("a repeating job has one schedule however often it is made", async () => {
    const journal = new Journal();
    for (let start = 0; start < 3; start++) await queue.schedule("simulation.sweep");
    open.push(
      createJobWorker({ "simulation.sweep": async () => journal.write("sweep") }, consumer, {
        concurrency: 1,
        logger: silent,
      }),
    );
    await journal.until("sweep");
    expect(await queue.depth("simulation.sweep")).toBe(1);
    expect(journal.entries).toEqual(["sweep"]);
  });

  test("a healthy queue answers a ping", async () => {
    await expect(queue.ping()).resolves.toBeUndefined();
  });
});

describe.each(BACKENDS)("the queue on %s after its connections were killed", (backend) => {
  const postgres = testServices("postgres");
  let redis: RedisServer | undefined;

  beforeAll(async () => {
    if (backend === "redis") redis = await startRedis();
    return () => redis?.stop();
  });

  /** Returns how many connections it killed. */
  const killConnections = async (): Promise<number> => {
    if (redis) return redis.killConnections();
    const killed = await query(
      postgres.DATABASE_URL,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    );
    return killed.length;
  };

  test("producer and idle worker go on after their connections were killed", async () => {
    const settings: QueueSettings = { ...postgres, ...(redis && { REDIS_URL: redis.url }) };
    const journal = new Journal();
    const queue = createQueue(settings, silent);
    const consumer = await openConsumer(settings, silent);
    const worker = createJobWorker({ [JOB]: async ({ id }) => journal.write(`ran ${id}`) }, consumer, {
      concurrency: 1,
      logger: silent,
    });
    onTestFinished(async () => {
      await Promise.all([queue.close(), worker.close()]);
      await consumer.close();
    });
    for (const id of ["first.1", "second.1", "third.1"]) {
      await queue.enqueue(JOB, data(), { jobId: id });
      await expect.poll(() => queue.state(JOB, id), { timeout: 10_000 }).toBe("completed");
      expect(await killConnections()).toBeGreaterThanOrEqual(2);
      await expect
        .poll(
          () =>
            queue.ping().then(
              () => "up",
              () => "down",
            ),
          { timeout: 10_000 },
        )
        .toBe("up");
    }
    expect(journal.entries.filter((entry) => entry.startsWith("ran"))).toEqual([
      "ran first.1",
      "ran second.1",
      "ran third.1",
    ]);
  });
});

describe("a producer whose queue is down", () => {
  const postgres = testServices("postgres");

  const refused = async (queue: JobQueue) => {
    const failure = await queue.enqueue(JOB, data(), { jobId: "down.1" }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(AppError);
    expect(failure).toMatchObject({ code: "QUEUE_UNAVAILABLE" });
    await expect(queue.ping()).rejects.toMatchObject({ code: "QUEUE_UNAVAILABLE" });
  };

  test("a producer rejects while Redis is down and works once it is back, also when it was down from the first", async () => {
    const first = await startRedis();
    await first.stop();
    const settings: QueueSettings = { ...postgres, REDIS_URL: first.url };
    const queue = createQueue(settings, silent);
    await refused(queue);
    onTestFinished(() => queue.close());
    for (let outage = 0; outage < 2; outage++) {
      const redis = await startRedis({ port: String(first.port) });
      onTestFinished(() => redis.stop());
      await expect
        .poll(
          () =>
            queue.ping().then(
              () => "up",
              () => "down",
            ),
          { timeout: 10_000 },
        )
        .toBe("up");
      await queue.enqueue(JOB, data(), { jobId: `up.${outage}` });
      expect(await queue.depth(JOB)).toBe(1);
      await redis.stop();
      await refused(queue);
    }
  });

  test("a producer rejects when PostgreSQL is down", async () => {
    const queue = createQueue({ DATABASE_URL: "postgres://app:secret@127.0.0.1:1/postgres" }, silent);
    onTestFinished(() => queue.close());
    await refused(queue);
  });

  test("a queue in a Redis without room is not up, and is again once there is room", async () => {
    const redis = await startRedis({ "maxmemory-policy": "noeviction" });
    onTestFinished(() => redis.stop());
    const queue = createQueue({ ...postgres, REDIS_URL: redis.url }, silent);
    onTestFinished(() => queue.close());
    const operator = new Redis(redis.url);
    onTestFinished(() => operator.disconnect());
    await queue.ping();
    await operator.config("SET", "maxmemory", "1");
    await expect(queue.ping()).rejects.toMatchObject({
      code: "QUEUE_UNAVAILABLE",
      cause: { message: expect.stringContaining("OOM") },
    });
    // What waits can still be seen.
    expect(await queue.depth(JOB)).toBe(0);
    await operator.config("SET", "maxmemory", "0");
    await queue.ping();
  });

  test("a queue in a Redis that is a replica is not up", async () => {
    const redis = await startRedis();
    onTestFinished(() => redis.stop());
    const queue = createQueue({ ...postgres, REDIS_URL: redis.url }, silent);
    onTestFinished(() => queue.close());
    await queue.ping();
    const operator = new Redis(redis.url);
    onTestFinished(() => operator.disconnect());
    await operator.replicaof("127.0.0.1", 1);
    await expect(queue.ping()).rejects.toMatchObject({ code: "QUEUE_UNAVAILABLE" });
  });

  test("a queue in a PostgreSQL that stores nothing is not up", async () => {
    const database = await createTestDatabase();
    onTestFinished(() => database.drop());
    await query(database.url, `ALTER DATABASE ${nameOf(database)} SET default_transaction_read_only = on`);
    const queue = createQueue({ DATABASE_URL: database.url }, silent);
    onTestFinished(() => queue.close());
    await expect(queue.ping()).rejects.toMatchObject({ code: "QUEUE_UNAVAILABLE" });
  });

  test("a producer finds a Redis that may evict jobs not ready", async () => {
    const redis = await startRedis({ "maxmemory-policy": "allkeys-lru" });
    onTestFinished(() => redis.stop());
    const queue = createQueue({ ...postgres, REDIS_URL: redis.url }, silent);
    onTestFinished(() => queue.close());
    const failure = await queue.ping().catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: "SERVICE_UNAVAILABLE" });
    expect((failure as AppError).cause).toMatchObject({ message: expect.stringContaining("noeviction") });
  });
});
