import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import Stripe from "stripe";
import { afterEach, describe, expect, test } from "vitest";
import { startStripeLocal } from "./stripe-local.ts";

const SECRET = "whsec_test";
const DAY = 86_400;
const closers: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** The stand-in, the SDK on it, and a receiver that checks signatures and answers with the status from `answer`. */
async function open({
  answer = () => 200,
  stateFile,
}: {
  answer?: (event: Stripe.Event) => number;
  stateFile?: string;
} = {}) {
  const received: Stripe.Event[] = [];
  const receiver = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const signature = String(request.headers["stripe-signature"]);
      const event = Stripe.webhooks.constructEvent(Buffer.concat(chunks), signature, SECRET);
      received.push(event);
      response.writeHead(answer(event)).end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  closers.push(() => new Promise((resolve) => receiver.close(resolve)));
  const local = await startStripeLocal({
    webhookSecret: SECRET,
    webhookUrl: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`,
    retryDelaysMs: [1, 1],
    ...(stateFile && { stateFile }),
  });
  closers.push(local.close);
  const client = (key = local.secretKey, maxNetworkRetries = 0) =>
    new Stripe(key, {
      host: "127.0.0.1",
      port: Number(new URL(local.url).port),
      protocol: "http",
      maxNetworkRetries,
      telemetry: false,
    });
  return {
    ...local,
    stripe: client(),
    client,
    /** The events received, once all deliveries under way have arrived. */
    async received() {
      await local.control.idle();
      return received;
    },
    async types() {
      await local.control.idle();
      return received.map(({ type }) => type);
    },
  };
}

type Local = Awaited<ReturnType<typeof open>>;

const reportPrice = async ({ stripe }: Local) =>
  stripe.prices.create({
    currency: "eur",
    unit_amount: 999,
    tax_behavior: "inclusive",
    product_data: { name: "Informe Premium" },
  });

const reportLink = async (local: Local, more: Partial<Stripe.PaymentLinkCreateParams> = {}) =>
  local.stripe.paymentLinks.create({
    line_items: [{ price: (await reportPrice(local)).id, quantity: 1 }],
    after_completion: {
      type: "redirect",
      redirect: { url: "http://app.test/payment/success?session_id={CHECKOUT_SESSION_ID}" },
    },
    restrictions: { completed_sessions: { limit: 1 } },
    metadata: { purchaseId: "p1" },
    invoice_creation: { enabled: true },
    payment_intent_data: { metadata: { purchaseId: "p1" } },
    ...more,
  });

async function subscriptionSession(local: Local, more: Partial<Stripe.Checkout.SessionCreateParams> = {}) {
  const { stripe } = local;
  const product = await stripe.products.create({ name: "GeoTrim", metadata: { slug: "geotrim" } });
  const price = await stripe.prices.create({
    product: product.id,
    currency: "eur",
    unit_amount: 2900,
    recurring: { interval: "month" },
    lookup_key: "geotrim_monthly",
  });
  const customer = await stripe.customers.create({ email: "ana@example.com", metadata: { userId: "u1" } });
  const session = await stripe.checkout.sessions.create({
    mode: "subscription",
    customer: customer.id,
    line_items: [{ price: price.id, quantity: 1 }],
    success_url: "http://app.test/ok?session_id={CHECKOUT_SESSION_ID}",
    cancel_url: "http://app.test/no",
    ...more,
  });
  return { session, customer, price };
}

async function subscribed(local: Local, more: Partial<Stripe.Checkout.SessionCreateParams> = {}) {
  const opened = await subscriptionSession(local, more);
  const { subscription } = local.control.pay(opened.session.id);
  return { ...opened, subscription: await local.stripe.subscriptions.retrieve(String(subscription)) };
}

const post = (url: string, fields: Record<string, string> = {}) =>
  fetch(url, { method: "POST", body: new URLSearchParams(fields), redirect: "manual" });

const failure = (call: Promise<unknown>) =>
  call.then(
    () => expect.unreachable("the call succeeded"),
    (error: Stripe.errors.StripeError) => error,
  );

describe("the API", () => {
  test("the API refuses another key", async () => {
    const { client } = await open();
    const error = await failure(client("sk_test_other").customers.list());
    expect(error).toMatchObject({ type: "StripeAuthenticationError", statusCode: 401 });
  });

  test("the API names an unknown parameter, a missing one and a malformed one as Stripe does", async () => {
    const { stripe } = await open();
    const unknown = { email: "a@b.es", surname: "X" } as Stripe.CustomerCreateParams;
    expect(await failure(stripe.customers.create(unknown))).toMatchObject({
      type: "StripeInvalidRequestError",
      statusCode: 400,
      code: "parameter_unknown",
      param: "surname",
      requestId: expect.stringMatching(/^req_/),
    });
    expect(await failure(stripe.products.create({} as Stripe.ProductCreateParams))).toMatchObject({
      code: "parameter_missing",
      param: "name",
    });
    const price = { currency: "eur", unit_amount: 9.5, product_data: { name: "X" } };
    expect(await failure(stripe.prices.create(price))).toMatchObject({
      code: "parameter_invalid_integer",
      param: "unit_amount",
    });
    expect(await failure(stripe.customers.create({ metadata: { note: "x".repeat(501) } }))).toMatchObject({
      param: "metadata[note]",
    });
  });

  test("the API names a missing object", async () => {
    const { stripe } = await open();
    expect(await failure(stripe.customers.retrieve("cus_none"))).toMatchObject({
      statusCode: 404,
      code: "resource_missing",
    });
  });

  test("the API creates, changes and deletes a customer", async () => {
    const { stripe } = await open();
    const { id } = await stripe.customers.create({ email: "ana@example.com", metadata: { a: "1", b: "2" } });
    const changed = await stripe.customers.update(id, { name: "Ana", metadata: { a: "" } });
    expect(changed).toMatchObject({ email: "ana@example.com", name: "Ana", metadata: { b: "2" } });
    await stripe.customers.del(id);
    expect(await stripe.customers.retrieve(id)).toMatchObject({ id, deleted: true });
  });

  test("the API finds prices by lookup key, with their product when asked", async () => {
    const local = await open();
    const { price } = await subscriptionSession(local);
    await reportPrice(local);
    const { data } = await local.stripe.prices.list({ lookup_keys: ["geotrim_monthly"], expand: ["data.product"] });
    expect(data).toMatchObject([{ id: price.id, product: { name: "GeoTrim", metadata: { slug: "geotrim" } } }]);
  });

  test("the API pages through a list, the newest first", async () => {
    const { stripe } = await open();
    for (const name of ["A", "B", "C"]) await stripe.products.create({ name });
    const names: string[] = [];
    for await (const product of stripe.products.list({ limit: 2 })) names.push(product.name);
    expect(names).toEqual(["C", "B", "A"]);
  });

  test("the API does a repeated call once and refuses its key for another call", async () => {
    const { stripe } = await open();
    const options = { idempotencyKey: "k1" };
    const first = await stripe.customers.create({ email: "a@b.es" }, options);
    const second = await stripe.customers.create({ email: "a@b.es" }, options);
    expect(second.id).toBe(first.id);
    expect((await stripe.customers.list()).data).toHaveLength(1);
    expect(await failure(stripe.customers.create({ email: "c@d.es" }, options))).toMatchObject({
      type: "StripeIdempotencyError",
    });
  });

  test("the API lists the requests it received, without the key", async () => {
    const { stripe, control, secretKey } = await open();
    await stripe.customers.create({ email: "a@b.es" }, { idempotencyKey: "k1" });
    expect(control.requests()).toMatchObject([
      { method: "POST", path: "/v1/customers", params: { email: "a@b.es" }, idempotencyKey: "k1", status: 200 },
    ]);
    expect(JSON.stringify(control.requests())).not.toContain(secretKey);
  });
});

describe("failing calls", () => {
  test.each([
    [402, "StripeCardError"],
    [429, "StripeRateLimitError"],
    [500, "StripeAPIError"],
    ["hangup", "StripeConnectionError"],
  ] as const)("a failure of kind %s comes once as %s", async (how, type) => {
    const { stripe, control } = await open();
    // The SDK retries a call once after a dropped connection, even when told not to.
    control.failNext({ how, times: how === "hangup" ? 2 : 1 });
    expect(await failure(stripe.customers.create({ email: "a@b.es" }))).toMatchObject({ type });
    expect((await stripe.customers.list()).data).toEqual([]);
  });

  test("a call cut off after its effect is repeated by the SDK without a second effect", async () => {
    const { client, control } = await open();
    control.failNext({ how: "hangup-after" });
    const customer = await client(undefined, 2).customers.create({ email: "a@b.es" });
    expect((await client().customers.list()).data).toMatchObject([{ id: customer.id }]);
    expect(control.requests().filter(({ method }) => method === "POST")).toHaveLength(2);
  });
});

describe("a payment link", () => {
  test("a payment link is paid in the browser once, and takes the payer back with the session", async () => {
    const local = await open();
    const link = await reportLink(local);
    const opened = await fetch(link.url, { redirect: "manual" });
    const sessionUrl = new URL(opened.headers.get("location")!, local.url).href;
    const body = await (await fetch(sessionUrl)).text();
    expect(body).toContain('lang="es"');
    expect(body).toContain("Modo de pruebas · no se cobra nada");
    expect(body).toContain("9,99\u00a0€");
    expect(body).not.toContain("<script");

    const id = sessionUrl.split("/").pop()!;
    const paid = await post(`${sessionUrl}/pay`, { email: "ana@example.com", name: "Ana, S.L." });
    expect([paid.status, paid.headers.get("location")]).toEqual([
      303,
      `http://app.test/payment/success?session_id=${id}`,
    ]);
    expect(await local.types()).toEqual(["payment_intent.succeeded", "invoice.paid", "checkout.session.completed"]);

    const session = await local.stripe.checkout.sessions.retrieve(id, {
      expand: ["payment_intent.latest_charge", "invoice", "customer", "line_items"],
    });
    expect(session).toMatchObject({
      status: "complete",
      payment_status: "paid",
      amount_total: 999,
      payment_link: link.id,
      metadata: { purchaseId: "p1" },
      customer: { email: "ana@example.com" },
      customer_details: { email: "ana@example.com", name: "Ana, S.L." },
      payment_intent: { status: "succeeded", metadata: { purchaseId: "p1" }, latest_charge: { paid: true } },
      invoice: { status: "paid", total: 999 },
      line_items: { data: [{ description: "Informe Premium", amount_total: 999 }] },
    });
    const { hosted_invoice_url, invoice_pdf } = session.invoice as Stripe.Invoice;
    for (const url of [hosted_invoice_url, invoice_pdf]) {
      expect(await (await fetch(String(url))).text()).toContain("Total: 9,99\u00a0€");
    }

    // A second click is redirected as the first was; a second payer is not.
    expect((await post(`${sessionUrl}/pay`)).headers.get("location")).toBe(paid.headers.get("location"));
    const again = await fetch(link.url);
    expect([again.status, await again.text()]).toEqual([410, expect.stringContaining("ya se ha utilizado")]);
    expect(await local.stripe.paymentLinks.retrieve(link.id)).toMatchObject({
      active: false,
      restrictions: { completed_sessions: { count: 1, limit: 1 } },
    });
    expect(await local.types()).toHaveLength(3);
  });

  test("a payment link cannot be paid in a second tab that was open before", async () => {
    const local = await open();
    const link = await reportLink(local);
    const tabs = await Promise.all([fetch(link.url), fetch(link.url)]);
    const [first, second] = tabs.map(({ url }) => url);
    await post(`${first}/pay`, { email: "a@b.es" });
    expect((await post(`${second}/pay`, { email: "a@b.es" })).status).toBe(410);
    expect((await local.types()).filter((type) => type === "checkout.session.completed")).toHaveLength(1);
  });

  test("a payment link that was switched off says so", async () => {
    const local = await open();
    const link = await reportLink(local, { inactive_message: "El informe ya está comprado." });
    await local.stripe.paymentLinks.update(link.id, { active: false });
    const answer = await fetch(link.url);
    expect([answer.status, await answer.text()]).toEqual([410, expect.stringContaining("ya está comprado")]);
  });

  test("a payment link stays payable after a declined card", async () => {
    const local = await open();
    const { url } = await fetch((await reportLink(local)).url);
    const refused = await post(`${url}/decline`);
    expect([refused.status, await refused.text()]).toEqual([402, expect.stringContaining("ha sido rechazada")]);
    expect((await post(`${url}/pay`, { email: "a@b.es" })).status).toBe(303);
    const [failed, succeeded] = await local.received();
    expect(failed).toMatchObject({
      type: "payment_intent.payment_failed",
      data: { object: { status: "requires_payment_method", last_payment_error: { code: "card_declined" } } },
    });
    expect((succeeded!.data.object as Stripe.PaymentIntent).id).toBe((failed!.data.object as Stripe.PaymentIntent).id);
  });

  test("a payment link shows what is written into it as text", async () => {
    const local = await open();
    const { stripe } = local;
    const price = await stripe.prices.create({
      currency: "eur",
      unit_amount: 999,
      product_data: { name: '<img src=x onerror="alert(1)">' },
    });
    const link = await reportLink(local, { line_items: [{ price: price.id, quantity: 1 }] });
    const body = await (await fetch(link.url)).text();
    expect(body).not.toContain("<img");
    expect(body).toContain("&lt;img");
  });
});

