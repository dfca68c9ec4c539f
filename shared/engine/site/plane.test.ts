import { existsSync, readFileSync } from "node:fs";
import type { Plane } from "@ecotrim/contracts/simulations/plane";
import { describe, expect, test } from "vitest";
import { buildTimeline } from "./calendar.ts";
import { provinceYield, pvSeries } from "./pv.ts";
import { dailyYields } from "./pv-days.ts";
import { incidence, sunOfHour } from "./sun.ts";

/** Hours of ERA5 in Madrid beside the repository, the weather that its days come from. */
const WEATHER = "../shared/data/weather-madrid-era5-2017.csv";

const year = buildTimeline("2024-01-01", "2024-12-31", 1);
const BEST = provinceYield("28").kwhPerKwpYear;
const plane = (tiltDeg: number, azimuthDeg: number): Plane => ({ tiltDeg, azimuthDeg });
/** Yearly yield on a plane in Madrid over that on its best plane. */
const ratio = (tiltDeg: number, azimuthDeg: number) =>
  provinceYield("28", plane(tiltDeg, azimuthDeg)).kwhPerKwpYear / BEST;

describe("PV on another plane", () => {
  // Bounds around what PVGIS 5 gives for a free-standing plant in Madrid (recalled), and around the hours of ERA5 below.
  test.each([
    ["horizontal", 0, 0, 0.83, 0.88],
    ["20° south", 20, 0, 0.96, 0.985],
    ["50° south", 50, 0, 0.96, 0.985],
    ["vertical south", 90, 0, 0.64, 0.7],
    ["south-east", 35, -45, 0.92, 0.95],
    ["south-west", 35, 45, 0.92, 0.95],
    ["east", 35, -90, 0.75, 0.82],
    ["west", 35, 90, 0.75, 0.82],
    ["flat east", 10, -90, 0.82, 0.87],
    ["vertical east", 90, -90, 0.47, 0.55],
    ["north", 35, 180, 0.45, 0.54],
  ])("a %s plane yields its share of the best one", (_, tiltDeg, azimuthDeg, least, most) => {
    const share = ratio(tiltDeg, azimuthDeg);
    expect(share).toBeGreaterThan(least);
    expect(share).toBeLessThan(most);
  });

  test.skipIf(!existsSync(WEATHER))("its share is within 0.025 of that of the weather hour by hour", () => {
    const hours = readFileSync(WEATHER, "utf8").trim().split("\n").slice(1).map(weatherOf);
    const lightOn = (on: Plane) => hours.reduce((sum, hour) => sum + hourlyLight(hour, on), 0);
    const best = lightOn(plane(35, 0));
    for (const [tilt, azimuth] of [
      [0, 0],
      [20, 0],
      [90, 0],
      [35, -90],
      [35, 90],
      [90, -90],
      [90, 90],
      [35, 180],
    ] as const)
      expect(Math.abs(ratio(tilt, azimuth) - lightOn(plane(tilt, azimuth)) / best)).toBeLessThan(0.025);
  });

  test("the further from the south, the less a plane yields, on either side alike", () => {
    const shares = [0, 30, 60, 90, 120, 150, 180].map((azimuth) => ratio(35.5, azimuth));
    expect(shares).toEqual(shares.toSorted((a, b) => b - a));
    expect(ratio(35.5, -60)).toBeCloseTo(shares[2]!, 2);
  });

  test("a plane that differs from the best one by a hair yields the same in every hour", () => {
    const near = pvSeries(year, 1, "28", plane(35.0001, 0));
    for (const [h, kwh] of pvSeries(year, 1).entries()) expect(near[h]).toBeCloseTo(kwh, 5);
  });

  test("no plane yields at night, less than nothing, or more than its panels can", () => {
    for (const on of [plane(0, 0), plane(90, -90), plane(60, 135)]) {
      const pv = pvSeries(year, 1, "28", on);
      expect(pv.every((kwh) => kwh >= 0 && kwh < 1)).toBe(true);
      for (let h = 0; h < year.steps; h++) if (year.hour[h]! < 6 || year.hour[h]! >= 22) expect(pv[h]).toBe(0);
    }
  });

  test("a plane to the east yields before noon, one to the west after it", () => {
    const momentOf = (azimuth: number) => {
      const day = pvSeries(buildTimeline("2024-06-15", "2024-06-15", 0.25), 1, "28", plane(35, azimuth));
      return day.reduce((sum, kwh, t) => sum + kwh * t, 0) / day.reduce((sum, kwh) => sum + kwh, 0) / 4;
    };
    expect(momentOf(-90)).toBeLessThan(momentOf(0) - 0.75);
    expect(momentOf(90)).toBeGreaterThan(momentOf(0) + 0.75);
  });

  test("a day without sun yields nothing on any plane", () => {
    const [dullest] = [...dailyYields("46").entries()].toSorted(([, a], [, b]) => a - b)[0]!;
    const date = new Date(Date.UTC(2024, 0, 1 + dullest)).toISOString().slice(0, 10);
    const day = pvSeries(buildTimeline(date, date, 1), 1, "46", plane(0, 0));
    const light = day.reduce((sum, kwh) => sum + kwh, 0);
    // Under a grey sky the horizontal plane sees most of it.
    expect(light).toBeGreaterThan(dailyYields("46")[dullest]!);
    expect(light).toBeLessThan(1.2 * dailyYields("46")[dullest]!);
  });
});

interface WeatherHour {
  sun: ReturnType<typeof sunOfHour>;
  ghi: number;
  dhi: number;
  dni: number;
}

function weatherOf(row: string): WeatherHour {
  const [centre = "", ghi, dhi, dni] = row.split(",");
  return { sun: sunOfHour(Date.parse(centre) - 1_800_000, "28"), ghi: Number(ghi), dhi: Number(dhi), dni: Number(dni) };
}

/** Hay and Davies on measured hours, W per square metre, with the same light back from the ground. */
function hourlyLight({ sun, ghi, dhi, dni }: WeatherHour, on: Plane): number {
  const meanOf = (value: (at: (typeof sun)[number]) => number) => sun.reduce((sum, at) => sum + value(at), 0) / 4;
  const [facing, height] = [meanOf((at) => incidence(at, on)), meanOf((at) => Math.sin(at.height))];
  const around = Math.min(1, dni / 1361);
  const cosine = Math.cos((on.tiltDeg * Math.PI) / 180);
  const diffuse = around * (facing / Math.max(height, 0.05)) + ((1 - around) * (1 + cosine)) / 2;
  return dni * facing + dhi * diffuse + (0.2 * ghi * (1 - cosine)) / 2;
}
