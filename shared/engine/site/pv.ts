import { DEFAULT_PROVINCE, type ProvinceCode } from "@ecotrim/contracts/simulations/provinces";
import { getPosition } from "suncalc";
import provinces from "../data/pv-provinces.json" with { type: "json" };
import compact from "../data/spain-2024-compact.json" with { type: "json" };
import { buildTimeline, DATA_YEAR, daysWithinYear } from "./calendar.ts";
import type { Timeline } from "./site.ts";
import { hoursWithinYear, sourceData } from "./source-data.ts";
import { hourOf, perStep } from "./steps.ts";

/** The plane faces south, near its optimum: flatter in Canarias. */
const TILT_DEG = 35;
const TILT_OF: Partial<Record<ProvinceCode, number>> = { "35": 27, "38": 27 };
export const tiltDeg = (province: ProvinceCode): number => TILT_OF[province] ?? TILT_DEG;
const SUN_SAMPLES_AN_HOUR = 4;

const HOUR_MS = 3_600_000;
const RADIANS = Math.PI / 180;

/** Cosine of incidence of the sun on the south plane, 0 with the sun down or behind the plane; mean over the hour. */
function meanIncidence(hourStartMs: number, province: ProvinceCode): number {
  const { lat, lon } = provinces[province];
  const tilt = tiltDeg(province) * RADIANS;
  let sum = 0;
  for (let i = 0; i < SUN_SAMPLES_AN_HOUR; i++) {
    const instant = hourStartMs + ((i + 0.5) * HOUR_MS) / SUN_SAMPLES_AN_HOUR;
    const { altitude, azimuth } = getPosition(new Date(instant), lat, lon);
    if (altitude <= 0) continue;
    const height = altitude * RADIANS;
    const fromSouth = (azimuth - 180) * RADIANS;
    const cosine = Math.sin(height) * Math.cos(tilt) + Math.cos(height) * Math.sin(tilt) * Math.cos(fromSouth);
    sum += Math.max(cosine, 0);
  }
  return sum / SUN_SAMPLES_AN_HOUR;
}

/** Yield of a province's month over that of the same month in Madrid, whose days the engine ships with. */
function monthRatio(province: ProvinceCode, month: number): number {
  const monthly = (code: ProvinceCode) => provinces[code].kwh_per_kwp_month[month - 1]!;
  return monthly(province) / monthly(DEFAULT_PROVINCE);
}

/** What is known about the sun of a province. */
export interface ProvinceYield {
  /** Of the year that the engine computes with. */
  kwhPerKwpYear: number;
  /** Judged bound on the yearly yield, percent. */
  errorPct: number;
  /** Whether the monthly table was found, recalled from a known source, or derived. */
  status: "found" | "recalled" | "derived";
}

export function provinceYield(province: ProvinceCode): ProvinceYield {
  const monthOf = (day: number) => new Date(Date.UTC(DATA_YEAR, 0, 1 + day)).getUTCMonth() + 1;
  const { error_pct, status } = provinces[province];
  return {
    kwhPerKwpYear: compact.pv_daily_kwh_per_kwp.reduce(
      (sum, kwh, day) => sum + kwh * monthRatio(province, monthOf(day)),
      0,
    ),
    errorPct: error_pct,
    status: status as ProvinceYield["status"],
  };
}

interface Sun {
  period: string;
  /** Mean cosine of incidence of each hour. */
  incidence: Float64Array;
  /** Its sum over each day. */
  incidenceOfDay: Float64Array;
}

/** The period last asked for in each province: nearly all simulations ask for the same year. */
const latestSun = new Map<ProvinceCode, Sun>();

function sunOf({ start, end, startMs }: Timeline, province: ProvinceCode): Sun {
  const period = `${startMs} ${end}`;
  const latest = latestSun.get(province);
  if (latest?.period === period) return latest;
  // An incomplete last day keeps its own hours' share of the yield, so shares are computed for the complete day.
  const { steps, day } = buildTimeline(start, end, 1);
  const incidence = Float64Array.from({ length: steps }, (_, h) => meanIncidence(startMs + h * HOUR_MS, province));
  const incidenceOfDay = new Float64Array(steps > 0 ? day[steps - 1]! + 1 : 0);
  for (let h = 0; h < steps; h++) incidenceOfDay[day[h]!]! += incidence[h]!;
  const sun = { period, incidence, incidenceOfDay };
  latestSun.set(province, sun);
  return sun;
}

/**
 * PV energy of a province, kWh per step. The day's yield per kWp in Madrid (`data/spain-2024-compact.json`) is scaled to
 * the province's month and distributed over the day's hours by the cosine of incidence there. Measured hours stand for
 * every province, since they are the operator's own place. An hour's energy is divided evenly among its steps.
 */
export function pvSeries(timeline: Timeline, kwp: number, province: ProvinceCode = DEFAULT_PROVINCE): Float64Array {
  const measured = sourceData()?.pv;
  if (measured) {
    const hours = hoursWithinYear(timeline, measured.year, daysWithinYear);
    return perStep(timeline, (t) => kwp * measured.kwhPerKwp[hours[hourOf(timeline, t)]!]! * timeline.stepHours);
  }
  const { incidence, incidenceOfDay } = sunOf(timeline, province);
  const dayOfData = daysWithinYear(timeline, DATA_YEAR);

  return perStep(timeline, (t) => {
    const h = hourOf(timeline, t);
    const day = timeline.day[t]!;
    const dayKwh = kwp * compact.pv_daily_kwh_per_kwp[dayOfData[day]!]! * monthRatio(province, timeline.month[t]!);
    return (dayKwh * incidence[h]! * timeline.stepHours) / incidenceOfDay[day]!;
  });
}
