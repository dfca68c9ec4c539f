import { hostname } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { AppError } from "@ecotrim/contracts/errors";
import { validate } from "@ecotrim/contracts/validation";
import {
  type BackendFactory,
  createPostgresBackend,
  createRedisBackend,
  type IQueueBackend,
  type Job,
  PostgresConnection,
  PostgresQueueBackend,
  Queue,
  UnrecoverableError,
  Worker,
} from "bullmq";
import type { Cluster, Redis } from "ioredis";
import pg from "pg";
import { KEEP_ALIVE } from "../db/keep-alive.ts";
import type { Env } from "../env/env.ts";
import { type LogContext, logContext, uuidOf, withLogContext } from "../observability/log-context.ts";
import type { Logger } from "../observability/logger.ts";
import { failureCode, type WorkerMetrics } from "../observability/metrics.ts";
import { JOBS, type JobData, type JobDefinition, type JobName, queueOf, RETENTION } from "./jobs.ts";
import { connectRedis, redisOptions } from "./redis.ts";

/** Thrown by a handler for a permanent failure: the job is not tried again. */
export { UnrecoverableError };

/** Queues are BullMQ's, on Redis where REDIS_URL is set, else on PostgreSQL. */
export type QueueSettings = Pick<Env, "DATABASE_URL" | "REDIS_URL">;
type Log = Pick<Logger, "info" | "warn" | "error">;

/** Timeout of a producer for a queue that is down, ms. */
const FAIL_FAST_MS = 2000;
/** Pause before a consumer reconnects, ms. */
const RETRY_MS = 1000;
/**
 * A dead worker's job is taken up by another after the lock's expiry and two checks at the latest. The lock is far
 * shorter than BullMQ's 30 s, since no handler may block the event loop that renews it.
 */
const LOCK_MS = 10_000;
const STALLED_CHECK_MS = 5000;
/**
 * Timeout of closing an idle worker, ms. BullMQ waits for ever for a connection to Redis that is being reopened. A job
 * that cannot be marked as done then runs once more and is idempotent.
 */
const CLOSE_MS = 3000;
/** A time further in the future than possible was written by a clock that was ahead, ms. */
const CLOCKS_APART_MS = 60_000;
/** A lock is renewed when half of it is left. A worker whose clock is further ahead takes over running jobs, ms. */
const CLOCK_TOLERANCE_MS = 4000;
/** Sessions of a worker's queues in PostgreSQL, beside the listening one; each job uses one for some ms. */
const CONSUMER_SESSIONS = 3;
/** Hash tag: the braces keep all keys of a queue in one slot of a Redis Cluster. */
const PREFIX = "{ecotrim}";

/** BullMQ's classes are typed for one backend, but ours is chosen at run time. */
type Factory = BackendFactory<IQueueBackend, unknown>;
type AnyQueue = Queue<unknown, unknown, string, unknown, unknown, string, IQueueBackend, unknown>;

const definitionOf = (name: JobName): JobDefinition => JOBS[name];

/**
 * Sessions of a queue in PostgreSQL. They stay open, since each new session loads BullMQ's functions, which costs more
 * than a job. Commits are asynchronous: the sweeps restore what a crash of the server takes from the queue.
 */
const SESSIONS = { ...KEEP_ALIVE, idleTimeoutMillis: 0, options: "-c synchronous_commit=off" };

/** Connection that all queues of one process share. It retries for ever while its server is away. */
export interface Consumer {
  connection: unknown;
  factory: Factory;
  /** Call it once the workers of the connection are closed. */
  close(): Promise<void>;
}

/** BullMQ would close the connection with each queue, but the other queues share it. */
class SharedConnection extends PostgresConnection {
  override async close(): Promise<void> {}

  end(): Promise<void> {
    return super.close();
  }
}

/**
 * Opens the consumer's connection. In PostgreSQL one session listens for all queues of a process, since every NOTIFY
 * wakes every listening session. The session has the name of the queue of runs, by which workers are counted.
 * @throws Error where PostgreSQL is away, since BullMQ does not retry the first connection.
 */
