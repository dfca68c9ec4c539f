import { expect, test } from "vitest";
import { PROVINCES, provinceCode, provinceName } from "./provinces.ts";

test("there are 52 provinces, numbered from 01 to 52", () => {
  expect(PROVINCES.map(([code]) => Number(code))).toEqual(Array.from({ length: 52 }, (_, index) => index + 1));
});

test.each([
  ["28", "28"],
  ["Madrid", "28"],
  ["CORUÑA, A", "15"],
  ["a coruna", "15"],
  ["vizcaya", "48"],
  ["Balears, Illes", "07"],
  ["Álava", "01"],
  ["araba/alava", "01"],
  ["VALÈNCIA", "46"],
  ["Las  Palmas", "35"],
  ["", undefined],
  ["53", undefined],
  ["constructor", undefined],
])("the province %j is read as %s", (given, code) => {
  if (code) expect(provinceCode(given)).toBe(code);
  else expect(() => provinceCode(given)).toThrow(/nombre o el código/);
});

test("every province is read by its own name", () => {
  for (const [code] of PROVINCES) expect(provinceCode(provinceName(code))).toBe(code);
});
