import { randomUUID } from "node:crypto";
import { AppError } from "@ecotrim/contracts/errors";
import type { SimulationRecord } from "@ecotrim/contracts/simulations/record";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { createGatedPool, finalOutput, type GatedPool, provisionalOutput } from "../support/gated-pool.ts";
import { backends, testServices } from "../support/services.ts";
import { eventually, newInput, openSimulationBench, type SimulationBench } from "../support/simulations.ts";

const [backend] = backends("redis");
const services = testServices(backend!);
let bench: SimulationBench;
let pool: GatedPool;
let worker: Awaited<ReturnType<SimulationBench["startWorker"]>>;

beforeAll(async () => {
  bench = await openSimulationBench(services);
});
afterAll(() => bench.close());
beforeEach(async () => {
  pool = createGatedPool({ holdPieces: true });
  worker = await bench.startWorker({ pool });
});
afterEach(async () => {
  await pool.close();
  await worker.close();
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

/** A simulation whose run has ended with the quick rule. */
async function provisional(caller: { userId?: string } = {}) {
  const simulation = await bench.create(newInput(), bench.queue, caller);
  const run = await pool.nextRun();
  run.finish(provisionalOutput(run.request));
  return { ...simulation, record: await bench.ended(simulation), request: run.request };
}

async function finishPieces(count: number) {
  for (let piece = 0; piece < count; piece++) (await pool.nextPiece()).finish();
}

const isFinal = ({ power }: SimulationRecord) => power?.status === "completed";

const told = (userId: string): Promise<{ data: object }[]> =>
  bench.dataSource.query("SELECT data FROM notifications WHERE user_id = $1", [userId]);
const ranked = async (userId: string) =>
  (
    await bench.dataSource.query("SELECT status, ranked_npv AS npv FROM user_simulations WHERE user_id = $1", [userId])
  )[0];

test("a run under a contract is completed with provisional results, which have no verdict and no rank", async () => {
  const userId = await newUser();
  const simulation = await provisional({ userId });
  expect(simulation.record).toMatchObject({
    status: "completed",
    results: { provisional: true },
    power: { total: 6 },
    uncertainty: null,
    sensitivity: null,
    verdict: { code: "pending", word: "Provisional" },
  });
  expect(await told(userId)).toEqual([]);
  expect(await ranked(userId)).toEqual({ status: "completed", npv: null });
  await finishPieces(5);
  await bench.until(simulation, isFinal);
  expect(await ranked(userId)).toEqual({
    status: "completed",
    npv: finalOutput(simulation.request).results.summary.npv,
  });
});

test("its study counts its pieces, replaces the results and tells the holder of them", async () => {
  const userId = await newUser();
  const simulation = await provisional({ userId });
  await finishPieces(2);
  const halfway = await bench.until(simulation, ({ power }) => power?.done === 3);
  expect(halfway).toMatchObject({ power: { status: "processing", total: 6 }, results: { provisional: true } });
  await finishPieces(3);
  const record = await bench.until(simulation, isFinal);
  const { results } = finalOutput(simulation.request);
  expect(record.results).toEqual(results);
  expect(record.verdict?.word).not.toBe("Provisional");
  expect(record.power).toEqual({ status: "completed", done: 6, total: 6 });
  await eventually(async () => (await told(userId)).length === 1);
  expect((await told(userId))[0]!.data).toMatchObject({ npv: results.summary.npv });
});

test("a study that fails for good leaves the results provisional, and the holder is told without figures", async () => {
  const userId = await newUser();
  const simulation = await provisional({ userId });
  (await pool.nextPiece()).fail(new AppError("INFEASIBLE"));
  const record = await bench.until(simulation, ({ power }) => power?.status === "failed");
  expect(record).toMatchObject({ status: "completed", results: { provisional: true }, verdict: { code: "none" } });
  const [notification] = await told(userId);
  expect(notification!.data).toMatchObject({ verdict: expect.stringContaining("provisionales") });
  expect(notification!.data).not.toHaveProperty("npv");
});

test("a study that nobody waits for stops amid a piece, and begins anew when somebody opens the result", async () => {
  const simulation = await provisional();
  await finishPieces(1);
  await pool.nextPiece();
  const { id } = simulation.computation;
  await bench.alter(id, "opened_at = 'epoch'");
  const turnOf = async () =>
    (await bench.dataSource.query("SELECT study_turn AS turn FROM computations WHERE id = $1", [id]))[0].turn;
  await eventually(async () => (await turnOf()) === 0);
  await bench.read(simulation);
  await finishPieces(5);
  const record = await bench.until(simulation, isFinal);
  expect(record.results).not.toHaveProperty("provisional");
});

test("a worker that closes cuts the study short, and another does it", async () => {
  const simulation = await provisional();
  await pool.nextPiece();
  await worker.close();
  expect((await bench.read(simulation)).power?.status).toBe("processing");
  pool = createGatedPool();
  worker = await bench.startWorker({ pool });
  const record = await bench.until(simulation, isFinal);
  expect(record.results).toEqual(finalOutput(simulation.request).results);
});
