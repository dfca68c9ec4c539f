import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { promisify } from "node:util";
import { AppError } from "@ecotrim/contracts/errors";
import type { Acknowledgement } from "@ecotrim/contracts/realtime/events";
import type { SimulationRecord } from "@ecotrim/contracts/simulations/record";
import { Manager } from "socket.io-client";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { nextEvent, openApp, type TestApp, type TestSocket } from "../support/app.ts";
import { followedOutput, sampleOutput } from "../support/gated-pool.ts";
import { backends, testServices } from "../support/services.ts";
import { eventually } from "../support/simulations.ts";

type Created = { id: string; accessToken: string };

let demands = 0;
const newRequest = () => ({ inputParameters: { demand_value: 100 + demands++ } });

const follow = (socket: TestSocket, request: unknown): Promise<Acknowledgement<SimulationRecord | null>> =>
  socket.emitWithAck("simulation:follow", request as Created);

async function createWith(api: TestApp, body: object): Promise<Created> {
  const { id, accessToken } = (await api.call("POST", "/api/simulations", { body })).json().data;
  return { id, accessToken };
}

function recordIn(answer: Acknowledgement<SimulationRecord | null>): SimulationRecord {
  if (!answer.success || !answer.data) throw new Error("no record was told");
  return answer.data;
}

/** Records every event of a socket, in order. */
function hear(socket: TestSocket) {
  const heard: { event: string; id: string; percent?: number; stage?: string; scenarios?: number }[] = [];
  socket.onAny((event, payload) => heard.push({ event, ...payload }));
  return heard;
}

/** A round trip that returns only after the server has handled all earlier messages. */
const roundTrip = (socket: TestSocket) => follow(socket, { id: randomUUID() });