describe("a checkout session", () => {
  test("a checkout session keeps what it was given and asks the payer for it", async () => {
    const local = await open();
    const expiresAt = Math.floor(Date.now() / 1000) + 3600;
    const session = await local.stripe.checkout.sessions.create({
      mode: "payment",
      line_items: [
        {
          quantity: 1,
          price_data: { currency: "eur", unit_amount: 1210, tax_behavior: "inclusive", product_data: { name: "X" } },
        },
      ],
      success_url: "http://app.test/ok",
      cancel_url: "http://app.test/no",
      client_reference_id: "u1",
      customer_email: "ana@example.com",
      expires_at: expiresAt,
      locale: "es",
      automatic_tax: { enabled: true },
      tax_id_collection: { enabled: true },
      billing_address_collection: "required",
      consent_collection: { terms_of_service: "required" },
    });
    expect(session).toMatchObject({
      client_reference_id: "u1",
      expires_at: expiresAt,
      locale: "es",
      amount_total: 1210,
      total_details: { amount_tax: 210 },
      payment_intent: null,
    });
    expect(session).not.toHaveProperty("line_items");
    const body = await (await fetch(session.url!)).text();
    for (const text of ["NIF", "Dirección", "Acepto las condiciones", 'href="http://app.test/no">Volver']) {
      expect(body).toContain(text);
    }
    const form = { taxId: "B12345674", line1: "Calle Mayor, 1", postalCode: "28013", city: "Madrid" };
    expect((await post(`${session.url}/pay`, form)).status).toBe(422);
    expect((await post(`${session.url}/pay`, { ...form, acceptsTerms: "true" })).status).toBe(303);
    expect(await local.stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
      url: null,
      consent: { terms_of_service: "accepted" },
      customer_details: {
        email: "ana@example.com",
        address: { city: "Madrid", country: "ES" },
        tax_ids: [{ type: "es_cif", value: "B12345674" }],
      },
    });
  });

  test("a checkout session is refused for the reasons for which Stripe refuses it", async () => {
    const local = await open();
    const cases: [Partial<Stripe.Checkout.SessionCreateParams>, string][] = [
      [{ mode: "payment" }, "line_items[0][price]"],
      [{ success_url: "nowhere" }, "success_url"],
      [{ expires_at: Math.floor(Date.now() / 1000) + 60 }, "expires_at"],
      [{ tax_id_collection: { enabled: true } }, "customer_update[name]"],
      [{ invoice_creation: { enabled: true } }, "invoice_creation"],
      [{ customer: "cus_none" }, "customer"],
      [{ subscription_data: { trial_period_days: 0 } }, "subscription_data[trial_period_days]"],
    ];
    for (const [more, param] of cases) {
      const error = await failure(subscriptionSession(local, { ...more }).finally(() => freeLookupKey(local)));
      expect(error).toMatchObject({ type: "StripeInvalidRequestError", param });
    }
  });

  test("a checkout session expires by call or by the clock, once", async () => {
    const local = await open();
    const first = await subscriptionSession(local);
    const expired = await local.stripe.checkout.sessions.expire(first.session.id);
    expect(expired).toMatchObject({ status: "expired", url: null });
    expect(await failure(local.stripe.checkout.sessions.expire(first.session.id))).toMatchObject({ statusCode: 400 });
    expect((await post(`${first.session.url}/pay`)).status).toBe(410);
    await freeLookupKey(local);
    const second = await subscriptionSession(local);
    local.control.advance({ days: 1 });
    expect((await local.stripe.checkout.sessions.retrieve(second.session.id)).status).toBe("expired");
    expect(await local.types()).toEqual(["checkout.session.expired", "checkout.session.expired"]);
  });

  test.each([
    [true, "paid", "checkout.session.async_payment_succeeded"],
    [false, "unpaid", "checkout.session.async_payment_failed"],
  ] as const)("a checkout session whose money comes later (%s) ends %s", async (succeeds, status, type) => {
    const local = await open();
    const { id } = local.control.payLater((await reportLink(local)).id);
    expect(await local.stripe.checkout.sessions.retrieve(id)).toMatchObject({
      status: "complete",
      payment_status: "unpaid",
    });
    local.control.settle(id, succeeds);
    expect((await local.stripe.checkout.sessions.retrieve(id)).payment_status).toBe(status);
    expect((await local.types()).at(-1)).toBe(type);
  });
});

