import { MOST_CELL_LENGTH } from "./limits.ts";
import type { Cell } from "./table.ts";

/** How numbers of a column are written; no `sign` where none has decimals. */
export interface Notation {
  sign?: "," | ".";
  grouping?: "," | ".";
}

const NUMBER = /^[-−+]?[\d.,]*\d[\d.,]*(?:[eE][-+]?\d{1,2})?$/;
const GROUPED = /^[-−+]?[1-9]\d{0,2}(?:[.,]\d{3})+$/;
/** A number from which thousands would be separated. */
const THOUSAND = 1000;

const digitsOf = (cell: Cell): string | undefined => {
  if (typeof cell !== "string" || cell.length > MOST_CELL_LENGTH) return undefined;
  const word = cell.trim();
  return NUMBER.test(word) ? word : undefined;
};

/**
 * The notation of a column. A single sign before exactly three digits is a decimal one if every number has it, and
 * separates thousands if numbers below a thousand go without.
 */
export function notationOf(cells: Iterable<Cell>): Notation {
  const seen = { ",": 0, ".": 0 };
  const grouped = { ",": 0, ".": 0 };
  let small = 0;
  let large = 0;
  for (const cell of cells) {
    const word = digitsOf(cell);
    if (word === undefined) continue;
    const last = Math.max(word.lastIndexOf(","), word.lastIndexOf("."));
    if (last < 0) {
      const value = Math.abs(Number(word.replace("−", "-")));
      if (value >= THOUSAND) large += 1;
      else if (value > 0) small += 1;
      continue;
    }
    const sign = word[last] as "," | ".";
    const other = sign === "," ? "." : ",";
    if (word.includes(other)) return { sign, grouping: other };
    seen[sign] += 1;
    if (GROUPED.test(word)) grouped[sign] += 1;
  }
  const sign = seen[","] >= seen["."] ? "," : ".";
  if (seen[sign] === 0) return {};
  const isGrouping = small > 0 && large === 0 && grouped[sign] === seen[sign];
  return isGrouping ? { grouping: sign } : { sign };
}

/** The number of a cell; NaN where there is no reading, which is not zero. */
export function numberOf(cell: Cell, { sign, grouping }: Notation): number {
  if (typeof cell === "number") return cell;
  const word = digitsOf(cell);
  if (word === undefined) return Number.NaN;
  const whole = grouping === undefined ? word : word.replaceAll(grouping, "");
  return Number((sign === "," ? whole.replace(",", ".") : whole).replace("−", "-"));
}

export const isNumber = (cell: Cell): boolean => typeof cell === "number" || digitsOf(cell) !== undefined;
