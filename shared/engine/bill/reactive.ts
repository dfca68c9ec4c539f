import rules from "../data/tariffs/rules.json" with { type: "json" };

const { free_share, bands, periods } = rules.reactive;
const REACTIVE_PERIODS = new Set(periods);

/** Reactive energy that is billed, kVArh: what exceeds a third of the energy, outside P6. */
export const billedKvarh = (period: number, kwh: number, kvarh: number): number =>
  REACTIVE_PERIODS.has(period) ? Math.max(0, kvarh - free_share * kwh) : 0;

/** Its price by the cosine of phi, rounded to two decimals, EUR/kVArh. */
export function reactiveEurKvarh(kwh: number, kvarh: number): number {
  const cosPhi = Math.round((100 * kwh) / Math.hypot(kwh, kvarh)) / 100;
  return bands.find(({ cos_phi_from }) => cosPhi >= cos_phi_from)!.eur_kvarh;
}

/** Cost of the reactive energy of a period 1..6 in a month, EUR. */
export function reactiveEur(period: number, kwh: number, kvarh: number): number {
  const billed = billedKvarh(period, kwh, kvarh);
  return billed > 0 ? billed * reactiveEurKvarh(kwh, kvarh) : 0;
}
