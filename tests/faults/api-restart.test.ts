import type { ClientEvents, ServerEvents } from "@ecotrim/contracts/realtime/events";
import type { SimulationRecord } from "@ecotrim/contracts/simulations/record";
import { io, type Socket } from "socket.io-client";
import { expect, onTestFinished, test } from "vitest";
import { freePort } from "../../scripts/dev/free-port.ts";
import { openApp } from "../support/app.ts";
import { readEnds } from "../support/ends.ts";
import { sampleOutput } from "../support/gated-pool.ts";
import { backends, testServices } from "../support/services.ts";
import { eventually, newInput, openSimulationBench } from "../support/simulations.ts";

const servicesOf = { postgres: testServices("postgres"), redis: testServices("redis") };

test.each(backends("redis"))(
  "browsers come back to a restarted API and end with the result, on %s",
  async (backend) => {
    const services = servicesOf[backend];
    const settings = { PORT: String(await freePort()) };
    const bench = await openSimulationBench(services);
    const query = (sql: string) => bench.dataSource.query(sql);
    const { pool, close } = await bench.startWorker();
    let api = await openApp(services, { settings });
    const url = await api.listen();
    onTestFinished(async () => {
      await api.close();
      await pool.close();
      await close();
      await bench.close();
    });

    /** Follows as the web does: from the record at each connection, by events in between. */
    async function browser({ id, accessToken }: { id: string; accessToken: string }) {
      const seen = { records: [] as SimulationRecord[], events: [] as string[] };
      const socket: Socket<ServerEvents, ClientEvents> = io(url, {
        reconnectionDelay: 50,
        reconnectionDelayMax: 200,
        forceNew: true,
      });
      onTestFinished(() => void socket.disconnect());
      socket.on("connect", async () => {
        const answer = await socket.emitWithAck("simulation:follow", { id, accessToken });
        if (answer.success && answer.data) seen.records.push(answer.data);
      });
      socket.on("simulation:completed", () => seen.events.push("completed"));
      socket.on("disconnect", () => seen.events.push("away"));
      await eventually(() => seen.records.length === 1);
      return seen;
    }
    const create = async () =>
      (await api.call("POST", "/api/simulations", { body: { inputParameters: newInput() } })).json().data;

    // The simulations are created in turn, so that each gated run is known to belong to one.
    const [endsMeanwhile, firstRun] = [await create(), await pool.nextRun()];
    const [endsLater, secondRun] = [await create(), await pool.nextRun()];
    const [first, second] = [await browser(endsMeanwhile), await browser(endsLater)];

    await api.close();
    firstRun.finish();
    await bench.until(endsMeanwhile, ({ status }) => status === "completed");
    expect(first.events).toEqual(["away"]);

    api = await openApp(services, { settings });
    await api.listen();
    await eventually(() => [first, second].every(({ records }) => records.length === 2));
    expect(first.records[1]).toMatchObject({ status: "completed", results: sampleOutput(firstRun.request).results });
    expect(second.records[1]).toMatchObject({ status: "processing" });
    secondRun.finish();
    await eventually(() => second.events.length === 2);
    expect(second.events).toEqual(["away", "completed"]);
    expect(first.events).toEqual(["away"]);
    expect(await readEnds(query)).toEqual(["completed", "completed"]);
  },
);
