import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { expectRefusal } from "../support/app.ts";
import { openShop, type Shop } from "../support/billing.ts";
import { testServices } from "../support/services.ts";
import { eventually } from "../support/simulations.ts";

type Who = Awaited<ReturnType<Shop["api"]["register"]>>;
const GEOTRIM = { productSlug: "geotrim" };

/** Each has a provider of its own, whose clock it moves. */
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

  test("begins with a checkout, the same while it is open, and gives access once it is paid", async () => {
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

  test("is settled by its buyer's return before the provider tells, and is nobody else's", async () => {
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

  test("that is cancelled keeps its access to the end of the period, and goes on when subscribed again", async () => {
    const { who } = await subscriber();
    const cancelled = await shop.post(who, "/api/payments/subscriptions/cancel", GEOTRIM);
    expect(cancelled.json().data).toMatchObject([{ cancelAtPeriodEnd: true, hasAccess: true }]);
    expect((await create(who)).json().url).toContain("payment_success=true");
    await shop.settled();
    expect(await listed(who)).toMatchObject([{ cancelAtPeriodEnd: false, status: "active" }]);
    const rows = await shop.api.dataSource.query("SELECT status FROM subscriptions WHERE user_id = $1", [who.user.id]);
    expect(rows).toEqual([{ status: "active" }]);
  });

  test("whose renewal fails keeps its access for seven days, and its user is told", async () => {
    const { who } = await subscriber();
    shop.stripe.advance({ days: 32, failRenewals: true });
    await shop.settled();
    expect(await listed(who)).toMatchObject([{ status: "past_due", hasAccess: true, graceUntil: expect.any(String) }]);
    expect(await told(who)).toContain("subscription.past_due");
    await shop.api.dataSource.query(
      "UPDATE subscriptions SET past_due_since = now() - interval '7 days' WHERE user_id = $1",
      [who.user.id],
    );
    expect(await access(who)).toBe(false);
  });

  test("that has ended can be begun anew", async () => {
    const { who } = await subscriber();
    await shop.post(who, "/api/payments/subscriptions/cancel", GEOTRIM);
    shop.stripe.advance({ days: 32 });
    await shop.settled();
    expect(await access(who)).toBe(false);
    expect(await told(who)).toContain("subscription.ended");
    expect((await create(who)).json().url).toContain("/checkout/cs_");
  });

  test("is managed on the provider's own pages, for who has one", async () => {
    const { who } = await subscriber();
    expect((await shop.post(who, "/api/payments/portal")).json().url).toMatch(/^http/);
    expectRefusal(await shop.post(await shop.api.register(), "/api/payments/portal"), {
      status: 404,
      code: "SUBSCRIPTION_NOT_FOUND",
    });
  });

  test("ends at the provider with its account, whose payments stay without a name", async () => {
    const { who } = await subscriber();
    const [{ stripe_subscription_id: id }] = await shop.api.dataSource.query(
      "SELECT stripe_subscription_id FROM subscriptions WHERE user_id = $1",
      [who.user.id],
    );
    const body = { password: "una clave larga" };
    expect((await shop.api.call("DELETE", "/api/auth/account", { as: who, body })).status).toBe(200);
    expect((await shop.api.stripe.subscriptions.retrieve(id)).status).toBe("canceled");
    await shop.settled();
    const payments = await shop.api.dataSource.query(
      "SELECT user_id, customer_email FROM payments WHERE kind = 'subscription' AND user_id IS NULL",
    );
    expect(payments).toContainEqual({ user_id: null, customer_email: null });
  });

  test("of a product that is not sold is refused", async () => {
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

  test("a subscription gives access before it costs anything", async () => {
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
  });
});
