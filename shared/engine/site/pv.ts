import type { Plane } from "@ecotrim/contracts/simulations/plane";
import { DEFAULT_PROVINCE, type ProvinceCode } from "@ecotrim/contracts/simulations/provinces";
import provinces from "../data/pv-provinces.json" with { type: "json" };
import { buildTimeline, DATA_YEAR, daysWithinYear } from "./calendar.ts";
import { lightOnBestPlane, lightOnPlane, type PlaneLight } from "./light.ts";
import { dailyYields } from "./pv-days.ts";
import type { Timeline } from "./site.ts";
import { hoursWithinYear, sourceData } from "./source-data.ts";
import { hourOf, perStep } from "./steps.ts";

/** What another plane's light adds to the bound on a yield, percent. */
const OTHER_PLANE_ERROR_PCT = 3;

/** What is known about the sun of a province. */
export interface ProvinceYield {
  /** On the plane, of the year that the engine computes with. */
  kwhPerKwpYear: number;
  /** Judged bound on the yearly yield, percent. */
  errorPct: number;
  /** Whether the monthly table was found, recalled from a known source, or derived. */
  status: "found" | "recalled" | "derived";
}

export function provinceYield(province: ProvinceCode, plane?: Plane): ProvinceYield {
  const { error_pct, status } = provinces[province];
  return {
    kwhPerKwpYear: sumOf(plane ? modelledSeries(dataYear(), 1, province, plane) : dailyYields(province)),
    errorPct: error_pct + (plane ? OTHER_PLANE_ERROR_PCT : 0),
    status: status as ProvinceYield["status"],
  };
}

const dataYear = (): Timeline => buildTimeline(`${DATA_YEAR}-01-01`, `${DATA_YEAR}-12-31`, 1);

const sumOf = (values: readonly number[] | Float64Array): number => [...values].reduce((sum, kwh) => sum + kwh, 0);

/**
 * PV energy of a province, kWh per step. Measured hours stand for every province and plane, since they are the operator's
 * own place. An hour's energy is divided evenly among its steps.
 * @param plane where it is not the best of the province
 */
export function pvSeries(
  timeline: Timeline,
  kwp: number,
  province: ProvinceCode = DEFAULT_PROVINCE,
  plane?: Plane,
): Float64Array {
  const measured = sourceData()?.pv;
  if (!measured) return modelledSeries(timeline, kwp, province, plane);
  const hours = hoursWithinYear(timeline, measured.year, daysWithinYear);
  return perStep(timeline, (t) => kwp * measured.kwhPerKwp[hours[hourOf(timeline, t)]!]! * timeline.stepHours);
}

/** The light last asked for in each province: nearly all simulations ask for the same year and plane. */
const latestLight = new Map<ProvinceCode, { asked: string; light: PlaneLight }>();

function lightOf(
  { start, end, startMs }: Timeline,
  province: ProvinceCode,
  plane: Plane | undefined,
  dayYields: Float64Array,
): PlaneLight {
  const asked = `${startMs} ${end} ${JSON.stringify(plane)}`;
  const latest = latestLight.get(province);
  if (latest?.asked === asked) return latest.light;
  // An incomplete last day keeps its own hours' share of the yield, so shares are computed for the complete day.
  const days = { startMs, day: buildTimeline(start, end, 1).day };
  const light = plane ? lightOnPlane(days, province, plane, dayYields) : lightOnBestPlane(days, province);
  latestLight.set(province, { asked, light });
  return light;
}

function modelledSeries(timeline: Timeline, kwp: number, province: ProvinceCode, plane?: Plane): Float64Array {
  const yields = dailyYields(province);
  const dayYields = Float64Array.from(daysWithinYear(timeline, DATA_YEAR), (day) => yields[day]!);
  const light = lightOf(timeline, province, plane, dayYields);

  return perStep(timeline, (t) => {
    const h = hourOf(timeline, t);
    const day = timeline.day[t]!;
    return (kwp * dayYields[day]! * light.hour[h]! * timeline.stepHours) / light.bestDay[day]!;
  });
}
