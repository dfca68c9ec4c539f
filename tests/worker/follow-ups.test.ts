import { randomUUID } from "node:crypto";
import { AppError } from "@ecotrim/contracts/errors";
import { readCase } from "@ecotrim/contracts/simulations/input";
import type { SimulationRecord } from "@ecotrim/contracts/simulations/record";
import { followUpIdOf } from "@ecotrim/server/db/entities/computation";
import { JOBS } from "@ecotrim/server/queue/jobs";
import type { FollowUp } from "@ecotrim/server/studies/catalogue";
import { enqueueFollowUps } from "@ecotrim/server/studies/line";
import { storeStudies } from "@ecotrim/server/studies/studies";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { noteStillOpen } from "../../api/src/modules/simulations/service.ts";
import { MAX_TRIES } from "../../worker/src/jobs/job.ts";
import { simulationSensitivity } from "../../worker/src/jobs/simulation-sensitivity.ts";
import { simulationUncertainty } from "../../worker/src/jobs/simulation-uncertainty.ts";
import { someoneWaits } from "../support/app.ts";
import { createGatedPool, followedOutput, type GatedPool } from "../support/gated-pool.ts";
import { sampleStudies, sampleUncertainty } from "../support/sample-tasks.ts";
import { backends, testServices } from "../support/services.ts";
import { eventually, newInput, openSimulationBench, type SimulationBench } from "../support/simulations.ts";
import { AGED, FINAL_JOBS, FINAL_STUDIES } from "../support/studies.ts";

const WHOLE = { status: "completed", scenarios: 2000, total: 2000, result: sampleUncertainty(2000) };

const both = ({ uncertainty, sensitivity }: SimulationRecord) => [uncertainty?.status, sensitivity?.status];
const bothAre = (status: string) => (record: SimulationRecord) => both(record).every((found) => found === status);

