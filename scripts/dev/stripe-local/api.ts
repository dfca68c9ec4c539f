import type Stripe from "stripe";
import { endSubscription, hasEnded, refund, setCancelAtPeriodEnd } from "./billing.ts";
import { expire, lineItem, modeOf, NO_INVOICE_DATA, newCustomer, openSession } from "./checkout.ts";
import { ApiError, invalid, missing } from "./errors.ts";
import type { Customer, InvoiceData, Kind, LineItem, Objects, PaymentLink, Price, Product } from "./objects.ts";
import type { Fields, ReadOptions } from "./params.ts";
import { type Stand, update } from "./stand.ts";
import { listOf, mergedMetadata, newId } from "./store.ts";

/** One call of Stripe's API; `run` returns the answer before its references are expanded. */
export interface Route {
  method: "GET" | "POST" | "DELETE";
  path: string;
  fields: Fields<Record<string, unknown>>;
  options: ReadOptions<Record<string, unknown>>;
  run(params: never, id: string): object;
}

const ADDRESS = {
  city: "string",
  country: "string",
  line1: "string",
  line2: "string",
  postal_code: "string",
  state: "string",
} as const;

const PRODUCT_DATA = { name: "string", description: "string", metadata: "metadata" } as const;
const RECURRING = { interval: ["day", "week", "month", "year"], interval_count: "integer" } as const;
const TAX_BEHAVIOR = ["exclusive", "inclusive", "unspecified"] as const;

/** Fields that sessions and links collect from the payer, under the same names. */
const COLLECTS = {
  allow_promotion_codes: "boolean",
  automatic_tax: { enabled: "boolean" },
  billing_address_collection: ["auto", "required"],
  consent_collection: { terms_of_service: ["none", "required"], promotions: ["auto", "none"] },
  custom_text: {
    after_submit: { message: "string" },
    submit: { message: "string" },
    terms_of_service_acceptance: { message: "string" },
  },
  customer_creation: ["always", "if_required"],
  invoice_creation: {
    enabled: "boolean",
    invoice_data: { description: "string", footer: "string", metadata: "metadata" },
  },
  metadata: "metadata",
  payment_intent_data: { description: "string", metadata: "metadata" },
  payment_method_types: { each: ["card"] },
  phone_number_collection: { enabled: "boolean" },
  submit_type: ["auto", "book", "donate", "pay", "subscribe"],
  tax_id_collection: { enabled: "boolean", required: ["if_supported", "never"] },
} as const satisfies Fields<Stripe.Checkout.SessionCreateParams> & Fields<Stripe.PaymentLinkCreateParams>;

const CUSTOMER = {
  address: ADDRESS,
  description: "string",
  email: "string",
  metadata: "metadata",
  name: "string",
  phone: "string",
  preferred_locales: { each: "string" },
} as const satisfies Fields<Stripe.CustomerCreateParams> & Fields<Stripe.CustomerUpdateParams>;

const PAGE = { limit: "integer", starting_after: "string" } as const;

interface Page {
  limit?: number;
  starting_after?: string;
}