/** Frees the lookup key for the price of another session. */
async function freeLookupKey({ stripe }: Local) {
  await stripe.prices.create({
    currency: "eur",
    unit_amount: 1,
    product_data: { name: "X" },
    lookup_key: "geotrim_monthly",
    transfer_lookup_key: true,
  });
  const { data } = await stripe.prices.list({ lookup_keys: ["geotrim_monthly"] });
  await stripe.prices.update(data[0]!.id, { lookup_key: "" });
}

describe("a refund", () => {
  test("a full refund marks the charge and cannot be made twice", async () => {
    const local = await open();
    const { payment_intent: intent } = local.control.pay((await reportLink(local)).id);
    const refund = await local.stripe.refunds.create({ payment_intent: String(intent) });
    expect(refund).toMatchObject({ amount: 999, status: "succeeded" });
    const event = (await local.received()).at(-1);
    expect(event).toMatchObject({
      type: "charge.refunded",
      data: { object: { amount_refunded: 999, refunded: true, payment_intent: intent } },
    });
    expect(await failure(local.stripe.refunds.create({ payment_intent: String(intent) }))).toMatchObject({
      code: "charge_already_refunded",
    });
  });

  test("a partial refund leaves the rest", async () => {
    const local = await open();
    const { payment_intent: intent } = local.control.pay((await reportLink(local)).id);
    await local.stripe.refunds.create({ payment_intent: String(intent), amount: 500 });
    const { latest_charge: charge } = await local.stripe.paymentIntents.retrieve(String(intent), {
      expand: ["latest_charge"],
    });
    expect(charge).toMatchObject({ amount_refunded: 500, refunded: false });
  });
});

