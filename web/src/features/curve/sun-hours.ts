import { localMs } from "@ecotrim/engine/site/calendar";

/** The middle of the peninsula: elsewhere the sun rises up to half an hour earlier or later. */
const [LATITUDE, LONGITUDE] = [40.4, -3.7];
/** Of the sun's centre when its edge is seen, degrees. */
const HORIZON = -0.833;
const OBLIQUITY = 23.44;
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Sunrise and sunset of a date (YYYY-MM-DD), hours on the clock of the wall; right to some minutes. */
export function sunHours(date: string): [rise: number, set: number] {
  const midnight = Date.parse(date);
  const dayOfYear = (midnight - Date.UTC(new Date(midnight).getUTCFullYear(), 0, 0)) / DAY_MS;
  const declination = radians(OBLIQUITY) * Math.sin((2 * Math.PI * (dayOfYear + 284)) / 365);
  const b = (2 * Math.PI * (dayOfYear - 81)) / 364;
  const equationOfTime = (9.87 * Math.sin(2 * b) - 7.53 * Math.cos(b) - 1.5 * Math.sin(b)) / 60;
  const latitude = radians(LATITUDE);
  const cosine =
    (Math.sin(radians(HORIZON)) - Math.sin(latitude) * Math.sin(declination)) /
    (Math.cos(latitude) * Math.cos(declination));
  const halfDay = (12 * Math.acos(cosine)) / Math.PI;
  const noonUtc = midnight + 12 * HOUR_MS;
  const noon = 12 - LONGITUDE / 15 - equationOfTime + (localMs(noonUtc) - noonUtc) / HOUR_MS;
  return [noon - halfDay, noon + halfDay];
}
