import { ZONES } from "@ecotrim/contracts/simulations/zones";
import { expect, test } from "vitest";
import { buildTimeline } from "../site/calendar.ts";
import { periodOf, periodsOfMonth } from "./calendar.ts";

/** Hours of P1..P6 in a year. */
function hoursOf(zone: (typeof ZONES)[number], year: number): number[] {
  const { steps, month, hour, nonWorking } = buildTimeline(`${year}-01-01`, `${year}-12-31`, 1);
  const counts = new Array(7).fill(0);
  for (let t = 0; t < steps; t++) counts[periodOf(zone, month[t]!, hour[t]!, nonWorking[t] === 1)]++;
  return counts.slice(1);
}

test.each([
  ["peninsula", 2024, [774, 971, 845, 1037, 469, 4688]],
  ["peninsula", 2026, [756, 975, 886, 1022, 441, 4680]],
  ["baleares", 2024, [765, 1000, 882, 1008, 441, 4688]],
  ["baleares", 2027, [792, 985, 827, 1014, 462, 4680]],
  ["canarias", 2025, [792, 927, 903, 1010, 448, 4680]],
  ["canarias", 2026, [783, 936, 903, 1010, 448, 4680]],
  ["ceuta", 2024, [765, 963, 898, 1022, 448, 4688]],
  ["ceuta", 2027, [747, 963, 879, 1036, 455, 4680]],
  ["melilla", 2024, [783, 978, 854, 1026, 455, 4688]],
  ["melilla", 2025, [774, 971, 863, 1024, 448, 4680]],
] as const)("%s in %d has the hours by period that two other calendars count", (zone, year, hours) => {
  expect(hoursOf(zone, year)).toEqual(hours);
});

test("the peninsula's periods are those of the timeline", () => {
  const { steps, month, hour, nonWorking, tariffPeriod } = buildTimeline("2026-01-01", "2026-12-31", 1);
  for (let t = 0; t < steps; t++)
    expect(periodOf("peninsula", month[t]!, hour[t]!, nonWorking[t] === 1)).toBe(tariffPeriod[t]);
});

test.each([
  ["peninsula", 1, [1, 2, 6]],
  ["peninsula", 4, [4, 5, 6]],
  ["peninsula", 8, [3, 4, 6]],
  ["baleares", 5, [2, 3, 6]],
  ["canarias", 7, [1, 3, 6]],
  ["canarias", 2, [2, 4, 6]],
  ["ceuta", 1, [1, 4, 6]],
  ["ceuta", 5, [3, 5, 6]],
  ["melilla", 9, [1, 2, 6]],
] as const)("%s has in month %d the periods %j alone", (zone, month, periods) => {
  expect(periodsOfMonth(zone, month)).toEqual(periods);
});

test("a period exists in few months of a zone: P1 of four, P5 of three", () => {
  const months = Array.from({ length: 12 }, (_, i) => i + 1);
  for (const zone of ZONES) {
    const monthsWith = (period: number) =>
      months.filter((month) => periodsOfMonth(zone, month).includes(period)).length;
    expect([monthsWith(1), monthsWith(5), monthsWith(6)], zone).toEqual([4, 3, 12]);
  }
});
