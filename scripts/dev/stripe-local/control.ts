import type { FastifyInstance } from "fastify";
import { dueOf } from "./billing.ts";
import { decline, dueOfSession, expire, openLink, type Payer, pay, payLater, settle } from "./checkout.ts";
import { ApiError, missing } from "./errors.ts";
import type { ApiTraffic, Fault } from "./http.ts";
import type { CheckoutSession } from "./objects.ts";
import type { Stand } from "./stand.ts";

export interface Advance {
  seconds?: number;
  days?: number;
  /** Cards are declined while this time passes. */
  failRenewals?: boolean;
}

export type Control = ReturnType<typeof createControl>;

/**
 * Controls by which a test drives the stand-in. Ids of payers' pages are those of sessions or links; a link opens a new
 * session.
 */
export function createControl(stand: Stand, traffic: ApiTraffic) {
  const { store, webhooks } = stand;
  const warned = new Set<string>();

  const sessionOf = (id: string): CheckoutSession => {
    const link = store.find("payment_link", id);
    if (link) return openLink(stand, link);
    const session = store.find("checkout.session", id);
    if (!session) throw missing("checkout.session", id);
    return session;
  };

  /** Runs, in order of time, every change that is due until `end`. */
  const runUntil = (end: number, succeeds: boolean) => {
    for (;;) {
      const [next] = [
        ...store.all("checkout.session").flatMap((session) => dueOfSession(stand, session)),
        ...store.all("subscription").flatMap((subscription) => dueOf(stand, subscription, warned)),
      ]
        .filter(({ at }) => at <= end)
        .sort((a, b) => a.at - b.at);
      if (!next) return;
      if (next.at > store.now()) store.setNow(next.at);
      next.run(succeeds);
    }
  };

  return {
    pay(id: string, payer?: Payer) {
      const session = sessionOf(id);
      pay(stand, session, payer);
      return session;
    },
    decline(id: string) {
      const session = sessionOf(id);
      decline(stand, session);
      return session;
    },
    /** Completes a session unpaid, as a bank debit does; `settle` ends it. */
    payLater(id: string, payer?: Payer) {
      const session = sessionOf(id);
      payLater(stand, session, payer);
      return session;
    },
    settle(id: string, succeeds: boolean) {
      const session = sessionOf(id);
      settle(stand, session, succeeds);
      return session;
    },
    expire(id: string) {
      const session = sessionOf(id);
      expire(stand, session);
      return session;
    },
    /** Moves the clock: sessions expire, trials end, subscriptions renew, fail or end. */
    advance({ seconds = 0, days = 0, failRenewals = false }: Advance) {
      const end = store.now() + seconds + days * 86_400;
      runUntil(end, !failRenewals);
      store.setNow(end);
    },
    /** Runs the changes that fell due while real time passed. */
    catchUp: () => runUntil(store.now(), true),
    now: () => store.now(),
    failNext(fault: Fault) {
      traffic.faults.push({ ...fault });
    },
    requests: () => [...traffic.requests],
    events: () => store.all("event"),
    deliveries: () => [...webhooks.deliveries],
    sessions: () => store.all("checkout.session"),
    setWebhookUrl: webhooks.setUrl,
    hold: webhooks.hold,
    release: webhooks.release,
    drop: webhooks.drop,
    duplicate: webhooks.duplicate,
    resend: webhooks.resend,
    idle: webhooks.idle,
  };
}

/** The same controls by HTTP, with JSON bodies: `POST /_control/advance {"days": 31}`; `GET /_control/requests`. */
export function serveControl(app: FastifyInstance, control: Control): void {
  type Body = Advance & Fault & { id: string; payer?: Payer; succeeds: boolean; reverse?: boolean; url: string };
  const actions: Record<string, (body: Body & { which: "next" | "all" | "once" }) => unknown> = {
    pay: ({ id, payer }) => control.pay(id, payer),
    decline: ({ id }) => control.decline(id),
    payLater: ({ id, payer }) => control.payLater(id, payer),
    settle: ({ id, succeeds }) => control.settle(id, succeeds),
    expire: ({ id }) => control.expire(id),
    advance: (body) => control.advance(body),
    failNext: (body) => control.failNext(body),
    setWebhookUrl: ({ url }) => control.setWebhookUrl(url),
    hold: () => control.hold(),
    release: (body) => control.release(body),
    drop: ({ id }) => control.drop(id),
    duplicate: ({ which }) => control.duplicate(which),
    resend: ({ id }) => control.resend(id),
    idle: () => control.idle(),
  };
  const lists: Record<string, () => unknown> = {
    requests: control.requests,
    events: control.events,
    deliveries: control.deliveries,
    sessions: control.sessions,
  };
  const named = <T>(table: Record<string, T>, name: string): T => {
    const found = Object.hasOwn(table, name) ? table[name] : undefined;
    if (!found) throw new ApiError(404, { type: "invalid_request_error", message: `No such control: ${name}` });
    return found;
  };
  app.post<{ Params: { name: string } }>("/_control/:name", async ({ params, body }) => {
    const result = await named(actions, params.name)((body ?? {}) as Parameters<(typeof actions)[string]>[0]);
    return { done: params.name, ...(result !== undefined && { result }) };
  });
  app.get<{ Params: { name: string } }>("/_control/:name", async ({ params }) => ({
    [params.name]: named(lists, params.name)(),
  }));
}
