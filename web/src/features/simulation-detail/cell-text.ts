import { formatNumber } from "@ecotrim/contracts/numbers";
import type { Cell } from "./read-results.ts";

/** In tables full of figures a dash stands for one that does not exist; the table says so below. */
export const NO_FIGURE = "–";

/** Two decimals, none from a thousand on; a text as it is. */
export function cellText(value: Cell): string {
  if (value === null) return NO_FIGURE;
  if (typeof value === "string") return value;
  return formatNumber(value, Math.abs(value) < 1000 ? {} : { decimals: 0 });
}
