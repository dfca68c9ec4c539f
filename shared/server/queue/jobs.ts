import Type, { type Static, type TSchema } from "typebox";
import { FOLLOW_UPS, type FollowUp } from "../studies/catalogue.ts";

/**
 * Every job of the platform: its data and its queue options. The worker's registry is typed from this catalogue, so a
 * job without a handler does not compile. Data holds ids only.
 */
export interface JobDefinition {
  data: TSchema;
  /** Number of tries, the first included, before the job counts as failed. */
  attempts: number;
  /** Backoff before the second try, growing exponentially, ms. */
  backoffMs: number;
  /** The handler's signal aborts after this long, ms. */
  timeoutMs: number;
  /** Priority; lower runs first, on BullMQ's scale. */
  priority?: number;
  /** Computes at low CPU priority. A worker that closes aborts the job, and another worker takes it up. */
  background?: boolean;
  /** Interval of a repeating job, ms. */
  everyMs?: number;
  /** Queue that the job shares with others of its kind; by default it has its own, of the same name. */
  queue?: string;
}

const OfComputation = Type.Object({ computationId: Type.String({ format: "uuid" }) });

const STUDY_JOB = { data: OfComputation, attempts: 3, backoffMs: 1000, background: true } as const;
/** A job that does studies of a completed run. Beside many runs, which go first, it may take hours. */
const FOLLOW_UP_JOB = { ...STUDY_JOB, timeoutMs: 24 * 3_600_000, queue: "simulation.follow-ups" } as const;
const STUDY_JOBS = Object.fromEntries(FOLLOW_UPS.map((name) => [`simulation.${name}`, FOLLOW_UP_JOB])) as Record<
  `simulation.${FollowUp}`,
  typeof FOLLOW_UP_JOB
>;

export const JOBS = {
  "simulation.run": {
    data: OfComputation,
    attempts: 3,
    backoffMs: 1000,
    // Time beside waiting for a thread and computing on it, which settings limit.
    timeoutMs: 60_000,
  },
  ...STUDY_JOBS,
  /** Does the studies that a paid report waits for, before runs. */
  "simulation.paid-studies": { ...STUDY_JOB, timeoutMs: 3_600_000 },
  /** Requeues computations whose enqueueing failed or whose job was lost. */
  "simulation.sweep": {
    data: Type.Object({}),
    attempts: 1,
    backoffMs: 0,
    timeoutMs: 20_000,
    everyMs: 30_000,
    queue: "upkeep",
  },
  /** Makes the file of one report. */
  "report.render": {
    data: Type.Object({ reportId: Type.String({ format: "uuid" }) }),
    attempts: 3,
    backoffMs: 2000,
    timeoutMs: 60_000,
  },
  /** Enqueues reports that are due, not made, and without a living job. */
  "report.sweep": {
    data: Type.Object({}),
    attempts: 1,
    backoffMs: 0,
    timeoutMs: 20_000,
    everyMs: 30_000,
    queue: "upkeep",
  },
  /** Handles one event of the payment provider. */
  "stripe.event": {
    data: Type.Object({ eventId: Type.String({ minLength: 1, maxLength: 255 }) }),
    attempts: 8,
    backoffMs: 2000,
    timeoutMs: 120_000,
  },
  /** Enqueues events without a living job, and polls the provider for checkouts without an event. */
  "stripe.sweep": {
    data: Type.Object({}),
    attempts: 1,
    backoffMs: 0,
    timeoutMs: 60_000,
    everyMs: 60_000,
    queue: "upkeep",
  },
  /** Ends subscriptions that go on without an account, and gives their last payment back. */
  "subscription.sweep": {
    data: Type.Object({}),
    attempts: 1,
    backoffMs: 0,
    timeoutMs: 60_000,
    everyMs: 15 * 60_000,
    queue: "upkeep",
  },
  /** Sends one mail of the outbox; its backoff outlasts hours of an unavailable or greylisting mail server. */
  "mail.send": {
    data: Type.Object({ mailId: Type.String({ format: "uuid" }) }),
    attempts: 12,
    backoffMs: 5000,
    timeoutMs: 60_000,
  },
  /** Enqueues mails that are due and without a living job. */
  "mail.sweep": {
    data: Type.Object({}),
    attempts: 1,
    backoffMs: 0,
    timeoutMs: 20_000,
    everyMs: 30_000,
    queue: "upkeep",
  },
  /** Warns of and deletes unused personal data at the end of the retention period. */
  "retention.purge": {
    data: Type.Object({}),
    attempts: 3,
    backoffMs: 60_000,
    timeoutMs: 600_000,
    everyMs: 24 * 3_600_000,
    queue: "upkeep",
  },
} as const satisfies Record<string, JobDefinition>;

export type JobName = keyof typeof JOBS;
export const JOB_NAMES = Object.keys(JOBS) as JobName[];

export const queueOf = (name: JobName): string => (JOBS[name] as JobDefinition).queue ?? name;
/** Every queue costs each worker process connections to Redis of its own. */
export const QUEUES = [...new Set(JOB_NAMES.map(queueOf))];
export type JobData<N extends JobName> = Static<(typeof JOBS)[N]["data"]>;

/**
 * Retention of ended jobs, seconds and count. In PostgreSQL each end of a job scans all jobs that ended the same way.
 */
export const RETENTION = {
  completed: { age: 3600, count: 100 },
  failed: { age: 7 * 24 * 3600 },
} as const;
