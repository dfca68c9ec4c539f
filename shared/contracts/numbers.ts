import { LOCALE } from "./locale.ts";

/** The one reader and the one writer of numbers: form fields, API strings, CSV, screens and reports. */

export interface NumberLimits {
  minimum?: number;
  maximum?: number;
  /** A money field: a comma followed by exactly three digits is a thousands separator. */
  money?: boolean;
}

/** The longest text that is read, characters; no number with its unit is longer. */
const MAX_LENGTH = 64;
const UNITS = /(€|eur(os)?|%|kwp?|kwh|mwh?|gwh|mwp|h|años?|°)(\/(kwh?|mwh|h|año|mes|kwp))?$/i;
const SPACES = /[\s\u00a0\u202f\u2009]/g;

const groupsOfThree = (text: string, separator: string): boolean => {
  const [head = "", ...groups] = text.split(separator);
  return /^[1-9]\d{0,2}$/.test(head) && groups.length > 0 && groups.every((group) => /^\d{3}$/.test(group));
};

const within = (value: number, { minimum = -Infinity, maximum = Infinity }: NumberLimits): boolean =>
  value >= minimum && value <= maximum;

/**
 * Reads a number as a Spanish user (or program) writes it: `1.234,56`, `1234,56`, `1,234.56`, `1 234,56 €`. Returns
 * undefined for text that is no number (`1,2,3`, `1e5`, letters, more than 64 characters) and for empty text. Limits
 * only settle the meaning of `1.234`; they are not enforced.
 */
export function parseNumber(text: string, limits: NumberLimits = {}): number | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  let body = text.replace(SPACES, "").replace(/^€/, "").replace(UNITS, "").replace(UNITS, "");
  const negative = /^[-−]/.test(body);
  body = body.replace(/^[-−+]/, "");
  if (!/^[\d.,]*\d[\d.,]*$/.test(body)) return undefined;

  const magnitude = parseMagnitude(body, limits);
  if (magnitude === undefined) return undefined;
  return negative && magnitude !== 0 ? -magnitude : magnitude;
}

function parseMagnitude(body: string, limits: NumberLimits): number | undefined {
  const separators = body.replace(/\d/g, "");
  if (separators === "") return Number(body);

  const last = separators.at(-1) as string;
  if (new Set(separators).size === 2) {
    const cut = body.lastIndexOf(last);
    const whole = body.slice(0, cut);
    const decimals = body.slice(cut + 1);
    const other = last === "," ? "." : ",";
    if (!groupsOfThree(whole, other) || !/^\d*$/.test(decimals)) return undefined;
    return Number(`${whole.replaceAll(other, "")}.${decimals}`);
  }
  if (separators.length > 1) return groupsOfThree(body, last) ? Number(body.replaceAll(last, "")) : undefined;

  const asDecimal = Number(body.replace(",", "."));
  const asThousands = groupsOfThree(body, last) ? Number(body.replace(last, "")) : undefined;
  if (asThousands === undefined || (last === "," && !limits.money)) return asDecimal;
  return within(asDecimal, limits) && !within(asThousands, limits) ? asDecimal : asThousands;
}

export const NOT_APPLICABLE = "No aplicable";

export interface NumberFormat {
  /** Digits after the decimal sign (least and most); default 0 to 2. */
  decimals?: number;
  /** Written after the figure with a non-breaking space. */
  unit?: string;
  locale?: string;
}

/** Cached, since creating a formatter takes a hundred times as long as one use of it. */
const formatters = new Map<string, Intl.NumberFormat>();

function formatterOf(locale: string, decimals: number | undefined): Intl.NumberFormat {
  const key = `${locale} ${decimals}`;
  let formatter = formatters.get(key);
  if (!formatter) {
    formatter = new Intl.NumberFormat(locale, {
      useGrouping: "always" as never,
      signDisplay: "negative",
      minimumFractionDigits: decimals ?? 0,
      maximumFractionDigits: decimals ?? 2,
    });
    formatters.set(key, formatter);
  }
  return formatter;
}

/** Rounds as people do on paper: 1250.55 to 1250.6, although its nearest binary number lies below. */
export const roundDecimal = (value: number, decimals: number): number =>
  Number(formatterOf("en", decimals).format(value).replaceAll(",", ""));

/** Writes a figure: always grouped, with a real minus sign, never `-0`, and 'No aplicable' for a missing figure. */
export function formatNumber(value: number | null | undefined, options: NumberFormat = {}): string {
  const { decimals, unit, locale = LOCALE } = options;
  if (value === null || value === undefined || !Number.isFinite(value)) return NOT_APPLICABLE;
  const text = formatterOf(locale, decimals).format(value).replace("-", "−");
  return unit ? `${text}\u00a0${unit}` : text;
}

/** Writes a fraction as percent: 0.104 -> `10,4 %`. */
export function formatPercent(fraction: number | null | undefined, options: NumberFormat = {}): string {
  if (fraction === null || fraction === undefined) return NOT_APPLICABLE;
  return formatNumber(fraction * 100, { decimals: 1, unit: "%", ...options });
}

/** Writes an amount in minor units of its currency: 999 -> `9,99 €`. */
export const formatCents = (cents: number, currency = "eur"): string =>
  formatNumber(cents / 100, { decimals: 2, unit: currency === "eur" ? "€" : currency.toUpperCase() });
