import { AppError } from "@ecotrim/contracts/errors";
import Stripe from "stripe";
import type { Env } from "../env/env.ts";

export type { Stripe };
export type StripeSettings = Pick<Env, "STRIPE_SECRET_KEY" | "STRIPE_API_BASE">;

const TIMEOUT_MS = 20_000;

/** The payment provider, or its stand-in where STRIPE_API_BASE is set. */
export function createStripe({ STRIPE_SECRET_KEY, STRIPE_API_BASE }: StripeSettings): Stripe {
  const common = { timeout: TIMEOUT_MS, maxNetworkRetries: 2, telemetry: false };
  if (STRIPE_API_BASE === undefined) return new Stripe(STRIPE_SECRET_KEY, common);
  const { hostname, port, protocol } = new URL(STRIPE_API_BASE);
  return new Stripe(STRIPE_SECRET_KEY, {
    ...common,
    host: hostname,
    protocol: protocol === "https:" ? "https" : "http",
    ...(port && { port }),
  });
}

/** Whether the key is a test key, with which the provider charges nothing. */
export const isTestKey = ({ STRIPE_SECRET_KEY }: Pick<Env, "STRIPE_SECRET_KEY">): boolean =>
  STRIPE_SECRET_KEY.includes("_test_");

/** @throws AppError PAYMENT_PROVIDER_UNAVAILABLE for any failure at the provider. */
export async function atStripe<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (cause) {
    throw new AppError("PAYMENT_PROVIDER_UNAVAILABLE", { cause });
  }
}

/** Like `atStripe`, but null for an object that the provider does not know. */
export async function found<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call;
  } catch (cause) {
    if (cause instanceof Stripe.errors.StripeError && cause.code === "resource_missing") return null;
    throw new AppError("PAYMENT_PROVIDER_UNAVAILABLE", { cause });
  }
}

/** The id of an object that the provider sends as an id or, if expanded, in full. */
export const idOf = (object: string | { id: string } | null | undefined): string | null =>
  typeof object === "string" ? object : (object?.id ?? null);

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Our own id in the metadata of a provider's object; none for objects made elsewhere. */
export function ownId(metadata: Stripe.Metadata | null, name: "payment_id" | "subscription_id"): string | null {
  const id = metadata?.[name];
  return id !== undefined && UUID.test(id) ? id : null;
}

export const dateOf = (seconds: number | null | undefined): Date | null =>
  typeof seconds === "number" ? new Date(seconds * 1000) : null;
