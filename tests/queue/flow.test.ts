import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { UncertaintyProgress } from "@ecotrim/contracts/realtime/events";
import type { Progress } from "@ecotrim/contracts/simulations/progress";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startWorker } from "../../worker/src/app.ts";
import { createSimulationPool, type SimulationPool } from "../../worker/src/solver/pool.ts";
import { nextEvent, openApp, type TestApp } from "../support/app.ts";
import { commandArgs } from "../support/commands.ts";
import { runProgram, startChild } from "../support/processes.ts";
import { backends, testServices } from "../support/services.ts";
import { eventually, expectNeverFalling } from "../support/simulations.ts";
import { workerParts } from "../support/worker-deps.ts";

const INPUTS = {
  undisturbed: { demand_value: 320, start_date: "2024-06-03", end_date: "2024-06-09" },
  killed: { demand_value: 330, start_date: "2024-06-03", end_date: "2024-06-09" },
};

/** The band of the first year's saving, EUR. */
type Scenarios = Record<"p10" | "p50" | "p90", number>;

const bandOf = ({ p10, p50, p90 }: Scenarios): Scenarios => ({ p10, p50, p90 });

/** The command line's result for the same inputs. */
async function simulateByCommandLine(inputParameters: object, ...options: string[]): Promise<{ scenarios: Scenarios }> {
  const dir = await mkdtemp(join(tmpdir(), "ecotrim-flow-"));
  try {
    const path = join(dir, "case.json");
    await writeFile(path, JSON.stringify({ inputParameters }));
    const { stdout } = await runProgram(process.execPath, commandArgs("simulate", path, ...options));
    return JSON.parse(stdout);
  } finally {
    await rm(dir, { recursive: true });
  }
}

/** Results without the solver's time. */
const figuresOf = (results: unknown) => {
  const {
    solver,
    scenarios: _scenarios,
    ...figures
  } = results as {
    solver: { milliseconds: number };
    scenarios?: Scenarios;
  };
  const { milliseconds: _, ...solved } = solver;
  return { ...figures, solver: solved };
};

let pool: SimulationPool;
let band: Scenarios;
let expected: { [K in keyof typeof INPUTS]: unknown };
beforeAll(async () => {
  const [undisturbed, killed] = await Promise.all([
    // As many scenarios as the platform solves.
    simulateByCommandLine(INPUTS.undisturbed, "--scenarios", "2000"),
    simulateByCommandLine(INPUTS.killed),
  ]);
  pool = createSimulationPool({ threads: 1, timeLimitSeconds: 30 });
  band = bandOf(undisturbed.scenarios);
  expected = { undisturbed: figuresOf(undisturbed), killed: figuresOf(killed) };
});
afterAll(() => pool.close());

describe.each(backends("redis"))("from the request to the results on %s", (backend) => {
  const services = testServices(backend);
  let api: TestApp;

  beforeAll(async () => {
    api = await openApp(services);
  });
  afterAll(() => api.close());

  const work = () =>
    startWorker({
      ...api,
      ...workerParts(api.env),
      settings: services,
      pool,
      concurrency: 1,
      timing: { lockMs: 500, stalledCheckMs: 200 },
    });

  async function createAndFollow(inputParameters: object) {
    const answer = await api.call("POST", "/api/simulations", { body: { inputParameters } });
    expect(answer.status).toBe(201);
    const { id, accessToken } = answer.json().data;
    const socket = await api.connect();
    const heard: Progress[] = [];
    socket.on("simulation:progress", (progress) => heard.push(progress));
    const bandsHeard: UncertaintyProgress[] = [];
    socket.on("simulation:uncertainty", (band) => bandsHeard.push(band));
    const completed = nextEvent(socket, "simulation:completed");
    const followed = await socket.emitWithAck("simulation:follow", { id, accessToken });
    expect(followed).toMatchObject({ success: true, data: { id } });
    return {
      heard,
      bandsHeard,
      completed,
      read: async () => (await api.call("GET", `/api/simulations/${id}`, { token: accessToken })).json().data,
    };
  }

  test("a browser that follows sees the stages, and the results are those of the command line", async () => {
    const { heard, bandsHeard, completed, read } = await createAndFollow(INPUTS.undisturbed);
    const worker = await work();
    await completed;
    await eventually(async () => {
      const { uncertainty, sensitivity } = await read();
      return [uncertainty, sensitivity].every(({ status }) => status === "completed");
    });
    // The band is published after it is stored, so a read may come before the event.
    await eventually(() => bandsHeard.at(-1)?.scenarios === 2000);
    await worker.close();

    const record = await read();
    expect(record.status).toBe("completed");
    const { p10, p50, p90 } = record.uncertainty.result.saving_eur;
    expect({ p10: p10.value, p50: p50.value, p90: p90.value }).toEqual(band);
    expect(bandsHeard.at(-1)).toMatchObject({ ...band, scenarios: 2000, total: 2000 });
    expect(record.sensitivity).toMatchObject({ tornado: { npv_eur: null }, sizing: null });
    expect(figuresOf({ ...record.results, verdict: record.verdict })).toEqual(expected.undisturbed);
    const stages = ["queued", "series", "model", "solving", "economics", "charts", "saving"];
    expect(record.stages.map(({ stage }: Progress) => stage)).toEqual(stages);
    expect(heard.at(-1)?.stage).toBe("saving");
    expectNeverFalling(heard.map(({ percent }) => percent));
  });

  test("a worker killed in the middle changes nothing but the number of tries", async () => {
    const doomed = startChild("worker-child", services);
    const { heard, completed, read } = await createAndFollow(INPUTS.killed);
    await eventually(() => heard.some(({ stage }) => stage === "solving"));
    const killed = once(doomed, "exit");
    doomed.kill("SIGKILL");
    await killed;

    const worker = await work();
    await completed;
    await worker.close();
    const record = await read();
    expect(figuresOf({ ...record.results, verdict: record.verdict })).toEqual(expected.killed);
    expect(record.progress.attempt).toBe(2);
    expect(heard.map(({ message }) => message)).toContain("Reintentando (2.º intento)");
  });
});