describe.each(backends("redis"))("following by socket, on %s", (backend) => {
  const services = testServices(backend);
  let api: TestApp;
  let worker: Awaited<ReturnType<TestApp["startWorker"]>>;
  beforeAll(async () => {
    api = await openApp(services);
  });
  beforeEach(async () => {
    worker = await api.startWorker();
  });
  afterEach(() => worker.close());
  afterAll(() => api.close());

  const create = (request: object = newRequest()) => createWith(api, request);
  const act = (action: string, { id, accessToken }: Created) =>
    api.call("POST", `/api/simulations/${id}/${action}`, { token: accessToken });

  test("a follower starts from the record and hears progress to the end", async () => {
    const created = await create();
    const socket = await api.connect();
    const heard = hear(socket);
    const answer = await follow(socket, created);
    expect(answer).toMatchObject({ success: true, data: { id: created.id, results: null } });

    const run = await worker.pool.nextRun();
    const completed = nextEvent(socket, "simulation:completed");
    run.report({ stage: "solving", fraction: 0.5 });
    run.report({ stage: "economics", fraction: 0 });
    run.finish();
    expect(await completed).toEqual({ id: created.id, summary: sampleOutput(run.request).results.summary });

    expect(new Set(heard.map(({ id }) => id))).toEqual(new Set([created.id]));
    const progress = heard.filter(({ event }) => event === "simulation:progress");
    const percents = progress.map(({ percent }) => percent as number);
    expect(percents).toEqual([...percents].sort((a, b) => a - b));
    // Progress is throttled, so stages that pass quickly are told in one event; the record names them all.
    expect(progress).not.toEqual([]);
  });

  test("an API process other than the one that took the simulation tells of it", async () => {
    const other = await openApp(services);
    onTestFinished(() => other.close());
    const created = await create();
    const socket = await other.connect();
    const heard = hear(socket);
    expect(await follow(socket, created)).toMatchObject({ success: true, data: { id: created.id } });
    const run = await worker.pool.nextRun();
    let fraction = 0;
    // Hints that come before a process listens are lost.
    await eventually(() => {
      fraction = Math.min(0.9, fraction + 0.01);
      run.report({ stage: "solving", fraction });
      return heard.some(({ event, stage }) => event === "simulation:progress" && stage === "solving");
    });
    const completed = nextEvent(socket, "simulation:completed");
    run.finish();
    expect((await completed).id).toBe(created.id);
  });

  test("each row that shares a run hears of it under its own id", async () => {
    const request = newRequest();
    const [one, two] = [await create(request), await create(request)];
    const [first, second] = [await api.connect(), await api.connect()];
    await follow(first, one);
    await follow(second, two);
    const completed = Promise.all([
      nextEvent(first, "simulation:completed"),
      nextEvent(second, "simulation:completed"),
    ]);
    (await worker.pool.nextRun()).finish();
    expect((await completed).map(({ id }) => id)).toEqual([one.id, two.id]);
  });

  test("a failure is told with code and sentence", async () => {
    const created = await create();
    const socket = await api.connect();
    await follow(socket, created);
    const failed = nextEvent(socket, "simulation:failed");
    (await worker.pool.nextRun()).fail(new AppError("INFEASIBLE", { message: "No cabe: 31 de enero a las 8:00." }));
    expect(await failed).toEqual({ id: created.id, code: "INFEASIBLE", error: "No cabe: 31 de enero a las 8:00." });
  });

  test("a follower who joins between two reports of a run hears where it stands before the next", async () => {
    const created = await create();
    const early = await api.connect();
    await follow(early, created);
    const toldOnce = nextEvent(early, "simulation:progress");
    const run = await worker.pool.nextRun();
    run.report({ stage: "solving", fraction: 0.5 });
    await toldOnce;
    const late = await api.connect();
    const told = nextEvent(late, "simulation:progress");
    await follow(late, created);
    expect(await told).toMatchObject({ id: created.id, stage: "solving" });
    run.finish();
  });

  test("a follower who comes late is given the outcome in the acknowledgement", async () => {
    const created = await create();
    const early = await api.connect();
    await follow(early, created);
    const completed = nextEvent(early, "simulation:completed");
    (await worker.pool.nextRun()).finish();
    await completed;
    const answer = await follow(await api.connect(), created);
    expect(answer).toMatchObject({ success: true, data: { status: "completed", progress: { percent: 100 } } });
  });

  test("the sockets of an address that ask more often than any office does are refused together", async () => {
    const limited = await openApp(services, { settings: { RATE_LIMIT_PER_MINUTE: "10", TRUST_PROXY: "1" } });
    onTestFinished(() => limited.close());
    const connectFrom = (address: string) => limited.connect({ extraHeaders: { "x-forwarded-for": address } });
    const sockets = await Promise.all(Array.from({ length: 6 }, () => connectFrom("203.0.113.9")));
    const answers = await Promise.all([...sockets, ...sockets].map(roundTrip));
    const refused = answers.filter((answer) => !answer.success && answer.code === "RATE_LIMITED");
    expect(refused).toHaveLength(2);
    expect(await roundTrip(await connectFrom("203.0.113.10"))).toMatchObject({ code: "SIMULATION_NOT_FOUND" });
  });

  test("every event of a socket counts, also those that no answer follows or that nobody knows", async () => {
    const limited = await openApp(services, { settings: { RATE_LIMIT_PER_MINUTE: "3", TRUST_PROXY: "1" } });
    onTestFinished(() => limited.close());
    const socket = await limited.connect({ extraHeaders: { "x-forwarded-for": "203.0.113.11" } });
    socket.emit("simulation:unfollow", { id: randomUUID() });
    (socket as unknown as { emit(name: string): void }).emit("simulation:delete");
    expect(await roundTrip(socket)).toMatchObject({ code: "SIMULATION_NOT_FOUND" });
    expect(await roundTrip(socket)).toMatchObject({ code: "RATE_LIMITED" });
  });

  test("a follower is told the record again only where it is not the version it has, and hears what follows", async () => {
    const created = await create();
    const run = await worker.pool.nextRun();
    const socket = await api.connect();
    const running = await follow(socket, { ...created, version: "another" });
    expect(running).toMatchObject({ success: true, data: { status: "processing" } });
    const late = await api.connect();
    const completed = nextEvent(late, "simulation:completed");
    await follow(late, { ...created, version: recordIn(running).version });
    run.finish();
    await completed;
    const ended = await follow(late, { ...created, version: recordIn(running).version });
    expect(ended).toMatchObject({ success: true, data: { status: "completed" } });
    expect(await follow(late, { ...created, version: recordIn(ended).version })).toEqual({ success: true, data: null });
    const { version } = recordIn(ended);
    expect(await follow(late, { id: created.id, version })).toMatchObject({ code: "SIMULATION_NOT_FOUND" });
  });

  test("after the run a follower hears of scenarios as they are solved, and of the stored sensitivity", async () => {
    const created = await create();
    const socket = await api.connect();
    const heard = hear(socket);
    await follow(socket, created);
    const completed = nextEvent(socket, "simulation:completed");
    const stored = nextEvent(socket, "simulation:follow-up-ended");
    const run = await worker.pool.nextRun();
    run.finish(followedOutput(run.request));
    await completed;
    expect(await stored).toEqual({ id: created.id });

    (await worker.pool.nextChunk()).finish();
    const band = { id: created.id, scenarios: 500, total: 2000, p10: 500, p50: 500, p90: 500 };
    expect(await nextEvent(socket, "simulation:uncertainty")).toEqual(band);
    const late = await follow(await api.connect(), created);
    expect(late).toMatchObject({
      data: {
        status: "completed",
        uncertainty: { status: "processing", scenarios: 500 },
        sensitivity: { status: "completed" },
      },
    });

    const whole = new Promise((resolve) =>
      socket.on("simulation:uncertainty", ({ scenarios, total }) => scenarios === total && resolve(scenarios)),
    );
    for (let quarter = 1; quarter < 4; quarter++) (await worker.pool.nextChunk()).finish();
    await whole;
    const counts = heard.flatMap((told) => (told.event === "simulation:uncertainty" ? [told.scenarios!] : []));
    expect(counts).toEqual([...counts].sort((a, b) => a - b));
    const answer = await api.call("GET", `/api/simulations/${created.id}`, { token: created.accessToken });
    expect(answer.json().data.uncertainty).toMatchObject({
      status: "completed",
      scenarios: 2000,
      result: { count: 2000 },
    });
  });

  test("a cancelled row is told at once, and others of the same run are not disturbed", async () => {
    const request = newRequest();
    const [mine, others] = [await create(request), await create(request)];
    const [me, other] = [await api.connect(), await api.connect()];
    const heard = hear(other);
    await follow(me, mine);
    await follow(other, others);
    const run = await worker.pool.nextRun();
    const failed = nextEvent(me, "simulation:failed");
    await act("cancel", mine);
    expect(await failed).toMatchObject({ id: mine.id, code: "CANCELLED" });
    const completed = nextEvent(other, "simulation:completed");
    run.finish();
    await completed;
    expect(heard.filter(({ event }) => event === "simulation:failed")).toEqual([]);
  });

  test("a follower keeps hearing after a retry", async () => {
    const created = await create();
    const socket = await api.connect();
    await follow(socket, created);
    const failed = nextEvent(socket, "simulation:failed");
    (await worker.pool.nextRun()).fail(new AppError("INFEASIBLE"));
    await failed;
    // The job of the cancelled run ends at about the same time and publishes a hint without figures too.
    const completed = new Promise((resolve) =>
      socket.on("simulation:completed", (event) => event.summary && resolve(event)),
    );
    await act("retry", created);
    const run = await worker.pool.nextRun();
    run.finish();
    expect(await completed).toEqual({ id: created.id, summary: sampleOutput(run.request).results.summary });
  });

  test("a row cancelled and retried is heard again, though another run answers it", async () => {
    const created = await create();
    const socket = await api.connect();
    await follow(socket, created);
    await worker.pool.nextRun();
    const failed = nextEvent(socket, "simulation:failed");
    await act("cancel", created);
    await failed;
    const completed = nextEvent(socket, "simulation:completed");
    await act("retry", created);
    const run = await worker.pool.nextRun();
    run.finish();
    expect(await completed).toEqual({ id: created.id, summary: sampleOutput(run.request).results.summary });
  });

  test("a row its holder has ended tells later followers nothing of the run that others wait for", async () => {
    const request = newRequest();
    const [ended, waiting] = [await create(request), await create(request)];
    await act("cancel", ended);
    const [late, other] = [await api.connect(), await api.connect()];
    expect(await follow(late, ended)).toMatchObject({ data: { status: "failed", error: { code: "CANCELLED" } } });
    await follow(other, waiting);
    const heard = hear(late);
    const completed = nextEvent(other, "simulation:completed");
    (await worker.pool.nextRun()).finish();
    await completed;
    await roundTrip(late);
    // The row's own end may still be told to its late follower.
    expect(heard.filter(({ event }) => event !== "simulation:failed")).toEqual([]);
  });

  test("a socket that no longer follows hears nothing", async () => {
    const request = newRequest();
    const [left, kept] = [await create(request), await create(request)];
    const [gone, staying] = [await api.connect(), await api.connect()];
    await follow(gone, left);
    await follow(staying, kept);
    gone.emit("simulation:unfollow", { id: left.id });
    await roundTrip(gone);
    const heard = hear(gone);
    const completed = nextEvent(staying, "simulation:completed");
    (await worker.pool.nextRun()).finish();
    await completed;
    await roundTrip(gone);
    expect(heard).toEqual([]);
  });

  test("one socket may follow several rows", async () => {
    const [one, two] = [await create(), await create()];
    const socket = await api.connect();
    await follow(socket, one);
    await follow(socket, two);
    const heard = hear(socket);
    const both = new Promise<void>((resolve) => {
      const ended = new Set<string>();
      socket.on("simulation:completed", ({ id }) => {
        if (ended.add(id).size === 2) resolve();
      });
    });
    for (const run of [await worker.pool.nextRun(), await worker.pool.nextRun()]) run.finish();
    await both;
    expect(new Set(heard.map(({ id }) => id))).toEqual(new Set([one.id, two.id]));
  });
});

