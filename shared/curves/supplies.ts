import { ALL_SUPPLIES, type SeriesName } from "@ecotrim/contracts/curves/reading";
import { flagsOf, numbersOf } from "./columns.ts";
import type { Readings } from "./readings.ts";

/** Characters of a code that name the supply; what follows names a point of its measurement. */
const CODE_LENGTH = 20;

const codeOf = (supply: string): string => supply.trim().slice(0, CODE_LENGTH).toUpperCase();

/** Codes of the supplies whose load the files hold, the one with most rows first. They leave this package as numbers. */
export function suppliesOf(parts: readonly Readings[]): string[] {
  const rows = new Map<string, number>();
  for (const { supply, values } of parts) {
    if (!values.import && !values.demand) continue;
    for (const one of supply) {
      const code = codeOf(one);
      if (code !== "") rows.set(code, (rows.get(code) ?? 0) + 1);
    }
  }
  return [...rows].sort((a, b) => b[1] - a[1]).map(([code]) => code);
}

/** "ES00…XX": enough to tell one's supplies apart, and too little to name one. */
export const masked = (code: string): string => `${code.slice(0, 4)}…${code.slice(-2)}`;

/** The rows of one supply, or of each where they are added up. Rows without a code belong to the first of them as well. */
export function chosenSupplies(parts: readonly Readings[], supplies: readonly string[], number: number): Readings[][] {
  if (supplies.length < 2) return [[...parts]];
  const chosen = number === ALL_SUPPLIES ? supplies : [supplies[number - 1] ?? supplies[0]!];
  return chosen.map((supply, i) =>
    parts
      .map((part) => only(part, (code) => code === supply || (i === 0 && !supplies.includes(code))))
      .filter(({ rows }) => rows > 0),
  );
}

function only(part: Readings, isTaken: (code: string) => boolean): Readings {
  const rows = part.supply.flatMap((supply, i) => (isTaken(codeOf(supply)) ? [i] : []));
  const pick = (values: Float64Array): Float64Array => numbersOf(rows.length, (k) => values[rows[k]!]!);
  const flags = (values: Uint8Array): Uint8Array => flagsOf(rows.length, (k) => values[rows[k]!]!);
  return {
    ...part,
    rows: rows.length,
    day: pick(part.day),
    minutes: pick(part.minutes),
    instant: pick(part.instant),
    values: Object.fromEntries(
      Object.entries(part.values).map(([series, values]) => [series as SeriesName, pick(values)]),
    ),
    estimated: flags(part.estimated),
    ...(part.summer && { summer: flags(part.summer) }),
    ...(part.period && { period: rows.map((i) => part.period![i]!) }),
    supply: rows.map((i) => part.supply[i]!),
  };
}
