import { randomUUID } from "node:crypto";
import { readBacklog } from "@ecotrim/server/operations/backlog";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { subscriptionSweep } from "../../worker/src/jobs/subscription-sweep.ts";
import { openShop, type Shop } from "../support/billing.ts";
import { testServices } from "../support/services.ts";
import { eventually } from "../support/simulations.ts";
import { workerParts } from "../support/worker-deps.ts";

type Who = Awaited<ReturnType<Shop["api"]["register"]>>;
type Row = { id: string; status: string; user_id: string | null };

describe("a subscription without an account", () => {
  const services = testServices("postgres");
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop(services);
  });
  afterEach(() => shop.stripe.release());
  afterAll(() => shop.close());

  const create = (who: Who) => shop.post(who, "/api/payments/subscriptions/create", { productSlug: "geotrim" });
  const sessionAt = (url: string) => {
    const session = shop.stripe.sessions().find((one) => url.includes(one.id));
    if (!session) throw new Error(`no session at ${url}`);
    return session;
  };
  const closeAccount = async (as: Who) => {
    const answer = await shop.api.call("DELETE", "/api/auth/account", { as, body: { password: "una clave larga" } });
    expect(answer.status, answer.text).toBe(200);
  };
  const rowOf = async (id: string): Promise<Row> =>
    (await shop.api.dataSource.query("SELECT * FROM subscriptions WHERE id = $1", [id]))[0];
  const statusAt = async (id: string) => (await shop.api.stripe.subscriptions.retrieve(id)).status;

  /** What was given back of a subscription, payment by payment. */
  async function refundsOf(subscription: string): Promise<number[]> {
    const { data: invoices } = await shop.api.stripe.invoices.list({ subscription, limit: 100 });
    const amounts: number[] = [];
    for (const { id } of invoices)
      for (const { payment } of (await shop.api.stripe.invoicePayments.list({ invoice: String(id) })).data) {
        const intent = { payment_intent: String(payment.payment_intent) };
        amounts.push(...(await shop.api.stripe.refunds.list(intent)).data.map(({ amount }) => amount));
      }
    return amounts;
  }

  /** Runs the job by the queue, as its schedule does. */
  async function sweep(): Promise<void> {
    const id = randomUUID();
    await shop.api.queue.enqueue("subscription.sweep", {}, { jobId: id });
    await eventually(async () =>
      ["completed", "failed"].includes(await shop.api.queue.state("subscription.sweep", id)),
    );
    expect(await shop.api.queue.state("subscription.sweep", id)).toBe("completed");
  }

  /** The account is deleted after its checkout was made and before its row knows it. */
  async function race(): Promise<{ session: ReturnType<typeof sessionAt>; rowId: string }> {
    const who = await shop.api.register();
    const { sessions } = shop.api.stripe.checkout;
    const original = sessions.create;
    sessions.create = (async (...args: Parameters<typeof original>) => {
      const session = await original.apply(sessions, args);
      await closeAccount(who);
      return session;
    }) as typeof original;
    try {
      const session = sessionAt((await create(who)).json().url);
      return { session, rowId: String(session.metadata?.subscription_id) };
    } finally {
      sessions.create = original;
    }
  }

  /** The same, paid, with nobody told. */
  async function raceUntold(): Promise<{ subscription: string; rowId: string }> {
    const { session, rowId } = await race();
    shop.stripe.hold();
    const subscription = shop.stripe.pay(session.id).subscription as string;
    shop.stripe.drop();
    shop.stripe.release();
    return { subscription, rowId };
  }

  test("a subscription paid after its account was deleted ends with the provider's event and is refunded once", async () => {
    const { session, rowId } = await race();
    expect(await rowOf(rowId)).toMatchObject({ status: "pending", user_id: null });
    shop.stripe.duplicate("next");
    const subscription = shop.stripe.pay(session.id).subscription as string;
    await shop.settled();
    await shop.settled();
    expect(await statusAt(subscription)).toBe("canceled");
    expect(await refundsOf(subscription)).toEqual([2900]);
    expect(await rowOf(rowId)).toMatchObject({ status: "canceled", user_id: null });
    const payments = await shop.api.dataSource.query(
      "SELECT status, user_id, customer_email FROM payments WHERE stripe_invoice_id = $1",
      [(await shop.api.stripe.subscriptions.retrieve(subscription)).latest_invoice],
    );
    expect(payments).toEqual([{ status: "refunded", user_id: null, customer_email: null }]);
    shop.stripe.advance({ days: 40 });
    await shop.settled();
    expect(await refundsOf(subscription)).toEqual([2900]);
  });

  test.each(["customer.subscription.created", "checkout.session.completed", "invoice.paid"])(
    "ends with the event %s alone",
    async (type) => {
      const { subscription } = await raceUntold();
      const event = shop.stripe.events().findLast((one) => one.type === type);
      shop.stripe.resend(String(event?.id));
      await shop.settled();
      expect(await statusAt(subscription)).toBe("canceled");
      expect(await refundsOf(subscription)).toEqual([2900]);
    },
  );

  test("an account deleted while it subscribes leaves no live subscription, whichever comes first", async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => shop.api.register()));
    const answers = await Promise.all(people.flatMap((who) => [create(who), closeAccount(who)]));
    const paid: string[] = [];
    for (const answer of answers) {
      const session = answer?.status === 200 && sessionAt(answer.json().url);
      if (session && session.status === "open") paid.push(shop.stripe.pay(session.id).subscription as string);
    }
    await shop.settled();
    await sweep();
    await shop.settled();
    for (const id of paid) {
      expect(await statusAt(id)).toBe("canceled");
      expect(await refundsOf(id)).toEqual([2900]);
    }
    const rows =
      "SELECT 1 FROM subscriptions WHERE user_id IS NULL AND stripe_session_id IS NOT NULL AND status = 'pending'";
    expect(await shop.api.dataSource.query(rows)).toEqual([]);
  });

  test("the sweep finds an orphan that no event announced, and refunds it once however often it runs", async () => {
    const { subscription, rowId } = await raceUntold();
    await Promise.all([sweep(), sweep()]);
    await sweep();
    await shop.settled();
    expect(await statusAt(subscription)).toBe("canceled");
    expect(await refundsOf(subscription)).toEqual([2900]);
    expect((await rowOf(rowId)).status).toBe("canceled");
  });

  test.each(["pending", "canceled"])(
    "whose row is %s and knows no checkout is found at the provider",
    async (status) => {
      const { subscription, rowId } = await raceUntold();
      await shop.api.dataSource.query(
        "UPDATE subscriptions SET stripe_session_id = NULL, stripe_subscription_id = NULL, status = $2 WHERE id = $1",
        [rowId, status],
      );
      await sweep();
      expect(await statusAt(subscription)).toBe("canceled");
      expect(await refundsOf(subscription)).toEqual([2900]);
    },
  );

  test("an orphan goes on until its payment is refunded, and the job fails meanwhile", async () => {
    const { subscription } = await raceUntold();
    shop.stripe.failNext({ how: 500, path: "/v1/refunds", times: 6 });
    const handle = subscriptionSweep({ ...shop.api, ...workerParts(shop.api.env), pool: undefined as never });
    const run = () =>
      handle({ id: "any", data: {}, attempt: 1, isLastAttempt: true, signal: new AbortController().signal });
    await expect(run()).rejects.toMatchObject({ code: "PAYMENT_PROVIDER_UNAVAILABLE" });
    expect(await statusAt(subscription)).toBe("active");
    await run();
    expect(await statusAt(subscription)).toBe("canceled");
    expect(await refundsOf(subscription)).toEqual([2900]);
  });

  test("an orphan refunded but not cancelled is cancelled without another refund", async () => {
    const { subscription } = await raceUntold();
    const [invoice] = (await shop.api.stripe.invoices.list({ subscription })).data;
    const [paid] = (await shop.api.stripe.invoicePayments.list({ invoice: String(invoice?.id) })).data;
    await shop.api.stripe.refunds.create({ payment_intent: String(paid?.payment.payment_intent) });
    await sweep();
    expect(await statusAt(subscription)).toBe("canceled");
    expect(await refundsOf(subscription)).toEqual([2900]);
  });

  test("the sweep closes the open checkout of a deleted account", async () => {
    const { session, rowId } = await race();
    await sweep();
    await shop.settled();
    expect((await shop.api.stripe.checkout.sessions.retrieve(session.id)).status).toBe("expired");
    expect((await rowOf(rowId)).status).toBe("incomplete_expired");
  });

  test("a subscription that never came to a checkout is closed once none can be paid any more", async () => {
    const [old, young] = [randomUUID(), randomUUID()];
    for (const [id, age] of [
      [old, "3 days"],
      [young, "1 hour"],
    ])
      await shop.api.dataSource.query(
        `INSERT INTO subscriptions (id, product_slug, created_at, updated_at)
         VALUES ($1, 'geotrim', now() - $2::interval, now() - $2::interval)`,
        [id, age],
      );
    const waiting = async () =>
      (await readBacklog(shop.api.dataSource)).find(({ job }) => job === "subscription.sweep")?.oldestSeconds;
    expect(await waiting()).toBeGreaterThan(2 * 86_400);
    await sweep();
    expect([(await rowOf(old)).status, (await rowOf(young)).status]).toEqual(["incomplete_expired", "pending"]);
    expect(await waiting()).toBeLessThan(2 * 3600);
  });

  test("a subscription that ended with its account is not refunded, and one with an account goes on", async () => {
    const [gone, stays] = [await shop.api.register(), await shop.api.register()];
    const [ended, going] = await Promise.all(
      [gone, stays].map(async (who) => {
        const session = sessionAt((await create(who)).json().url);
        return shop.stripe.pay(session.id).subscription as string;
      }),
    );
    await shop.settled();
    await closeAccount(gone);
    await sweep();
    await shop.settled();
    expect([await statusAt(String(ended)), await statusAt(String(going))]).toEqual(["canceled", "active"]);
    expect([await refundsOf(String(ended)), await refundsOf(String(going))]).toEqual([[], []]);
  });

  test("a subscription that names a row of another installation is left alone", async () => {
    const { subscription, rowId } = await raceUntold();
    await shop.api.dataSource.query("DELETE FROM subscriptions WHERE id = $1", [rowId]);
    await sweep();
    expect(await statusAt(subscription)).toBe("active");
  });
});
