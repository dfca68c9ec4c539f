import { randomUUID } from "node:crypto";
import { storeMail } from "@ecotrim/server/mail/outbox";
import type { JobName } from "@ecotrim/server/queue/jobs";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { JobDeps } from "../../worker/src/jobs/job.ts";
import { mailSweep } from "../../worker/src/jobs/mail-sweep.ts";
import { reportSweep } from "../../worker/src/jobs/report-sweep.ts";
import { retentionPurge } from "../../worker/src/jobs/retention-purge.ts";
import { simulationSweep } from "../../worker/src/jobs/simulation-sweep.ts";
import { stripeSweep } from "../../worker/src/jobs/stripe-sweep.ts";
import { subscriptionSweep } from "../../worker/src/jobs/subscription-sweep.ts";
import { openApp, type TestApp } from "../support/app.ts";
import { BACKENDS, flush, testServices } from "../support/services.ts";
import { newInput } from "../support/simulations.ts";
import { testLogger } from "../support/test-log.ts";
import { workerParts } from "../support/worker-deps.ts";

const AGO = "now() - interval '1 hour'";

describe.each(BACKENDS)("sweeps, on %s,", (backend) => {
  const services = testServices(backend);
  let api: TestApp;
  beforeAll(async () => {
    api = await openApp(services);
  });
  beforeEach(() => flush(services));
  afterAll(() => api.close());
  const query = (sql: string, parameters: unknown[] = []) => api.dataSource.query(sql, parameters);

  type Sweep = (deps: JobDeps) => (job: never) => Promise<unknown>;
  /** Runs a sweep to its failure. @returns the rows its log names, and the number it counted */
  async function sweepFails(name: JobName, sweep: Sweep, parts: Partial<JobDeps> = {}) {
    const lines: { msg: string; ids?: string[] }[] = [];
    const logger = testLogger("test", (line) => lines.push(JSON.parse(line)));
    const deps = { ...api, ...workerParts(api.env), ...parts, logger, pool: undefined as never };
    const job = { id: "any", data: {}, attempt: 1, isLastAttempt: true, signal: new AbortController().signal };
    await expect(sweep(deps)(job as never)).rejects.toThrow();
    const { values } = await deps.metrics.sweepFailures.get();
    const named = lines.flatMap(({ msg, ids = [] }) => (msg === "part of a sweep failed" ? ids : []));
    return { named, counted: values.find(({ labels }) => labels.job_name === name)?.value };
  }

  /** A queue that fails for one job, as it does for one whose id it does not take. */
  const queueWithout = (bad: string): JobDeps["queue"] => ({
    ...api.queue,
    enqueue: (name, data, options) =>
      options?.jobId?.startsWith(bad)
        ? Promise.reject(new Error("not this one"))
        : api.queue.enqueue(name, data, options),
  });
  /** Which of some jobs the queue has. */
  const queued = async (name: JobName, ids: string[]) =>
    (await Promise.all(ids.map((id) => api.queue.state(name, id)))).map((state) => state !== "unknown");

  /** Simulations of a new account whose jobs are lost. @returns ids of their computations */
  async function lostRuns(status: "pending" | "completed"): Promise<string[]> {
    const who = await api.register();
    for (let count = 0; count < 3; count++)
      await api.call("POST", "/api/simulations", { as: who, body: { inputParameters: newInput() } });
    await query(`UPDATE computations SET status = '${status}', created_at = ${AGO}`);
    const rows = await query("SELECT id FROM computations ORDER BY turn");
    for (const { id } of rows) await api.queue.remove("simulation.run", `${id}.1`);
    return rows.map(({ id }: { id: string }) => id);
  }

  test("a run that cannot be brought back keeps no other run, and no study, from being", async () => {
    const [bad = "", ...good] = await lostRuns("pending");
    const studied = good.pop();
    await query("UPDATE computations SET status = 'completed', study_turn = 1 WHERE id = $1", [studied]);
    await query(`INSERT INTO studies (computation_id, kind, created_at) VALUES ($1, 'sensitivity', ${AGO})`, [studied]);
    const end = await sweepFails("simulation.sweep", simulationSweep, { queue: queueWithout(bad) });
    expect(end).toEqual({ named: [bad], counted: 1 });
    const ids = good.map((id) => `${id}.1`);
    expect(await queued("simulation.run", ids)).toEqual(ids.map(() => true));
    expect(await queued("simulation.sensitivity", [`${studied}.1.sensitivity`])).toEqual([true]);
  });

  test("a report that cannot be brought back keeps no other from being", async () => {
    await lostRuns("completed");
    await query(
      `INSERT INTO reports (id, user_id, simulation_id, simulation_created_at, input_parameters, computation_id, kind, created_at)
       SELECT gen_random_uuid(), user_id, s.id, s.created_at, '{}', s.computation_id, 'basic', ${AGO}
         FROM user_simulations JOIN simulations s ON s.id = simulation_id`,
    );
    const [bad, ...good]: string[] = (await query("SELECT id FROM reports")).map(({ id }: { id: string }) => id);
    const end = await sweepFails("report.sweep", reportSweep, { queue: queueWithout(String(bad)) });
    expect(end).toEqual({ named: [bad], counted: 1 });
    expect(
      await queued(
        "report.render",
        good.map((id) => `${id}.1`),
      ),
    ).toEqual([true, true]);
  });

  test("a mail that cannot be brought back keeps no other from being", async () => {
    for (let count = 0; count < 3; count++)
      await storeMail(api.dataSource.manager, { kind: "account-deleted", address: "eva@example.org", delayS: -60 });
    const [bad, ...good]: string[] = (await query("SELECT id FROM mails")).map(({ id }: { id: string }) => id);
    const end = await sweepFails("mail.sweep", mailSweep, { queue: queueWithout(String(bad)) });
    expect(end).toEqual({ named: [bad], counted: 1 });
    expect(await queued("mail.send", good)).toEqual([true, true]);
  });

  test("events of the payment provider that the queue does not take keep no other from being handled", async () => {
    const bad = Array.from({ length: 99 }, (_, index) => (index % 2 ? `evt:${index}` : String(index)));
    for (const id of [...bad, "evt_good"])
      await query(
        "INSERT INTO stripe_events (id, type, object_id, received_at) VALUES ($1, 'any', '', now() - $2::interval)",
        [id, id === "evt_good" ? "1 minute" : "1 hour"],
      );
    const end = await sweepFails("stripe.sweep", stripeSweep);
    expect(end.counted).toBe(99);
    expect(end.named).toHaveLength(20);
    expect(await queued("stripe.event", ["evt_good"])).toEqual([true]);
  });

  test("a subscription that cannot be ended keeps no other row of a deleted account from being closed", async () => {
    await query(
      `INSERT INTO subscriptions (id, product_slug, status, stripe_subscription_id, created_at)
       VALUES ($1, 'geotrim', 'active', 'sub_bad', now())`,
      [randomUUID()],
    );
    await query(
      "INSERT INTO subscriptions (id, product_slug, created_at) VALUES ($1, 'geotrim', now() - interval '3 days')",
      [randomUUID()],
    );
    const stripe = {
      subscriptions: {
        retrieve: () => Promise.reject(new Error("not this one")),
        list: async () => ({ data: [], has_more: false }),
      },
    } as unknown as JobDeps["stripe"];
    const end = await sweepFails("subscription.sweep", subscriptionSweep, { stripe });
    expect(end).toEqual({ named: ["sub_bad"], counted: 1 });
    expect(await query("SELECT status FROM subscriptions WHERE stripe_subscription_id IS NULL")).toEqual([
      { status: "incomplete_expired" },
    ]);
  });

  test("an account that cannot be purged keeps neither another nor any table from being", async () => {
    const [bad, good] = [await api.register(), await api.register()];
    await query(
      "UPDATE users SET last_seen_at = now() - interval '30 months', retention_warned_at = now() - interval '60 days'",
    );
    await query(
      `INSERT INTO subscriptions (id, user_id, product_slug, status, stripe_subscription_id)
       VALUES ($1, $2, 'geotrim', 'unpaid', 'sub_bad')`,
      [randomUUID(), bad.user.id],
    );
    await query("UPDATE sessions SET expires_at = now() - interval '1 year'");
    const stripe = {
      subscriptions: { cancel: () => Promise.reject(new Error("not this one")) },
    } as unknown as JobDeps["stripe"];
    const end = await sweepFails("retention.purge", retentionPurge, { stripe });
    expect(end).toEqual({ named: [bad.user.id], counted: 1 });
    expect(await query("SELECT id FROM users")).toEqual([{ id: bad.user.id }]);
    expect(await query("SELECT 1 FROM sessions")).toEqual([]);
    expect(good.user.id).not.toBe(bad.user.id);
  });
});
