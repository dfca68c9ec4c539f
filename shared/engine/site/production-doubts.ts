import type { FormatId } from "@ecotrim/contracts/curves/reading";
import type { Case } from "@ecotrim/contracts/simulations/input";
import type { Plane } from "@ecotrim/contracts/simulations/plane";
import type { ProvinceCode } from "@ecotrim/contracts/simulations/provinces";
import { buildTimeline, DATA_YEAR } from "./calendar.ts";
import { provinceYield, pvSeries } from "./pv.ts";
import type { GivenSeries, Timeline } from "./site.ts";
import { sunOfHour } from "./sun.ts";

/** What a file of a production is doubted for: held against its plant and the sun of its place. */

export type ProductionDoubt =
  /** Specific yield beside the usual one of the place. `fittingKwp` is null for a part of a plant. */
  | { code: "pv_yield"; kwhPerKwp: number; usualKwhPerKwp: number; fittingKwp: number | null }
  /** The greatest power of a step, kW, of which a plant of so many kWp is not capable. */
  | { code: "pv_above_power"; kw: number; kwp: number; fittingKwp: number | null }
  /** Part of the energy without any sun. */
  | { code: "pv_at_night"; share: number }
  /** Minutes by which the middle of the day's energy is later than the model's. */
  | { code: "pv_off_noon"; minutes: number }
  /** Hours a year at the greatest power, kW. */
  | { code: "pv_clipped"; kw: number; hours: number }
  /** Measured where nothing may be exported: what was lost is what a battery would take. */
  | { code: "pv_curtailed" };

export interface Production {
  /** First instant, epoch milliseconds. */
  startMs: number;
  stepHours: number;
  /** kWh of each step. */
  kwh: ArrayLike<number>;
  /** Of a whole year. */
  kwhYear: number;
  format: FormatId;
}

export interface DoubtedPlant {
  kwp: number;
  province: ProvinceCode;
  plane?: Plane | undefined;
  zeroExport?: boolean | undefined;
}

const HOUR_MS = 3_600_000;
const DAY_HOURS = 24;
const YEAR_HOURS = 8760;

/** Yields over that of the place which a plant may have: shaded or cut, or one that follows the sun. */
const USUAL_YIELD = [0.65, 1.35] as const;
/** Power of a step over the plant's that cold and clouds' edges allow. */
const MOST_POWER = 1.1;
const MOST_AT_NIGHT = 0.02;
const MOST_OFF_NOON_MINUTES = 45;
/** Of the greatest power, from where a step counts as one at it; and the hours a year that tell of a limit. */
const AT_LIMIT = 0.99;
const LEAST_LIMITED_HOURS = 150;
/** Programs that calculate what a plant could produce. */
const MODELS: readonly FormatId[] = ["pvgis", "pvsyst"];

export function productionDoubts(production: Production, plant: DoubtedPlant): ProductionDoubt[] {
  const { kwh, kwhYear, format } = production;
  const measured: ProductionDoubt[] = plant.zeroExport && !MODELS.includes(format) ? [{ code: "pv_curtailed" }] : [];
  if (!(kwhYear > 0)) return measured;
  const kw = greatestOf(kwh) / production.stepHours;
  return [...ofSize(kw, kwhYear, plant), ...ofSun(production, plant), ...ofLimit(kw, production), ...measured];
}

function ofSize(kw: number, kwhYear: number, { kwp, province, plane }: DoubtedPlant): ProductionDoubt[] {
  const usualKwhPerKwp = provinceYield(province, plane).kwhPerKwpYear;
  const kwhPerKwp = kwhYear / kwp;
  const fittingKwp = kwhYear / usualKwhPerKwp;
  const [low, high] = USUAL_YIELD;
  if (kwp > 0 && (kwhPerKwp < low * usualKwhPerKwp || kwhPerKwp > high * usualKwhPerKwp))
    return [{ code: "pv_yield", kwhPerKwp, usualKwhPerKwp, fittingKwp }];
  return kw > MOST_POWER * kwp ? [{ code: "pv_above_power", kw, kwp, fittingKwp }] : [];
}

/** The surest alone: what lies at night is off the noon as well. */
function ofSun(production: Production, { province, plane }: DoubtedPlant): ProductionDoubt[] {
  const share = nightShare(production, province);
  if (share > MOST_AT_NIGHT) return [{ code: "pv_at_night", share }];
  const timeline = buildTimeline(`${DATA_YEAR}-01-01`, `${DATA_YEAR}-12-31`, 1);
  const modelled = { ...timeline, kwh: pvSeries(timeline, 1, province, plane) };
  const minutes = 60 * (middleOfDay(production) - middleOfDay(modelled));
  return Math.abs(minutes) > MOST_OFF_NOON_MINUTES ? [{ code: "pv_off_noon", minutes }] : [];
}

function nightShare({ startMs, stepHours, kwh }: Production, province: ProvinceCode): number {
  let [sum, dark, hour, isDark] = [0, 0, Number.NaN, false];
  for (let t = 0; t < kwh.length; t++) {
    const own = Math.floor((startMs + t * stepHours * HOUR_MS) / HOUR_MS);
    if (own !== hour) [hour, isDark] = [own, sunOfHour(own * HOUR_MS, province).length === 0];
    sum += kwh[t]!;
    if (isDark) dark += kwh[t]!;
  }
  return dark / sum;
}

/** Mean hour of the energy, UTC. */
function middleOfDay({ startMs, stepHours, kwh }: Pick<Production, "startMs" | "stepHours" | "kwh">): number {
  let [sum, moment] = [0, 0];
  for (let t = 0; t < kwh.length; t++) {
    sum += kwh[t]!;
    moment += kwh[t]! * ((startMs / HOUR_MS + (t + 0.5) * stepHours) % DAY_HOURS);
  }
  return moment / sum;
}

function ofLimit(kw: number, { stepHours, kwh }: Production): ProductionDoubt[] {
  let steps = 0;
  for (let t = 0; t < kwh.length; t++) if (kwh[t]! >= AT_LIMIT * kw * stepHours) steps++;
  const hours = (steps * YEAR_HOURS) / kwh.length;
  return hours >= LEAST_LIMITED_HOURS ? [{ code: "pv_clipped", kw, hours }] : [];
}

function greatestOf(values: ArrayLike<number>): number {
  let most = 0;
  for (let t = 0; t < values.length; t++) most = Math.max(most, values[t]!);
  return most;
}

/** What the production of a case's curve is doubted for. */
export function doubtedProduction(
  { curve, pvCurve, pv: { kwp, installedKwp = kwp, plane }, site: { province, zeroExport } }: Case,
  { pv_kwh }: GivenSeries,
  { startMs, stepHours, annualFactor }: Timeline,
): ProductionDoubt[] {
  const format = (pvCurve ?? curve)?.report.format;
  if (!pv_kwh || !format) return [];
  const kwhYear = pv_kwh.reduce((sum, kwh) => sum + kwh, 0) * annualFactor;
  // With nothing there yet, the file is that of the plant to come.
  const plant = { kwp: installedKwp || kwp, province, plane, zeroExport };
  const doubts = productionDoubts({ startMs, stepHours, kwh: pv_kwh, kwhYear, format }, plant);
  const isPart = plant.kwp < kwp;
  return doubts.map((doubt) => (isPart && "fittingKwp" in doubt ? { ...doubt, fittingKwp: null } : doubt));
}
