import { LOCALE } from "@ecotrim/contracts/locale";
import { formatNumber, type NumberFormat } from "@ecotrim/contracts/numbers";
import type { Amount, Phrase } from "@ecotrim/contracts/phrase";

/** Builds a phrase: phrase`al ${percent(0.075)} esta batería no recupera la inversión`. */
export function phrase(texts: TemplateStringsArray, ...parts: (string | Amount | Phrase)[]): Phrase {
  const pieces = texts.flatMap((text, index) => [text, parts[index] ?? ""].flat());
  const joined: Phrase = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    if (typeof piece === "string" && typeof last === "string") joined[joined.length - 1] = last + piece;
    else if (piece !== "") joined.push(piece);
  }
  return joined;
}

/** Writes a phrase, its figures in the style of `locale`. */
export const spell = (parts: Phrase, locale: string = LOCALE): string =>
  parts.map((part) => (typeof part === "string" ? part : formatNumber(part.value, { ...part, locale }))).join("");

/**
 * A sentence in the form of the results: `key` in Spanish style and, if it has figures, its parts as `<key>_parts`,
 * from which a screen in another style can write it.
 */
export function written<K extends string>(key: K, parts: Phrase) {
  const fields = { [key]: spell(parts), ...(hasFigure(parts) ? { [`${key}_parts`]: parts } : {}) };
  return fields as Record<K, string> & { [P in `${K}_parts`]?: Phrase };
}

export const hasFigure = (parts: Phrase): boolean => parts.some((part) => typeof part !== "string");

/** Joins phrases with a text between them. */
export const joined = (phrases: readonly Phrase[], between: string): Phrase =>
  phrases.reduce((before, next) => phrase`${before}${between}${next}`);

export const amount = (value: number | null, format: Pick<NumberFormat, "decimals" | "unit"> = {}): Amount => ({
  value,
  ...format,
});

/** A fraction in percent. */
export const percent = (fraction: number, decimals = 1): Amount => amount(fraction * 100, { decimals, unit: "%" });

export const euros = (value: number | null): Amount => amount(value, { decimals: 0, unit: "€" });

/** Three significant figures: a sentence bears no more. */
export const toThreeFigures = (value: number): number => Number(value.toPrecision(3));

/** Money within a sentence, to three significant figures. */
export const roundEuros = (value: number | null): Amount => euros(value && toThreeFigures(value));
