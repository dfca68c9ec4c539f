import { expect, test } from "vitest";
import { sunHours } from "./sun.ts";

test.each([
  ["2025-06-21", 6 + 45 / 60, 21 + 48 / 60],
  ["2025-12-21", 8 + 34 / 60, 17 + 52 / 60],
  ["2025-03-30", 8 + 1 / 60, 20 + 37 / 60],
])("on %s the sun of Madrid rises and sets within five minutes of the almanac", (date, rise, set) => {
  const found = sunHours(date, "28");
  expect(Math.abs(found[0] - rise)).toBeLessThan(5 / 60);
  expect(Math.abs(found[1] - set)).toBeLessThan(5 / 60);
});
