import type { NumberStyle } from "../../lib/number-style.ts";

/** "900 mil €" and "1,2 M€" on an axis, all in the unit of the greatest amount. */
export function shortEuros(eur: number, amounts: readonly number[], { figure }: NumberStyle): string {
  const greatest = Math.max(...amounts.map(Math.abs));
  if (greatest >= 2_000_000) return `${figure(eur / 1_000_000, greatest >= 20_000_000 ? 0 : 1)} M€`;
  return greatest >= 10_000 ? `${figure(eur / 1000, 0)} mil €` : figure(eur, 0, "€");
}
