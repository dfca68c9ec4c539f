import { replayEvents } from "@ecotrim/shared/server/billing/events";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { expectRefusal } from "../support/app.ts";
import { openShop, type Shop } from "../support/billing.ts";
import { BACKENDS, testServices } from "../support/services.ts";
import { eventually, newInput } from "../support/simulations.ts";

type Who = Awaited<ReturnType<Shop["customer"]>>["who"];

describe.each(BACKENDS)("a premium report, on %s", (backend) => {
  const services = testServices(backend);
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop(services);
  });
  afterEach(() => {
    shop.stripe.release();
    shop.printer.broken = false;
  });
  afterAll(() => shop.close());

  const verify = (who: Who, sessionId: string) => shop.post(who, "/api/payments/verify", { sessionId });
  const premium = (who: Who, id: string) => shop.post(who, `/api/simulations/${id}/reports`, { kind: "premium" });
  const history = async (who: Who) => (await shop.get(who, "/api/payments/history")).payments;
  const told = async (who: Who): Promise<string[]> =>
    (await shop.get(who, "/api/notifications")).notifications.map(({ kind }: { kind: string }) => kind).sort();
  const receipts = async (who: Who): Promise<number> =>
    (await shop.api.dataSource.query("SELECT 1 FROM mails WHERE kind = 'receipt' AND user_id = $1", [who.user.id]))
      .length;

  test("is paid, told once, made and downloaded, also after its simulation has left the list", async () => {
    const { who, simulationId } = await shop.customer();
    expectRefusal(await premium(who, simulationId), { status: 402, code: "PAYMENT_REQUIRED" });
    const { payment_link_id: link } = await shop.order(who, simulationId);
    const session = shop.stripe.pay(link);
    await shop.settled();
    expect((await verify(who, session.id)).json()).toMatchObject({
      success: true,
      session: { id: session.id, amount_total: 999, currency: "eur", status: "paid", reportId: simulationId },
    });
    expect(await history(who)).toMatchObject([
      { status: "paid", amount: 999, stripeSessionId: session.id, simulation: { id: simulationId } },
    ]);
    await shop.api.call("DELETE", `/api/user-simulations/simulation/${simulationId}`, { as: who });
    const report = await shop.report(who, (await premium(who, simulationId)).json().data.id);
    expect(report).toMatchObject({ status: "completed", kind: "premium" });
    const file = await shop.api.call("GET", `/api/reports/${report.id}/download`, { as: who });
    expect(file.headers).toMatchObject({
      "content-type": "application/pdf",
      "content-disposition": expect.stringMatching(`"informe-${simulationId}-\\d{4}-\\d{2}-\\d{2}.pdf"`),
    });
    expect(file.text).toBe("%PDF premium");
    await eventually(async () => (await told(who)).includes("report.ready"));
    expect(await told(who)).toEqual(["payment.paid", "report.ready", "simulation.completed"]);
    expect(await receipts(who)).toBe(1);
  });

  test("has one link, however often and at once it is asked for, and is not sold twice", async () => {
    const { who, simulationId } = await shop.customer();
    const links = await Promise.all([shop.order(who, simulationId), shop.order(who, simulationId)]);
    links.push(await shop.order(who, simulationId));
    expect(new Set(links.map(({ payment_link_id: id }) => id)).size).toBe(1);
    shop.stripe.pay(links[0]?.payment_link_id as string);
    await shop.settled();
    const again = await shop.post(who, "/api/payments/create-payment-link", { reportId: simulationId });
    expectRefusal(again, { status: 409, code: "ALREADY_PAID" });
    expect(() => shop.stripe.pay(links[0]?.payment_link_id as string)).toThrow();
  });

  test("costs what the server says, whatever the browser sends, and nobody orders another's", async () => {
    const { who, simulationId } = await shop.customer();
    const body = { reportId: simulationId, amount: 1, currency: "usd", reportTitle: "Mío" };
    const { payment_link_id: link } = (await shop.post(who, "/api/payments/create-payment-link", body)).json();
    expect(shop.stripe.pay(link)).toMatchObject({ amount_total: 999, currency: "eur" });
    const stranger = await shop.api.register();
    expectRefusal(await shop.post(stranger, "/api/payments/create-payment-link", { reportId: simulationId }), {
      status: 404,
      code: "SIMULATION_NOT_FOUND",
    });
    await shop.settled();
  });

  test("is settled by its buyer's return before the provider tells, who then changes nothing more", async () => {
    const { who, simulationId } = await shop.customer();
    shop.stripe.hold();
    const session = shop.stripe.pay((await shop.order(who, simulationId)).payment_link_id);
    expect((await verify(who, session.id)).json().session.status).toBe("paid");
    const stranger = await shop.api.register();
    expectRefusal(await verify(stranger, session.id), { status: 404, code: "PAYMENT_NOT_FOUND" });
    shop.stripe.release();
    await shop.settled();
    await eventually(async () => (await told(who)).includes("report.ready"));
    expect(await told(who)).toEqual(["payment.paid", "report.ready", "simulation.completed"]);
    expect(await receipts(who)).toBe(1);
    expect(await history(who)).toHaveLength(1);
  });

  test("comes to the same when events come twice and in reverse", async () => {
    const { who, simulationId } = await shop.customer();
    shop.stripe.hold();
    shop.stripe.pay((await shop.order(who, simulationId)).payment_link_id);
    shop.stripe.duplicate("all");
    shop.stripe.release({ reverse: true });
    shop.stripe.duplicate("once");
    await shop.settled();
    await eventually(async () => (await told(who)).includes("report.ready"));
    expect(await history(who)).toMatchObject([{ status: "paid" }]);
    expect(await receipts(who)).toBe(1);
  });

  test("is settled by the sweep when nobody tells and the buyer never comes back", async () => {
    const { who, simulationId } = await shop.customer();
    shop.stripe.hold();
    shop.stripe.pay((await shop.order(who, simulationId)).payment_link_id);
    shop.stripe.drop();
    await shop.api.dataSource.query("UPDATE payments SET created_at = now() - interval '1 hour'");
    await shop.api.queue.enqueue("stripe.sweep", {});
    await eventually(async () => (await history(who))[0]?.status === "paid");
  });

  test("whose card is declined is told so, and is paid by the same link then", async () => {
    const { who, simulationId } = await shop.customer();
    const { payment_link_id: link } = await shop.order(who, simulationId);
    const session = shop.stripe.decline(link);
    await shop.settled();
    expect(await history(who)).toMatchObject([{ status: "failed" }]);
    expect(await told(who)).toContain("payment.failed");
    expect((await shop.order(who, simulationId)).payment_link_id).toBe(link);
    shop.stripe.pay(session.id);
    await shop.settled();
    expect(await history(who)).toMatchObject([{ status: "paid" }]);
  });

  test("whose checkout expires is cancelled, its link is worth nothing, and it can be ordered anew", async () => {
    const { who, simulationId } = await shop.customer();
    const { payment_link_id: link } = await shop.order(who, simulationId);
    shop.stripe.expire(link);
    await shop.settled();
    expect(await history(who)).toMatchObject([{ status: "cancelled" }]);
    expect(() => shop.stripe.pay(link)).toThrow();
    expect((await shop.order(who, simulationId)).payment_link_id).not.toBe(link);
    expect((await history(who)).map(({ status }: { status: string }) => status)).toEqual(["pending", "cancelled"]);
  });

  test("that is refunded is so in the history, and is no longer given out", async () => {
    const { who, simulationId } = await shop.customer();
    shop.stripe.pay((await shop.order(who, simulationId)).payment_link_id);
    await shop.settled();
    const [{ stripe_payment_intent_id: intent }] = await shop.api.dataSource.query(
      "SELECT stripe_payment_intent_id FROM payments WHERE user_id = $1",
      [who.user.id],
    );
    await shop.api.stripe.refunds.create({ payment_intent: intent });
    await shop.settled();
    expect(await history(who)).toMatchObject([{ status: "refunded" }]);
    expectRefusal(await premium(who, simulationId), { status: 402, code: "PAYMENT_REQUIRED" });
    expect((await shop.get(who, "/api/payments/stats")).totalRevenue).toBe(0);
  });

  test("whose provider does not answer is not half ordered", async () => {
    const { who, simulationId } = await shop.customer();
    shop.stripe.failNext({ how: 500, times: 3 });
    const refused = await shop.post(who, "/api/payments/create-payment-link", { reportId: simulationId });
    expectRefusal(refused, { status: 503, code: "PAYMENT_PROVIDER_UNAVAILABLE" });
    const { payment_link_id: link } = await shop.order(who, simulationId);
    shop.stripe.pay(link);
    await shop.settled();
    expect(await history(who)).toMatchObject([{ status: "paid" }]);
  });

  test("that cannot be made is told, and made when it is asked for again", async () => {
    const { who, simulationId } = await shop.customer();
    shop.printer.broken = true;
    const ask = () => shop.post(who, `/api/simulations/${simulationId}/reports`, { kind: "basic" });
    const { id } = (await ask()).json().data;
    expect(await shop.report(who, id)).toMatchObject({ status: "failed", error: { code: "REPORT_FAILED" } });
    shop.printer.broken = false;
    expect((await ask()).json().data.id).toBe(id);
    expect((await shop.report(who, id)).status).toBe("completed");
  });

  test("asked for twice at once is made once", async () => {
    const { who, simulationId } = await shop.customer();
    const before = shop.printer.printed.length;
    const ask = () => shop.post(who, `/api/simulations/${simulationId}/reports`, { kind: "basic" });
    const answers = await Promise.all([ask(), ask(), ask()]);
    const ids = new Set(answers.map((answer) => answer.json().data.id));
    expect(ids.size).toBe(1);
    await shop.report(who, [...ids][0] as string);
    expect(shop.printer.printed.slice(before)).toEqual(["basic"]);
    const stranger = await shop.api.register();
    for (const path of ["", "/download"])
      expectRefusal(await shop.api.call("GET", `/api/reports/${[...ids][0]}${path}`, { as: stranger }), {
        status: 404,
        code: "REPORT_NOT_FOUND",
      });
  });

  test("is there for completed simulations of the platform only", async () => {
    const who = await shop.api.register();
    const { id } = (await shop.post(who, "/api/simulations", { inputParameters: newInput() })).json().data;
    const ask = () => shop.post(who, `/api/simulations/${id}/reports`, { kind: "basic" });
    expectRefusal(await ask(), { status: 409, code: "NOT_REPORTABLE" });
    await shop.worker.pool.nextRun();
    const body = { results: {}, executionTime: 1 };
    await shop.api.call("PUT", `/api/simulations/${id}/complete`, { as: who, body });
    expectRefusal(await ask(), { status: 409, code: "NOT_REPORTABLE" });
  });

  test("an event that cannot be handled is given up, seen and replayed", async () => {
    const { dataSource, queue } = shop.api;
    await dataSource.query(
      "INSERT INTO stripe_events (id, type, object_id, attempts, dead_at) VALUES ('evt_dead', 'invoice.paid', 'in_gone', 8, now())",
    );
    expect(await replayEvents(dataSource.manager, queue)).toEqual(["evt_dead"]);
    await shop.settled();
    const [event] = await dataSource.query("SELECT processed_at, dead_at FROM stripe_events WHERE id = 'evt_dead'");
    expect(event).toMatchObject({ processed_at: expect.any(Date), dead_at: null });
  });

  test.each([undefined, "t=1,v1=00", "nonsense"])("an event signed %j is refused", async (signature) => {
    const answer = await shop.api.call("POST", "/api/stripe/webhook", {
      body: { id: "evt_forged", type: "checkout.session.completed", data: { object: { id: "cs" } } },
      headers: signature === undefined ? {} : { "stripe-signature": signature },
    });
    expectRefusal(answer, { status: 400, code: "INVALID_INPUT" });
    expect(await shop.api.dataSource.query("SELECT 1 FROM stripe_events WHERE id = 'evt_forged'")).toEqual([]);
  });
});
