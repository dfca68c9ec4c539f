import { LOCALE, RESULTS_LOCALE } from "@ecotrim/contracts/locale";
import { formatNumber } from "@ecotrim/contracts/numbers";
import { useSyncExternalStore } from "react";
import { readStored, writeStored } from "./storage.ts";

/** Keeps the reader's choice between the two number styles of the calculator. */
export const NUMBER_STYLE_KEY = "ecotrim.numberStyle";

/** The Spanish style for browsers whose language writes decimals with a comma, else the specification's English one. */
export const localeOfLanguage = (language: string): string =>
  formatNumber(0.5, { locale: language }).includes(",") ? LOCALE : RESULTS_LOCALE;

const listeners = new Set<() => void>();
/** The choice of this visit, also where the browser keeps nothing. */
let chosen: string | undefined;

function readerLocale(): string {
  const kept = chosen ?? readStored(NUMBER_STYLE_KEY);
  return kept === LOCALE || kept === RESULTS_LOCALE ? kept : localeOfLanguage(navigator.language);
}

export function chooseReaderLocale(locale: string): void {
  chosen = locale;
  writeStored(NUMBER_STYLE_KEY, locale);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Locale in which the calculator writes results and money. */
export const useReaderLocale = (): string => useSyncExternalStore(subscribe, readerLocale);