describe("who may follow", () => {
  const services = testServices("postgres");
  let api: TestApp;
  let created: Created;
  let socket: TestSocket;
  beforeAll(async () => {
    api = await openApp(services);
    created = await createWith(api, newRequest());
    socket = await api.connect();
  });
  afterAll(() => api.close());

  test("no token, another's or a wrong one opens nothing at a socket", async () => {
    const other = await createWith(api, newRequest());
    for (const accessToken of [undefined, "", "x", other.accessToken])
      expect(await follow(socket, { id: created.id, accessToken })).toEqual({
        success: false,
        code: "SIMULATION_NOT_FOUND",
        error: "No se ha encontrado la simulación.",
      });
  });

  test.each([undefined, null, 5, "x", [], {}, { id: 5 }, { id: "x" }, { id: "' OR 1=1" }, { id: { $ne: 1 } }])(
    "the socket request %j is refused in words",
    async (request) => {
      expect(await follow(socket, request)).toMatchObject({ success: false, code: "INVALID_INPUT" });
    },
  );

  test("socket requests without acknowledgement or of unknown names harm nothing", async () => {
    const untyped = socket as unknown as { emit(name: string, ...rest: unknown[]): void };
    untyped.emit("simulation:follow", { id: created.id });
    untyped.emit("simulation:follow");
    untyped.emit("simulation:unfollow");
    untyped.emit("simulation:unfollow", { id: 7 });
    untyped.emit("simulation:delete", { id: created.id });
    expect(await follow(socket, created)).toMatchObject({ success: true });
  });

  test("a follower whose access is taken back hears no more", async () => {
    const [owner, guest] = [await api.register(), await api.register()];
    const body = {
      associationType: "shared",
      metadata: { associationSource: "manual_share" },
      email: guest.user.email,
    };
    const made = await api.call("POST", "/api/simulations", { as: owner, body: newRequest() });
    const { id } = made.json().data;
    await api.call("POST", `/api/user-simulations/${id}/associate`, { as: owner, body });
    const [theirs, own] = [
      await api.connect({ auth: { token: guest.token } }),
      await api.connect({ auth: { token: owner.token } }),
    ];
    expect(await follow(theirs, { id })).toMatchObject({ success: true });
    await follow(own, { id });
    const heard = hear(theirs);
    await api.call("DELETE", `/api/simulations/${id}/shares/${encodeURIComponent(guest.user.email)}`, { as: owner });
    const ended = nextEvent(own, "simulation:failed");
    await api.call("POST", `/api/simulations/${id}/cancel`, { as: owner });
    await ended;
    expect(await follow(theirs, { id })).toMatchObject({ success: false, code: "SIMULATION_NOT_FOUND" });
    expect(heard).toEqual([]);
  });

  test("no socket follows without bound", async () => {
    const greedy = await api.connect();
    const rows = await Promise.all(Array.from({ length: 101 }, () => createWith(api, newRequest())));
    const answers = [];
    for (const row of rows) answers.push(await follow(greedy, row));
    expect(answers.filter(({ success }) => success)).toHaveLength(100);
    expect(answers.at(-1)).toMatchObject({ success: false, code: "RATE_LIMITED" });
  });

  test("polling works where WebSocket does not", async () => {
    const polling = await api.connect({ transports: ["polling"] });
    expect(await follow(polling, created)).toMatchObject({ success: true });
  });
});

