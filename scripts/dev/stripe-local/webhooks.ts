import { setTimeout as sleep } from "node:timers/promises";
import Stripe from "stripe";
import { ApiError } from "./errors.ts";
import type { Event } from "./objects.ts";

export interface Delivery {
  event: Event;
  /** `recorded`: no webhook address is set. */
  state: "recorded" | "held" | "queued" | "delivered" | "failed" | "dropped";
  /** Responses in order; without a status where the connection failed. */
  attempts: { status?: number; error?: string }[];
}

export interface WebhookOptions {
  url?: string;
  secret: string;
  /** Backoff before each retry, ms. */
  retryDelaysMs?: readonly number[];
}

export type Webhooks = ReturnType<typeof createWebhooks>;

/** Signs events and delivers them one after another, in order, unless told otherwise. */
export function createWebhooks({ url, secret, retryDelaysMs = [50, 200, 1000] }: WebhookOptions) {
  const deliveries: Delivery[] = [];
  const queue: Delivery[] = [];
  const closing = new AbortController();
  let holding = false;
  let copies: "once" | "next" | "all" = "once";
  let running: Promise<void> | undefined;

  const post = async (event: Event): Promise<Delivery["attempts"][number]> => {
    const payload = JSON.stringify(event);
    try {
      const answer = await fetch(url as string, {
        method: "POST",
        headers: {
          "content-type": "application/json; charset=utf-8",
          "stripe-signature": Stripe.webhooks.generateTestHeaderString({ payload, secret }),
        },
        body: payload,
        redirect: "manual",
        signal: AbortSignal.any([closing.signal, AbortSignal.timeout(10_000)]),
      });
      await answer.arrayBuffer();
      return { status: answer.status };
    } catch (error) {
      return { error: String(error) };
    }
  };

  const deliver = async (delivery: Delivery) => {
    const twice = copies !== "once";
    if (copies === "next") copies = "once";
    for (const delay of [0, ...retryDelaysMs]) {
      await sleep(delay, undefined, { signal: closing.signal });
      const attempts = await Promise.all(twice ? [post(delivery.event), post(delivery.event)] : [post(delivery.event)]);
      delivery.attempts.push(...attempts);
      if (attempts.every(({ status = 0 }) => status >= 200 && status < 300)) {
        delivery.state = "delivered";
        delivery.event.pending_webhooks = 0;
        return;
      }
    }
    delivery.state = "failed";
  };

  const drain = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) await deliver(next);
  };
  const pump = () => {
    running ??= drain()
      .catch((error: unknown) => {
        if (!closing.signal.aborted) throw error;
      })
      .finally(() => {
        running = undefined;
        if (queue.length > 0 && !closing.signal.aborted) pump();
      });
  };

  const send = (delivery: Delivery) => {
    delivery.state = url === undefined ? "recorded" : "queued";
    if (url === undefined) return;
    queue.push(delivery);
    pump();
  };
  const held = () => deliveries.filter(({ state }) => state === "held");

  return {
    deliveries,
    setUrl(next: string) {
      url = next;
    },
    add(event: Event) {
      const delivery: Delivery = { event, state: "held", attempts: [] };
      deliveries.push(delivery);
      if (!holding) send(delivery);
    },
    hold() {
      holding = true;
    },
    /** Delivers the held events, the last first if `reverse`, and stops holding. */
    release({ reverse = false } = {}) {
      holding = false;
      for (const delivery of reverse ? held().reverse() : held()) send(delivery);
    },
    /** Drops held events: all, or the one with this id. */
    drop(id?: string) {
      for (const delivery of held()) {
        if (id === undefined || delivery.event.id === id) delivery.state = "dropped";
      }
    },
    /** Delivers the next event, or all further ones, twice at the same time. */
    duplicate(which: "next" | "all" | "once") {
      copies = which;
    },
    resend(id: string) {
      const delivery = deliveries.find(({ event }) => event.id === id);
      if (!delivery) throw new ApiError(404, { type: "invalid_request_error", message: `No such event: '${id}'` });
      send(delivery);
    },
    /** Resolves when all deliveries under way have ended; held events are not waited for. */
    async idle() {
      while (running) await running;
    },
    async close() {
      closing.abort();
      await running;
    },
  };
}
