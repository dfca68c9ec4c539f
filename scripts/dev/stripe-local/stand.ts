import Stripe from "stripe";
import type { EventType, StripeObject } from "./objects.ts";
import { newId, type Store } from "./store.ts";
import type { Webhooks } from "./webhooks.ts";

/** State that all parts of the stand-in share: the objects, the webhooks and the address of the pages. */
export interface Stand {
  store: Store;
  webhooks: Webhooks;
  /** Origin of the pages, without a slash at the end. */
  publicUrl(): string;
}

/** Records an event with a snapshot of the object; `before` holds the values that an update changed. */
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

/** Updates an object and emits an event with the previous values. */
export function update<T extends StripeObject>(stand: Stand, type: EventType, object: T, change: Partial<T>): void {
  const before = structuredClone(object);
  Object.assign(object, change);
  emit(stand, type, object, before);
}