describe("a subscription", () => {
  const end = (subscription: Stripe.Subscription) => subscription.items.data[0]!.current_period_end;

  test("a subscription starts paid and belongs to its customer", async () => {
    const local = await open();
    const { session, customer, subscription } = await subscribed(local, {
      subscription_data: { metadata: { userId: "u1" } },
    });
    expect(subscription).toMatchObject({ status: "active", customer: customer.id, metadata: { userId: "u1" } });
    expect(await local.types()).toEqual([
      "customer.subscription.created",
      "payment_intent.succeeded",
      "invoice.paid",
      "checkout.session.completed",
    ]);
    const { data } = await local.stripe.subscriptions.list({ customer: customer.id });
    expect(data.map(({ id }) => id)).toEqual([subscription.id]);
    const invoice = await local.stripe.invoices.retrieve(String(subscription.latest_invoice));
    expect(invoice).toMatchObject({
      amount_paid: 2900,
      billing_reason: "subscription_create",
      parent: { subscription_details: { subscription: subscription.id } },
    });
    expect(await local.stripe.checkout.sessions.retrieve(session.id, { expand: ["subscription"] })).toMatchObject({
      payment_status: "paid",
      subscription: { id: subscription.id },
      invoice: invoice.id,
    });
  });

  test("a subscription renews each month, on the last day of a shorter one", async () => {
    const local = await open();
    const anchor = Date.UTC(2027, 0, 31, 12) / 1000;
    local.control.advance({ seconds: anchor - local.control.now() });
    const { subscription } = await subscribed(local);
    const ends = [end(subscription)];
    for (const days of [30, 31]) {
      local.control.advance({ days });
      ends.push(end(await local.stripe.subscriptions.retrieve(subscription.id)));
    }
    expect(ends.map((seconds) => new Date(seconds * 1000).toISOString().slice(0, 10))).toEqual([
      "2027-02-28",
      "2027-03-31",
      "2027-04-30",
    ]);
    expect((await local.types()).filter((type) => type === "invoice.paid")).toHaveLength(3);
  });

  test("a subscription that cannot be renewed is past due, is tried again and lives on when a card works", async () => {
    const local = await open();
    const { subscription } = await subscribed(local);
    local.control.advance({ seconds: end(subscription) - local.control.now(), failRenewals: true });
    expect(await local.stripe.subscriptions.retrieve(subscription.id)).toMatchObject({ status: "past_due" });
    const types = await local.types();
    expect(types.slice(-3)).toEqual([
      "customer.subscription.updated",
      "payment_intent.payment_failed",
      "invoice.payment_failed",
    ]);
    local.control.advance({ days: 3 });
    expect(await local.stripe.subscriptions.retrieve(subscription.id, { expand: ["latest_invoice"] })).toMatchObject({
      status: "active",
      latest_invoice: { status: "paid", attempt_count: 2 },
    });
  });

  test("a subscription ends when the last attempt to collect fails", async () => {
    const local = await open();
    const { subscription } = await subscribed(local);
    local.control.advance({ seconds: end(subscription) - local.control.now() + 15 * DAY, failRenewals: true });
    expect(await local.stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
      status: "canceled",
      cancellation_details: { reason: "payment_failed" },
    });
    expect((await local.types()).filter((type) => type === "invoice.payment_failed")).toHaveLength(4);
  });

  test("a subscription on trial warns three days before and then becomes active", async () => {
    const local = await open();
    const { session, subscription } = await subscribed(local, { subscription_data: { trial_period_days: 7 } });
    expect(subscription).toMatchObject({ status: "trialing", trial_end: end(subscription) });
    expect((await local.stripe.checkout.sessions.retrieve(session.id)).payment_status).toBe("no_payment_required");
    local.control.advance({ days: 4 });
    expect((await local.types()).at(-1)).toBe("customer.subscription.trial_will_end");
    local.control.advance({ days: 3 });
    expect((await local.stripe.subscriptions.retrieve(subscription.id)).status).toBe("active");
    expect((await local.types()).at(-1)).toBe("invoice.paid");
  });

  test("a subscription cancelled at the end of its period lasts until then", async () => {
    const local = await open();
    const { subscription } = await subscribed(local);
    const cancelled = await local.stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true });
    expect(cancelled).toMatchObject({ status: "active", cancel_at_period_end: true, cancel_at: end(subscription) });
    expect((await local.received()).at(-1)).toMatchObject({
      type: "customer.subscription.updated",
      data: { previous_attributes: { cancel_at_period_end: false } },
    });
    local.control.advance({ days: 31 });
    expect((await local.stripe.subscriptions.retrieve(subscription.id)).status).toBe("canceled");
    expect((await local.types()).at(-1)).toBe("customer.subscription.deleted");
  });

  test("a subscription cancelled at once is gone from the list and cannot be cancelled again", async () => {
    const local = await open();
    const { customer, subscription } = await subscribed(local);
    await local.stripe.subscriptions.cancel(subscription.id);
    expect((await local.stripe.subscriptions.list({ customer: customer.id })).data).toEqual([]);
    expect(await failure(local.stripe.subscriptions.cancel(subscription.id))).toMatchObject({ statusCode: 404 });
    expect((await local.types()).at(-1)).toBe("customer.subscription.deleted");
  });

  test("a subscription is cancelled and resumed in the portal, by its own customer only", async () => {
    const local = await open();
    const { customer, subscription } = await subscribed(local);
    const portal = await local.stripe.billingPortal.sessions.create({
      customer: customer.id,
      return_url: "http://app.test/mi-area",
    });
    const body = await (await fetch(portal.url)).text();
    expect(body).toContain("Cancelar suscripción");
    expect(body).toContain('href="http://app.test/mi-area">Volver');
    const cancels = async () => (await local.stripe.subscriptions.retrieve(subscription.id)).cancel_at_period_end;
    await post(`${portal.url}/cancel`, { subscription: subscription.id });
    expect(await cancels()).toBe(true);
    expect(await (await fetch(portal.url)).text()).toContain("Reanudar");
    await post(`${portal.url}/resume`, { subscription: subscription.id });
    expect(await cancels()).toBe(false);

    const other = await local.stripe.customers.create({ email: "otra@example.com" });
    const foreign = await local.stripe.billingPortal.sessions.create({ customer: other.id });
    expect((await post(`${foreign.url}/cancel`, { subscription: subscription.id })).status).toBe(404);
    expect(await cancels()).toBe(false);
  });
});

