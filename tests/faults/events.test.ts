import { listenToSignals, type Signal, sendSignal } from "@ecotrim/server/events/signals";
import { expect, onTestFinished, test } from "vitest";
import { type RunEvent, type RunState, reduceRun, STARTING } from "../../web/src/features/calculator/run/machine.ts";
import { openApp } from "../support/app.ts";
import { readEnds } from "../support/ends.ts";
import { followedOutput, sampleOutput } from "../support/gated-pool.ts";
import { backends, testServices } from "../support/services.ts";
import { eventually, newInput } from "../support/simulations.ts";

const servicesOf = { postgres: testServices("postgres"), redis: testServices("redis") };

test.each(backends("redis"))(
  "events too early, twice, late and in reverse change no end, with the queue on %s",
  async (backend) => {
    const api = await openApp(servicesOf[backend]);
    const worker = await api.startWorker();
    const signals: Signal[] = [];
    const listener = listenToSignals(api.env.DATABASE_URL, (signal) => signals.push(signal), api.logger);
    onTestFinished(async () => {
      await listener.close();
      await worker.close();
      await api.close();
    });
    await listener.ready;
    const query = (sql: string) => api.dataSource.query(sql);
    const create = async () => {
      const answer = await api.call("POST", "/api/simulations", { body: { inputParameters: newInput() } });
      const { id, accessToken } = answer.json().data;
      return { id: id as string, accessToken: accessToken as string };
    };
    const read = async ({ id, accessToken }: Awaited<ReturnType<typeof create>>) =>
      (await api.call("GET", `/api/simulations/${id}`, { token: accessToken })).json().data;
    const computationOf = async ({ id }: { id: string }) =>
      (await api.dataSource.query("SELECT computation_id AS id FROM simulations WHERE id = $1", [id]))[0].id as string;
    const send = (signal: Signal) => sendSignal(api.dataSource.manager, signal);

    // Follows as the web does: reads the record at an end and takes progress events as they come.
    const simulation = await create();
    const socket = await api.connect();
    const states: RunState[] = [STARTING];
    const take = (event: RunEvent) => states.push(reduceRun(states.at(-1) as RunState, event));
    const takeRecord = async () => take({ type: "record", record: await read(simulation) });
    const isItsOwn = ({ id }: { id: string }) => id === simulation.id;
    socket.on("simulation:progress", (progress) => isItsOwn(progress) && take({ type: "progress", progress }));
    socket.on("simulation:uncertainty", (band) => isItsOwn(band) && take({ type: "uncertainty", band }));
    const ended: string[] = [];
    for (const event of ["simulation:completed", "simulation:failed", "simulation:follow-up-ended"] as const)
      socket.on(event, async (end: { id: string }) => {
        if (isItsOwn(end)) await takeRecord();
        ended.push(end.id);
      });
    expect(await socket.emitWithAck("simulation:follow", simulation)).toMatchObject({ success: true });

    const [computationId, run] = [await computationOf(simulation), await worker.pool.nextRun()];
    const told = () => signals.filter((signal) => "computationId" in signal && signal.computationId === computationId);
    run.report({ stage: "solving", fraction: 0.5 });
    await eventually(() =>
      told().some((signal) => signal.type === "run-progress" && signal.progress.stage === "solving"),
    );
    for (const signal of told()) await send(signal);
    await send({ type: "run-ended", computationId, end: { summary: sampleOutput(run.request).results.summary } });
    await send({ type: "run-ended", computationId, end: { error: { code: "INFEASIBLE", message: "No." } } });
    await eventually(() => ended.length === 2);
    expect(states.at(-1)).toMatchObject({ phase: "running", progress: { stage: "solving" } });

    run.finish(followedOutput(run.request));
    for (let chunk = 0; chunk < 4; chunk++) (await worker.pool.nextChunk()).finish();
    await eventually(async () => {
      const { uncertainty, sensitivity } = await read(simulation);
      return uncertainty?.status === "completed" && sensitivity?.status === "completed";
    });
    const record = await read(simulation);
    await eventually(() =>
      ["run-ended", "uncertainty", "follow-up-ended"].every((type) => told().some((s) => s.type === type)),
    );
    for (const signal of [...told(), ...told().reverse()]) await send(signal);

    // Events keep their order, so an event of the next run proves that no earlier one is under way.
    const next = await create();
    expect(await socket.emitWithAck("simulation:follow", next)).toMatchObject({ success: true });
    (await worker.pool.nextRun()).finish();
    await eventually(() => ended.includes(next.id));
    await takeRecord();
    expect(states.at(-1)).toMatchObject({ phase: "completed", record, band: { scenarios: 2000 } });
    const phases = states.map(({ phase }) => phase);
    expect(phases.slice(phases.indexOf("completed"))).not.toContain("running");
    const percents = states.flatMap((state) => (state.phase === "running" ? [state.percent] : []));
    expect(percents).toEqual([...percents].sort((a, b) => a - b));
    expect(await read(simulation)).toEqual(record);
    expect(await readEnds(query)).toEqual(["completed", "completed"]);
  },
);