describe("how many sockets one address holds", () => {
  const services = testServices("postgres");
  let api: TestApp;
  beforeAll(async () => {
    api = await openApp(services, { settings: { SOCKETS_PER_ADDRESS: "2", TRUST_PROXY: "1" } });
  });
  afterAll(() => api.close());

  const connectFrom = (address: string, options: object = {}) =>
    api.connect({ extraHeaders: { "x-forwarded-for": address }, ...options });
  const refusal = {
    message: "Hay demasiadas pantallas abiertas desde su red. Cierre alguna y vuelva a intentarlo.",
    data: { code: "TOO_MANY_CONNECTIONS" },
  };

  test.each(["websocket", "polling"])(
    "one socket too many of an address is refused in words by %s, and no other address is",
    async (transport) => {
      const options = { transports: [transport] };
      const mine = transport === "websocket" ? "203.0.113.1" : "203.0.113.2";
      const held = [await connectFrom(mine, options), await connectFrom(mine, options)];
      await expect(connectFrom(mine, options)).rejects.toMatchObject(refusal);
      expect(await roundTrip(await connectFrom("203.0.113.3", options))).toMatchObject({
        code: "SIMULATION_NOT_FOUND",
      });
      for (const socket of held) expect(socket.connected).toBe(true);
    },
  );

  test("a forwarded address that the caller made up does not count for the limit of sockets", async () => {
    const forged = (claimed: string) => connectFrom(`${claimed}, 203.0.113.4`);
    await forged("198.51.100.1");
    await forged("198.51.100.2");
    await expect(forged("198.51.100.3")).rejects.toMatchObject(refusal);
  });

  test("the addresses of one IPv6 network count together", async () => {
    await connectFrom("2001:db8:1:2::1");
    await connectFrom("2001:db8:1:2:ffff::2");
    await expect(connectFrom("2001:db8:1:2::3")).rejects.toMatchObject(refusal);
    await connectFrom("2001:db8:1:3::1");
  });

  test("a socket that closes makes room for another", async () => {
    const mine = "203.0.113.5";
    const [first] = [await connectFrom(mine), await connectFrom(mine)];
    await expect(connectFrom(mine)).rejects.toMatchObject(refusal);
    first.disconnect();
    await eventually(() =>
      connectFrom(mine).then(
        ({ connected }) => connected,
        () => false,
      ),
    );
    await expect(connectFrom(mine)).rejects.toMatchObject(refusal);
  });

  test("connections that never ask for anything count as sockets, and those too many are cut", async () => {
    const url = await api.listen();
    const open = async () => {
      const silent = new Manager(url, { autoConnect: false, reconnection: false, transports: ["websocket"] });
      onTestFinished(() => silent._close());
      await new Promise<void>((resolve, reject) => silent.open((error) => (error ? reject(error) : resolve())));
      return silent;
    };
    for (let count = 0; count < 2; count++) await open();
    const tooMany = await open();
    const cut = new Promise((resolve) => tooMany.once("close", resolve));
    await expect(api.connect()).rejects.toMatchObject(refusal);
    await cut;
  });
});

