import { randomUUID } from "node:crypto";
import { withdrawalText } from "@ecotrim/present/withdrawal";
import { replayEvents } from "@ecotrim/server/billing/events";
import Stripe from "stripe";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { stripeEvent } from "../../worker/src/jobs/stripe-event.ts";
import { expectRefusal, openApp, type TestApp } from "../support/app.ts";
import { openShop, type Shop } from "../support/billing.ts";
import { backends, TEST_SETTINGS, testServices } from "../support/services.ts";
import { eventually, newInput } from "../support/simulations.ts";
import { workerParts } from "../support/worker-deps.ts";

type Listed = { productInfo: { reportTitle: string } };
type Who = Awaited<ReturnType<Shop["customer"]>>["who"];

describe.each(backends("redis"))("a premium report, on %s", (backend) => {
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

  const statuses = async (who: Who): Promise<string[]> =>
    (await history(who)).map(({ status }: { status: string }) => status).sort();
  const intentOf = async (who: Who): Promise<string> => {
    const [row] = await shop.api.dataSource.query("SELECT stripe_payment_intent_id FROM payments WHERE user_id = $1", [
      who.user.id,
    ]);
    return row.stripe_payment_intent_id;
  };

  test("a premium report is paid, told once, made and downloaded, also after its simulation has left the list", async () => {
    const { who, simulationId } = await shop.customer();
    expectRefusal(await premium(who, simulationId), { status: 402, code: "PAYMENT_REQUIRED" });
    expect(await shop.api.dataSource.query("SELECT 1 FROM reports WHERE user_id = $1", [who.user.id])).toEqual([]);
    const { payment_link_id: link } = await shop.order(who, simulationId);
    expectRefusal(await premium(who, simulationId), { status: 402, code: "PAYMENT_REQUIRED" });
    const session = shop.stripe.pay(link);
    await shop.settled();
    expect((await verify(who, session.id)).json()).toMatchObject({
      success: true,
      session: { id: session.id, amount_total: 999, currency: "eur", status: "paid", reportId: simulationId },
    });
    expect(await history(who)).toMatchObject([
      {
        status: "paid",
        amount: 999,
        stripeSessionId: session.id,
        simulation: { id: simulationId },
        invoiceUrl: expect.stringMatching(/^http/),
      },
    ]);
    await shop.api.call("DELETE", `/api/user-simulations/simulation/${simulationId}`, { as: who });
    const report = await shop.report(who, (await premium(who, simulationId)).json().data.id);
    expect(report).toMatchObject({ status: "completed", kind: "premium" });
    // In UTC it is still the day before.
    await shop.api.dataSource.query("UPDATE reports SET finished_at = '2026-01-31 23:30Z' WHERE id = $1", [report.id]);
    const file = await shop.api.call("GET", `/api/reports/${report.id}/download`, { as: who });
    expect(file.headers).toMatchObject({
      "content-type": "application/pdf",
      "content-disposition": expect.stringContaining(`"informe-${simulationId}-2026-02-01.pdf"`),
    });
    expect(file.text).toBe("%PDF premium");
    await eventually(async () => (await told(who)).includes("report.ready"));
    expect(await told(who)).toEqual(["payment.paid", "report.ready", "simulation.completed"]);
    expect(await receipts(who)).toBe(1);
  });

  test("a premium report can be withdrawn from until it is delivered with its buyer's consent, by list and mail alike", async () => {
    const { who, simulationId } = await shop.customer();
    const receipt = () => shop.api.outbox.find(({ to, subject }) => to === who.user.email && /compra/.test(subject));
    shop.printer.broken = true;
    shop.stripe.pay((await shop.order(who, simulationId)).payment_link_id);
    await shop.settled();
    const [{ withdrawal: awaited }] = await history(who);
    expect(awaited).toEqual({
      state: "open",
      lastDay: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
      consentAt: expect.any(String),
    });
    await eventually(async () => receipt() !== undefined);
    expect(receipt()?.text).toContain(withdrawalText(awaited));
    await eventually(async () => (await told(who)).includes("report.failed"));
    shop.printer.broken = false;
    await shop.report(who, (await premium(who, simulationId)).json().data.id);
    const [{ withdrawal: delivered }] = await history(who);
    expect(delivered).toEqual({
      state: "delivered",
      consentAt: awaited.consentAt,
      deliveredAt: expect.any(String),
    });
    // Without the consent a delivery ends nothing; the fortnight does.
    await shop.api.dataSource.query("UPDATE payments SET consent_at = NULL WHERE user_id = $1", [who.user.id]);
    expect(await history(who)).toMatchObject([{ withdrawal: { state: "open", consentAt: null } }]);
    await shop.api.dataSource.query("UPDATE payments SET paid_at = now() - interval '16 days' WHERE user_id = $1", [
      who.user.id,
    ]);
    expect(await history(who)).toMatchObject([{ withdrawal: { state: "expired" } }]);
  });

  test("a premium report has one link, however often and at once it is asked for, and is not sold twice", async () => {
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

  test("a premium report that is paid, before any event tells so, is not asked to be paid again", async () => {
    const { who, simulationId } = await shop.customer();
    shop.stripe.hold();
    shop.stripe.pay((await shop.order(who, simulationId)).payment_link_id);
    const again = await shop.post(who, "/api/payments/create-payment-link", { reportId: simulationId });
    expectRefusal(again, { status: 409, code: "ALREADY_PAID" });
    expect(await history(who)).toMatchObject([{ status: "paid" }]);
    shop.stripe.release();
    await shop.settled();
    expect(await receipts(who)).toBe(1);
  });

  test("a premium report whose link was deactivated at the provider has a new one", async () => {
    const { who, simulationId } = await shop.customer();
    const { payment_link_id: link } = await shop.order(who, simulationId);
    await shop.api.stripe.paymentLinks.update(link, { active: false });
    const next = await shop.order(who, simulationId);
    expect(next.payment_link_id).not.toBe(link);
    expect(await statuses(who)).toEqual(["cancelled", "pending"]);
  });

  test("a premium report paid by two links, at once, is paid once and the other payment is refunded", async () => {
    const { who, simulationId } = await shop.customer();
    const first = (await shop.order(who, simulationId)).payment_link_id;
    await shop.api.dataSource.query("UPDATE payments SET status = 'cancelled' WHERE payment_link_id = $1", [first]);
    const second = (await shop.order(who, simulationId)).payment_link_id;
    shop.stripe.hold();
    const sessions = [shop.stripe.pay(first), shop.stripe.pay(second)];
    const answers = await Promise.all([...sessions, ...sessions].map(({ id }) => verify(who, id)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    shop.stripe.release({ reverse: true });
    await shop.settled();
    expect(await statuses(who)).toEqual(["paid", "refunded"]);
    const refunds = await Promise.all(
      sessions.map(({ payment_intent }) => shop.api.stripe.refunds.list({ payment_intent: payment_intent as string })),
    );
    expect(refunds.flatMap(({ data }) => data.map(({ amount }) => amount))).toEqual([999]);
    await eventually(async () => (await told(who)).includes("report.ready"));
    expect((await told(who)).filter((kind) => kind.startsWith("payment"))).toEqual([
      "payment.paid",
      "payment.refunded",
    ]);
    expect(await receipts(who)).toBe(1);
  });

  test("a premium report paid when its account is gone is refunded, and nothing of the payer is kept", async () => {
    const { who, simulationId } = await shop.customer();
    const paid = (await shop.order(who, simulationId)).payment_link_id;
    shop.stripe.hold();
    const session = shop.stripe.pay(paid);
    const body = { password: "una clave larga" };
    expect((await shop.api.call("DELETE", "/api/auth/account", { as: who, body })).status).toBe(200);
    shop.stripe.release();
    await shop.settled();
    const rows = await shop.api.dataSource.query(
      "SELECT user_id, customer_email, invoice_url, status, refunded_amount FROM payments WHERE payment_link_id = $1",
      [paid],
    );
    expect(rows).toEqual([
      { user_id: null, customer_email: null, invoice_url: null, status: "refunded", refunded_amount: 999 },
    ]);
    expect(
      (await shop.api.stripe.refunds.list({ payment_intent: session.payment_intent as string })).data,
    ).toHaveLength(1);
  });

  test("a premium report whose account is deleted before it is paid cannot be paid any more", async () => {
    const { who, simulationId } = await shop.customer();
    const { payment_link_id: link } = await shop.order(who, simulationId);
    await shop.api.call("DELETE", "/api/auth/account", { as: who, body: { password: "una clave larga" } });
    expect(() => shop.stripe.pay(link)).toThrow();
  });

  test("a premium report is titled by its buyer's name for the simulation", async () => {
    const { who, simulationId } = await shop.customer();
    await shop.api.call("PATCH", `/api/user-simulations/simulation/${simulationId}`, {
      as: who,
      body: { name: "Nave 2" },
    });
    await shop.post(who, "/api/payments/create-payment-link", { reportId: simulationId });
    const payments = await shop.api.dataSource.query("SELECT title FROM payments WHERE simulation_id = $1", [
      simulationId,
    ]);
    expect(payments).toEqual([{ title: "Informe premium · Nave 2" }]);
  });

  test("a premium report is listed with the name and site that its simulation has now", async () => {
    const { who, simulationId } = await shop.customer();
    await shop.post(who, "/api/payments/create-payment-link", { reportId: simulationId });
    const listed = async () =>
      (await shop.api.call("GET", "/api/payments/history", { as: who })).json().data.payments[0].simulation;
    const path = `/api/user-simulations/simulation/${simulationId}`;
    await shop.api.call("PATCH", path, { as: who, body: { name: "Nave 2", site: "Polígono Sur" } });
    expect(await listed()).toEqual({ id: simulationId, title: "Nave 2", site: "Polígono Sur" });
    await shop.api.call("DELETE", path, { as: who });
    expect(await listed()).toMatchObject({ title: expect.stringMatching(/^Informe premium · /), site: null });
  });

  test("a premium report costs what the server says, whatever the browser sends, and only its owner orders it", async () => {
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

  test("a premium report is settled by its buyer's return, and the provider's later event changes nothing", async () => {
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

  test("a premium report comes to the same when events come twice and in reverse", async () => {
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

  test("a premium report is settled by the sweep when nobody tells and the buyer never comes back", async () => {
    const { who, simulationId } = await shop.customer();
    shop.stripe.hold();
    shop.stripe.pay((await shop.order(who, simulationId)).payment_link_id);
    shop.stripe.drop();
    await shop.api.dataSource.query("UPDATE payments SET created_at = now() - interval '1 hour'");
    await shop.api.queue.enqueue("stripe.sweep", {});
    await eventually(async () => (await history(who))[0]?.status === "paid");
  });

  /** Runs the sweep by the queue, as its schedule does. */
  async function sweepOrders(): Promise<void> {
    const jobId = randomUUID();
    await shop.api.dataSource.query("UPDATE payments SET created_at = now() - interval '1 hour'");
    await shop.api.queue.enqueue("stripe.sweep", {}, { jobId });
    await eventually(async () => (await shop.api.queue.state("stripe.sweep", jobId)) === "completed");
  }
  /** A checkout made with our key, of the right price, that names an order and is not of its link. */
  const foreignCheckout = async (paymentId: string, unit_amount = 999, currency = "eur") =>
    shop.api.stripe.checkout.sessions.create({
      mode: "payment",
      line_items: [{ price_data: { currency, unit_amount, product_data: { name: "Otro" } }, quantity: 1 }],
      success_url: "https://example.org",
      metadata: { payment_id: paymentId },
      payment_intent_data: { metadata: { payment_id: paymentId } },
    });

  test.each([
    ["amount", "amount = 1000"],
    ["currency", "currency = 'usd'"],
    ["link", "payment_link_id = 'plink_another'"],
    ["link, as the order has none,", "payment_link_id = NULL"],
  ])("a paid checkout of another %s settles no order, by return, event or sweep", async (_, asked) => {
    const { who, simulationId } = await shop.customer();
    const { payment_link_id: link } = await shop.order(who, simulationId);
    await shop.api.dataSource.query(`UPDATE payments SET ${asked} WHERE payment_link_id = $1`, [link]);
    shop.stripe.hold();
    const { id } = shop.stripe.pay(link);
    expectRefusal(await verify(who, id), { status: 404, code: "PAYMENT_NOT_FOUND" });
    shop.stripe.release();
    await shop.settled();
    await sweepOrders();
    expect(await history(who)).toMatchObject([{ status: "pending", paidAt: null }]);
    expect(await told(who)).not.toContain("payment.paid");
    expectRefusal(await premium(who, simulationId), { status: 402, code: "PAYMENT_REQUIRED" });
  });

  test("a checkout made elsewhere that names an order neither pays, fails nor cancels it", async () => {
    const { who, simulationId } = await shop.customer();
    const { payment_link_id: link } = await shop.order(who, simulationId);
    const [{ id }] = await history(who);
    shop.stripe.pay((await foreignCheckout(id)).id);
    shop.stripe.decline((await foreignCheckout(id, 1)).id);
    shop.stripe.expire((await foreignCheckout(id)).id);
    await shop.settled();
    await sweepOrders();
    expect(await history(who)).toMatchObject([{ status: "pending" }]);
    shop.stripe.pay(link);
    await shop.settled();
    expect(await history(who)).toMatchObject([{ status: "paid" }]);
  });

  test.each([
    ["\ud800", 400],
    ["\u0000", 400],
    ["../customers", 400],
    ["", 400],
    [`cs_${"x".repeat(300)}`, 400],
    ["cs_test_unknown", 404],
  ])("the session %j of no checkout is answered with %d", async (sessionId, status) => {
    const { who } = await shop.customer();
    for (const kind of ["", "subscriptions/"])
      expect((await shop.post(who, `/api/payments/${kind}verify`, { sessionId })).status).toBe(status);
  });

  test("an order whose link is made after a change of price asks for the new price and is settled by it", async () => {
    const { who, simulationId } = await shop.customer();
    shop.stripe.failNext({ how: 500, times: 3, path: "/v1/payment_links" });
    expect((await shop.post(who, "/api/payments/create-payment-link", { reportId: simulationId })).status).toBe(503);
    await shop.api.dataSource.query("UPDATE payments SET amount = 899 WHERE user_id = $1", [who.user.id]);
    shop.stripe.pay((await shop.order(who, simulationId)).payment_link_id);
    await shop.settled();
    expect(await history(who)).toMatchObject([{ status: "paid", amount: 999 }]);
  });

  test("a declined card is told to its buyer, and the same link then pays the report", async () => {
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

  test("a premium report whose checkout expires is cancelled, its link is worth nothing, and it can be ordered anew", async () => {
    const { who, simulationId } = await shop.customer();
    const { payment_link_id: link } = await shop.order(who, simulationId);
    shop.stripe.expire(link);
    await shop.settled();
    expect(await history(who)).toMatchObject([{ status: "cancelled" }]);
    expect(() => shop.stripe.pay(link)).toThrow();
    expect((await shop.order(who, simulationId)).payment_link_id).not.toBe(link);
    expect((await history(who)).map(({ status }: { status: string }) => status)).toEqual(["pending", "cancelled"]);
  });

  test("a premium report that is refunded is so in the history, and is no longer given out", async () => {
    const { who, simulationId } = await shop.customer();
    shop.stripe.pay((await shop.order(who, simulationId)).payment_link_id);
    await shop.settled();
    await shop.api.stripe.refunds.create({ payment_intent: await intentOf(who), amount: 100 });
    await shop.settled();
    expect(await history(who)).toMatchObject([{ status: "paid" }]);
    expect((await shop.get(who, "/api/payments/stats")).totalRevenue).toBe(899);
    await shop.api.stripe.refunds.create({ payment_intent: await intentOf(who) });
    await shop.settled();
    expect((await told(who)).filter((kind) => kind === "payment.refunded")).toHaveLength(1);
    expect(await history(who)).toMatchObject([{ status: "refunded" }]);
    expectRefusal(await premium(who, simulationId), { status: 402, code: "PAYMENT_REQUIRED" });
    expect((await shop.get(who, "/api/payments/stats")).totalRevenue).toBe(0);
  });

  test("a premium report that is refunded is so although the refund is told before the payment", async () => {
    const { who, simulationId } = await shop.customer();
    shop.stripe.hold();
    const session = shop.stripe.pay((await shop.order(who, simulationId)).payment_link_id);
    await shop.api.stripe.refunds.create({ payment_intent: session.payment_intent as string });
    shop.stripe.release({ reverse: true });
    await shop.settled();
    expect(await history(who)).toMatchObject([{ status: "refunded" }]);
    expectRefusal(await premium(who, simulationId), { status: 402, code: "PAYMENT_REQUIRED" });
  });

  test.each(["hangup", "hangup-after"] as const)(
    "a premium report is ordered once although the provider's line breaks (%s)",
    async (how) => {
      const { who, simulationId } = await shop.customer();
      shop.stripe.failNext({ how, path: "/v1/payment_links" });
      const first = await shop.order(who, simulationId);
      expect((await shop.order(who, simulationId)).payment_link_id).toBe(first.payment_link_id);
      const { data } = await shop.api.stripe.paymentLinks.list({ limit: 100 });
      const [{ id }] = await history(who);
      expect(data.filter(({ metadata }) => metadata.payment_id === id)).toHaveLength(1);
    },
  );

  test("a premium report whose provider does not answer is not half ordered", async () => {
    const { who, simulationId } = await shop.customer();
    shop.stripe.failNext({ how: 500, times: 3, path: "/v1/payment_links" });
    const refused = await shop.post(who, "/api/payments/create-payment-link", { reportId: simulationId });
    expectRefusal(refused, { status: 503, code: "PAYMENT_PROVIDER_UNAVAILABLE" });
    const { payment_link_id: link } = await shop.order(who, simulationId);
    const session = shop.stripe.pay(link);
    await shop.settled();
    shop.stripe.failNext({ how: 500, times: 3, path: `/v1/checkout/sessions/${session.id}` });
    expectRefusal(await verify(who, session.id), { status: 503, code: "PAYMENT_PROVIDER_UNAVAILABLE" });
    expect(await history(who)).toMatchObject([{ status: "paid" }]);
  });

  test("a premium report that cannot be made is told, and made when it is asked for again", async () => {
    const { who, simulationId } = await shop.customer();
    shop.printer.broken = true;
    const ask = () => shop.post(who, `/api/simulations/${simulationId}/reports`, { kind: "basic" });
    const { id } = (await ask()).json().data;
    expect(await shop.report(who, id)).toMatchObject({ status: "failed", error: { code: "REPORT_FAILED" } });
    await eventually(async () => (await told(who)).includes("report.failed"));
    shop.printer.broken = false;
    expect((await ask()).json().data.id).toBe(id);
    expect((await shop.report(who, id)).status).toBe("completed");
    expect((await shop.api.call("GET", `/api/reports/${id}/download`, { as: who })).text).toBe("%PDF basic");
  });

  test("a workbook is made without a payment, once, and saved as what it is", async () => {
    const { who, simulationId } = await shop.customer();
    const ask = () => shop.post(who, `/api/simulations/${simulationId}/reports`, { kind: "workbook" });
    const [first, second] = [await ask(), await ask()];
    expect(first.status).toBe(202);
    const { id } = first.json().data;
    expect(second.json().data.id).toBe(id);
    expect(await shop.report(who, id)).toMatchObject({ status: "completed", kind: "workbook" });
    const file = await shop.api.call("GET", `/api/reports/${id}/download`, { as: who });
    expect(file.headers).toMatchObject({
      "content-type": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
      "content-disposition": expect.stringMatching(/"informe-[\da-f-]+\.xlsx"$/),
    });
    expect(file.text).toBe("%PDF workbook");
  });

  test("a premium report asked for twice at once is made once", async () => {
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

  test("a premium report is there for completed simulations of the platform only", async () => {
    const who = await shop.api.register();
    const { id } = (await shop.post(who, "/api/simulations", { inputParameters: newInput() })).json().data;
    const ask = () => shop.post(who, `/api/simulations/${id}/reports`, { kind: "basic" });
    expectRefusal(await ask(), { status: 409, code: "NOT_REPORTABLE" });
    await shop.worker.pool.nextRun();
    const body = { results: {}, executionTime: 1 };
    await shop.api.call("PUT", `/api/simulations/${id}/complete`, { as: who, body });
    expectRefusal(await ask(), { status: 409, code: "NOT_REPORTABLE" });
  });

  test("the payment mode says whether a premium report costs anything", async () => {
    expect(await shop.get(await shop.api.register(), "/api/payments/mode")).toEqual({ testMode: true });
    const live = await openApp(services, {
      settings: { STRIPE_SECRET_KEY: "sk_live_key", STRIPE_API_BASE: "", STRIPE_WEBHOOK_SECRET: "whsec_live" },
    });
    try {
      const answer = await live.call("GET", "/api/payments/mode", { as: await live.register() });
      expect(answer.json().data).toEqual({ testMode: false });
    } finally {
      await live.close();
    }
  });

  test("purchases are listed by pages, filtered and counted", async () => {
    const who = await shop.api.register();
    for (let age = 1; age <= 12; age++)
      await shop.api.dataSource.query(
        `INSERT INTO payments (id, user_id, kind, title, amount, currency, status, created_at)
         VALUES ($1, $2, 'subscription', $3, 2900, 'eur', $4, now() - $5 * interval '1 day')`,
        [randomUUID(), who.user.id, `n.º ${age}`, age % 3 === 0 ? "refunded" : "paid", age],
      );
    const titles = async (query: string) => {
      const { payments, pagination } = await shop.get(who, `/api/payments/history?${query}`);
      return { ...pagination, titles: payments.map(({ productInfo }: Listed) => productInfo.reportTitle) };
    };
    expect(await titles("page=3&limit=5")).toEqual({
      page: 3,
      limit: 5,
      total: 12,
      pages: 3,
      titles: ["n.º 11", "n.º 12"],
    });
    expect(await titles("status=refunded&limit=2")).toEqual({
      ...{ page: 1, limit: 2, total: 4, pages: 2 },
      titles: ["n.º 3", "n.º 6"],
    });
    for (const unset of ["", "status=", "status=undefined&page=null"])
      expect((await titles(unset)).titles).toHaveLength(10);
    expect(await shop.get(who, "/api/payments/stats")).toEqual({
      totalPayments: 12,
      totalRevenue: 8 * 2900,
      stats: [
        { status: "paid", count: 8 },
        { status: "refunded", count: 4 },
      ],
    });
    expectRefusal(await shop.api.call("GET", "/api/payments/history?status=stolen", { as: who }), {
      ...{ status: 400, code: "INVALID_INPUT", field: "status" },
    });
    expectRefusal(await shop.api.call("GET", "/api/payments/history?page=0", { as: who }), {
      ...{ status: 400, code: "INVALID_INPUT", field: "page" },
    });
  });

  test.each([
    ["is brought back by the sweep", "0 days", null],
    ["is given up after days, kept with its reason, and replayed", "4 days", expect.any(Date)],
  ])("an event whose provider answers none of the tries %s", async (_, age, deadAt) => {
    const { dataSource, queue, env } = shop.api;
    const { who, simulationId } = await shop.customer();
    shop.stripe.hold();
    const session = shop.stripe.pay((await shop.order(who, simulationId)).payment_link_id);
    shop.stripe.drop();
    const eventId = `evt_${randomUUID()}`;
    // The worker's sweep must not find the event before its last try has ended.
    await dataSource.transaction(async (manager) => {
      await manager.query(
        `INSERT INTO stripe_events (id, type, object_id, received_at)
         VALUES ($1, 'checkout.session.completed', $2, now() - $3::interval)`,
        [eventId, session.id, age],
      );
      shop.stripe.failNext({ how: 500, times: 3, path: `/v1/checkout/sessions/${session.id}` });
      const unseen = { dataSource: manager as unknown as typeof dataSource };
      const handle = stripeEvent({ ...workerParts(env), ...shop.api, pool: shop.worker.pool, ...unseen });
      const job = { data: { eventId }, isLastAttempt: true } as Parameters<typeof handle>[0];
      await expect(handle(job)).rejects.toThrow();
    });
    expect(await stored({ id: eventId })).toMatchObject([
      { attempts: 1, processed_at: null, dead_at: deadAt, last_error: expect.stringContaining("unknown error") },
    ]);
    if (deadAt === null) await sweepEvents();
    else expect(await replayEvents(dataSource.manager, queue)).toEqual([eventId]);
    await shop.settled();
    expect(await stored({ id: eventId })).toMatchObject([
      { processed_at: expect.any(Date), dead_at: null, last_error: null },
    ]);
    expect(await history(who)).toMatchObject([{ status: "paid" }]);
  });

  /** Sends an event as the provider would, `age` seconds ago. */
  async function tell(api: TestApp, event: object, { secret = TEST_SETTINGS.STRIPE_WEBHOOK_SECRET, age = 0 } = {}) {
    const payload = JSON.stringify(event);
    const timestamp = Math.floor(Date.now() / 1000) - age;
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
    return api.call("POST", "/api/stripe/webhook", { body: event, headers: { "stripe-signature": signature } });
  }
  const eventOf = (type: string, id: string) => ({ id: `evt_${randomUUID()}`, type, data: { object: { id } } });
  /** Ages the unhandled events so that the sweep takes them. */
  async function sweepEvents(): Promise<void> {
    await shop.api.dataSource.query(
      "UPDATE stripe_events SET received_at = now() - interval '1 minute' WHERE processed_at IS NULL AND dead_at IS NULL",
    );
    await shop.api.queue.enqueue("stripe.sweep", {});
  }
  const stored = async ({ id }: { id: string }) =>
    (await shop.api.dataSource.query("SELECT * FROM stripe_events WHERE id = $1", [id])) as Record<string, unknown>[];

  test.each(["issuing_card.created", "balance.available"])(
    "an event of a type that is not subscribed to (%s) is stored and done",
    async (type) => {
      const event = eventOf(type, "ic_1");
      expect((await tell(shop.api, event)).json()).toEqual({ received: true });
      await shop.settled();
      expect(await stored(event)).toMatchObject([{ type, processed_at: expect.any(Date), dead_at: null }]);
    },
  );

  test.each([
    ["an event signed by another", { secret: "whsec_another" }],
    ["an event signed long ago", { age: 600 }],
  ])("%s is refused", async (_, how) => {
    const event = eventOf("checkout.session.completed", "cs_1");
    expectRefusal(await tell(shop.api, event, how), { status: 400, code: "INVALID_INPUT" });
    expect(await stored(event)).toEqual([]);
  });

  test.each([
    {},
    [[]],
    null,
    1,
    "text",
    { ...eventOf("invoice.paid", "in_1"), data: null },
    { ...eventOf("invoice.paid", "in_1"), id: "evt_\ud800" },
    { ...eventOf("invoice.paid", "in_1"), id: "e".repeat(256) },
    { ...eventOf("invoice.paid", "in_1"), id: "123" },
    { ...eventOf("invoice.paid", "in_1"), id: "evt:1" },
    eventOf("invoice.paid", "in_\u0000"),
  ])("a signed body that is no event is refused, not a fault: %j", async (body) => {
    const payload = JSON.stringify(body);
    const signature = Stripe.webhooks.generateTestHeaderString({
      payload,
      secret: TEST_SETTINGS.STRIPE_WEBHOOK_SECRET,
    });
    const answer = await shop.api.call("POST", "/api/stripe/webhook", {
      body: payload,
      headers: { "stripe-signature": signature, "content-type": "application/json" },
    });
    expectRefusal(answer, { status: 400, code: "INVALID_INPUT" });
  });

  test("an event that comes while the queue is down is received, and handled by the sweep", async () => {
    const { who, simulationId } = await shop.customer();
    shop.stripe.hold();
    const session = shop.stripe.pay((await shop.order(who, simulationId)).payment_link_id);
    shop.stripe.drop();
    const lame = await openApp({ DATABASE_URL: services.DATABASE_URL, REDIS_URL: "redis://127.0.0.1:9" });
    const event = eventOf("checkout.session.completed", session.id);
    try {
      expect((await tell(lame, event)).status).toBe(200);
    } finally {
      await lame.close();
    }
    expect(await stored(event)).toMatchObject([{ processed_at: null }]);
    await sweepEvents();
    await shop.settled();
    expect(await history(who)).toMatchObject([{ status: "paid" }]);
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
