import type { ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { enqueueEvent, replayEvents } from "@ecotrim/server/billing/events";
import { dispatchMails, storeMail } from "@ecotrim/server/mail/outbox";
import { readStatus } from "@ecotrim/server/operations/status";
import type { JobName } from "@ecotrim/server/queue/jobs";
import { UnrecoverableError } from "@ecotrim/server/queue/queue";
import { storeReport } from "@ecotrim/server/reports/reports";
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { startWorker } from "../../worker/src/app.ts";
import type { JobDeps } from "../../worker/src/jobs/job.ts";
import { registry } from "../../worker/src/registry.ts";
import { openApp, type TestApp } from "../support/app.ts";
import { FULL } from "../support/full.ts";
import { followedOutput, sampleOutput } from "../support/gated-pool.ts";
import type { KillPointName } from "../support/kill-points.ts";
import { startChild } from "../support/processes.ts";
import { sampleTasks } from "../support/sample-tasks.ts";
import { backends, testServices } from "../support/services.ts";
import { eventually, newInput } from "../support/simulations.ts";
import { workerParts } from "../support/worker-deps.ts";

const SIMULATIONS = 4;
const POOL: JobDeps["pool"] = { ...sampleTasks, run: async (request) => followedOutput(request) };
/** The work of a worker that died: it never ends. */
const never = () => new Promise<never>(() => {});

describe.each(backends("postgres"))("work that kills its worker, on %s", (backend) => {
  const services = testServices(backend);
  const simulations: string[] = [];
  let api: TestApp;
  let who: Awaited<ReturnType<TestApp["register"]>>;

  beforeAll(async () => {
    api = await openApp(services);
    who = await api.register();
    const worker = await api.startWorker();
    for (let count = 0; count < SIMULATIONS; count++) {
      const answer = await api.call("POST", "/api/simulations", { as: who, body: { inputParameters: newInput() } });
      const { id } = answer.json().data;
      const run = await worker.pool.nextRun();
      run.finish(sampleOutput(run.request));
      await eventually(async () => (await read(`/api/simulations/${id}`)).status === "completed");
      simulations.push(id);
    }
    await worker.close();
  });
  afterAll(() => api.close());

  const read = async (url: string) => (await api.call("GET", url, { as: who })).json().data;
  const rowOf = async (table: string, id: string) =>
    (await api.dataSource.query(`SELECT * FROM ${table} WHERE id = $1`, [id]))[0];
  const storeEvent = async (type: string) => {
    const id = `evt_${randomUUID()}`;
    await api.dataSource.query("INSERT INTO stripe_events (id, type, object_id) VALUES ($1, $2, 'ch_1')", [id, type]);
    return id;
  };

  describe.each([
    {
      what: "a report",
      job: "report.render",
      table: "reports",
      store: async () => {
        const simulationId = simulations.pop() as string;
        const about = { userId: who.user.id, simulationId, kind: "basic" } as const;
        const reportId = (await storeReport(api.dataSource.manager, about))?.id as string;
        return { id: reportId, data: { reportId } };
      },
      parts: (work: () => Promise<never>) => ({ reports: { render: work } }),
      givenUp: { status: "failed", error_code: "REPORT_FAILED" },
    },
    {
      what: "a mail",
      job: "mail.send",
      table: "mails",
      store: async () => {
        const { id } = await storeMail(api.dataSource.manager, { kind: "password-changed", userId: who.user.id });
        return { id, data: { mailId: id } };
      },
      parts: (work: () => Promise<never>) => ({ mailer: { send: work } }),
      givenUp: { outcome: "failed", settled_at: expect.any(Date) },
    },
    {
      what: "an event of the payment provider",
      job: "stripe.event",
      table: "stripe_events",
      store: async () => {
        const id = await storeEvent("charge.refunded");
        return { id, data: { eventId: id } };
      },
      parts: (work: () => Promise<never>) => ({ stripe: { charges: { retrieve: work } } as never }),
      givenUp: { dead_at: expect.any(Date), last_error: "every worker that took it up died" },
    },
  ] as const)("$what", ({ job, table, store, parts, givenUp }) => {
    /** Begins a try that is not the job's last. */
    function begin(data: object, work: () => Promise<never>): Promise<unknown> {
      const deps: JobDeps = { ...api, ...workerParts(api.env), pool: POOL, ...parts(work) };
      const handle = registry[job as JobName](deps) as (context: object) => Promise<unknown>;
      return handle({ id: "any", data, attempt: 1, isLastAttempt: false, signal: new AbortController().signal });
    }

    /** Begins `count` tries that never end, as if their workers had died. */
    async function leaveUnended(count: number, data: object) {
      const work = vi.fn(never);
      for (let tries = 1; tries <= count; tries++) {
        void begin(data, work);
        await eventually(() => work.mock.calls.length === tries);
      }
      return work;
    }

    test("work that kills its worker is given up, untried, after five tries that ended with their worker", async () => {
      const { id, data } = await store();
      const work = await leaveUnended(5, data);
      expect(await rowOf(table, id)).toMatchObject({ unended_tries: 5 });
      await expect(begin(data, work)).rejects.toBeInstanceOf(UnrecoverableError);
      expect(work).toHaveBeenCalledTimes(5);
      expect(await rowOf(table, id)).toMatchObject({ ...givenUp, unended_tries: 0 });
    });

    test("work is not given up for tries that failed, however many, nor for workers that died before them", async () => {
      const { id, data } = await store();
      await leaveUnended(4, data);
      for (let tries = 1; tries <= 6; tries++)
        await expect(begin(data, () => Promise.reject(new Error("not now")))).rejects.not.toBeInstanceOf(
          UnrecoverableError,
        );
      expect(await rowOf(table, id)).toMatchObject({ unended_tries: 0 });
      expect(await rowOf(table, id)).not.toMatchObject(givenUp);
    });
  });

  let doomed: ChildProcess | undefined;
  afterEach(() => doomed?.kill("SIGKILL"));

  /** Kills a worker at a row that has killed four before, and starts a survivor for the rest. */
  async function dieOf(table: string, id: string, point: KillPointName): Promise<void> {
    await api.dataSource.query(`UPDATE ${table} SET unended_tries = 4 WHERE id = $1`, [id]);
    doomed = startChild("doomed-worker", { ...services, KILL_AT: point, KILL_OF: id });
    const [, signal] = await once(doomed, "exit");
    expect(signal).toBe("SIGKILL");
    expect(await rowOf(table, id)).toMatchObject({ unended_tries: 5 });
    const survivor = await startWorker({
      ...api,
      ...workerParts(api.env, api.outbox),
      reports: { render: async (kind) => Buffer.from(`%PDF ${kind}`) },
      settings: services,
      concurrency: 1,
      timing: { lockMs: 500, stalledCheckMs: 200 },
      pool: POOL,
    });
    onTestFinished(() => survivor.close());
  }

  test("a report that kills its worker fails with a reason, the next is made, and asked for again it is made", async () => {
    const order = async (simulationId: string) => {
      const body = { kind: "basic" };
      return (await api.call("POST", `/api/simulations/${simulationId}/reports`, { as: who, body })).json().data.id;
    };
    const [first, second] = simulations.splice(0) as [string, string];
    const [poisoned, next] = [await order(first), await order(second)];
    const ended = (id: string, status: string) =>
      eventually(async () => (await read(`/api/reports/${id}`)).status === status);

    await dieOf("reports", poisoned, "with a report begun");
    await ended(poisoned, "failed");
    await ended(next, "completed");
    const { error } = await read(`/api/reports/${poisoned}`);
    expect(error).toMatchObject({ code: "REPORT_FAILED", message: expect.stringMatching(/\.$/) });
    const told = await api.dataSource.query("SELECT kind FROM notifications WHERE subject_id = $1", [poisoned]);
    expect(told).toEqual([{ kind: "report.failed" }]);

    expect(await order(first)).toBe(poisoned);
    await ended(poisoned, "completed");
  });

  test.runIf(FULL)("a mail that kills its worker is given up, and the next is sent", async () => {
    const store = () => storeMail(api.dataSource.manager, { kind: "password-changed", userId: who.user.id });
    const [poisoned, next] = [await store(), await store()];
    await dispatchMails(api, [poisoned, next]);
    await dieOf("mails", poisoned.id, "with a mail begun");
    const outcomeOf = async ({ id }: { id: string }) => (await rowOf("mails", id)).outcome;
    await eventually(async () => (await outcomeOf(poisoned)) !== null && (await outcomeOf(next)) !== null);
    expect([await outcomeOf(poisoned), await outcomeOf(next)]).toEqual(["failed", "sent"]);
    expect(api.outbox.map(({ id }) => id)).not.toContain(poisoned.id);
  });

  test.runIf(FULL)(
    "an event that kills its worker is kept for operators, the next is handled, and replayed it is handled",
    async () => {
      const type = "balance.available";
      const [poisoned, next] = [await storeEvent(type), await storeEvent(type)];
      for (const id of [poisoned, next]) await enqueueEvent(api.queue, id);
      const { deadEvents } = (await readStatus(api)).payments;
      await dieOf("stripe_events", poisoned, "with an event begun");
      await eventually(async () => (await rowOf("stripe_events", poisoned)).dead_at !== null);
      await eventually(async () => (await rowOf("stripe_events", next)).processed_at !== null);
      expect((await readStatus(api)).payments.deadEvents).toBe(deadEvents + 1);

      await eventually(async () => (await api.queue.state("stripe.event", poisoned)) === "failed");
      expect(await replayEvents(api.dataSource.manager, api.queue, poisoned)).toEqual([poisoned]);
      await eventually(async () => (await rowOf("stripe_events", poisoned)).processed_at !== null);
    },
  );
});