describe("closing", () => {
  const services = testServices("postgres");

  test("the API closes with sockets open, which come back when it is there again", async () => {
    const api = await openApp(services);
    const sockets = [await api.connect(), await api.connect({ transports: ["polling"] })];
    const lost = Promise.all(
      sockets.map((socket) => new Promise((resolve) => socket.once("disconnect", (reason) => resolve(reason)))),
    );
    await api.app.close();
    // After "io server disconnect" the client would not reconnect.
    for (const reason of await lost) expect(reason).toMatch(/^transport (close|error)$/);
    await api.close();
  });

  /** A client that closes nothing by itself and reads nothing but what a test asks for. */
  async function openClient(api: TestApp): Promise<Socket> {
    const client = connect({ port: Number(new URL(await api.listen()).port), host: "127.0.0.1", allowHalfOpen: true });
    onTestFinished(() => void client.destroy());
    // A connection that the server cuts is reset.
    client.on("error", () => undefined);
    await once(client, "connect");
    return client;
  }
  const held = (api: TestApp) => promisify(api.app.server.getConnections.bind(api.app.server))();
  const LONG_PAGE = "GET /api/docs/json HTTP/1.1\r\nHost: x\r\n\r\n";

  test.each([
    ["never asked anything", ""],
    ["sent a head and one byte of its body", "POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{"],
    ["reads none of its answers", LONG_PAGE.repeat(500)],
    [
      "does not answer the end of its socket",
      "GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n",
    ],
  ])("the API closes with a connection open that %s", async (_, text) => {
    const api = await openApp(services);
    const taken = once(api.app.server, "connection") as Promise<[Socket]>;
    const client = await openClient(api);
    const [connection] = await taken;
    client.pause().write(text);
    await eventually(() => connection.bytesRead === text.length || connection.writableLength > 0);
    await api.close();
  });

  test("the API closes after the answers under way, on connections that would be kept", async () => {
    const api = await openApp(services, { settings: { SYNC_TIMEOUT_S: "1" } });
    const client = await openClient(api);
    let answer = "";
    client.on("data", (chunk) => {
      answer += chunk;
    });
    client.write("GET /api/milp/optimization?demand_value=500 HTTP/1.1\r\nHost: x\r\n\r\n");
    await eventually(async () => (await api.dataSource.query("SELECT 1 FROM simulations")).length === 1);
    const ended = once(client, "end");
    await api.close();
    await ended;
    expect(answer).toContain("QUEUE_FULL");
  });

  test.each([
    ["spoke no HTTP", "hello\r\n\r\n"],
    [
      "asked for a socket that is none",
      "GET /other HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
    ],
  ])("a connection that %s is cut, though its client never closes it", async (_, text) => {
    const api = await openApp(services);
    onTestFinished(() => api.close());
    const client = await openClient(api);
    client.resume().write(text);
    await once(client, "end");
    await eventually(async () => (await held(api)) === 0);
  });
});
