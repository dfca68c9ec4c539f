import type { Notification } from "@ecotrim/contracts/notifications/notification";
import { sendSignal } from "@ecotrim/server/events/signals";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { expectRefusal, nextEvent, openApp, type TestApp } from "../support/app.ts";
import { sampleOutput } from "../support/gated-pool.ts";
import { backends, testServices } from "../support/services.ts";
import { eventually, newInput } from "../support/simulations.ts";

type Who = Awaited<ReturnType<TestApp["register"]>>;

describe.each(backends("postgres"))("with two API processes, on %s", (backend) => {
  const services = testServices(backend);
  const settings = { NOTIFICATION_MAIL_DELAY_S: "1" };
  let one: TestApp;
  let two: TestApp;
  let worker: Awaited<ReturnType<TestApp["startWorker"]>>;
  const sockets: { disconnect(): void }[] = [];

  beforeAll(async () => {
    [one, two] = [await openApp(services, { settings }), await openApp(services, { settings })];
    worker = await one.startWorker();
  });
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.disconnect();
  });
  afterAll(async () => {
    await worker.close();
    await one.close();
    await two.close();
  });

  const connect = async (api: TestApp, { token }: Who) => {
    const socket = await api.connect({ auth: { token } });
    sockets.push(socket);
    return socket;
  };
  const listed = async (as: Who): Promise<{ notifications: Notification[]; unread: number }> =>
    (await one.call("GET", "/api/notifications", { as })).json().data;

  async function runOf(as: Who, options: { fail?: boolean } = {}) {
    const body = { inputParameters: newInput() };
    const { id } = (await one.call("POST", "/api/simulations", { as, body })).json().data;
    const run = await worker.pool.nextRun();
    if (options.fail) run.fail(new Error("broken"));
    else run.finish(sampleOutput(run.request));
    return id as string;
  }
  const settledMail = async (subjectId: string): Promise<string> => {
    let outcome: string | undefined;
    await eventually(async () => {
      const [mail] = await one.dataSource.query(
        "SELECT outcome FROM mails WHERE kind = 'notification' AND subject_id = $1",
        [subjectId],
      );
      outcome = mail?.outcome;
      return Boolean(outcome);
    });
    return outcome as string;
  };

  test("a finished simulation is heard by its user wherever their browser is connected, and not mailed", async () => {
    const ana = await one.register();
    const elsewhere = await connect(two, ana);
    const heard = new Promise<Notification>((resolve) => {
      elsewhere.on("notification:new", (notification, acknowledge) => {
        acknowledge(true);
        resolve(notification);
      });
    });
    const id = await runOf(ana);
    const notification = await heard;
    expect(notification).toMatchObject({ kind: "simulation.completed", subjectId: id, readAt: null });
    expect(await listed(ana)).toMatchObject({ unread: 1, notifications: [{ id: notification.id }] });
    expect(await settledMail(notification.id)).toBe("needless");
  });

  test("a notification that a browser was sent and did not acknowledge is mailed, since it may be gone", async () => {
    const ana = await one.register();
    const heard = nextEvent(await connect(two, ana), "notification:new");
    await runOf(ana);
    expect(await settledMail((await heard).id)).toBe("sent");
  });

  test("a notification that one of two browsers acknowledged is not mailed, whatever has become of the other", async () => {
    const ana = await one.register();
    const [gone, there] = [await connect(two, ana), await connect(two, ana)];
    there.on("notification:new", (_, acknowledge) => acknowledge(true));
    const heard = nextEvent(gone, "notification:new");
    await runOf(ana);
    expect(await settledMail((await heard).id)).toBe("needless");
  });

  test("a notification that no browser was there to hear is mailed, once", async () => {
    const ana = await one.register();
    const id = await runOf(ana);
    await eventually(async () => (await listed(ana)).unread === 1);
    const [notification] = (await listed(ana)).notifications as [Notification];
    expect(await settledMail(notification.id)).toBe("sent");
    const mails = one.outbox.filter(({ to, subject }) => to === ana.user.email && subject.includes("lista"));
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain(`/simulacion/${id}`);
  });

  test("a notification whose user wants no mail is not mailed", async () => {
    const ana = await one.register();
    const preferences = { as: ana, body: { email: false } };
    expect((await one.call("PUT", "/api/notifications/preferences", preferences)).json().data).toEqual({
      email: false,
    });
    await runOf(ana);
    await eventually(async () => (await listed(ana)).unread === 1);
    const [notification] = (await listed(ana)).notifications as [Notification];
    expect(await settledMail(notification.id)).toBe("needless");
  });

  test("a logout at one process ends the sockets at the other, of that login only", async () => {
    const ana = await one.register();
    const again = (
      await one.call("POST", "/api/auth/login", { body: { email: ana.user.email, password: "una clave larga" } })
    ).json().data;
    const [mine, other] = [await connect(two, ana), await connect(two, again)];
    const gone = new Promise((resolve) => mine.once("disconnect", resolve));
    await one.call("POST", "/api/auth/logout", { as: ana });
    await gone;
    expect(other.connected).toBe(true);
  });

  test("a cancel at one process is heard by the followers at the other", async () => {
    const ana = await one.register();
    const body = { inputParameters: newInput() };
    const { id } = (await one.call("POST", "/api/simulations", { as: ana, body })).json().data;
    await worker.pool.nextRun();
    const socket = await connect(two, ana);
    const answer = await new Promise((resolve) => socket.emit("simulation:follow", { id }, resolve));
    expect(answer).toMatchObject({ success: true, data: { id } });
    const failed = nextEvent(socket, "simulation:failed");
    await one.call("POST", `/api/simulations/${id}/cancel`, { as: ana });
    expect(await failed).toMatchObject({ id, code: "CANCELLED" });
  });

  test("signals are heard again after the connection that brings them is lost", async () => {
    const ana = await one.register();
    const socket = await connect(two, ana);
    await two.dataSource.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE application_name = 'ecotrim-signals' AND datname = current_database()`,
    );
    let heard = 0;
    socket.on("subscription:updated", () => heard++);
    await eventually(async () => {
      const signal = JSON.stringify({ type: "subscription", userId: ana.user.id });
      await one.dataSource.query("SELECT pg_notify('ecotrim', $1)", [signal]);
      return heard > 0;
    });
  });
});

describe("a socket", () => {
  const services = testServices("postgres");
  let api: TestApp;
  beforeAll(async () => {
    // Fake intervals let a test say when the API's periodic work runs.
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    api = await openApp(services);
  });
  afterAll(async () => {
    await api.close();
    vi.useRealTimers();
  });

  test("a socket with a token that is no session's does not connect", async () => {
    await expect(api.connect({ auth: { token: "gone" } })).rejects.toMatchObject({ data: { code: "UNAUTHENTICATED" } });
  });

  test("a socket of a login whose time is up is disconnected, and no other", async () => {
    const [ana, ben] = [await api.register(), await api.register()];
    const [hers, his, visitor] = [
      await api.connect({ auth: { token: ana.token } }),
      await api.connect({ auth: { token: ben.token } }),
      await api.connect(),
    ];
    const gone = new Promise((resolve) => hers.once("disconnect", resolve));
    await api.dataSource.query("UPDATE sessions SET expires_at = now() WHERE user_id = $1", [ana.user.id]);
    vi.advanceTimersByTime(60_000);
    expect(await gone).toBe("io server disconnect");
    expect([his.connected, visitor.connected]).toEqual([true, true]);
  });

  test("a socket follows a simulation of its user's, and none of another's", async () => {
    const [ana, ben] = [await api.register(), await api.register()];
    const answer = await api.call("POST", "/api/simulations", { as: ana, body: { inputParameters: newInput() } });
    const { id } = answer.json().data;
    const follow = async (as?: Who) => {
      const socket = await api.connect(as && { auth: { token: as.token } });
      return new Promise((resolve) => socket.emit("simulation:follow", { id }, resolve));
    };
    expect(await follow(ana)).toMatchObject({ success: true, data: { id } });
    for (const stranger of [ben, undefined])
      expect(await follow(stranger)).toMatchObject({ success: false, code: "SIMULATION_NOT_FOUND" });
  });

  test("a socket hears of its user's payments and reports, and of nobody else's", async () => {
    const [ana, ben] = [await api.register(), await api.register()];
    const [hers, his] = [
      await api.connect({ auth: { token: ana.token } }),
      await api.connect({ auth: { token: ben.token } }),
    ];
    const heard: unknown[] = [];
    const overheard: unknown[] = [];
    hers.onAny((...event) => heard.push(event));
    his.onAny((...event) => overheard.push(event));
    const last = nextEvent(his, "subscription:updated");
    const { manager } = api.dataSource;
    await sendSignal(manager, { type: "payment", userId: ana.user.id, id: "p" });
    await sendSignal(manager, { type: "report", userId: ana.user.id, id: "r", status: "processing" });
    await sendSignal(manager, { type: "report", userId: ana.user.id, id: "r", status: "completed" });
    await sendSignal(manager, { type: "subscription", userId: ben.user.id });
    await last;
    await eventually(() => heard.length >= 4);
    expect(heard).toEqual([
      ["payment:updated", { id: "p" }],
      ["report:progress", { id: "r", status: "processing" }],
      ["report:progress", { id: "r", status: "completed" }],
      ["report:ready", { id: "r" }],
    ]);
    expect(overheard).toEqual([["subscription:updated"]]);
  });
});

describe("the stored list", () => {
  const services = testServices("postgres");
  let api: TestApp;
  beforeAll(async () => {
    api = await openApp(services);
  });
  afterAll(() => api.close());

  /** Causes a notification: another person shares a simulation. */
  async function tell(ben: Who): Promise<void> {
    const ana = await api.register();
    const { id } = (
      await api.call("POST", "/api/simulations", { as: ana, body: { inputParameters: newInput() } })
    ).json().data;
    const body = { associationType: "shared", email: ben.user.email };
    await api.call("POST", `/api/user-simulations/${id}/associate`, { as: ana, body });
  }
  const list = async (as: Who) => (await api.call("GET", "/api/notifications", { as })).json().data;

  test("the list of notifications has the newest first, each read for itself or all at once", async () => {
    const ben = await api.register();
    for (let count = 0; count < 3; count++) await tell(ben);
    const { notifications, unread } = await list(ben);
    expect(unread).toBe(3);
    const dates = notifications.map(({ createdAt }: Notification) => createdAt);
    expect(dates).toEqual([...dates].sort().reverse());
    const read = () => api.call("POST", `/api/notifications/${notifications[1].id}/read`, { as: ben });
    for (const answer of [await read(), await read()]) expect(answer.status).toBe(200);
    expect((await list(ben)).unread).toBe(2);
    await api.call("POST", "/api/notifications/read-all", { as: ben });
    expect((await list(ben)).unread).toBe(0);
  });

  test("the list of notifications is hidden from other users", async () => {
    const [ben, carla] = [await api.register(), await api.register()];
    await tell(ben);
    const [notification] = (await list(ben)).notifications;
    expectRefusal(await api.call("POST", `/api/notifications/${notification.id}/read`, { as: carla }), {
      status: 404,
      code: "NOT_FOUND",
    });
    expect((await list(ben)).unread).toBe(1);
    expect((await list(carla)).notifications).toEqual([]);
  });
});
