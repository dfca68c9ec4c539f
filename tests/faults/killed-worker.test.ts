import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { gunzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { startWorker } from "../../worker/src/app.ts";
import { openApp, type TestApp } from "../support/app.ts";
import { FULL } from "../support/full.ts";
import { createGatedPool, finalOutput, followedOutput } from "../support/gated-pool.ts";
import { KILL_POINTS } from "../support/kill-points.ts";
import { startChild } from "../support/processes.ts";
import { sampleTasks, sampleUncertainty } from "../support/sample-tasks.ts";
import { BACKENDS, type Backend, testServices } from "../support/services.ts";
import { eventually, newInput } from "../support/simulations.ts";
import { AGED } from "../support/studies.ts";
import { workerParts } from "../support/worker-deps.ts";

const JOBS_OF_A_RUN = [
  ["simulation.run", "1"],
  ["simulation.uncertainty", "1.uncertainty"],
  ["simulation.sensitivity", "1.sensitivity"],
] as const;

/** Moments around what is written: `npm run test:full` kills between all the others too. */
const WRITING_POINTS: string[] = [
  "amid the solving",
  "with the results written but not committed",
  "with the results stored and nobody told",
];
/** Moments that differ by the queue: a job taken, all done but not acknowledged, and a study cut short. */
const QUEUE_POINTS: string[] = [
  "with the job taken, before the row says so",
  "with all done but the job not acknowledged",
  "amid the scenarios",
];
const pointsOn = (backend: Backend): string[] => {
  if (FULL) return Object.keys(KILL_POINTS);
  return backend === "redis" ? WRITING_POINTS : QUEUE_POINTS;
};

describe.each(BACKENDS)("a worker killed on %s", (backend) => {
  const services = testServices(backend);
  let api: TestApp;

  beforeAll(async () => {
    api = await openApp(services);
  });
  afterAll(() => api.close());

  let doomed: ChildProcess | undefined;
  afterEach(() => doomed?.kill("SIGKILL"));
  const survivor = () =>
    startWorker({
      ...api,
      ...workerParts(api.env),
      settings: services,
      concurrency: 1,
      timing: { lockMs: 500, stalledCheckMs: 200 },
      pool: { ...sampleTasks, run: async (request) => followedOutput(request) },
    });

  const select = async (sql: string, ...parameters: unknown[]) => api.dataSource.query(sql, parameters);

  test.each(pointsOn(backend))("another worker completes a run, once, where the first is killed %s", async (point) => {
    const holder = await api.register();
    const body = { inputParameters: newInput() };
    const { id } = (await api.call("POST", "/api/simulations", { as: holder, body })).json().data;
    doomed = startChild("doomed-worker", { ...services, KILL_AT: point });
    const [, signal] = await once(doomed, "exit");
    expect(signal).toBe("SIGKILL");

    const [{ computation }] = await select("SELECT computation_id AS computation FROM simulations WHERE id = $1", id);
    const stateOf = ([job, id]: (typeof JOBS_OF_A_RUN)[number]) => api.queue.state(job, `${computation}.${id}`);
    const worker = await survivor();
    await eventually(async () => (await stateOf(JOBS_OF_A_RUN[0])) === "completed");
    // The sweep enqueues missing follow-ups, but it skips young rows, so they are aged here.
    await select(`UPDATE studies SET ${AGED} WHERE computation_id = $1`, computation);
    await api.queue.enqueue("simulation.sweep", {});
    for (const job of JOBS_OF_A_RUN) await eventually(async () => (await stateOf(job)) === "completed");
    await worker.close();

    const record = (await api.call("GET", `/api/simulations/${id}`, { as: holder })).json().data;
    const [{ input, hourly }] = await select(
      "SELECT input_case AS input, hourly FROM computations WHERE id = $1",
      computation,
    );
    const undisturbed = followedOutput({ input });
    expect(record).toMatchObject({
      status: "completed",
      error: null,
      results: undisturbed.results,
      uncertainty: { status: "completed", scenarios: 2000, result: sampleUncertainty(2000) },
      sensitivity: { status: "completed", tornado: { npv_eur: body.inputParameters.demand_value } },
    });
    expect(record.sensitivity.sizing.points).toHaveLength(90);
    expect(JSON.parse(gunzipSync(hourly).toString())).toEqual(undisturbed.hourly);

    const ends = await select("SELECT run, status FROM witness.ends WHERE computation_id = $1", computation);
    expect(ends).toEqual([{ run: 1, status: "completed" }]);
    const told = await select("SELECT kind FROM notifications WHERE user_id = $1", holder.user.id);
    expect(told).toEqual([{ kind: "simulation.completed" }]);
    const mails = await select("SELECT 1 FROM mails WHERE user_id = $1 AND kind = 'notification'", holder.user.id);
    expect(mails).toHaveLength(1);
  });

  const POWER_POINTS = ["amid the study of powers", "with the final results written but not committed"] as const;
  test.each(FULL ? POWER_POINTS : POWER_POINTS.slice(backend === "redis" ? 1 : 2))(
    "another worker replaces provisional results, once, where the first is killed %s",
    async (point) => {
      const holder = await api.register();
      const body = { inputParameters: newInput() };
      const { id } = (await api.call("POST", "/api/simulations", { as: holder, body })).json().data;
      doomed = startChild("doomed-worker", { ...services, KILL_AT: point, UNDER_CONTRACT: "1" });
      await once(doomed, "exit");
      const read = async () => (await api.call("GET", `/api/simulations/${id}`, { as: holder })).json().data;
      expect(await read()).toMatchObject({ status: "completed", results: { provisional: true } });

      const [{ computation, input }] = await select(
        `SELECT c.id AS computation, input_case AS input FROM computations c JOIN simulations s ON computation_id = c.id
          WHERE s.id = $1`,
        id,
      );
      const worker = await startWorker({
        ...api,
        ...workerParts(api.env),
        settings: services,
        concurrency: 1,
        timing: { lockMs: 500, stalledCheckMs: 200 },
        pool: createGatedPool(),
      });
      await select(`UPDATE studies SET ${AGED} WHERE computation_id = $1`, computation);
      await api.queue.enqueue("simulation.sweep", {});
      await eventually(async () => (await read()).power.status === "completed");
      await worker.close();

      const { results } = finalOutput({ input });
      expect(await read()).toMatchObject({ results, power: { done: 6, total: 6 }, uncertainty: { total: 2000 } });
      expect((await read()).results).not.toHaveProperty("provisional");
      const told = await select(
        "SELECT kind, data -> 'npv' AS npv FROM notifications WHERE user_id = $1",
        holder.user.id,
      );
      expect(told).toEqual([{ kind: "simulation.completed", npv: results.summary.npv }]);
    },
  );
});
