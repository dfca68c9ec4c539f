import type { Plane } from "@ecotrim/contracts/simulations/plane";
import type { ProvinceCode } from "@ecotrim/contracts/simulations/provinces";
import { getPosition, getTimes } from "suncalc";
import provinces from "../data/pv-provinces.json" with { type: "json" };
import { localMs } from "./calendar.ts";

export const SUN_SAMPLES_AN_HOUR = 4;

const HOUR_MS = 3_600_000;
const RADIANS = Math.PI / 180;

/** Where the sun stands over a provincial capital, radians; west of south is positive. */
export interface Sun {
  height: number;
  fromSouth: number;
}

/** Of the evenly spread moments of an hour, those with the sun up. */
export function sunOfHour(hourStartMs: number, province: ProvinceCode): Sun[] {
  const { lat, lon } = provinces[province];
  const sun: Sun[] = [];
  for (let i = 0; i < SUN_SAMPLES_AN_HOUR; i++) {
    const instant = hourStartMs + ((i + 0.5) * HOUR_MS) / SUN_SAMPLES_AN_HOUR;
    const { altitude, azimuth } = getPosition(new Date(instant), lat, lon);
    if (altitude > 0) sun.push({ height: altitude * RADIANS, fromSouth: (azimuth - 180) * RADIANS });
  }
  return sun;
}

/** Sunrise and sunset of a local date (YYYY-MM-DD), hours on the clock of the wall. */
export function sunHours(date: string, province: ProvinceCode): [rise: number, set: number] {
  const { lat, lon } = provinces[province];
  const midnight = Date.parse(date);
  const { sunrise, sunset } = getTimes(new Date(midnight + 12 * HOUR_MS), lat, lon);
  const hourOf = (instant: Date | null): number => (localMs(instant!.getTime()) - midnight) / HOUR_MS;
  return [hourOf(sunrise), hourOf(sunset)];
}

/** Cosine of incidence of the sun on a plane, 0 with the sun behind it. */
export function incidence({ height, fromSouth }: Sun, { tiltDeg, azimuthDeg }: Plane): number {
  const [tilt, azimuth] = [tiltDeg * RADIANS, azimuthDeg * RADIANS];
  const cosine = Math.sin(height) * Math.cos(tilt) + Math.cos(height) * Math.sin(tilt) * Math.cos(fromSouth - azimuth);
  return Math.max(cosine, 0);
}