export async function openConsumer({ DATABASE_URL, REDIS_URL }: QueueSettings, logger: Log): Promise<Consumer> {
  if (REDIS_URL === undefined) {
    const connection = new SharedConnection({
      connectionString: DATABASE_URL,
      max: CONSUMER_SESSIONS,
      application_name: "ecotrim-queue",
      // Several queues use the listening session at once.
      pipeline: true,
      ...SESSIONS,
    });
    // Every queue adds a listener.
    connection.setMaxListeners(0);
    await connection.waitUntilReady();
    return {
      connection: {},
      factory: ((name, options) =>
        new PostgresQueueBackend(
          connection,
          name,
          options,
          true,
          name === queueOf("simulation.run") ? `${name}:w:${WORKER_NAME}` : undefined,
        )) as typeof createPostgresBackend as Factory,
      // A server that does not answer must not hold up the close.
      close: () => Promise.race([connection.end(), pause(CLOSE_MS, undefined, { ref: false })]),
    };
  }
  const options = redisOptions(REDIS_URL);
  if (options)
    return {
      connection: { ...options, maxRetriesPerRequest: null },
      factory: createRedisBackend as Factory,
      close: async () => undefined,
    };
  // BullMQ neither creates the client of a cluster nor closes the given one.
  const connection = connectRedis(REDIS_URL, { maxRetriesPerRequest: null });
  // Every queue adds a listener.
  connection.setMaxListeners(0);
  connection.on("error", (error) => logger.warn({ err: error }, "queue connection"));
  return { connection, factory: createRedisBackend as Factory, close: async () => connection.disconnect() };
}

/** A producer's one connection, which rejects within `FAIL_FAST_MS` while its server is down. */
interface Connection {
  client: Redis | Cluster | pg.Pool;
  ready(): Promise<void>;
  /** Rejects where the server answers and stores nothing: a full one, or a replica. */
  takesJobs(): Promise<void>;
  /** Like the queue's `mendClocks`; missing where the server's own clock is used. */
  mendClocks?(): Promise<void>;
  close(): Promise<void>;
}

function redisConnection(url: string, logger: Log): Connection {
  const client = connectRedis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    connectTimeout: FAIL_FAST_MS,
    commandTimeout: FAIL_FAST_MS,
    retryStrategy: (times) => Math.min(times * 100, RETRY_MS),
  });
  // Every queue adds a listener.
  client.setMaxListeners(0);
  client.on("error", (error) => logger.warn({ err: error }, "queue connection"));
  return {
    client,
    async ready() {
      if (client.status !== "ready")
        await new Promise<void>((resolve, reject) => {
          const timer = setTimeout(() => {
            client.off("ready", done);
            reject(new Error("Redis does not answer"));
          }, FAIL_FAST_MS);
          const done = () => {
            clearTimeout(timer);
            resolve();
          };
          client.once("ready", done);
        });
      const policy = /maxmemory_policy:(\S+)/.exec(await client.info("memory"))?.[1];
      if (policy !== "noeviction")
        throw new AppError("SERVICE_UNAVAILABLE", {
          cause: new Error(`Redis must run with maxmemory-policy noeviction, not ${policy}`),
        });
    },
    // Only a command that needs memory is refused by a full server.
    takesJobs: async () => {
      await client.set(`${PREFIX}:ping`, "", "PX", FAIL_FAST_MS);
    },
    close: async () => client.disconnect(),
  };
}