describe("webhooks", () => {
  test("webhooks carry the event that the API also knows", async () => {
    const local = await open();
    local.control.pay((await reportLink(local)).id);
    const [event] = await local.received();
    expect(await local.stripe.events.retrieve(event!.id)).toMatchObject({
      id: event!.id,
      type: event!.type,
      api_version: Stripe.API_VERSION,
      pending_webhooks: 0,
    });
    const { data } = await local.stripe.events.list({ type: "checkout.session.completed" });
    expect(data).toHaveLength(1);
  });

  test("webhooks are tried again until they are taken, in order", async () => {
    let refusals = 2;
    const local = await open({ answer: () => (refusals-- > 0 ? 500 : 200) });
    local.control.pay((await reportLink(local)).id);
    expect(await local.types()).toEqual([
      "payment_intent.succeeded",
      "payment_intent.succeeded",
      "payment_intent.succeeded",
      "invoice.paid",
      "checkout.session.completed",
    ]);
    expect(local.control.deliveries()[0]).toMatchObject({
      state: "delivered",
      attempts: [{ status: 500 }, { status: 500 }, { status: 200 }],
    });
  });

  test("webhooks that are never taken stay listed and can be sent again", async () => {
    let status = 500;
    const local = await open({ answer: () => status });
    const { id } = (await subscriptionSession(local)).session;
    local.control.expire(id);
    await local.control.idle();
    const [delivery] = local.control.deliveries();
    expect(delivery).toMatchObject({ state: "failed", attempts: [{ status: 500 }, { status: 500 }, { status: 500 }] });
    status = 200;
    local.control.resend(delivery!.event.id);
    await local.control.idle();
    expect(local.control.deliveries()).toMatchObject([{ state: "delivered" }]);
  });

  test("webhooks are held, dropped and released in reverse", async () => {
    const local = await open();
    local.control.hold();
    local.control.pay((await reportLink(local)).id);
    expect(await local.types()).toEqual([]);
    const dropped = local.control.deliveries().find(({ event }) => event.type === "invoice.paid")!;
    local.control.drop(dropped.event.id);
    local.control.release({ reverse: true });
    expect(await local.types()).toEqual(["checkout.session.completed", "payment_intent.succeeded"]);
    expect(dropped.state).toBe("dropped");
  });

  test("webhooks come twice when told to", async () => {
    const local = await open();
    local.control.duplicate("next");
    local.control.pay((await reportLink(local)).id);
    expect(await local.types()).toHaveLength(4);
    local.control.duplicate("all");
    local.control.pay((await reportLink(local)).id);
    const ids = (await local.received()).slice(4).map(({ id }) => id);
    expect([ids.length, new Set(ids).size]).toEqual([6, 3]);
  });
});

