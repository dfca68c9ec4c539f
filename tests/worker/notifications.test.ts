import { AppError } from "@ecotrim/contracts/errors";
import type { Notification } from "@ecotrim/contracts/notifications/notification";
import type { SimulationInput } from "@ecotrim/contracts/simulations/input";
import { jobIdOf } from "@ecotrim/server/db/entities/computation";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { simulationRun } from "../../worker/src/jobs/simulation-run.ts";
import { openApp, type TestApp } from "../support/app.ts";
import { createGatedPool, sampleOutput } from "../support/gated-pool.ts";
import { testServices } from "../support/services.ts";
import { eventually, newInput } from "../support/simulations.ts";
import { workerParts } from "../support/worker-deps.ts";

type Who = Awaited<ReturnType<TestApp["register"]>>;

const services = testServices("postgres");
let api: TestApp;
let worker: Awaited<ReturnType<TestApp["startWorker"]>>;
beforeAll(async () => {
  api = await openApp(services);
  worker = await api.startWorker();
});
afterAll(async () => {
  await worker.close();
  await api.close();
});

async function create(as: Who, inputParameters: SimulationInput = newInput()): Promise<string> {
  const answer = await api.call("POST", "/api/simulations", { as, body: { inputParameters } });
  expect(answer.status, answer.text).toBe(201);
  return answer.json().data.id;
}
const statusOf = async (id: string, as: Who): Promise<string> =>
  (await api.call("GET", `/api/simulations/${id}`, { as })).json().data.status;
const ended = (id: string, as: Who, status: "completed" | "failed") =>
  eventually(async () => (await statusOf(id, as)) === status);
/** A user's notifications, the oldest first. */
const told = async (as: Who) => {
  const { notifications } = (await api.call("GET", "/api/notifications", { as })).json().data;
  return notifications.map(({ kind, subjectId, data }: Notification) => ({ kind, subjectId, data })).reverse() as Pick<
    Notification,
    "kind" | "subjectId" | "data"
  >[];
};
const computationOf = async (id: string) =>
  (
    await api.dataSource.query(
      "SELECT c.id, c.run FROM computations c JOIN simulations s ON s.computation_id = c.id WHERE s.id = $1",
      [id],
    )
  )[0] as { id: string; run: number };

