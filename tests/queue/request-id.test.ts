import { randomUUID } from "node:crypto";
import { AppError } from "@ecotrim/contracts/errors";
import type { FollowUp } from "@ecotrim/server/studies/catalogue";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { openApp, type TestApp } from "../support/app.ts";
import { followedOutput, sampleOutput } from "../support/gated-pool.ts";
import { backends, flush, testServices } from "../support/services.ts";
import { eventually, newInput } from "../support/simulations.ts";
import { FINAL_JOBS } from "../support/studies.ts";
import { testLogger } from "../support/test-log.ts";

describe.each(backends("redis"))("one id from the click to the result on %s", (backend) => {
  const services = testServices(backend);
  const lines: Record<string, unknown>[] = [];
  let api: TestApp;

  beforeAll(async () => {
    api = await openApp(services, { logger: testLogger("api", (line) => lines.push(JSON.parse(line))) });
  });
  beforeEach(async () => {
    await flush(services);
    lines.splice(0);
  });
  afterAll(() => api.close());

  const create = async (requestId: string | undefined, as?: Awaited<ReturnType<TestApp["register"]>>) => {
    const answer = await api.call("POST", "/api/simulations", {
      body: { inputParameters: newInput() },
      ...(requestId !== undefined && { headers: { "x-request-id": requestId } }),
      ...(as && { as }),
    });
    return { answer, ...(answer.json().data as { id: string; accessToken: string }) };
  };
  const read = async ({ id, accessToken }: { id: string; accessToken: string }) =>
    (await api.call("GET", `/api/simulations/${id}`, { token: accessToken })).json().data;
  const jobIdOf = async (id: string) =>
    `${(await api.dataSource.query("SELECT computation_id AS id FROM simulations WHERE id = $1", [id]))[0].id}.1`;

  test("the caller's request id is answered, kept with the row and carried by the job; the page is given it", async () => {
    const requestId = randomUUID();
    const created = await create(requestId.toUpperCase());
    expect(created.answer.headers["x-request-id"]).toBe(requestId);
    expect((await read(created)).requestId).toBe(requestId);
    const job = await api.queue.job("simulation.run", await jobIdOf(created.id));
    expect(job?.data).toEqual({ computationId: expect.any(String), requestId });
  });

  test.each([
    ["what is no UUID", "../../x\r\nset-cookie"],
    ["nothing", undefined],
  ])("the API makes a request id for a caller who sends %s", async (_, sent) => {
    const headers: Record<string, string> = sent === undefined ? {} : { "x-request-id": sent.replace(/[\r\n]/g, "") };
    const answer = await api.call("GET", "/health", { headers });
    expect(answer.headers["x-request-id"]).toMatch(/^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/);
  });

  test("a refusal carries the request id in its body and in its header", async () => {
    const requestId = randomUUID();
    const answer = await api.call("GET", `/api/simulations/${randomUUID()}`, {
      headers: { "x-request-id": requestId },
    });
    expect(answer.json()).toMatchObject({ success: false, requestId });
    expect(answer.headers["x-request-id"]).toBe(requestId);
  });

  test("every line logged of a run has its request id, in API and worker, and so have its follow-up jobs and its mail", async () => {
    const person = await api.register();
    const requestId = randomUUID();
    const created = await create(requestId, person);
    const worker = await api.startWorker();
    const run = await worker.pool.nextRun();
    run.finish(followedOutput(run.request));
    await eventually(async () => (await read(created)).status === "completed");
    const jobId = await jobIdOf(created.id);
    const followUp = (name: FollowUp) => [`simulation.${name}`, `${jobId}.${name}`] as const;
    await eventually(async () => (await api.queue.state(...followUp("uncertainty"))) !== "unknown");
    await worker.close();

    for (const name of FINAL_JOBS) expect((await api.queue.job(...followUp(name)))?.data).toMatchObject({ requestId });
    const mails = await api.dataSource.query(
      "SELECT id, request_id FROM mails WHERE user_id = $1 AND kind = 'notification'",
      [person.user.id],
    );
    expect(mails).toEqual([{ id: expect.any(String), request_id: requestId }]);
    expect((await api.queue.job("mail.send", mails[0].id))?.data).toEqual({ mailId: mails[0].id, requestId });

    const said = lines.filter((line) => line.requestId === requestId).map(({ msg }) => msg);
    expect(said).toEqual(expect.arrayContaining(["simulation stored", "request answered", "run ended"]));
    const about = lines.filter((line) => line.jobId === jobId || line.msg === "simulation stored");
    expect(about.length).toBeGreaterThan(1);
    for (const line of about) expect(line).toMatchObject({ requestId, service: "api", pid: process.pid });
    expect(lines.find(({ msg }) => msg === "run ended")).toHaveProperty("instance");
  });

  test("a retry is a request of its own: row, job and refusal have its id", async () => {
    const created = await create(randomUUID());
    await api.alterComputationOf(created.id, "status = 'failed', error_code = 'SOLVER_FAILED', error_message = 'x'");
    const requestId = randomUUID();
    await api.call("POST", `/api/simulations/${created.id}/retry`, {
      token: created.accessToken,
      headers: { "x-request-id": requestId },
    });
    expect((await read(created)).requestId).toBe(requestId);
    const job = await api.queue.job("simulation.run", (await jobIdOf(created.id)).replace(/1$/, "2"));
    expect(job?.data).toMatchObject({ requestId });
  });

  test("a job that the sweep brings back keeps its request id", async () => {
    const requestId = randomUUID();
    const created = await create(requestId);
    const jobId = await jobIdOf(created.id);
    await api.queue.remove("simulation.run", jobId);
    await api.alterComputationOf(created.id, "created_at = now() - interval '1 minute'");
    const worker = await api.startWorker();
    await api.queue.enqueue("simulation.sweep", {});
    await worker.pool.nextRun();
    expect((await api.queue.job("simulation.run", jobId))?.data).toMatchObject({ requestId });
    await worker.close();
    expect(lines.find(({ msg }) => msg === "computation brought back to the queue")).toMatchObject({
      jobId,
      requestId,
    });
  });

  test("an error at a socket names the simulation it is about", async () => {
    const { id, accessToken } = await create(undefined);
    const socket = await api.connect();
    const query = vi.spyOn(api.dataSource.manager, "query").mockRejectedValue(new Error("gone"));
    onTestFinished(() => {
      query.mockRestore();
      socket.disconnect();
    });
    expect(await socket.emitWithAck("simulation:follow", { id, accessToken })).toMatchObject({ success: false });
    expect(lines.find(({ msg }) => msg === "socket request failed")).toMatchObject({ simulationId: id });
  });

  test("a report has the id of the request that asked for it, also when the sweep brings it back", async () => {
    const person = await api.register();
    const created = await create(undefined, person);
    const worker = await api.startWorker();
    const run = await worker.pool.nextRun();
    run.finish(sampleOutput(run.request));
    await eventually(async () => (await read(created)).status === "completed");
    await worker.close();
    const order = async (requestId: string) => {
      const answer = await api.call("POST", `/api/simulations/${created.id}/reports`, {
        as: person,
        body: { kind: "basic" },
        headers: { "x-request-id": requestId },
      });
      return answer.json().data.id as string;
    };
    const requestId = randomUUID();
    const id = await order(requestId);
    const jobOf = (run: number) => api.queue.job("report.render", `${id}.${run}`);
    expect((await jobOf(1))?.data).toEqual({ reportId: id, requestId });

    await api.dataSource.query(
      "UPDATE reports SET status = 'failed', created_at = now() - interval '1 minute' WHERE id = $1",
      [id],
    );
    const again = randomUUID();
    expect(await order(again)).toBe(id);
    expect((await jobOf(2))?.data).toEqual({ reportId: id, requestId: again });
    // Without its jobs, only the sweep can have the report made.
    for (const run of [1, 2]) await api.queue.remove("report.render", `${id}.${run}`);
    const other = await api.startWorker({ reports: { render: async () => Buffer.from("%PDF") } });
    await api.queue.enqueue("report.sweep", {});
    await eventually(async () => (await jobOf(2)) !== null);
    expect((await jobOf(2))?.data).toEqual({ reportId: id, requestId: again });
    await other.close();
    expect(lines.find(({ msg }) => msg === "report brought back to the queue")).toMatchObject({
      report: id,
      requestId: again,
    });
  });

  test("the mail of a failure names the reference", async () => {
    const person = await api.register();
    const requestId = randomUUID();
    const created = await create(requestId, person);
    const worker = await api.startWorker();
    (await worker.pool.nextRun()).fail(new AppError("INFEASIBLE"));
    await eventually(async () => (await read(created)).status === "failed");
    await api.dataSource.query("UPDATE mails SET send_after = now() - interval '1 minute' WHERE settled_at IS NULL");
    const [{ id }] = await api.dataSource.query("SELECT id FROM mails WHERE user_id = $1 AND kind = 'notification'", [
      person.user.id,
    ]);
    await api.queue.enqueue("mail.sweep", {});
    await api.queue.enqueue("mail.send", { mailId: id });
    await eventually(() => api.outbox.some((mail) => mail.id === id));
    expect(api.outbox.find((mail) => mail.id === id)?.text).toContain(`Referencia: ${requestId}`);
    await worker.close();
  });
});
