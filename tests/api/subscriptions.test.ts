import { randomUUID } from "node:crypto";
import { withdrawalText } from "@ecotrim/present/withdrawal";
import { settleSubscription } from "@ecotrim/server/billing/subscriptions";
import { notify } from "@ecotrim/server/events/notify";
import { sendSignal } from "@ecotrim/server/events/signals";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { expectRefusal, nextEvent } from "../support/app.ts";
import { openShop, type Shop } from "../support/billing.ts";
import { testServices } from "../support/services.ts";
import { eventually } from "../support/simulations.ts";

type Who = Awaited<ReturnType<Shop["api"]["register"]>>;
const GEOTRIM = { productSlug: "geotrim" };

/** Each test has a provider of its own and moves that provider's clock. */
describe("a subscription", () => {
  const services = testServices("postgres");
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop(services, { GEOTRIM_URL: "https://geotrim.test" });
  });
  afterEach(() => shop.stripe.release());
  afterAll(() => shop.close());

  const create = (who: Who) => shop.post(who, "/api/payments/subscriptions/create", GEOTRIM);
  const sessionOf = (url: string): string => {
    const session = shop.stripe.sessions().find((one) => url.includes(one.id));
    if (!session) throw new Error(`no session at ${url}`);
    return session.id;
  };
  const listed = async (who: Who) => (await shop.get(who, "/api/payments/subscriptions")) as Record<string, unknown>[];
  const access = async (who: Who) => (await shop.get(who, "/api/payments/subscriptions/geotrim/access")).hasAccess;
  const told = async (who: Who): Promise<string[]> =>
    (await shop.get(who, "/api/notifications")).notifications.map(({ kind }: { kind: string }) => kind);

  async function subscriber(): Promise<{ who: Who; sessionId: string }> {
    const who = await shop.api.register();
    const sessionId = sessionOf((await create(who)).json().url);
    shop.stripe.pay(sessionId);
    await shop.settled();
    return { who, sessionId };
  }

  /** The subscription of a user as the provider knows it. */
  const idAtProvider = async (who: Who): Promise<string> => {
    const [row] = await shop.api.dataSource.query(
      "SELECT stripe_subscription_id AS id FROM subscriptions WHERE user_id = $1 AND stripe_subscription_id IS NOT NULL",
      [who.user.id],
    );
    return row.id;
  };
  /** Ends the subscription at the provider without an event. */
  async function endSilently(who: Who): Promise<void> {
    shop.stripe.hold();
    await shop.api.stripe.subscriptions.cancel(await idAtProvider(who));
    shop.stripe.drop();
    shop.stripe.release();
  }

  test("nobody has access to a product that does not exist, and it cannot be subscribed to", async () => {
    const who = await shop.api.register();
    const answer = await shop.api.call("GET", "/api/payments/subscriptions/constructor/access", { as: who });
    expect(answer.json()).toMatchObject({ success: true, hasAccess: false, data: { hasAccess: false, url: null } });
    expectRefusal(
      await shop.api.call("POST", "/api/payments/subscriptions/create", {
        as: who,
        body: { productSlug: "solartrim" },
      }),
      { status: 400, code: "INVALID_INPUT", field: "productSlug" },
    );
  });

  test("a subscription begins with a checkout, the same while it is open, and gives access once it is paid", async () => {
    const who = await shop.api.register();
    expect(await access(who)).toBe(false);
    const [first, second] = await Promise.all([create(who), create(who)]);
    expect(first.json().url).toBe(second.json().url);
    expect((await create(who)).json().url).toBe(first.json().url);
    expect(await listed(who)).toEqual([]);
    const sessionId = sessionOf(first.json().url);
    shop.stripe.pay(sessionId);
    await shop.settled();
    const verified = await shop.post(who, "/api/payments/subscriptions/verify", { sessionId });
    expect(verified.json().subscription).toMatchObject({
      status: "active",
      hasAccess: true,
      isInTrial: false,
      product: { slug: "geotrim", name: "GeoTrim" },
    });
    expect((await shop.get(who, "/api/payments/subscriptions/geotrim/access")).url).toBe("https://geotrim.test");
    expect(await told(who)).toEqual(["subscription.active"]);
    expectRefusal(await create(who), { status: 409, code: "ALREADY_SUBSCRIBED" });
    expect((await shop.get(who, "/api/payments/history")).payments).toMatchObject([
      { kind: "subscription", amount: 2900, status: "paid", simulation: null, invoiceUrl: expect.any(String) },
    ]);
  });

  test("a subscription is settled by its buyer's return before the provider tells, and is nobody else's", async () => {
    const who = await shop.api.register();
    shop.stripe.hold();
    const sessionId = sessionOf((await create(who)).json().url);
    shop.stripe.pay(sessionId);
    const verify = (as: Who) => shop.post(as, "/api/payments/subscriptions/verify", { sessionId });
    expect((await verify(who)).json().subscription.status).toBe("active");
    expectRefusal(await verify(await shop.api.register()), { status: 404, code: "SUBSCRIPTION_NOT_FOUND" });
    shop.stripe.release({ reverse: true });
    await shop.settled();
    expect(await told(who)).toEqual(["subscription.active"]);
  });

  test("a subscription whose checkout expires comes to nothing, and begins with a new one", async () => {
    const who = await shop.api.register();
    const sessionId = sessionOf((await create(who)).json().url);
    shop.stripe.expire(sessionId);
    const next = await create(who);
    expect(sessionOf(next.json().url)).not.toBe(sessionId);
    await shop.settled();
    expect((await create(who)).json().url).toBe(next.json().url);
    expect(await listed(who)).toEqual([]);
    expect(await told(who)).toEqual([]);
  });

  test.each([
    ["amount", { unit_amount: 100, currency: "eur", recurring: { interval: "month" } }],
    ["currency", { unit_amount: 2900, currency: "usd", recurring: { interval: "month" } }],
    ["period", { unit_amount: 2900, currency: "eur", recurring: { interval: "year" } }],
  ] as const)("a subscription of another %s that names a user's gives no access", async (_, price) => {
    const who = await shop.api.register();
    const sessionId = sessionOf((await create(who)).json().url);
    const [row] = await shop.api.dataSource.query("SELECT id FROM subscriptions WHERE user_id = $1", [who.user.id]);
    const metadata = { subscription_id: row.id };
    const foreign = await shop.api.stripe.checkout.sessions.create({
      mode: "subscription",
      line_items: [{ price_data: { ...price, product_data: { name: "Otra" } }, quantity: 1 }],
      success_url: "https://example.org",
      metadata,
      subscription_data: { metadata },
    });
    shop.stripe.pay(foreign.id);
    const verified = await shop.post(who, "/api/payments/subscriptions/verify", { sessionId: foreign.id });
    await shop.settled();
    expect(verified.json()).toMatchObject({ subscription: { status: "pending", hasAccess: false } });
    expect(await access(who)).toBe(false);
    expect((await shop.get(who, "/api/payments/history")).payments).toEqual([]);
    shop.stripe.pay(sessionId);
    await shop.settled();
    expect(await access(who)).toBe(true);
  });

  test("a checkout made elsewhere that names a user's subscription and expires leaves it open", async () => {
    const who = await shop.api.register();
    const sessionId = sessionOf((await create(who)).json().url);
    const session = shop.stripe.sessions().find(({ id }) => id === sessionId);
    const foreign = await shop.api.stripe.checkout.sessions.create({
      mode: "subscription",
      line_items: [
        {
          price_data: {
            unit_amount: 100,
            currency: "eur",
            recurring: { interval: "month" },
            product_data: { name: "Otra" },
          },
          quantity: 1,
        },
      ],
      success_url: "https://example.org",
      metadata: session?.metadata ?? {},
    });
    shop.stripe.expire(foreign.id);
    await shop.settled();
    expect(sessionOf((await create(who)).json().url)).toBe(sessionId);
  });

  test("a subscription whose provider does not answer is not half begun", async () => {
    const who = await shop.api.register();
    shop.stripe.failNext({ how: "hangup", times: 3 });
    expectRefusal(await create(who), { status: 503, code: "PAYMENT_PROVIDER_UNAVAILABLE" });
    expect(await listed(who)).toEqual([]);
    shop.stripe.pay(sessionOf((await create(who)).json().url));
    await shop.settled();
    expect(await listed(who)).toMatchObject([{ status: "active" }]);
  });

  test("a cancelled subscription keeps its access to the end of the period, and goes on when subscribed again", async () => {
    const { who } = await subscriber();
    const cancelled = await shop.post(who, "/api/payments/subscriptions/cancel", GEOTRIM);
    expect(cancelled.json().data).toMatchObject([{ cancelAtPeriodEnd: true, hasAccess: true }]);
    expect((await create(who)).json().url).toContain("payment_success=true");
    await shop.settled();
    expect(await listed(who)).toMatchObject([{ cancelAtPeriodEnd: false, status: "active" }]);
    const rows = await shop.api.dataSource.query("SELECT status FROM subscriptions WHERE user_id = $1", [who.user.id]);
    expect(rows).toEqual([{ status: "active" }]);
  });

  test("a subscription that is resumed, cancelled or begun at once by several tabs stays one", async () => {
    const { who } = await subscriber();
    const cancel = () => shop.post(who, "/api/payments/subscriptions/cancel", GEOTRIM);
    expect((await Promise.all([cancel(), cancel(), cancel()])).map(({ status }) => status)).toEqual([200, 200, 200]);
    // The second call finds the subscription resumed.
    const resumed = (await Promise.all([create(who), create(who)])).map(({ status }) => status);
    expect(resumed).toContain(200);
    expect(resumed.filter((status) => status !== 200 && status !== 409)).toEqual([]);
    await shop.settled();
    expect(await listed(who)).toMatchObject([{ cancelAtPeriodEnd: false, status: "active" }]);
    expect(await told(who)).toEqual(["subscription.active"]);
  });

  test("a subscription is told of to the screens of its user as often as it changes", async () => {
    const { who } = await subscriber();
    const socket = await shop.api.connect({ auth: { token: who.token } });
    let heard = 0;
    socket.on("subscription:updated", () => {
      heard += 1;
    });
    // Each change is settled by the request and by the provider's event.
    for (let times = 0; times < 2; times++) await shop.post(who, "/api/payments/subscriptions/cancel", GEOTRIM);
    await shop.settled();
    await create(who);
    await shop.settled();
    // Signals arrive in the order in which they are sent.
    const last = nextEvent(socket, "payment:updated");
    await sendSignal(shop.api.dataSource, { type: "payment", userId: who.user.id, id: randomUUID() });
    await last;
    expect(heard).toBe(2);
  });

  test("a subscription keeps the provider's latest answer, although an older one is stored later", async () => {
    const { who } = await subscriber();
    const id = await idAtProvider(who);
    let answered = (): void => undefined;
    const waits = new Promise<void>((resolve) => {
      answered = resolve;
    });
    const slow = {
      retrieve: async () => {
        const subscription = await shop.api.stripe.subscriptions.retrieve(id);
        await waits;
        return subscription;
      },
    };
    const stripe = Object.assign(Object.create(shop.api.stripe), { subscriptions: slow });
    const late = settleSubscription({ ...shop.api, stripe }, id);
    await shop.api.stripe.subscriptions.cancel(id);
    await shop.settled();
    answered();
    await late;
    expect(await listed(who)).toMatchObject([{ status: "canceled", hasAccess: false }]);
  });

  test("a subscription whose end no event has told is found by the sweep", async () => {
    const { who } = await subscriber();
    await endSilently(who);
    expect(await access(who)).toBe(true);
    await shop.api.dataSource.query(
      `UPDATE subscriptions SET current_period_end = now() - interval '1 hour', updated_at = now() - interval '1 hour'
        WHERE user_id = $1`,
      [who.user.id],
    );
    await shop.api.queue.enqueue("stripe.sweep", {});
    await eventually(async () => !(await access(who)));
    expect(await told(who)).toContain("subscription.ended");
  });

  test("a subscription whose end no event has told can be begun anew, and not cancelled", async () => {
    const { who } = await subscriber();
    await endSilently(who);
    expectRefusal(await shop.post(who, "/api/payments/subscriptions/cancel", GEOTRIM), {
      status: 404,
      code: "SUBSCRIPTION_NOT_FOUND",
    });
    expect((await create(who)).json().url).toContain("/checkout/cs_");
  });

  test("a subscription whose payment is refunded shows so in the history", async () => {
    const { who } = await subscriber();
    const [intent] = (await shop.api.stripe.invoicePayments.list({ limit: 1 })).data;
    await shop.api.stripe.refunds.create({ payment_intent: intent?.payment.payment_intent as string });
    await shop.settled();
    expect((await shop.get(who, "/api/payments/history")).payments).toMatchObject([{ status: "refunded" }]);
    expect(await told(who)).toContain("payment.refunded");
  });

  test("a subscription can be withdrawn from for a fortnight after its order, and its renewals not", async () => {
    const { who } = await subscriber();
    const [{ withdrawal }] = (await shop.get(who, "/api/payments/history")).payments;
    expect(withdrawal).toMatchObject({ state: "open", consentAt: null });
    const receipt = () => shop.api.outbox.find(({ to, subject }) => to === who.user.email && /compra/.test(subject));
    await eventually(async () => receipt() !== undefined);
    expect(receipt()?.text).toContain(withdrawalText(withdrawal));
    await shop.api.dataSource.query(
      "UPDATE subscriptions SET created_at = created_at - interval '16 days' WHERE user_id = $1",
      [who.user.id],
    );
    expect((await shop.get(who, "/api/payments/history")).payments).toMatchObject([
      { status: "paid", withdrawal: { state: "expired" } },
    ]);
  });

  test("a subscription whose renewal fails keeps its access for seven days, and its user is told", async () => {
    const { who } = await subscriber();
    shop.stripe.advance({ days: 32, failRenewals: true });
    await shop.settled();
    expect(await listed(who)).toMatchObject([{ status: "past_due", hasAccess: true, graceUntil: expect.any(String) }]);
    expect(await told(who)).toContain("subscription.past_due");
    const mails = await shop.api.dataSource.query(
      `SELECT 1 FROM mails JOIN notifications ON notifications.id::text = mails.subject_id
        WHERE notifications.user_id = $1 AND notifications.kind = 'subscription.past_due'`,
      [who.user.id],
    );
    expect(mails).toHaveLength(1);
    await shop.api.dataSource.query(
      "UPDATE subscriptions SET past_due_since = now() - interval '7 days' WHERE user_id = $1",
      [who.user.id],
    );
    expect(await access(who)).toBe(false);
    // The provider tries again, and now the card is good.
    shop.stripe.advance({ days: 4 });
    await shop.settled();
    expect(await listed(who)).toMatchObject([{ status: "active", hasAccess: true, graceUntil: null }]);
    expect((await shop.get(who, "/api/payments/history")).payments).toHaveLength(2);
  });

  test("a subscription whose renewals fail to the last ends, told once", async () => {
    const { who } = await subscriber();
    shop.stripe.advance({ days: 55, failRenewals: true });
    await shop.settled();
    expect(await listed(who)).toMatchObject([{ status: "canceled", hasAccess: false }]);
    expect((await told(who)).filter((kind) => kind === "subscription.ended")).toHaveLength(1);
  });

  test("a subscription that has ended can be begun anew", async () => {
    const { who } = await subscriber();
    await shop.post(who, "/api/payments/subscriptions/cancel", GEOTRIM);
    shop.stripe.advance({ days: 32 });
    await shop.settled();
    expect(await access(who)).toBe(false);
    expect(await told(who)).toContain("subscription.ended");
    expect((await create(who)).json().url).toContain("/checkout/cs_");
  });

  test("a user with a subscription manages it on the provider's own pages", async () => {
    const { who } = await subscriber();
    expect((await shop.post(who, "/api/payments/portal")).json().url).toMatch(/^http/);
    expectRefusal(await shop.post(await shop.api.register(), "/api/payments/portal"), {
      status: 404,
      code: "SUBSCRIPTION_NOT_FOUND",
    });
  });

  test("a subscription ends at the provider with its account, whose payments stay without a name", async () => {
    const { who } = await subscriber();
    const id = await idAtProvider(who);
    const body = { password: "una clave larga" };
    expect((await shop.api.call("DELETE", "/api/auth/account", { as: who, body })).status).toBe(200);
    expect((await shop.api.stripe.subscriptions.retrieve(id)).status).toBe("canceled");
    await shop.settled();
    const payments = await shop.api.dataSource.query(
      "SELECT user_id, customer_email FROM payments WHERE kind = 'subscription' AND user_id IS NULL",
    );
    expect(payments).toContainEqual({ user_id: null, customer_email: null });
  });

  test("a subscription begun and not told yet ends with its account, and an open checkout is closed", async () => {
    const [paid, open] = [await shop.api.register(), await shop.api.register()];
    shop.stripe.hold();
    const session = shop.stripe.pay(sessionOf((await create(paid)).json().url));
    const opened = sessionOf((await create(open)).json().url);
    for (const as of [paid, open]) {
      const body = { password: "una clave larga" };
      expect((await shop.api.call("DELETE", "/api/auth/account", { as, body })).status).toBe(200);
    }
    expect((await shop.api.stripe.subscriptions.retrieve(session.subscription as string)).status).toBe("canceled");
    expect((await shop.api.stripe.checkout.sessions.retrieve(opened)).status).toBe("expired");
    shop.stripe.release();
    await shop.settled();
    const named = await shop.api.dataSource.query(
      "SELECT 1 FROM payments WHERE user_id IS NULL AND (customer_email <> '' OR invoice_url <> '')",
    );
    expect(named).toEqual([]);
  });

  test("a subscription whose account is deleted while its user is told something ends with it all the same", async () => {
    const { who } = await subscriber();
    const { dataSource } = shop.api;
    shop.stripe.hold();
    const settling = dataSource.createQueryRunner();
    await settling.startTransaction();
    await settling.query("SELECT 1 FROM subscriptions WHERE user_id = $1 FOR UPDATE", [who.user.id]);
    const deleting = shop.api.call("DELETE", "/api/auth/account", { as: who, body: { password: "una clave larga" } });
    await eventually(async () => {
      const waiting = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
      return (await dataSource.query(waiting)).length > 0;
    });
    const told = { kind: "subscription.ended", subjectId: "s", occasion: "1", userId: who.user.id } as const;
    await notify(settling.manager, told, 0);
    await settling.commitTransaction();
    await settling.release();
    expect((await deleting).status).toBe(200);
  });

  test("a subscription to a product that is not sold is refused", async () => {
    const who = await shop.api.register();
    expectRefusal(await shop.post(who, "/api/payments/subscriptions/create", { productSlug: "nothing" }), {
      status: 400,
      code: "INVALID_INPUT",
      field: "productSlug",
    });
    expectRefusal(await shop.post(who, "/api/payments/subscriptions/cancel", GEOTRIM), {
      status: 404,
      code: "SUBSCRIPTION_NOT_FOUND",
    });
  });
});

describe("with a trial", () => {
  const services = testServices("postgres");
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop(services, { SUBSCRIPTION_TRIAL_DAYS: "14" });
  });
  afterAll(() => shop.close());

  test("a subscription with a trial gives access before it costs anything", async () => {
    const who = await shop.api.register();
    const { url } = (await shop.post(who, "/api/payments/subscriptions/create", GEOTRIM)).json();
    const session = shop.stripe.sessions().find((one) => url.includes(one.id));
    shop.stripe.pay(session?.id as string);
    await shop.settled();
    await eventually(async () => (await shop.get(who, "/api/payments/subscriptions")).length === 1);
    expect(await shop.get(who, "/api/payments/subscriptions")).toMatchObject([
      { status: "trialing", isInTrial: true, hasAccess: true, trialEnd: expect.any(String) },
    ]);
    expect((await shop.get(who, "/api/payments/history")).payments).toEqual([]);
    shop.stripe.advance({ days: 15 });
    await shop.settled();
    expect(await shop.get(who, "/api/payments/subscriptions")).toMatchObject([{ status: "active", isInTrial: false }]);
    expect((await shop.get(who, "/api/payments/history")).payments).toMatchObject([{ amount: 2900, status: "paid" }]);
  });
});
