import Stripe from "stripe";
import type { EventType, StripeObject } from "./objects.ts";
import { newId, type Store } from "./store.ts";
import type { Webhooks } from "./webhooks.ts";

/** What every part works on: the objects, the way out for events, and where the pages are. */
export interface Stand {
  store: Store;
  webhooks: Webhooks;
  /** Origin of the pages, without a slash at the end. */
  publicUrl(): string;
}

/** Records an event with the object as it is now; `before` adds what an update changed. */
export function emit({ store, webhooks }: Stand, type: EventType, object: StripeObject, before?: StripeObject): void {
  const event = store.add({
    id: newId("evt"),
    object: "event",
    api_version: Stripe.API_VERSION,
    created: store.now(),
    data: {
      object: store.present(object),
      ...(before && { previous_attributes: changed(before, object) }),
    },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  });
  webhooks.add(event);
}

const changed = (before: StripeObject, after: StripeObject) =>
  Object.fromEntries(
    Object.entries(before).filter(([name, value]) => {
      const now = (after as unknown as Record<string, unknown>)[name];
      return JSON.stringify(now) !== JSON.stringify(value);
    }),
  );

/** Changes an object and tells with an event what it was before. */
export function update<T extends StripeObject>(stand: Stand, type: EventType, object: T, change: Partial<T>): void {
  const before = structuredClone(object);
  Object.assign(object, change);
  emit(stand, type, object, before);
}