test("a session begun before a restart is paid after it, where the state is kept", async () => {
  const stateFile = join(mkdtempSync(join(tmpdir(), "stripe-local-")), "deep", "state.json");
  closers.push(async () => rmSync(dirname(dirname(stateFile)), { recursive: true }));
  const first = await open({ stateFile });
  const { session, customer } = await subscriptionSession(first, { subscription_data: { metadata: { ours: "1" } } });
  await first.close();
  const second = await open({ stateFile });
  second.control.pay(session.id);
  expect((await second.stripe.subscriptions.list()).data).toMatchObject([
    { customer: customer.id, status: "active", metadata: { ours: "1" } },
  ]);
});

test.each([
  ["is empty", ""],
  ["was cut short", '{"objects":[{"id":"cus_1","obj'],
  ["is full of zeros", "\0".repeat(100)],
  ["is of another form", '{"objects":[{}],"intentions":[],"offset":0}'],
  ["holds null", "null"],
])("a state that %s is put aside, and the stand-in begins without payments", async (_, text) => {
  const dir = mkdtempSync(join(tmpdir(), "stripe-local-"));
  closers.push(async () => rmSync(dir, { recursive: true }));
  const stateFile = join(dir, "state.json");
  writeFileSync(stateFile, text);
  const local = await open({ stateFile });
  expect((await local.stripe.customers.list()).data).toEqual([]);
  await local.stripe.customers.create({ email: "otra@example.com" });
  expect(readFileSync(`${stateFile}.damaged`, "utf8")).toBe(text);
  expect(JSON.parse(readFileSync(stateFile, "utf8")).objects).toHaveLength(1);
  expect(statSync(stateFile).mode & 0o077).toBe(0);
});

test("the stand-in of Stripe is controlled by HTTP", async () => {
  const local = await open();
  const { session } = await subscriptionSession(local);
  const control = async (name: string, body: object = {}) => {
    const answer = await fetch(`${local.url}/_control/${name}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    expect(answer.status, name).toBe(200);
  };
  await control("hold");
  await control("pay", { id: session.id });
  await control("release", { reverse: true });
  await control("idle");
  expect((await local.types())[0]).toBe("checkout.session.completed");
  await control("advance", { days: 31, failRenewals: true });
  expect((await local.stripe.subscriptions.list()).data[0]?.status).toBe("past_due");
  await control("failNext", { how: 500 });
  expect(await failure(local.stripe.customers.list())).toMatchObject({ statusCode: 500 });
  const { deliveries } = await (await fetch(`${local.url}/_control/deliveries`)).json();
  expect(deliveries.map(({ state }: { state: string }) => state)).toContain("delivered");
  expect((await fetch(`${local.url}/_control/unknown`)).status).toBe(404);
});
