import { createStripe } from "@ecotrim/server/billing/stripe";
import type { Env } from "@ecotrim/server/env/env";
import { createWorkerMetrics } from "@ecotrim/server/observability/metrics";
import type { JobDeps } from "../../worker/src/jobs/job.ts";
import type { OutgoingMail } from "../../worker/src/mail/mailer.ts";

export type WorkerParts = Pick<JobDeps, "reports" | "mailer" | "stripe" | "now" | "metrics" | "line">;

/** What a worker uses besides database, queue and solver; its mails go into `outbox`. */
export function workerParts(env: Env, outbox: OutgoingMail[] = []): WorkerParts {
  return {
    // Most workers of tests make no report, and a process of its own starts sooner without the drawing of one.
    reports: {
      render: async (kind, content) => (await import("../../worker/src/pdf/thread.ts")).default({ kind, content }),
    },
    mailer: { send: async (mail) => void outbox.push(mail) },
    stripe: createStripe(env),
    now: () => new Date(),
    metrics: createWorkerMetrics(),
    line: { runsWait: async () => false, afterRuns: (work) => void work() },
  };
}
