import { useSyncExternalStore } from "react";
import { readStored, writeStored } from "../../lib/storage.ts";
import { CONSENT_RENEWAL_MONTHS } from "../../lib/timings.ts";

/** The visitor's consent to optional processing. */
export interface Consent {
  measurement: boolean;
  /** Time of the choice, ISO. */
  at: string;
}

export const CONSENT_KEY = "ecotrim.consent";

let consent = readConsent();
/** The visitor asked to change a choice that stands. */
let reopened = false;
const listeners = new Set<() => void>();

/** null: no choice yet, or an expired one. */
export const getConsent = (): Consent | null => consent;

export function decide(measurement: boolean): void {
  consent = { measurement, at: new Date().toISOString() };
  writeStored(CONSENT_KEY, consent);
  reopened = false;
  notify();
}

/** Shows the choices again, from the footer or the cookies page. */
export function openConsent(): void {
  reopened = true;
  notify();
}

export function subscribeConsent(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useConsent = (): Consent | null => useSyncExternalStore(subscribeConsent, getConsent);

/** Whether the visitor is being asked. */
export const useConsentAsked = (): boolean =>
  useSyncExternalStore(subscribeConsent, () => consent === null || reopened);

function notify(): void {
  for (const listener of listeners) listener();
}

// Another tab stored a choice.
window.addEventListener("storage", ({ key }) => {
  if (key !== CONSENT_KEY && key !== null) return;
  consent = readConsent();
  notify();
});

function readConsent(): Consent | null {
  const stored = readStored(CONSENT_KEY) as Partial<Consent> | null | undefined;
  if (typeof stored?.measurement !== "boolean" || typeof stored.at !== "string") return null;
  const renewal = new Date(stored.at);
  renewal.setMonth(renewal.getMonth() + CONSENT_RENEWAL_MONTHS);
  return renewal > new Date() ? { measurement: stored.measurement, at: stored.at } : null;
}

/** Calls back once, as soon as measuring is allowed: now, or when the visitor accepts. */
export function whenMeasuringAllowed(begin: () => void): void {
  const beginIfAllowed = () => {
    if (!consent?.measurement) return;
    unsubscribe();
    begin();
  };
  const unsubscribe = subscribeConsent(beginIfAllowed);
  beginIfAllowed();
}
