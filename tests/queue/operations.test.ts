import { randomUUID } from "node:crypto";
import { AppError } from "@ecotrim/contracts/errors";
import { printStatus } from "@ecotrim/server/operations/print";
import { readStatus } from "@ecotrim/server/operations/status";
import { tellStory } from "@ecotrim/server/operations/why";
import { createQueue } from "@ecotrim/server/queue/queue";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openApp, type TestApp } from "../support/app.ts";
import { followedOutput } from "../support/gated-pool.ts";
import { runProgram } from "../support/processes.ts";
import { backends, testServices } from "../support/services.ts";
import { eventually, newInput } from "../support/simulations.ts";

describe.each(backends("postgres"))("operations on %s", (backend) => {
  const services = testServices(backend, "own");
  let api: TestApp;

  beforeAll(async () => {
    api = await openApp(services);
  });
  afterAll(() => api.close());

  const create = async (as?: Awaited<ReturnType<TestApp["register"]>>) => {
    const requestId = randomUUID();
    const body = { inputParameters: newInput() };
    const answer = await api.call("POST", "/api/simulations", {
      ...{ body, headers: { "x-request-id": requestId } },
      ...(as && { as }),
    });
    return { ...(answer.json().data as { id: string; accessToken: string }), requestId };
  };
  const storyOf = async (id: string) => {
    const story = await tellStory(api, id);
    if (!story) throw new Error("no story");
    return story;
  };

  test("the story of a failed run goes from the order to the mail, found by its reference, with nobody's address", async () => {
    const person = await api.register();
    const worker = await api.startWorker();
    const simulation = await create(person);
    const held = await worker.pool.nextRun();
    held.report({ stage: "solving", fraction: 0.5 });
    await eventually(async () =>
      (await storyOf(simulation.id)).happenings.some(({ what }) => what === "stage solving"),
    );
    held.fail(new AppError("INFEASIBLE", { message: "No hay solución en la hora 7." }));
    await eventually(async () => (await storyOf(simulation.id)).status === "failed");
    await api.dataSource.query("UPDATE mails SET outcome = 'sent', settled_at = now() WHERE kind = 'notification'");
    await worker.close();

    const story = await storyOf(simulation.requestId);
    expect(story).toMatchObject({ simulationId: simulation.id, requestId: simulation.requestId, status: "failed" });
    const told = story.happenings.map(({ what }) => what);
    const order = [
      "simulation stored, held by an account",
      `computation ${story.computationId} stored`,
      /^first try begun after /,
      /^stage solving, /,
      "run failed at try 1: INFEASIBLE: No hay solución en la hora 7.",
      "notification simulation.failed stored",
      "mail of simulation.failed: sent, tries 0",
    ].map((wanted) => told.findIndex((what) => (typeof wanted === "string" ? what === wanted : wanted.test(what))));
    expect(order).not.toContain(-1);
    expect([...order].sort((a, b) => a - b)).toEqual(order);
    expect(told).toContain(`job simulation.run ${story.computationId}.1 in the queue`);
    expect(told.join("\n")).toMatch(/job simulation.run \S+, start 1 by \S+-\d+/);
    expect(story.conclusion).toMatch(/^Failed with INFEASIBLE\. No battery can serve these inputs/);
    expect(JSON.stringify(story)).not.toMatch(/@|Núria|Pons/);
  });

  test("the story of a run under way says what is wanting: a worker, or nothing", async () => {
    const simulation = await create();
    expect((await storyOf(simulation.id)).conclusion).toContain("no worker is connected: start one");
    const worker = await api.startWorker();
    const held = await worker.pool.nextRun();
    await eventually(async () => (await storyOf(simulation.id)).conclusion.startsWith("Being computed by "));
    held.finish(followedOutput(held.request));
    await eventually(async () => (await storyOf(simulation.id)).status === "completed");
    const { conclusion, happenings } = await storyOf(simulation.id);
    expect(conclusion).toMatch(
      /^Completed; still to come: uncertainty.*, when no run waits, or after half a minute\. Nothing to do/,
    );
    expect(happenings.map(({ what }) => what).join("\n")).toMatch(/uncertainty follows: \w+, tries \d/);
    await worker.close();
    await eventually(async () =>
      /^Completed; still to come: .*, but no worker is connected/.test((await storyOf(simulation.id)).conclusion),
    );
    const { computationId } = await storyOf(simulation.id);
    await api.dataSource.query("UPDATE computations SET study_turn = 0, opened_at = 'epoch' WHERE id = $1", [
      computationId,
    ]);
    expect((await storyOf(simulation.id)).conclusion).toMatch(/are done once somebody opens the result: nothing to do/);
    await api.alterStudiesOf(simulation.id, "status = 'completed'");
    expect((await storyOf(simulation.id)).conclusion).toBe("Completed: nothing to do.");
    await api.alterStudiesOf(simulation.id, "status = 'failed', finished_at = now()", ["sensitivity"]);
    expect((await storyOf(simulation.id)).conclusion).toContain(
      `Completed, without sensitivity, which failed. Look in the logs for requestId ${simulation.requestId}`,
    );
  });

  test("the story of a lost job says that the sweep brings it back, and that of a queue that is down says so", async () => {
    const simulation = await create();
    const { computationId } = await storyOf(simulation.id);
    await api.queue.remove("simulation.run", `${computationId}.1`);
    const workers = async () => ["somewhere-1"];
    expect((await tellStory({ ...api, queue: { ...api.queue, workers } }, simulation.id))?.conclusion).toContain(
      "the sweep brings it back",
    );
    const down = createQueue({ DATABASE_URL: services.DATABASE_URL, REDIS_URL: "redis://127.0.0.1:9" }, api.logger);
    expect((await tellStory({ ...api, queue: down }, simulation.id))?.conclusion).toContain(
      "the queue does not answer",
    );
    const status = await readStatus({ ...api, queue: down });
    expect(status.queue).toBeNull();
    expect(printStatus(status)).toContain("The queue does not answer.");
    await down.close();
  });

  test("an unknown reference has no story", async () => {
    expect(await tellStory(api, randomUUID())).toBeNull();
    expect(await tellStory(api, "' OR 1=1")).toBeNull();
  });

  test("the status counts jobs, failures, mails, events and versions", async () => {
    await api.dataSource.query(
      `INSERT INTO stripe_events (id, type, object_id, dead_at) VALUES ('evt_dead', 'x', 'y', now()) ON CONFLICT DO NOTHING`,
    );
    await create();
    const status = await readStatus(api);
    const runs = status.queue?.queues.find(({ name }) => name === "simulation.run")?.counts;
    expect(runs?.prioritized).toBeGreaterThan(0);
    expect(status.lastHour).toMatchObject({ completed: 1, failed: 1 });
    expect(status.failuresOfDay).toEqual([
      { job: "simulation.run", code: "INFEASIBLE", count: 1 },
      { job: "simulation.sensitivity", code: "OTHER", count: 1 },
    ]);
    expect(status.payments.deadEvents).toBe(1);
    expect(status.database.migrations.length).toBeGreaterThan(4);
    expect(status.database.pendingMigrations).toBe(false);
    const screen = printStatus(status).split("\n");
    expect(screen.length).toBeLessThan(40);
    expect(screen.join("\n")).toContain("1 simulation.run INFEASIBLE");
  });

  test("the status warns once the newest regulated prices are of a year that is over", async () => {
    const status = await readStatus(api);
    const screen = (at: string) => printStatus({ ...status, at });
    expect(screen(`${status.tariffYear}-12-31T22:00:00.000Z`)).toMatch(/^tariffs +\d{4}$/m);
    expect(screen(`${status.tariffYear + 1}-01-01T06:00:00.000Z`)).toMatch(/^tariffs +\d{4}, older than today/m);
  });

  test("the status of a hundred workers is still one screen: their number and the names of ten", async () => {
    const status = await readStatus(api);
    const workers = Array.from({ length: 100 }, (_, index) => `host-${index}`);
    const screen = printStatus({ ...status, queue: { queues: [], workers } });
    expect(screen).toMatch(/^workers +100: host-0, .*host-9, \.\.\.$/m);
    expect(screen).not.toContain("host-10");
  });
});

describe("the commands", () => {
  const services = testServices("redis");
  const ops = (...args: string[]) =>
    runProgram(process.execPath, ["shared/server/dist/operations/main.js", ...args], {
      env: { PATH: process.env.PATH, ...services },
    });

  test("the commands tell the status as text, a story and the requests for an offer as JSON, and exit with 1 where there is nothing to tell", async () => {
    const api = await openApp(services);
    const body = { inputParameters: newInput() };
    const { id } = (await api.call("POST", "/api/simulations", { body })).json().data;
    await api.close();
    const [status, story, offers] = await Promise.all([
      ops("status"),
      ops("why", id, "--json"),
      ops("offers", "--json"),
    ]);
    expect(status.stdout).toMatch(/^queue +active +waiting/m);
    expect(JSON.parse(story.stdout)).toMatchObject({ simulationId: id, status: "pending" });
    expect(JSON.parse(offers.stdout)).toEqual([]);
    const nothing = { code: 1, stdout: "" };
    await Promise.all([
      expect(ops("why", randomUUID())).rejects.toMatchObject(nothing),
      expect(ops("why")).rejects.toMatchObject({ ...nothing, stderr: expect.stringContaining("Usage") }),
    ]);
  }, 300_000);
});
