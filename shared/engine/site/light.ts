import { bestPlane, type Plane } from "@ecotrim/contracts/simulations/plane";
import type { ProvinceCode } from "@ecotrim/contracts/simulations/provinces";
import type { Timeline } from "./site.ts";
import { incidence, SUN_SAMPLES_AN_HOUR, type Sun, sunOfHour } from "./sun.ts";

const HOUR_MS = 3_600_000;
const YEAR_MS = 365.25 * 24 * HOUR_MS;

/** Whole days in hours. */
type Days = Pick<Timeline, "startMs" | "day">;

/** What falls on a surface, in any unit. */
interface Light {
  hour: Float64Array;
  day: Float64Array;
}

/** Light of each hour on a plane, and in the same unit that of the day on the best plane, whose yield is known. */
export interface PlaneLight {
  hour: Float64Array;
  bestDay: Float64Array;
}

/** By the incidence of the sun alone, as if it shone evenly while it is up. */
export function lightOnBestPlane(days: Days, province: ProvinceCode): PlaneLight {
  const best = bestPlane(province);
  const { hour, day } = lightOf(days, sunOfHours(days, province), (sun) => incidence(sun, best));
  return { hour, bestDay: day };
}

/**
 * Light on another plane: each hour of the best plane in the ratio of the two planes' light on a day as clear as its yield
 * says, whose direct and diffuse parts fall differently on planes (docs/model.md, section 2). The best plane's hours stay
 * the measure, so that a slightly other plane gives slightly other figures.
 * @param dayYields kWh/kWp of each day on the best plane
 */
export function lightOnPlane(days: Days, province: ProvinceCode, plane: Plane, dayYields: Float64Array): PlaneLight {
  const best = bestPlane(province);
  const suns = sunOfHours(days, province);
  const flat = lightOf(days, suns, ({ height }) => Math.sin(height));
  const sunUp = lightOf(days, suns, () => 1);
  const directOn = (on: Plane) => lightOf(days, suns, (sun) => incidence(sun, on) * clearAir(sun));
  const [directOnFlat, directOnBest, directOnPlane] = [directOn(HORIZONTAL), directOn(best), directOn(plane)];

  const clearness = dayYields.map((kwhPerKwp, day) => {
    const aboveKwh = aboveAirKw(days.startMs + 24 * HOUR_MS * day) * flat.day[day]!;
    const bestOverFlat = directOnBest.day[day]! / directOnFlat.day[day]!;
    return clearnessOf((k) => {
      const { direct, sky } = partsOf(k, sunUp.day[day]!, best);
      return PERFORMANCE * aboveKwh * (direct * bestOverFlat + sky) >= kwhPerKwp;
    });
  });
  const fallingOn = (on: Plane, directOn: Light): Light => {
    const parts = Array.from(clearness, (k, day) => partsOf(k, sunUp.day[day]!, on));
    return withDays(days, (h, day) => {
      const { direct, sky } = parts[day]!;
      return (direct * directOn.hour[h]!) / directOnFlat.day[day]! + (sky * flat.hour[h]!) / flat.day[day]!;
    });
  };
  const onBest = fallingOn(best, directOnBest);
  const onPlane = fallingOn(plane, directOnPlane);
  const evenly = lightOf(days, suns, (sun) => incidence(sun, best));
  const { hour, day } = withDays(days, (h) =>
    evenly.hour[h] === 0 ? 0 : (evenly.hour[h]! * onPlane.hour[h]!) / onBest.hour[h]!,
  );
  return { hour, bestDay: day.map((light, d) => (light * onBest.day[d]!) / onPlane.day[d]!) };
}

const HORIZONTAL: Plane = { tiltDeg: 0, azimuthDeg: 0 };

const sunOfHours = ({ startMs, day }: Days, province: ProvinceCode): Sun[][] =>
  Array.from(day, (_, h) => sunOfHour(startMs + h * HOUR_MS, province));

/** Means of the hours of what falls on a surface with the sun up. */
const lightOf = (days: Days, suns: Sun[][], falling: (sun: Sun) => number): Light =>
  withDays(days, (h) => suns[h]!.reduce((sum, at) => sum + falling(at), 0) / SUN_SAMPLES_AN_HOUR);

/** The light of each hour, and its sum over each day. */
function withDays({ day: dayOf }: Days, lightAt: (hour: number, day: number) => number): Light {
  const hour = Float64Array.from(dayOf, (day, h) => lightAt(h, day));
  const day = new Float64Array((dayOf.at(-1) ?? -1) + 1);
  for (const [h, light] of hour.entries()) day[dayOf[h]!]! += light;
  return { hour, day };
}

/** What clear air leaves of direct light (Meinel): the lower the sun, the longer its way. */
const clearAir = ({ height }: Sun): number => 0.7 ** ((1 / Math.sin(height)) ** 0.678);

const PERIHELION_MS = Date.UTC(2024, 0, 3);

/** Light above the atmosphere, kW per square metre across its way: more in January, when the sun is nearer. */
const aboveAirKw = (instantMs: number): number =>
  1.361 * (1 + 0.033 * Math.cos((2 * Math.PI * (instantMs - PERIHELION_MS)) / YEAR_MS));

/** kWh of a kWp from a kWh of light per square metre: 14 % of system loss, and heat, as in the days that ship. */
const PERFORMANCE = 0.767;

/** The part of the light above the atmosphere that the clearest day leaves. */
const CLEAREST = 0.8;
const HALVINGS = 30;

/** Part of the light above the atmosphere that reaches the ground; at most that of the clearest day. */
function clearnessOf(isEnough: (clearness: number) => boolean): number {
  let [low, high] = [0, CLEAREST];
  for (let i = 0; i < HALVINGS; i++) {
    const middle = (low + high) / 2;
    if (isEnough(middle)) high = middle;
    else low = middle;
  }
  return high;
}

/** The part of light that the ground sends back. */
const ALBEDO = 0.2;

/**
 * Parts of the light above the atmosphere that come to a plane: straight from the sun, which its incidence turns to the
 * plane, and from sky and ground. Diffuse light as Hay and Davies have it: around the sun as much as the sun comes
 * through, the rest evenly over the sky.
 */
function partsOf(clearness: number, sunUpHours: number, { tiltDeg }: Plane): { direct: number; sky: number } {
  const diffuse = clearness * diffuseShare(clearness, sunUpHours);
  const beam = clearness - diffuse;
  const cosine = Math.cos((tiltDeg * Math.PI) / 180);
  return {
    direct: beam * (1 + diffuse),
    sky: (diffuse * (1 - beam) * (1 + cosine)) / 2 + (clearness * ALBEDO * (1 - cosine)) / 2,
  };
}

/** A sunset hour angle of 81.4 degrees, which parts winter from the other seasons. */
const WINTER_DAY_HOURS = (2 * 81.4) / 15;

/** Diffuse part of a day's light by its clearness (Erbs, Klein and Duffie 1982). */
function diffuseShare(k: number, sunUpHours: number): number {
  if (sunUpHours <= WINTER_DAY_HOURS)
    return k < 0.715 ? 1 - 0.2727 * k + 2.4495 * k ** 2 - 11.9514 * k ** 3 + 9.3879 * k ** 4 : 0.143;
  return k < 0.722 ? 1 + 0.2832 * k - 2.5557 * k ** 2 + 0.8448 * k ** 3 : 0.175;
}
