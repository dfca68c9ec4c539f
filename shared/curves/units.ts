import type { CurveUnit } from "@ecotrim/contracts/curves/reading";

/** What the visitor knows of the supply, against which a unit is checked. */
export interface Known {
  contracted_kw?: number | undefined;
  annual_kwh?: number | undefined;
  spending_eur?: number | undefined;
}

/** Raw numbers of a column, before their unit is known. */
export interface Magnitude {
  /** Sum of the values, and of each value times its hours. */
  sum: number;
  sumHours: number;
  hours: number;
  /** The 99.9th percentile of value per hour, and of the value itself. */
  peakRate: () => number;
  peak: () => number;
}

export interface UnitChoice {
  unit: CurveUnit;
  isCertain: boolean;
  isByMagnitude?: boolean;
  isAsked?: boolean;
}

const KWH: Record<CurveUnit, number> = { Wh: 0.001, kWh: 1, MWh: 1000, W: 0.001, kW: 1, MW: 1000 };
const HOURS_A_YEAR = 8760;

export const isPower = (unit: CurveUnit): boolean => unit.endsWith("W");

/** kWh of a value that lasts some hours. */
export const kwhOf = (value: number, unit: CurveUnit, hours: number): number =>
  value * KWH[unit] * (isPower(unit) ? hours : 1);

export const annualKwh = (unit: CurveUnit, { sum, sumHours, hours }: Magnitude): number =>
  ((isPower(unit) ? sumHours : sum) * KWH[unit] * HOURS_A_YEAR) / hours;

/** Candidates for a column without any word; powers always say so. */
export const ENERGY_UNITS: readonly CurveUnit[] = ["Wh", "kWh", "MWh"];
const POWER_UNITS: readonly CurveUnit[] = ["W", "kW", "MW"];

/** Mean power of a factory, kW, near which the guess lies until the visitor chooses. */
const USUAL_KW = 200;

export function chooseUnit(proposed: CurveUnit | undefined, magnitude: Magnitude, known: Known): UnitChoice {
  const isKnown =
    known.contracted_kw !== undefined || known.annual_kwh !== undefined || known.spending_eur !== undefined;
  const family = proposed && isPower(proposed) ? POWER_UNITS : ENERGY_UNITS;
  const passing = isKnown ? family.filter((unit) => passes(unit, magnitude, known)) : [];
  if (proposed !== undefined) {
    const [only] = passing;
    const isRefuted = isKnown && !passing.includes(proposed) && passing.length === 1;
    return isRefuted
      ? { unit: only!, isCertain: false, isByMagnitude: true }
      : { unit: proposed, isCertain: !isKnown || passing.includes(proposed) };
  }
  if (passing.length === 1) return { unit: passing[0]!, isCertain: false, isByMagnitude: true };
  return { unit: likeliest(magnitude), isCertain: false, isAsked: true };
}

function likeliest(magnitude: Magnitude): CurveUnit {
  const distance = (unit: CurveUnit): number =>
    Math.abs(Math.log(annualKwh(unit, magnitude) / HOURS_A_YEAR / USUAL_KW));
  return ENERGY_UNITS.reduce((best, unit) => (distance(unit) < distance(best) ? unit : best), "kWh");
}

function passes(unit: CurveUnit, magnitude: Magnitude, known: Known): boolean {
  const annual = annualKwh(unit, magnitude);
  const mean = annual / HOURS_A_YEAR;
  const peak = (): number => (isPower(unit) ? magnitude.peak() : magnitude.peakRate()) * KWH[unit];
  const { contracted_kw: power, annual_kwh: energy, spending_eur: spending } = known;
  return (
    (power === undefined || (mean >= 0.01 * power && mean <= power && peak() <= 1.5 * power)) &&
    (energy === undefined || (annual >= 0.5 * energy && annual <= 2 * energy)) &&
    (spending === undefined || (spending >= 0.04 * annual && spending <= 0.5 * annual))
  );
}