function postgresConnection(url: string, logger: Log): Connection {
  const client = new pg.Pool({
    connectionString: url,
    max: 3,
    connectionTimeoutMillis: FAIL_FAST_MS,
    query_timeout: FAIL_FAST_MS,
    ...SESSIONS,
    options: `${SESSIONS.options} -c search_path=bullmq`,
    application_name: "ecotrim-queue",
  });
  // Every queue adds a listener.
  client.setMaxListeners(0);
  client.on("error", (error) => logger.warn({ err: error }, "queue connection"));
  return {
    client,
    ready: async () => {
      await client.query("SELECT 1");
    },
    takesJobs: async () => {
      const { rows } = await client.query("SELECT current_setting('transaction_read_only') = 'on' AS fixed");
      if (rows[0].fixed) throw new Error("PostgreSQL is read-only");
    },
    // Uses the later of both clocks, so that no lock is cut short, whichever clock is wrong.
    mendClocks: async () => {
      const { rows } = await client.query(
        `WITH clock AS (SELECT greatest($1, server)::bigint AS now, ($1 - server)::float8 AS "aheadMs"
                          FROM (SELECT extract(epoch FROM clock_timestamp()) * 1000 AS server) read),
              checked AS (DELETE FROM meta USING clock
                           WHERE CASE WHEN field = 'stalled-check' THEN value::bigint > now + $3 END),
              mended AS (UPDATE job SET locked_until_ms = now + $2 FROM clock
                          WHERE state = 'active' AND locked_until_ms > now + $2 + $3)
         SELECT "aheadMs" FROM clock`,
        [Date.now(), LOCK_MS, CLOCKS_APART_MS],
      );
      const aheadMs = Math.round(rows[0].aheadMs);
      if (Math.abs(aheadMs) > CLOCK_TOLERANCE_MS)
        logger.error({ aheadMs }, "this clock is not the database's: set it right");
    },
    close: () => client.end(),
  };
}

/** Greatest priority, which runs last. */
export const PRIORITY_LIMIT = 2 ** 21 - 1;

export interface EnqueueOptions {
  /** The queue drops a used id silently, also after the job has ended: a repetition needs a new id. */
  jobId?: string;
  /** Lower runs first, and no priority before any; by default the catalogue's. */
  priority?: number;
  /** Delay, ms. */
  delayMs?: number;
}

/** States of a job in the order shown to operators. */
export const JOB_STATES = ["active", "waiting", "prioritized", "delayed", "failed", "completed"] as const;
export type JobState = (typeof JOB_STATES)[number];

/** A job as operators see it. */
export interface JobView {
  id: string;
  name: string;
  /** Ids only. */
  data: unknown;
  addedAt: Date;
  /** Begin of the present or last try. */
  startedAt: Date | null;
  endedAt: Date | null;
  /** Number of starts, including those that ended in a crash. */
  starts: number;
  /** Which worker began the last try. */
  worker: string | null;
  failedReason: string | null;
}

/**
 * The producer's side. Every call rejects within seconds: with QUEUE_UNAVAILABLE while the queue is down, with
 * SERVICE_UNAVAILABLE where Redis may evict keys.
 */