describe("when a run ends", () => {
  test("each account that waits for a run is told of its own simulation, by name, with the saving", async () => {
    const [ana, ben] = [await api.register(), await api.register()];
    const input = { ...newInput(), battery_type: "balanced" };
    const [hers, his] = [await create(ana, input), await create(ben, input)];
    const run = await worker.pool.nextRun();
    const output = sampleOutput(run.request);
    run.finish(output);
    await ended(his, ben, "completed");
    const { savings, npv } = output.results.summary;
    const data = { name: "Batería equilibrada", savings, npv };
    expect(await told(ana)).toMatchObject([{ kind: "simulation.completed", subjectId: hers, data }]);
    expect(await told(ben)).toMatchObject([{ kind: "simulation.completed", subjectId: his, data }]);
  });

  test("each account is told by the name it gave, of its report as well", async () => {
    const [ana, ben] = [await api.register(), await api.register()];
    const input = { ...newInput(), battery_type: "balanced" };
    const [hers, his] = [await create(ana, input), await create(ben, input)];
    await api.call("PATCH", `/api/user-simulations/simulation/${hers}`, { as: ana, body: { name: "Nave 2" } });
    (await worker.pool.nextRun()).finish();
    await ended(his, ben, "completed");
    expect((await told(ana)).map(({ data }) => data.name)).toEqual(["Nave 2"]);
    expect((await told(ben)).map(({ data }) => data.name)).toEqual(["Batería equilibrada"]);
    await api.call("POST", `/api/simulations/${hers}/reports`, { as: ana, body: { kind: "basic" } });
    await eventually(async () => (await told(ana)).length === 2);
    expect((await told(ana))[1]).toMatchObject({ data: { name: "Nave 2", reportKind: "basic" } });
  });

  test("a failed run is told with its reason, and the end of the retry as well", async () => {
    const ana = await api.register();
    const id = await create(ana);
    const failure = new AppError("INFEASIBLE");
    (await worker.pool.nextRun()).fail(failure);
    await ended(id, ana, "failed");
    const failed = {
      kind: "simulation.failed",
      subjectId: id,
      data: expect.objectContaining({ reason: failure.message }),
    };
    expect(await told(ana)).toEqual([failed]);

    await api.call("POST", `/api/simulations/${id}/retry`, { as: ana });
    (await worker.pool.nextRun()).fail(failure);
    await eventually(async () => (await told(ana)).length === 2);
    await api.call("POST", `/api/simulations/${id}/retry`, { as: ana });
    (await worker.pool.nextRun()).finish();
    await ended(id, ana, "completed");
    expect((await told(ana)).map(({ kind }) => kind)).toEqual([
      "simulation.failed",
      "simulation.failed",
      "simulation.completed",
    ]);
  });

  test("a reader of a simulation is not told of its end, nor is an account that has cancelled", async () => {
    const [ana, ben, carla] = [await api.register(), await api.register(), await api.register()];
    const input = newInput();
    const [shared, cancelled] = [await create(ana, input), await create(carla, input)];
    const body = { associationType: "shared", email: ben.user.email };
    await api.call("POST", `/api/user-simulations/${shared}/associate`, { as: ana, body });
    await api.call("POST", `/api/simulations/${cancelled}/cancel`, { as: carla });
    (await worker.pool.nextRun()).finish();
    await ended(shared, ana, "completed");
    expect(await told(ana)).toHaveLength(1);
    expect((await told(ben)).map(({ kind }) => kind)).toEqual(["simulation.shared"]);
    expect(await told(carla)).toEqual([]);
  });

  test("an account that cancels alone is not told that the run stopped", async () => {
    const ana = await api.register();
    const id = await create(ana);
    const run = await worker.pool.nextRun();
    await api.call("POST", `/api/simulations/${id}/cancel`, { as: ana });
    await eventually(() => run.signal.aborted);
    await ended(id, ana, "failed");
    expect(await told(ana)).toEqual([]);
  });

  test("a result from the store is told to nobody: it is there at once", async () => {
    const [ana, ben] = [await api.register(), await api.register()];
    const input = newInput();
    const id = await create(ana, input);
    (await worker.pool.nextRun()).finish();
    await ended(id, ana, "completed");
    expect(await statusOf(await create(ben, input), ben)).toBe("completed");
    expect(await told(ben)).toEqual([]);
  });
});

describe("a job that runs twice", () => {
  /** Runs the job of a simulation in this process, whatever its state in the queue. */
  async function runAgain(id: string): Promise<void> {
    const computation = await computationOf(id);
    const pool = createGatedPool();
    const running = simulationRun({ ...api, ...workerParts(api.env), pool })({
      id: jobIdOf(computation),
      data: { computationId: computation.id },
      attempt: 2,
      isLastAttempt: true,
      signal: new AbortController().signal,
    });
    await Promise.race([pool.nextRun().then((run) => run.finish()), running]);
    await running;
    await pool.close();
  }
  const completedOnce = async (as: Who) => {
    const id = await create(as);
    (await worker.pool.nextRun()).finish();
    await ended(id, as, "completed");
    return id;
  };

  test("a job that runs again after its end is committed tells nothing more", async () => {
    const ana = await api.register();
    await runAgain(await completedOnce(ana));
    expect(await told(ana)).toHaveLength(1);
  });

  test("a job that ends the same run again tells it once, and mails it once", async () => {
    const ana = await api.register();
    const id = await completedOnce(ana);
    await api.alterComputationOf(id, "status = 'processing'");
    await runAgain(id);
    expect(await statusOf(id, ana)).toBe("completed");
    expect(await told(ana)).toHaveLength(1);
    const mails = await api.dataSource.query("SELECT 1 FROM mails WHERE user_id = $1 AND kind = 'notification'", [
      ana.user.id,
    ]);
    expect(mails).toHaveLength(1);
  });
});

test("an end that cannot be told is not stored either", async () => {
  const ana = await api.register();
  const id = await create(ana);
  const run = await worker.pool.nextRun();
  await api.dataSource.query("ALTER TABLE mails RENAME TO mails_away");
  run.finish();
  // The try fails and is repeated.
  const next = await worker.pool.nextRun();
  expect(await statusOf(id, ana)).toBe("processing");
  expect(await told(ana)).toEqual([]);
  await api.dataSource.query("ALTER TABLE mails_away RENAME TO mails");
  next.finish();
  await ended(id, ana, "completed");
  expect(await told(ana)).toHaveLength(1);
});
