import { LOCALE } from "@ecotrim/contracts/locale";
import { percent, phrase } from "@ecotrim/present/phrase";
import { expect, test } from "vitest";
import { numberStyle } from "./number-style.ts";

const text = "al 7,5\u00a0% esta batería";
const parts = phrase`al ${percent(0.075)} esta batería`;

test("a sentence takes the style of the screen", () => {
  expect(numberStyle("en-US").write(text, parts)).toBe("al 7.5\u00a0% esta batería");
  expect(numberStyle(LOCALE).write(text, parts)).toBe(text);
});

test("a sentence of an older result stays as it was written", () => {
  expect(numberStyle("en-US").write(text, undefined)).toBe(text);
});