export interface JobQueue {
  enqueue<N extends JobName>(name: N, data: JobData<N>, options?: EnqueueOptions): Promise<void>;
  /** Schedules a repeating job at the catalogue's interval; idempotent. */
  schedule(name: JobName): Promise<void>;
  /**
   * Shortens locks and stalled checks that a worker's fast clock wrote too far into the future: in PostgreSQL BullMQ
   * uses the workers' clocks. Logs an error where this process's clock is wrong.
   */
  mendClocks(): Promise<void>;
  /** BullMQ's state of a job; "unknown" where the queue does not know the job, or no longer. */
  state(name: JobName, jobId: string): Promise<string>;
  /** Gives a waiting job another priority; nothing where the queue does not know the job, or no longer. */
  advance(name: JobName, jobId: string, priority: number): Promise<void>;
  /** Removes a job that is not running; false when it runs. */
  remove(name: JobName, jobId: string): Promise<boolean>;
  /** Number of jobs in the queue that wait, without those under way. */
  depth(name: JobName): Promise<number>;
  /** Ids of the jobs in the queue that are ready to run, in order. */
  waiting(name: JobName): Promise<string[]>;
  /** Number of jobs in each state; ended jobs as long as `RETENTION` keeps them. */
  counts(queueName: string): Promise<Record<JobState, number>>;
  /** A queue's jobs in one state: waiting jobs in order, ended jobs the last first. */
  jobs(queueName: string, state: JobState, limit: number): Promise<JobView[]>;
  /** null where the queue does not know the job, or no longer. */
  job(name: JobName, jobId: string): Promise<JobView | null>;
  /** Names of the connected workers of runs. */
  workers(): Promise<string[]>;
  /** Resolves when the queue takes jobs and is safe; a Redis that may evict keys is not safe. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** Opens the producer's side of every queue, lazily and over one connection. */
export function createQueue(settings: QueueSettings, logger: Log): JobQueue {
  const connection = settings.REDIS_URL
    ? redisConnection(settings.REDIS_URL, logger)
    : postgresConnection(settings.DATABASE_URL, logger);
  const queues = new Map<string, Promise<AnyQueue>>();

  const open = async (name: string): Promise<AnyQueue> => {
    await connection.ready();
    const queue: AnyQueue = new Queue(
      name,
      { connection: connection.client, prefix: PREFIX, skipWaitingForReady: true },
      (settings.REDIS_URL === undefined ? createPostgresBackend : createRedisBackend) as Factory,
    );
    queue.on("error", (error) => logger.warn({ err: error, queue: name }, "queue connection"));
    await queue.waitUntilReady();
    return queue;
  };

  const attempt = async <T>(action: () => Promise<T>): Promise<T> => {
    try {
      return await action();
    } catch (cause) {
      throw cause instanceof AppError ? cause : new AppError("QUEUE_UNAVAILABLE", { cause });
    }
  };

  /** BullMQ keeps the rejection of a failed first connection for ever, so such a queue is opened anew. */
  const useQueue = <T>(name: string, action: (queue: AnyQueue) => Promise<T>): Promise<T> => {
    let queue = queues.get(name);
    if (!queue) {
      queue = open(name);
      queues.set(name, queue);
      queue.catch(() => queues.delete(name));
    }
    const opened = queue;
    return attempt(async () => action(await opened));
  };
  const use = <T>(name: JobName, action: (queue: AnyQueue) => Promise<T>): Promise<T> =>
    useQueue(queueOf(name), action);

  return {
    enqueue: (name, data, { jobId, priority = definitionOf(name).priority, delayMs } = {}) =>
      use(name, async (queue) => {
        const { requestId } = logContext();
        await queue.add(name, requestId === undefined ? data : { ...data, requestId }, {
          ...jobOptions(name),
          ...(jobId !== undefined && { jobId }),
          ...(priority !== undefined && { priority }),
          ...(delayMs !== undefined && { delay: delayMs }),
        });
      }),
    schedule: (name) =>
      use(name, async (queue) => {
        const every = definitionOf(name).everyMs;
        if (every === undefined) throw new Error(`the catalog gives ${name} no interval`);
        // A clock that was ahead has put the next repetition off by as much.
        const next = (await queue.getJobScheduler(name))?.next ?? 0;
        if (next > Date.now() + every + CLOCKS_APART_MS) await queue.removeJobScheduler(name);
        await queue.upsertJobScheduler(name, { every }, { name, data: {}, opts: jobOptions(name) });
      }),
    mendClocks: () => attempt(async () => connection.mendClocks?.()),
    state: (name, jobId) => use(name, (queue) => queue.getJobState(jobId)),
    advance: (name, jobId, priority) =>
      use(name, async (queue) => (await queue.getJob(jobId))?.changePriority({ priority })),
    remove: (name, jobId) => use(name, async (queue) => (await queue.remove(jobId)) === 1),
    depth: (name) => use(name, (queue) => queue.getJobCountByTypes("wait", "prioritized", "delayed")),
    waiting: (name) => use(name, (queue) => queue.getRanges(["wait", "prioritized"], 0, -1, true)),
    counts: (queueName) =>
      useQueue(queueName, async (queue) => (await queue.getJobCounts(...JOB_STATES)) as Record<JobState, number>),
    jobs: (queueName, state, limit) =>
      useQueue(queueName, async (queue) => {
        const isEnded = state === "failed" || state === "completed";
        return (await queue.getJobs([state], 0, limit - 1, !isEnded)).map((job) => viewOf(job as Job));
      }),
    job: (name, jobId) =>
      use(name, async (queue) => {
        const job = await queue.getJob(jobId);
        return job ? viewOf(job as Job) : null;
      }),
    workers: () =>
      use("simulation.run", async (queue) => (await queue.getWorkers()).map(({ rawname = "" }) => workerOf(rawname))),
    ping: () =>
      attempt(async () => {
        await connection.ready();
        await connection.takesJobs();
      }),
    close: async () => {
      for (const queue of await Promise.allSettled(queues.values()))
        if (queue.status === "fulfilled") await queue.value.close();
      await connection.close();
    },
  };
}

const dateOf = (time: number | null | undefined): Date | null => (time ? new Date(time) : null);

const viewOf = ({
  id,
  name,
  data,
  timestamp,
  processedOn,
  finishedOn,
  attemptsStarted,
  processedBy,
  failedReason,
}: Job) => ({
  id: id as string,
  name,
  data,
  addedAt: new Date(timestamp),
  startedAt: dateOf(processedOn),
  endedAt: dateOf(finishedOn),
  starts: attemptsStarted,
  worker: processedBy ?? null,
  failedReason: failedReason || null,
});

/** Host and process. The end of a long host name tells containers apart and survives truncation. */
const WORKER_NAME = `${hostname().slice(-20)}-${process.pid}`;
/** BullMQ names a worker's connection after its queue and the worker. */
const workerOf = (connection: string): string => connection.slice(connection.lastIndexOf(":w:") + 3);

const jobOptions = (name: JobName) => {
  const { attempts, backoffMs } = definitionOf(name);
  return {
    attempts,
    backoff: { type: "exponential", delay: backoffMs },
    removeOnComplete: RETENTION.completed,
    removeOnFail: RETENTION.failed,
  };
};

/** BullMQ leaks a connection that opens while it closes, so the opening is awaited, but not for ever. */
const made = (connection: { waitUntilReady(): Promise<unknown> }): Promise<unknown> =>
  Promise.race([connection.waitUntilReady().catch(() => undefined), pause(FAIL_FAST_MS, undefined, { ref: false })]);

/** The job as its handler sees it. */
export interface JobContext<N extends JobName> {
  id: string;
  data: JobData<N>;
  /** Number of this start of the job, from 1; counts starts that ended in a crash. */
  attempt: number;
  /** Whether a failure now is final. */
  isLastAttempt: boolean;
  /**
   * Aborts after the job's `timeoutMs` (reason: a DOMException named "TimeoutError") and when the lock is lost, since
   * another worker may then have the job. In a background job it also aborts when the worker closes.
   */
  signal: AbortSignal;
}

/** Handles a job; delivery is at least once, so it must be idempotent. */
export type JobHandler<N extends JobName> = (job: JobContext<N>) => Promise<unknown>;

export interface Closable {
  /** Stops taking jobs and waits for those under way; a background job is aborted. */
  close(): Promise<void>;
}

export interface JobWorkerOptions {
  /** Jobs at a time. */
  concurrency: number;
  logger: Log;
  metrics?: WorkerMetrics;
  /** Timeout of every job; by default the catalogue's. */
  timeoutMs?: number;
  /** Shorter locks for tests. */
  lockMs?: number;
  stalledCheckMs?: number;
}

/** The handlers of one queue's jobs, by name. */
export type JobHandlers = { [N in JobName]?: JobHandler<N> };

/** Works off one queue. Start it when the database answers, since BullMQ does not retry a failed first connection. */
export function createJobWorker(handlers: JobHandlers, consumer: Consumer, options: JobWorkerOptions): Closable {
  const [queueName] = Object.keys(handlers).map((name) => queueOf(name as JobName));
  if (queueName === undefined) throw new Error("a worker needs a handler");
  const { concurrency, logger, metrics, lockMs = LOCK_MS, stalledCheckMs = STALLED_CHECK_MS } = options;

  const running = new Set<Promise<unknown>>();
  const closing = new AbortController();

  // BullMQ passes its signal only to a processor that declares three parameters.
  const process = async (job: Job, _token: string | undefined, signal?: AbortSignal): Promise<unknown> => {
    const handler = Object.hasOwn(handlers, job.name) && (handlers[job.name as JobName] as JobHandler<JobName>);
    // A job of a newer version: another try, or the sweep, may bring it to a worker that knows it.
    if (!handler) throw new Error(`no handler for ${job.name}`);
    const { data: schema, attempts, background, timeoutMs } = definitionOf(job.name as JobName);
    const limitMs = options.timeoutMs ?? timeoutMs;
    const signals = [
      AbortSignal.timeout(limitMs),
      ...(background ? [closing.signal] : []),
      ...(signal ? [signal] : []),
    ];
    const run = withLogContext(contextOf(job), () =>
      handler({
        id: job.id as string,
        data: checked(schema, job.data) as JobData<JobName>,
        attempt: job.attemptsStarted,
        isLastAttempt: job.attemptsMade + 1 >= attempts,
        signal: AbortSignal.any(signals),
      }),
    );
    running.add(run);
    if (job.attemptsStarted === 1) metrics?.jobWaitSeconds.observe({ job_name: job.name }, secondsWaited(job));
    const time = metrics?.jobRunSeconds.startTimer({ job_name: job.name });
    run.then(
      () => time?.({ outcome: "completed" }),
      () => time?.({ outcome: "failed" }),
    );
    // A handler that hangs must not occupy its place in the queue for ever.
    const overdue = new Promise<never>((_, reject) => {
      const timer = setTimeout(() => reject(new Error(`${job.name} did not end when its time was up`)), 2 * limitMs);
      const clear = () => clearTimeout(timer);
      run.then(clear, clear);
    });
    return Promise.race([run, overdue]).finally(() => running.delete(run));
  };

  const worker = new Worker<unknown, unknown, string, IQueueBackend, object, unknown>(
    queueName,
    process,
    {
      prefix: PREFIX,
      connection: consumer.connection,
      name: WORKER_NAME,
      concurrency,
      lockDuration: lockMs,
      stalledInterval: stalledCheckMs,
      runRetryDelay: RETRY_MS,
    },
    consumer.factory,
  );
  worker.on("error", (error) => logger.warn({ err: error, queue: queueName }, "worker connection"));
  worker.on("failed", (job, error) => {
    const about = job ? contextOf(job) : { queue: queueName };
    // An orderly shutdown of this worker is no failure of the job, which another worker takes up.
    if (job && definitionOf(job.name as JobName)?.background && closing.signal.aborted) {
      logger.info(about, "job cut short");
      return;
    }
    metrics?.jobFailures.inc({
      job_name: job?.name ?? queueName,
      code: failureCode(error),
      final: String(Boolean(job?.finishedOn)),
    });
    // A permanent failure was reported to the caller; any other failure is a fault of ours.
    if (error instanceof UnrecoverableError) logger.info({ ...about, reason: error.message }, "job refused");
    else logger.error({ ...about, err: error }, "job failed");
  });
  worker.on("lockRenewalFailed", (jobIds) => {
    for (const jobId of jobIds) worker.cancelJob(jobId, "lock lost");
  });

  /** Resolves when no job has run for `CLOSE_MS`. */
  const quiet = async (): Promise<void> => {
    do {
      await Promise.allSettled(running);
      await pause(CLOSE_MS, undefined, { ref: false });
    } while (running.size > 0);
  };
  return {
    async close() {
      closing.abort();
      // Paused at once: until its connection is ready, the worker would take the next job.
      void worker.pause(true);
      await made(worker);
      await Promise.race([worker.close(), quiet()]);
    },
  };
}

/** Seconds from the time a job was due to its start. */
const secondsWaited = ({ timestamp, opts, processedOn = timestamp }: Job): number =>
  Math.max(0, (processedOn - timestamp - (opts.delay ?? 0)) / 1000);

/** The log context of a job; the id of its request travels beside its data. */
function contextOf({ name, id, data }: Job): LogContext {
  const requestId = uuidOf((data as { requestId?: unknown }).requestId);
  return { job: name, jobId: id as string, ...(requestId !== undefined && { requestId }) };
}

function checked(schema: JobDefinition["data"], data: unknown): unknown {
  try {
    return validate(schema, data);
  } catch (error) {
    throw new UnrecoverableError((error as Error).message);
  }
}
