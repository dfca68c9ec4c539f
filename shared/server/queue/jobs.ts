import Type, { type Static, type TSchema } from "typebox";
import { FOLLOW_UPS, type FollowUp } from "../studies/catalogue.ts";

/**
 * Every job of the platform: what it carries and how the queue treats it. The worker's registry is typed
 * from this catalogue, so a job without a handler does not compile. Data holds ids only.
 */
export interface JobDefinition {
  data: TSchema;
  /** Tries before the job counts as failed; the first included. */
  attempts: number;
  /** Delay before the second try, growing exponentially, ms. */
  backoffMs: number;
  /** The handler's signal aborts after this long, ms. */
  timeoutMs: number;
  /** Lower runs first; BullMQ's scale. */
  priority?: number;
  /**
   * Has the processor only when no job without it wants it. A worker that closes cuts it short, for another to take up.
   */
  background?: boolean;
  /** Repeats at this interval, ms. */
  everyMs?: number;
  /** The queue it shares with others of the kind; by default it has one of its own, named like the job. */
  queue?: string;
}

const OfComputation = Type.Object({ computationId: Type.String({ format: "uuid" }) });

/** Does studies of a completed run; beside many runs, which go first, that may take hours. */
const STUDY_JOB = {
  data: OfComputation,
  attempts: 3,
  backoffMs: 1000,
  timeoutMs: 24 * 3_600_000,
  background: true,
  queue: "simulation.follow-ups",
} as const;
const STUDY_JOBS = Object.fromEntries(FOLLOW_UPS.map((name) => [`simulation.${name}`, STUDY_JOB])) as Record<
  `simulation.${FollowUp}`,
  typeof STUDY_JOB
>;

export const JOBS = {
  "simulation.run": {
    data: OfComputation,
    attempts: 3,
    backoffMs: 1000,
    // Beside what it waits for a thread and computes on it, which are limited by settings.
    timeoutMs: 60_000,
  },
  ...STUDY_JOBS,
  /** Enqueues computations whose enqueueing failed and revives those whose job vanished. */
  "simulation.sweep": {
    data: Type.Object({}),
    attempts: 1,
    backoffMs: 0,
    timeoutMs: 20_000,
    everyMs: 30_000,
    queue: "upkeep",
  },
  /** Makes the PDF of one report. */
  "report.render": {
    data: Type.Object({ reportId: Type.String({ format: "uuid" }) }),
    attempts: 3,
    backoffMs: 2000,
    timeoutMs: 60_000,
  },
  /** Enqueues reports that are due, not made, and have no living job. */
  "report.sweep": {
    data: Type.Object({}),
    attempts: 1,
    backoffMs: 0,
    timeoutMs: 20_000,
    everyMs: 30_000,
    queue: "upkeep",
  },
  /** Does what one event of the payment provider comes to. */
  "stripe.event": {
    data: Type.Object({ eventId: Type.String({ minLength: 1, maxLength: 255 }) }),
    attempts: 8,
    backoffMs: 2000,
    timeoutMs: 120_000,
  },
  /** Enqueues events without a living job, and asks the provider of checkouts nobody has told of. */
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
  /** Sends one mail of the outbox; its tries outlast a mail server that is away, or that has strangers wait, for hours. */
  "mail.send": {
    data: Type.Object({ mailId: Type.String({ format: "uuid" }) }),
    attempts: 12,
    backoffMs: 5000,
    timeoutMs: 60_000,
  },
  /** Enqueues mails that are due and have no living job. */
  "mail.sweep": {
    data: Type.Object({}),
    attempts: 1,
    backoffMs: 0,
    timeoutMs: 20_000,
    everyMs: 30_000,
    queue: "upkeep",
  },
  /** Warns of and purges what nobody has used for as long as personal data may be kept. */
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
/** Each costs every worker process connections to Redis of its own. */
export const QUEUES = [...new Set(JOB_NAMES.map(queueOf))];
export type JobData<N extends JobName> = Static<(typeof JOBS)[N]["data"]>;

/** How long a queue remembers ended jobs, seconds and count: in PostgreSQL each end looks through all that ended alike. */
export const RETENTION = {
  completed: { age: 3600, count: 100 },
  failed: { age: 7 * 24 * 3600 },
} as const;