/** All calls of the API that the stand-in implements. */
export function apiRoutes(stand: Stand): Route[] {
  const { store } = stand;
  const routes: Route[] = [];
  const route = <P extends object>(
    method: Route["method"],
    path: string,
    fields: Fields<P>,
    run: (params: P, id: string) => object,
    options: ReadOptions<P> = {},
  ) => {
    const update = method === "POST" && path.endsWith("/:id");
    routes.push({ method, path, fields, options: { update, ...options }, run } as Route);
  };
  const retrieve = (path: string, kind: Kind) => route("GET", `${path}/:id`, {}, (_, id) => store.get(kind, id));
  const list = <P extends Page, K extends Kind>(
    path: string,
    kind: K,
    fields: Fields<Omit<P, keyof Page>>,
    matches: (object: Objects[K], params: P) => boolean,
  ) =>
    route<P>("GET", path, { ...PAGE, ...fields } as Fields<P>, (params) => {
      const { limit = 10, starting_after } = params;
      if (limit < 1 || limit > 100) throw invalid("This value must be between 1 and 100.", "limit");
      const found = store
        .all(kind)
        .filter((object) => matches(object, params))
        .reverse();
      const start = starting_after === undefined ? 0 : found.findIndex(({ id }) => id === starting_after) + 1;
      if (starting_after !== undefined && start === 0) throw missing(kind, starting_after, "starting_after");
      return listOf(found.slice(start, start + limit), path, found.length > start + limit);
    });

  const newProduct = ({ name, description, metadata }: Stripe.ProductCreateParams): Product =>
    store.add({
      id: newId("prod"),
      object: "product",
      active: true,
      created: store.now(),
      default_price: null,
      description: description ?? null,
      images: [],
      livemode: false,
      metadata: mergedMetadata({}, metadata),
      name,
    });

  const newPrice = (params: Stripe.PriceCreateParams, product: string): Price => {
    if (params.unit_amount === undefined) {
      throw invalid("Missing required param: unit_amount.", "unit_amount", "parameter_missing");
    }
    if (params.unit_amount < 0) throw invalid("Invalid non-negative integer", "unit_amount");
    const { lookup_key, recurring } = params;
    const taken = lookup_key && store.all("price").find((price) => price.lookup_key === lookup_key);
    if (taken && !params.transfer_lookup_key) {
      throw invalid(`A price (\`${taken.id}\`) already uses that lookup key.`, "lookup_key");
    }
    if (taken) taken.lookup_key = null;
    return store.add<Price>({
      id: newId("price"),
      object: "price",
      active: params.active ?? true,
      created: store.now(),
      currency: params.currency.toLowerCase(),
      livemode: false,
      lookup_key: lookup_key ?? null,
      metadata: mergedMetadata({}, params.metadata),
      nickname: params.nickname ?? null,
      product,
      recurring: recurring
        ? {
            interval: recurring.interval,
            interval_count: recurring.interval_count ?? 1,
            meter: null,
            trial_period_days: null,
            usage_type: "licensed",
          }
        : null,
      tax_behavior: params.tax_behavior ?? "unspecified",
      type: recurring ? "recurring" : "one_time",
      unit_amount: params.unit_amount,
    });
  };

  type LineParams = Pick<Stripe.Checkout.SessionCreateParams.LineItem, "price" | "price_data" | "quantity">;
  const LINES: { each: Fields<LineParams> } = {
    each: {
      price: "string",
      price_data: {
        currency: "string",
        product: "string",
        product_data: PRODUCT_DATA,
        recurring: RECURRING,
        tax_behavior: TAX_BEHAVIOR,
        unit_amount: "integer",
      },
      quantity: "integer",
    },
  };
  const linesOf = (items: LineParams[], taxed: boolean): LineItem[] =>
    items.map(({ price: id, price_data: data, quantity }, index) => {
      const param = `line_items[${index}]`;
      if (quantity === undefined || quantity < 1) {
        throw invalid("Quantity is required and must be positive.", `${param}[quantity]`);
      }
      let price: Price;
      if (id !== undefined) {
        price = store.get("price", id, `${param}[price]`);
        if (!price.active) {
          throw invalid(`The price specified is inactive. This field only accepts active prices.`, `${param}[price]`);
        }
      } else if (data) {
        const { product, product_data, ...rest } = data;
        const owner = product_data
          ? newProduct(product_data)
          : store.get("product", product ?? "", `${param}[product]`);
        price = newPrice(rest as Stripe.PriceCreateParams, owner.id);
      } else {
        throw invalid("You must specify either `price` or `price_data`.", param);
      }
      return lineItem(price, quantity, store.get("product", price.product).name, taxed);
    });
  const requireUrl = (url: string | undefined, param: string) => {
    if (url !== undefined && !(URL.canParse(url) && /^https?:/i.test(url))) {
      throw invalid("Not a valid URL", param, "url_invalid");
    }
  };

  type InvoiceParams = {
    enabled: boolean;
    invoice_data?: { description?: string; footer?: string; metadata?: unknown };
  };
  const invoiceCreation = (params: InvoiceParams | undefined) => ({
    enabled: params?.enabled ?? false,
    invoice_data: { ...NO_INVOICE_DATA, ...params?.invoice_data } as InvoiceData,
  });
  const consentCollection = (
    params: Pick<Stripe.PaymentLinkCreateParams.ConsentCollection, "promotions" | "terms_of_service"> | undefined,
  ): PaymentLink["consent_collection"] =>
    params
      ? {
          payment_method_reuse_agreement: null,
          promotions: params.promotions ?? null,
          terms_of_service: params.terms_of_service ?? null,
        }
      : null;

  route<Stripe.CustomerCreateParams>("POST", "/v1/customers", CUSTOMER, (params) =>
    newCustomer(stand, { ...(params as Partial<Customer>), metadata: mergedMetadata({}, params.metadata) }),
  );
  const deletedCustomers = new Set<string>();
  route("GET", "/v1/customers/:id", {}, (_, id) =>
    deletedCustomers.has(id) ? { id, object: "customer", deleted: true } : store.get("customer", id),
  );
  route<Stripe.CustomerUpdateParams>("POST", "/v1/customers/:id", CUSTOMER, (params, id) => {
    const customer = store.get("customer", id);
    const { metadata, ...rest } = params;
    const unset = Object.entries(rest).map(([name, value]) => [name, value === "" ? null : value]);
    return Object.assign(customer, Object.fromEntries(unset), {
      metadata: mergedMetadata(customer.metadata, metadata),
    });
  });
  route("DELETE", "/v1/customers/:id", {}, (_, id) => {
    store.get("customer", id);
    for (const subscription of store.all("subscription")) {
      if (subscription.customer === id && !hasEnded(subscription)) {
        endSubscription(stand, subscription, "cancellation_requested");
      }
    }
    store.remove(id);
    deletedCustomers.add(id);
    return { id, object: "customer", deleted: true };
  });
  list<Stripe.CustomerListParams, "customer">(
    "/v1/customers",
    "customer",
    { email: "string" },
    (customer, { email }) => email === undefined || customer.email === email,
  );

  route<Stripe.ProductCreateParams>("POST", "/v1/products", PRODUCT_DATA, newProduct, { required: ["name"] });
  retrieve("/v1/products", "product");
  list<Stripe.ProductListParams, "product">(
    "/v1/products",
    "product",
    { active: "boolean" },
    (product, { active }) => active === undefined || product.active === active,
  );

  route<Stripe.PriceCreateParams>(
    "POST",
    "/v1/prices",
    {
      active: "boolean",
      currency: "string",
      lookup_key: "string",
      metadata: "metadata",
      nickname: "string",
      product: "string",
      product_data: { name: "string", metadata: "metadata" },
      recurring: RECURRING,
      tax_behavior: TAX_BEHAVIOR,
      transfer_lookup_key: "boolean",
      unit_amount: "integer",
    },
    (params) => {
      const owner = params.product_data
        ? newProduct(params.product_data)
        : store.get("product", params.product ?? "", "product");
      return newPrice(params, owner.id);
    },
    { required: ["currency"] },
  );
  retrieve("/v1/prices", "price");
  route<Stripe.PriceUpdateParams>(
    "POST",
    "/v1/prices/:id",
    { active: "boolean", lookup_key: "string", metadata: "metadata", nickname: "string" },
    ({ lookup_key: key, metadata, ...rest }, id) => {
      const price = store.get("price", id);
      return Object.assign(price, rest, key !== undefined && { lookup_key: key || null }, {
        metadata: mergedMetadata(price.metadata, metadata),
      });
    },
  );
  list<Stripe.PriceListParams, "price">(
    "/v1/prices",
    "price",
    { active: "boolean", lookup_keys: { each: "string" }, product: "string", type: ["one_time", "recurring"] },
    (price, { active, lookup_keys, product, type }) =>
      (active === undefined || price.active === active) &&
      (lookup_keys === undefined || lookup_keys.includes(price.lookup_key ?? "")) &&
      (product === undefined || price.product === product) &&
      (type === undefined || price.type === type),
  );

  route<Stripe.Checkout.SessionCreateParams>(
    "POST",
    "/v1/checkout/sessions",
    {
      ...COLLECTS,
      cancel_url: "string",
      client_reference_id: "string",
      customer: "string",
      customer_email: "string",
      customer_update: { address: ["auto", "never"], name: ["auto", "never"] },
      expires_at: "integer",
      line_items: LINES,
      locale: ["auto", "es", "en"],
      mode: ["payment", "subscription"],
      subscription_data: { description: "string", metadata: "metadata", trial_period_days: "integer" },
      success_url: "string",
    },
    (params) => {
      const { mode, customer, expires_at: expiresAt, subscription_data: plan, payment_intent_data: payment } = params;
      const taxed = params.automatic_tax?.enabled ?? false;
      const lines = linesOf(params.line_items ?? [], taxed);
      if (mode === "payment" && modeOf(lines) === "subscription") {
        throw invalid(
          "You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode or use only one-time prices.",
          "line_items[0][price]",
        );
      }
      if (mode === "subscription" && modeOf(lines) === "payment") {
        throw invalid("You must provide at least one recurring price in `subscription` mode.", "line_items");
      }
      for (const name of ["invoice_creation", "payment_intent_data", "customer_creation"] as const) {
        if (mode === "subscription" && params[name] !== undefined) {
          throw invalid(`You can not pass \`${name}\` in \`subscription\` mode.`, name);
        }
      }
      if (mode === "payment" && plan) {
        throw invalid("You can not pass `subscription_data` in `payment` mode.", "subscription_data");
      }
      if (plan?.trial_period_days !== undefined && plan.trial_period_days < 1) {
        throw invalid("The minimum number of trial period days is 1.", "subscription_data[trial_period_days]");
      }
      if (customer !== undefined && params.customer_email !== undefined) {
        throw invalid("You may only specify one of these parameters: customer, customer_email.", "customer");
      }
      if (customer !== undefined) store.get("customer", customer, "customer");
      if (customer !== undefined && params.tax_id_collection?.enabled && params.customer_update?.name !== "auto") {
        throw invalid(
          "Tax ID collection requires updating business name on the customer. To enable tax ID collection for an existing customer, please set `customer_update[name]` to `auto`.",
          "customer_update[name]",
        );
      }
      requireUrl(params.success_url, "success_url");
      requireUrl(params.cancel_url, "cancel_url");
      const ahead = (expiresAt ?? store.now() + 3600) - store.now();
      if (ahead < 1800 || ahead > 86_400) {
        throw invalid("The `expires_at` timestamp must be between 30 minutes and 24 hours from now.", "expires_at");
      }
      return openSession(
        stand,
        lines,
        {
          mode: mode!,
          metadata: mergedMetadata({}, params.metadata),
          success_url: params.success_url!,
          cancel_url: params.cancel_url ?? null,
          automatic_tax: { enabled: taxed, liability: null, provider: null, status: null },
          billing_address_collection: params.billing_address_collection ?? null,
          client_reference_id: params.client_reference_id ?? null,
          consent_collection: consentCollection(params.consent_collection),
          customer: customer ?? null,
          customer_email: params.customer_email ?? null,
          locale: params.locale ?? null,
          tax_id_collection: {
            enabled: params.tax_id_collection?.enabled ?? false,
            required: params.tax_id_collection?.required ?? "never",
          },
          ...(expiresAt !== undefined && { expires_at: expiresAt }),
          ...(mode === "payment" && {
            customer_creation: params.customer_creation ?? "if_required",
            invoice_creation: invoiceCreation(params.invoice_creation),
          }),
        },
        {
          payment: { ...payment, metadata: mergedMetadata({}, payment?.metadata) },
          subscription: {
            metadata: mergedMetadata({}, plan?.metadata),
            ...(plan?.description !== undefined && { description: plan.description }),
            ...(plan?.trial_period_days !== undefined && { trialDays: plan.trial_period_days }),
          },
        },
      );
    },
    { required: ["mode", "line_items", "success_url"] },
  );
  retrieve("/v1/checkout/sessions", "checkout.session");
  route("POST", "/v1/checkout/sessions/:id/expire", {}, (_, id) => {
    const session = store.get("checkout.session", id);
    expire(stand, session);
    return session;
  });
  route("GET", "/v1/checkout/sessions/:id/line_items", {}, (_, id) => store.get("checkout.session", id).line_items);
  list<Stripe.Checkout.SessionListParams, "checkout.session">(
    "/v1/checkout/sessions",
    "checkout.session",
    {
      customer: "string",
      payment_intent: "string",
      payment_link: "string",
      status: ["complete", "expired", "open"],
      subscription: "string",
    },
    (session, { customer, payment_intent, payment_link, status, subscription }) =>
      (customer === undefined || session.customer === customer) &&
      (payment_intent === undefined || session.payment_intent === payment_intent) &&
      (payment_link === undefined || session.payment_link === payment_link) &&
      (status === undefined || session.status === status) &&
      (subscription === undefined || session.subscription === subscription),
  );

  route<Stripe.PaymentLinkCreateParams>(
    "POST",
    "/v1/payment_links",
    {
      ...COLLECTS,
      after_completion: {
        hosted_confirmation: { custom_message: "string" },
        redirect: { url: "string" },
        type: ["hosted_confirmation", "redirect"],
      },
      inactive_message: "string",
      line_items: LINES,
      restrictions: { completed_sessions: { limit: "integer" } },
      subscription_data: { description: "string", metadata: "metadata", trial_period_days: "integer" },
    },
    (params) => {
      const { after_completion: after, payment_intent_data: payment, subscription_data: plan } = params;
      if (after?.type === "redirect" && !after.redirect) {
        throw invalid(
          "Missing required param: after_completion[redirect].",
          "after_completion[redirect]",
          "parameter_missing",
        );
      }
      requireUrl(after?.redirect?.url, "after_completion[redirect][url]");
      const limit = params.restrictions?.completed_sessions.limit;
      if (limit !== undefined && limit < 1) {
        throw invalid("This value must be greater than or equal to 1.", "restrictions[completed_sessions][limit]");
      }
      const lines = linesOf(params.line_items, params.automatic_tax?.enabled ?? false);
      const id = newId("plink");
      return store.add({
        id,
        object: "payment_link" as const,
        active: true,
        after_completion:
          after?.type === "redirect"
            ? { type: "redirect", redirect: { url: after.redirect!.url } }
            : {
                type: "hosted_confirmation",
                hosted_confirmation: { custom_message: after?.hosted_confirmation?.custom_message ?? null },
              },
        automatic_tax: { enabled: params.automatic_tax?.enabled ?? false, liability: null },
        billing_address_collection: params.billing_address_collection ?? "auto",
        consent_collection: consentCollection(params.consent_collection),
        currency: lines[0]?.currency ?? "eur",
        customer_creation: params.customer_creation ?? "if_required",
        inactive_message: params.inactive_message ?? null,
        invoice_creation: modeOf(lines) === "payment" ? invoiceCreation(params.invoice_creation) : null,
        line_items: listOf(lines, `/v1/payment_links/${id}/line_items`),
        livemode: false,
        metadata: mergedMetadata({}, params.metadata),
        payment_intent_data: payment
          ? { description: payment.description ?? null, metadata: mergedMetadata({}, payment.metadata) }
          : null,
        restrictions: limit === undefined ? null : { completed_sessions: { count: 0, limit } },
        subscription_data: plan
          ? {
              description: plan.description ?? null,
              metadata: mergedMetadata({}, plan.metadata),
              trial_period_days: plan.trial_period_days ?? null,
            }
          : null,
        tax_id_collection: {
          enabled: params.tax_id_collection?.enabled ?? false,
          required: params.tax_id_collection?.required ?? "never",
        },
        url: `${stand.publicUrl()}/link/${id}`,
      });
    },
    { required: ["line_items"] },
  );
  retrieve("/v1/payment_links", "payment_link");
  route<Stripe.PaymentLinkUpdateParams>(
    "POST",
    "/v1/payment_links/:id",
    { active: "boolean", inactive_message: "string", metadata: "metadata" },
    ({ metadata, ...rest }, id) => {
      const link = store.get("payment_link", id);
      return Object.assign(link, rest, { metadata: mergedMetadata(link.metadata, metadata) });
    },
  );
  list<Stripe.PaymentLinkListParams, "payment_link">(
    "/v1/payment_links",
    "payment_link",
    { active: "boolean" },
    (link, { active }) => active === undefined || link.active === active,
  );

  retrieve("/v1/payment_intents", "payment_intent");
  retrieve("/v1/charges", "charge");

  route<Stripe.RefundCreateParams>(
    "POST",
    "/v1/refunds",
    {
      amount: "integer",
      charge: "string",
      metadata: "metadata",
      payment_intent: "string",
      reason: ["duplicate", "fraudulent", "requested_by_customer"],
    },
    ({ amount, charge: chargeId, metadata, payment_intent: intentId, reason }) => {
      const intent = intentId === undefined ? undefined : store.get("payment_intent", intentId, "payment_intent");
      const id = chargeId ?? intent?.latest_charge;
      if (!id)
        throw invalid("One of the following params should be provided for this request: payment_intent or charge.");
      return refund(stand, store.get("charge", id, "charge"), {
        reason: reason ?? null,
        metadata: mergedMetadata({}, metadata),
        ...(amount !== undefined && { amount }),
      });
    },
  );
  retrieve("/v1/refunds", "refund");
  list<Stripe.RefundListParams, "refund">(
    "/v1/refunds",
    "refund",
    { charge: "string", payment_intent: "string" },
    (entry, { charge, payment_intent }) =>
      (charge === undefined || entry.charge === charge) &&
      (payment_intent === undefined || entry.payment_intent === payment_intent),
  );

  retrieve("/v1/invoices", "invoice");
  list<Stripe.InvoiceListParams, "invoice">(
    "/v1/invoices",
    "invoice",
    { customer: "string", status: ["draft", "open", "paid", "uncollectible", "void"], subscription: "string" },
    (invoice, { customer, status, subscription }) =>
      (customer === undefined || invoice.customer === customer) &&
      (status === undefined || invoice.status === status) &&
      (subscription === undefined || invoice.parent?.subscription_details?.subscription === subscription),
  );
  list<Stripe.InvoicePaymentListParams, "invoice_payment">(
    "/v1/invoice_payments",
    "invoice_payment",
    { invoice: "string", payment: { type: ["payment_intent"], payment_intent: "string" } },
    (entry, { invoice, payment }) =>
      (invoice === undefined || entry.invoice === invoice) &&
      (payment?.payment_intent === undefined || entry.payment.payment_intent === payment.payment_intent),
  );

  retrieve("/v1/subscriptions", "subscription");
  route<Stripe.SubscriptionUpdateParams>(
    "POST",
    "/v1/subscriptions/:id",
    { cancel_at_period_end: "boolean", description: "string", metadata: "metadata" },
    ({ cancel_at_period_end: cancel, description, metadata }, id) => {
      const subscription = store.get("subscription", id);
      if (hasEnded(subscription)) {
        throw invalid("A canceled subscription can only update its cancellation_details and metadata.");
      }
      if (cancel !== undefined) setCancelAtPeriodEnd(stand, subscription, cancel);
      if (metadata !== undefined || description !== undefined) {
        update(stand, "customer.subscription.updated", subscription, {
          metadata: mergedMetadata(subscription.metadata, metadata),
          ...(description !== undefined && { description: description || null }),
        });
      }
      return subscription;
    },
  );
  route<Stripe.SubscriptionCancelParams>(
    "DELETE",
    "/v1/subscriptions/:id",
    { invoice_now: "boolean", prorate: "boolean" },
    (_, id) => {
      const subscription = store.get("subscription", id);
      if (hasEnded(subscription)) throw missing("subscription", id);
      endSubscription(stand, subscription, "cancellation_requested");
      return subscription;
    },
  );
  list<Stripe.SubscriptionListParams, "subscription">(
    "/v1/subscriptions",
    "subscription",
    {
      customer: "string",
      price: "string",
      status: ["active", "all", "canceled", "ended", "past_due", "trialing"],
    },
    (subscription, { customer, price, status }) =>
      (customer === undefined || subscription.customer === customer) &&
      (price === undefined || subscription.items.data.some((item) => item.price.id === price)) &&
      (status === "all" ||
        (status === undefined
          ? !hasEnded(subscription)
          : status === "ended"
            ? hasEnded(subscription)
            : subscription.status === status)),
  );

  route<Stripe.BillingPortal.SessionCreateParams>(
    "POST",
    "/v1/billing_portal/sessions",
    { customer: "string", locale: ["auto", "es", "en"], return_url: "string" },
    ({ customer, locale, return_url: returnUrl }) => {
      store.get("customer", customer!, "customer");
      requireUrl(returnUrl, "return_url");
      const id = newId("bps");
      return store.add({
        id,
        object: "billing_portal.session" as const,
        created: store.now(),
        customer: customer!,
        livemode: false,
        locale: locale ?? null,
        return_url: returnUrl ?? null,
        url: `${stand.publicUrl()}/portal/${id}`,
      });
    },
    { required: ["customer"] },
  );

  retrieve("/v1/events", "event");
  list<Stripe.EventListParams, "event">(
    "/v1/events",
    "event",
    { type: "string", types: { each: "string" } },
    (event, { type, types }) =>
      (type === undefined || event.type === type) && (types === undefined || types.includes(event.type)),
  );

  return routes;
}

export const unknownAddress = (method: string, path: string) =>
  new ApiError(404, {
    type: "invalid_request_error",
    message: `Unrecognized request URL (${method}: ${path}). Please see https://stripe.com/docs.`,
  });