describe.each(backends("redis"))("what follows a run on %s", (backend) => {
  const services = testServices(backend);
  let bench: SimulationBench;
  let pool: GatedPool;
  let worker: Awaited<ReturnType<SimulationBench["startWorker"]>>;

  beforeAll(async () => {
    bench = await openSimulationBench(services);
  });
  afterAll(() => bench.close());
  beforeEach(async () => {
    pool = createGatedPool({ holdChunks: true });
    worker = await bench.startWorker({ pool });
  });
  afterEach(async () => {
    await pool.close();
    await worker.close();
  });

  /** Replaces the pool and its worker. The pool closes first: a run that it holds would hold its worker too. */
  async function replacePool(next: GatedPool, timing = {}) {
    await pool.close();
    await worker.close();
    pool = next;
    worker = await bench.startWorker({ pool, timing });
  }

  /** A simulation whose run has ended with a saving. */
  async function completed() {
    const simulation = await bench.create(newInput());
    const run = await pool.nextRun();
    run.finish(followedOutput(run.request));
    return { ...simulation, record: await bench.ended(simulation) };
  }

  async function finishScenarios() {
    for (let quarter = 0; quarter < 4; quarter++) (await pool.nextChunk()).finish();
  }

  /** Finishes the scenarios of every try until the test ends. */
  async function finishAllScenarios() {
    const { nextChunk } = pool;
    for (;;) (await nextChunk()).finish();
  }

  const deliver = (name: FollowUp, { computation }: Awaited<ReturnType<typeof completed>>) => {
    const job = {
      id: followUpIdOf(computation, name),
      data: { computationId: computation.id },
      attempt: 2,
      isLastAttempt: false,
      signal: new AbortController().signal,
    };
    const deps = { ...bench, pool };
    return name === "uncertainty" ? simulationUncertainty(deps)(job) : simulationSensitivity(deps)(job);
  };

  test("a run is completed with its results before any scenario is solved", async () => {
    const simulation = await completed();
    const { status, results, uncertainty } = simulation.record;
    expect([status, results === null]).toEqual(["completed", false]);
    expect(uncertainty).toMatchObject({ scenarios: 0, total: 2000, result: null });
    await finishScenarios();
    const done = await bench.until(simulation, bothAre("completed"));
    expect(done.uncertainty).toEqual(WHOLE);
    expect(done.sensitivity?.sizing?.points).toHaveLength(90);
    expect({ ...done, uncertainty: null, sensitivity: null, version: "" }).toEqual({
      ...simulation.record,
      uncertainty: null,
      sensitivity: null,
      version: "",
    });
  });

  test("the band narrows for a follower, and a late one finds it as far as it is", async () => {
    const listener = await bench.listenToScenarios();
    const simulation = await completed();
    const heard = () => listener.of(simulation.computation.id);
    const shown: number[] = [];
    for (let quarter = 1; quarter <= 3; quarter++) {
      (await pool.nextChunk()).finish();
      const record = await bench.until(simulation, ({ uncertainty }) => uncertainty!.scenarios === 500 * quarter);
      expect(record.uncertainty).toMatchObject({ status: "processing", result: { count: 500 * quarter } });
      shown.push(record.uncertainty!.scenarios);
    }
    (await pool.nextChunk()).finish();
    await bench.until(simulation, bothAre("completed"));
    await eventually(() => heard().length === 4);
    await listener.close();
    expect(heard()).toEqual([...shown, 2000].map((n) => ({ scenarios: n, total: 2000, p10: n, p50: n, p90: n })));
  });

  test("a run without a saving has no follow-ups", async () => {
    const simulation = await bench.create(newInput());
    (await pool.nextRun()).finish();
    expect(await bench.ended(simulation)).toMatchObject({ uncertainty: null, sensitivity: null });
    for (const name of FINAL_JOBS)
      expect(await bench.queue.state(`simulation.${name}`, followUpIdOf(simulation.computation, name))).toBe("unknown");
  });

  test("a run with the whole bill is followed as any other", async () => {
    const simulation = await bench.create(newInput());
    const run = await pool.nextRun();
    const { results, hourly } = followedOutput(run.request);
    const economic_case = { ...results.economic_case, operation: [{ energy_saving_eur: 1000 }] };
    const bill = { best_with: { contracted_kw: new Array(6).fill(400), meter: "quarter_hours" } };
    const battery_value = { expected_eur: 780, ceiling_eur: 1000 };
    run.finish({ results: { ...results, economic_case, bill, battery_value } as never, hourly });
    await finishScenarios();
    expect(await bench.until(simulation, bothAre("completed"))).toMatchObject({ uncertainty: WHOLE });
  });

  test("another row of the same inputs shares the follow-ups", async () => {
    const simulation = await completed();
    await finishScenarios();
    const done = await bench.until(simulation, bothAre("completed"));
    const other = await bench.create(simulation.record.inputParameters);
    const { uncertainty, sensitivity } = await bench.read(other);
    expect({ uncertainty, sensitivity }).toEqual({ uncertainty: done.uncertainty, sensitivity: done.sensitivity });
  });

  test("follow-up jobs done a second time change nothing", async () => {
    const simulation = await completed();
    await finishScenarios();
    const done = await bench.until(simulation, bothAre("completed"));
    await Promise.all([deliver("uncertainty", simulation), deliver("sensitivity", simulation)]);
    expect({ ...(await bench.read(simulation)), version: "" }).toEqual({ ...done, version: "" });
  });

  test("the later of two concurrent tries counts, and the band never goes back", async () => {
    const simulation = await completed();
    const first = await pool.nextChunk();
    first.finish();
    const held = await pool.nextChunk();
    await bench.until(simulation, ({ uncertainty }) => uncertainty!.scenarios === 500);

    const listener = await bench.listenToScenarios();
    const second = deliver("uncertainty", simulation);
    (await pool.nextChunk()).finish();
    expect((await bench.read(simulation)).uncertainty).toMatchObject({ scenarios: 500, status: "processing" });
    held.finish();
    void finishAllScenarios();
    await second;
    expect((await bench.until(simulation, bothAre("completed"))).uncertainty).toEqual(WHOLE);
    const heard = () => listener.of(simulation.computation.id);
    await eventually(() => heard().at(-1)?.scenarios === 2000);
    await listener.close();
    for (const { scenarios } of heard()) expect(scenarios).toBeGreaterThan(500);
  });

  test("a failed follow-up is tried again, by the sweep when its job may not, and a lasting failure leaves the run untouched", async () => {
    const simulation = await completed();
    const jobId = followUpIdOf(simulation.computation, "uncertainty");
    for (let tries = 1; tries <= MAX_TRIES; tries++) {
      (await pool.nextChunk()).finish();
      const second = await pool.nextChunk();
      await bench.until(simulation, ({ uncertainty }) => uncertainty!.scenarios === 500);
      second.fail(new Error("the thread is gone"));
      // Closing workers (a deployment) may have used up as many of the job's tries.
      if (tries !== JOBS["simulation.uncertainty"].attempts) continue;
      await eventually(async () => (await bench.queue.state("simulation.uncertainty", jobId)) === "failed");
      expect((await bench.read(simulation)).uncertainty?.status).toBe("processing");
      await bench.alterStudies(simulation.computation.id, AGED);
      await bench.sweep();
    }
    const record = await bench.until(simulation, ({ uncertainty }) => uncertainty!.status === "failed");
    expect(record).toMatchObject({ status: "completed", error: null, results: simulation.record.results });
    expect(record.uncertainty).toMatchObject({ scenarios: 500, result: { count: 500 } });
    expect(record.sensitivity?.status).toBe("completed");
  });

  test("a follow-up error that would repeat is not tried again", async () => {
    const simulation = await completed();
    (await pool.nextChunk()).fail(new AppError("INFEASIBLE"));
    await bench.until(simulation, ({ uncertainty }) => uncertainty!.status === "failed");
    await eventually(
      async () =>
        (await bench.queue.state("simulation.uncertainty", followUpIdOf(simulation.computation, "uncertainty"))) ===
        "failed",
    );
  });

  test("a worker that closes cuts the scenarios short, and another solves them", async () => {
    const simulation = await completed();
    (await pool.nextChunk()).finish();
    await pool.nextChunk();
    await worker.close();
    expect((await bench.read(simulation)).uncertainty?.status).toBe("processing");
    const [{ attempt }] = await bench.dataSource.query(
      "SELECT attempt FROM studies WHERE computation_id = $1 AND kind = 'uncertainty'",
      [simulation.computation.id],
    );
    expect(attempt, "a release uses no try up").toBe(0);

    pool = createGatedPool();
    worker = await bench.startWorker({ pool });
    expect((await bench.until(simulation, bothAre("completed"))).uncertainty).toEqual(WHOLE);
  });

  test("a follow-up try whose time is up is cut short", async () => {
    const hang = (signal?: AbortSignal) => () =>
      new Promise<never>((_, reject) => signal!.addEventListener("abort", () => reject(signal!.reason)));
    const hanging: GatedPool = {
      ...createGatedPool(),
      run: async (request) => followedOutput(request),
      studies: (signal) => ({ ...sampleStudies, solveScenarios: hang(signal), sensitivity: hang(signal) }),
    };
    await replacePool(hanging, { timeoutMs: 1000 });
    // Follow-ups are not in the queue while a run waits.
    const waiting = await bench.createUnqueued(newInput());
    const simulation = await bench.create(newInput());
    await bench.ended(simulation);
    const tries = MAX_TRIES - 1;
    await bench.alterStudies(simulation.computation.id, `attempt = ${tries}`);
    await enqueueFollowUps(bench.queue, { ...simulation.computation, kinds: FINAL_STUDIES });
    const record = await bench.until(simulation, bothAre("failed"));
    expect(record).toMatchObject({ status: "completed", uncertainty: { scenarios: 0 } });
    await bench.cancel(waiting);
  });

  test("the sweep brings back a follow-up that was lost on its way, or whose job ended without ending it", async () => {
    const simulation = await completed();
    await finishScenarios();
    const done = await bench.until(simulation, bothAre("completed"));
    for (const name of FINAL_JOBS)
      await eventually(
        async () =>
          (await bench.queue.state(`simulation.${name}`, followUpIdOf(simulation.computation, name))) === "completed",
      );
    await bench.queue.remove("simulation.sensitivity", followUpIdOf(simulation.computation, "sensitivity"));
    await bench.alterStudies(simulation.computation.id, `${AGED}, status = 'processing'`, ["uncertainty"]);
    await bench.alterStudies(simulation.computation.id, `${AGED}, status = 'pending'`, ["sensitivity", "sizing"]);
    await bench.sweep();
    await finishScenarios();
    const { uncertainty, sensitivity } = await bench.until(simulation, bothAre("completed"));
    expect({ uncertainty, sensitivity }).toEqual({ uncertainty: done.uncertainty, sensitivity: done.sensitivity });
  });

  test("the sweep brings a lost follow-up back also while runs wait", async () => {
    const simulation = await completed();
    await finishScenarios();
    await bench.until(simulation, bothAre("completed"));
    const waiting = await bench.createUnqueued(newInput());
    const jobId = followUpIdOf(simulation.computation, "sensitivity");
    await eventually(async () => (await bench.queue.state("simulation.sensitivity", jobId)) === "completed");
    await bench.queue.remove("simulation.sensitivity", jobId);
    await bench.alterStudies(simulation.computation.id, `${AGED}, status = 'pending'`, ["sensitivity", "sizing"]);
    await bench.alter(simulation.computation.id, "study_turn = 1");
    await bench.sweep();
    await bench.until(simulation, bothAre("completed"));
    await bench.cancel(waiting);
  });

  test("a follow-up that keeps losing its workers is given up", async () => {
    const simulation = await completed();
    await finishScenarios();
    await bench.until(simulation, bothAre("completed"));
    await eventually(
      async () =>
        (await bench.queue.state("simulation.uncertainty", followUpIdOf(simulation.computation, "uncertainty"))) ===
        "completed",
    );
    const lost = `${AGED}, status = 'processing', attempt = 5`;
    await bench.alterStudies(simulation.computation.id, lost, ["uncertainty"]);
    await bench.sweep();
    const record = await bench.until(simulation, ({ uncertainty }) => uncertainty!.status === "failed");
    expect(record.status).toBe("completed");
  });

  test("a run over a period too short for a return has no sizes", async () => {
    const sensitivity = async () => ({ npv_eur: null, drivers: [] }) as never;
    const sizing = () => Promise.reject(new Error("not asked for"));
    await replacePool({ ...createGatedPool(), studies: () => ({ ...sampleStudies, sensitivity, sizing }) });
    const simulation = await completed();
    const record = await bench.until(simulation, bothAre("completed"));
    expect(record.sensitivity).toMatchObject({ tornado: { npv_eur: null }, sizing: null });
  });

  test("a try at the sizes that fails leaves the tornado as it is, and nothing of the two is shown before both are done", async () => {
    let tornados = 0;
    let tries = 0;
    await replacePool({
      ...createGatedPool(),
      studies: () => ({
        ...sampleStudies,
        sensitivity: (request) => {
          tornados += 1;
          return sampleStudies.sensitivity(request);
        },
        sizing: async (request) => {
          tries += 1;
          if (tries > 1) return sampleStudies.sizing(request);
          throw new Error("the thread is gone");
        },
      }),
    });
    const simulation = await completed();
    await eventually(() => tries === 1);
    expect((await bench.read(simulation)).sensitivity).toEqual({ status: "processing", tornado: null, sizing: null });
    const { sensitivity } = await bench.until(simulation, bothAre("completed"));
    expect([sensitivity?.sizing?.points.length, tornados, tries]).toEqual([90, 1, 2]);
  });

  test("the sizes of a tornado that is given up are given up too", async () => {
    const sensitivity = () => Promise.reject(new AppError("INFEASIBLE"));
    await replacePool({ ...createGatedPool(), studies: () => ({ ...sampleStudies, sensitivity }) });
    const simulation = await completed();
    const record = await bench.until(simulation, ({ sensitivity }) => sensitivity?.status === "failed");
    expect(record.sensitivity).toEqual({ status: "failed", tornado: null, sizing: null });
  });

  /** When the result counts as last opened. */
  const setOpened = (id: string, when: string) =>
    bench.dataSource.query(`UPDATE computations SET opened_at = ${when} WHERE id = $1`, [id]);
  const studyTurn = async (id: string) =>
    (
      await bench.dataSource.query("SELECT study_turn AS turn, caller_hash AS caller FROM computations WHERE id = $1", [
        id,
      ])
    )[0];
  const asked = (caller = {}) => bench.create(newInput(), bench.queue, { address: "192.0.2.7", ...caller });
  async function completeUnopened(simulation: Awaited<ReturnType<typeof asked>>) {
    const { id } = simulation.computation;
    await setOpened(id, "'epoch'");
    const run = await pool.nextRun();
    run.finish(followedOutput(run.request));
    await eventually(async () => (await bench.computation(id)).status === "completed");
    return id;
  }

  test("studies of a visitor's run are done only once somebody opens the result", async () => {
    const simulation = await asked();
    const id = await completeUnopened(simulation);
    expect(await studyTurn(id)).toEqual({ turn: 0, caller: null });
    await bench.alterStudies(id, AGED);
    await bench.queue.enqueue("simulation.sweep", {}, { jobId: "unopened" });
    await eventually(async () => (await bench.queue.state("simulation.sweep", "unopened")) === "completed");
    for (const name of FINAL_JOBS)
      expect(await bench.queue.state(`simulation.${name}`, followUpIdOf(simulation.computation, name))).toBe("unknown");

    void finishAllScenarios();
    expect(both(await bench.until(simulation, bothAre("completed")))).toEqual(["completed", "completed"]);
    await eventually(async () => (await studyTurn(id)).turn === null);
    expect((await studyTurn(id)).caller).toBeNull();
  });

  test("studies that were left although the result stayed open are done when it is said to be open again", async () => {
    const id = await completeUnopened(await asked());
    expect((await studyTurn(id)).turn).toBe(0);
    await noteStillOpen(bench, [id]);
    void finishAllScenarios();
    await eventually(async () => (await studyTurn(id)).turn === null);
  });

  test("results that are said to be open at once are locked in the order of their ids", async () => {
    const created = [await bench.createUnqueued(newInput()), await bench.createUnqueued(newInput())];
    const [first, last] = created.map(({ computation }) => computation.id).sort() as [string, string];
    // A changed row is stored behind the others, where a scan finds it last.
    await setOpened(first, "'epoch'");
    let noted: Promise<void> | undefined;
    await bench.dataSource.transaction(async (manager) => {
      await manager.query("SELECT 1 FROM computations WHERE id = $1 FOR UPDATE", [first]);
      noted = noteStillOpen(bench, [last, first]);
      await eventually(() => someoneWaits(bench));
      await manager.query("SELECT 1 FROM computations WHERE id = $1 FOR UPDATE NOWAIT", [last]);
    });
    await noted;
    for (const simulation of created) await bench.cancel(simulation);
  });

  test("scenarios stop when nobody has the result open any more, and go on when somebody opens it", async () => {
    const simulation = await asked();
    const { id } = simulation.computation;
    const run = await pool.nextRun();
    run.finish(followedOutput(run.request));
    (await pool.nextChunk()).finish();
    await bench.until(simulation, ({ uncertainty }) => uncertainty?.scenarios === 500);
    await setOpened(id, "'epoch'");
    (await pool.nextChunk()).finish();
    await eventually(async () => (await studyTurn(id)).turn === 0);
    void finishAllScenarios();
    expect((await bench.until(simulation, bothAre("completed"))).uncertainty).toEqual(WHOLE);
  });

  async function newUser(): Promise<string> {
    const userId = randomUUID();
    await bench.dataSource.query(
      `INSERT INTO users (id, email, password_hash, first_name, last_name, privacy_accepted_at, privacy_version)
       VALUES ($1, $2, '', '', '', now(), '')`,
      [userId, `${userId}@example.com`],
    );
    return userId;
  }

  test("studies of a run in somebody's list are done unopened", async () => {
    const id = await completeUnopened(await asked({ userId: await newUser() }));
    void finishAllScenarios();
    await eventually(async () => (await studyTurn(id)).turn === null);
  });

  test("the sweep finds studies that the version before stored without a turn, and frees turns that it left", async () => {
    await pool.close();
    await worker.close();
    const setLine = (id: string, turn: number | null) =>
      bench.dataSource.query("UPDATE computations SET study_turn = $2 WHERE id = $1", [id, turn]);
    const { computation } = await asked({ userId: await newUser() });
    const ended = (await asked()).computation.id;
    const { results } = followedOutput({ input: readCase(newInput()) });
    for (const id of [computation.id, ended])
      await bench.dataSource.query("UPDATE computations SET status = 'completed', results = $2 WHERE id = $1", [
        id,
        JSON.stringify(results),
      ]);
    await storeStudies(bench.dataSource.manager, computation.id, FINAL_STUDIES);
    await bench.dataSource.query(`UPDATE studies SET ${AGED} WHERE computation_id = $1`, [computation.id]);
    await setLine(computation.id, null);
    await setLine(ended, 7);

    pool = createGatedPool();
    worker = await bench.startWorker({ pool });
    await bench.sweep();
    for (const name of FINAL_JOBS)
      await eventually(
        async () => (await bench.queue.state(`simulation.${name}`, followUpIdOf(computation, name))) === "completed",
      );
    expect((await studyTurn(ended)).turn).toBeNull();
    expect((await studyTurn(computation.id)).turn).toBeNull();
  });

  test("the request of a follow-up carries the run's realisable share", async () => {
    const shares: unknown[] = [];
    await replacePool({
      ...createGatedPool(),
      studies: () => ({
        ...sampleStudies,
        scenarioBase: (request) => {
          shares.push(request.input.battery.realisableShare);
          return sampleStudies.scenarioBase(request);
        },
      }),
    });
    const simulation = await completed();
    await bench.until(simulation, bothAre("completed"));
    expect(shares).toEqual([0.9]);
  });
});
