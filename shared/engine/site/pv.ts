import { getPosition } from "suncalc";
import compact from "../data/spain-2024-compact.json" with { type: "json" };
import { buildTimeline, DATA_YEAR, daysWithinYear } from "./calendar.ts";
import type { Timeline } from "./site.ts";
import { hoursWithinYear, sourceData } from "./source-data.ts";
import { hourOf, perStep } from "./steps.ts";

const LATITUDE = 40.42;
const LONGITUDE = -3.7;
const TILT_DEG = 35;
const SUN_SAMPLES_AN_HOUR = 4;

const HOUR_MS = 3_600_000;
const RADIANS = Math.PI / 180;

/** Cosine of incidence of the sun on the south plane, 0 with the sun down or behind the plane; mean over the hour. */
function meanIncidence(hourStartMs: number): number {
  let sum = 0;
  for (let i = 0; i < SUN_SAMPLES_AN_HOUR; i++) {
    const instant = hourStartMs + ((i + 0.5) * HOUR_MS) / SUN_SAMPLES_AN_HOUR;
    const { altitude, azimuth } = getPosition(new Date(instant), LATITUDE, LONGITUDE);
    if (altitude <= 0) continue;
    const height = altitude * RADIANS;
    const fromSouth = (azimuth - 180) * RADIANS;
    const tilt = TILT_DEG * RADIANS;
    const cosine = Math.sin(height) * Math.cos(tilt) + Math.cos(height) * Math.sin(tilt) * Math.cos(fromSouth);
    sum += Math.max(cosine, 0);
  }
  return sum / SUN_SAMPLES_AN_HOUR;
}

/**
 * PV energy, kWh per step. The day's yield per kWp (`data/spain-2024-compact.json`) is distributed over its hours by
 * the cosine of incidence, unless hours were measured. An hour's energy is divided evenly among its steps.
 */
export function pvSeries(timeline: Timeline, kwp: number): Float64Array {
  const measured = sourceData()?.pv;
  if (measured) {
    const hours = hoursWithinYear(timeline, measured.year, daysWithinYear);
    return perStep(timeline, (t) => kwp * measured.kwhPerKwp[hours[hourOf(timeline, t)]!]! * timeline.stepHours);
  }
  // An incomplete last day keeps its own hours' share of the yield, so shares are computed for the complete day.
  const hourly = buildTimeline(timeline.start, timeline.end, 1);
  const incidence = Float64Array.from({ length: hourly.steps }, (_, h) => meanIncidence(hourly.startMs + h * HOUR_MS));
  const dayOfData = daysWithinYear(timeline, DATA_YEAR);
  const incidenceOfDay = new Float64Array(dayOfData.length);
  for (let h = 0; h < hourly.steps; h++) incidenceOfDay[hourly.day[h]!]! += incidence[h]!;

  return perStep(timeline, (t) => {
    const h = hourOf(timeline, t);
    const day = timeline.day[t]!;
    const dayKwh = kwp * compact.pv_daily_kwh_per_kwp[dayOfData[day]!]!;
    return (dayKwh * incidence[h]! * timeline.stepHours) / incidenceOfDay[day]!;
  });
}
