import { formatNumber } from "@ecotrim/contracts/numbers";
import { columnDecimals } from "../charts/column-decimals.ts";
import type { Cell } from "./read-results.ts";

/** In tables full of figures a dash stands for one that does not exist; the table says so below. */
export const NO_FIGURE = "–";

/** Writes the cells of a column with as many decimals each; a text as it is. */
export function inColumn(cells: readonly Cell[]): (cell: Cell) => string {
  const decimals = columnDecimals(cells);
  return (cell) => (typeof cell === "number" ? formatNumber(cell, { decimals }) : (cell ?? NO_FIGURE));
}

/** Of figures that share no unit: two decimals, none from a thousand on; a text as it is. */
export function cellText(value: Cell): string {
  if (value === null) return NO_FIGURE;
  if (typeof value === "string") return value;
  return formatNumber(value, Math.abs(value) < 1000 ? {} : { decimals: 0 });
}
