/** Part of a cent that a product of a bill's figures may be off by, in binary. */
const BINARY_ERROR = 1e-7;

/** Whole cents, half up as bills are rounded; of a credit, half away from 0. */
export const centsOf = (eur: number): number =>
  Math.sign(eur) * Math.floor(Math.abs(eur) * 100 + 0.5 + BINARY_ERROR) + 0;

export const eurOfCents = (cents: number): number => cents / 100;
