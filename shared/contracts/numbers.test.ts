import { describe, expect, test } from "vitest";
import { formatNumber, formatPercent, NOT_APPLICABLE, parseNumber, roundDecimal } from "./numbers.ts";

describe("reading numbers as people write them", () => {
  test.each([
    ["1.250,5", 1250.5],
    ["1250.5", 1250.5],
    ["1250,5", 1250.5],
    ["1 250,5", 1250.5],
    [" 1250,5 kWp", 1250.5],
    ["1\u00a0250,5\u202fkWh/h", 1250.5],
    ["1.234,56", 1234.56],
    ["1,234.56", 1234.56],
    ["1.234,56 €", 1234.56],
    ["€1.234,56", 1234.56],
    ["12,5 %", 12.5],
    ["87,33 €/MWh", 87.33],
    ["1.234.567", 1_234_567],
    ["1,234,567", 1_234_567],
    ["1.234.567,8", 1_234_567.8],
    ["1.234", 1234],
    ["12,345", 12.345],
    ["0.125", 0.125],
    ["0,125", 0.125],
    ["1234", 1234],
    ["-3,5", -3.5],
    ["−3,5", -3.5],
    ["0", 0],
    ["-0", 0],
  ])("the text %j is read as %d", (text, value) => {
    expect(parseNumber(text)).toBe(value);
  });

  test.each([
    "",
    " ",
    "1,2,3",
    "1e5",
    "abc",
    "12a",
    "1.23.456",
    "1.2,3,4",
    "12.34,5",
    ".",
    ",",
    "--1",
    "0x10",
    "Infinity",
    "NaN",
    "1".repeat(65),
  ])("the text %j is refused as a number", (text) => {
    expect(parseNumber(text)).toBeUndefined();
  });

  test("one dot and three digits are a decimal where only that reading lies within the limits", () => {
    expect(parseNumber("1.234", { minimum: 0, maximum: 10 })).toBe(1.234);
    expect(parseNumber("1.234", { minimum: 0, maximum: 5000 })).toBe(1234);
    expect(parseNumber("9.999", { minimum: 0, maximum: 5 })).toBe(9999);
  });

  test("a comma and three digits are thousands in a money field", () => {
    expect(parseNumber("33,333", { money: true })).toBe(33_333);
    expect(parseNumber("33,33", { money: true })).toBe(33.33);
  });
});

describe("writing numbers", () => {
  test("four digits are grouped too", () => {
    expect(formatNumber(1234.56, { decimals: 2, unit: "€" })).toBe("1.234,56\u00a0€");
  });

  test("the English style of step 6 keeps its own separators", () => {
    expect(formatNumber(88593.123, { decimals: 2, locale: "en-US" })).toBe("88,593.12");
  });

  test("negative figures carry a real minus sign and zero carries none", () => {
    expect(formatNumber(-1234.5, { decimals: 1 })).toBe("−1.234,5");
    expect(formatNumber(-0.0001)).toBe("0");
    expect(formatNumber(-0)).toBe("0");
  });

  test.each([null, undefined, Number.NaN, Number.POSITIVE_INFINITY])("%s is written as not applicable", (value) => {
    expect(formatNumber(value)).toBe(NOT_APPLICABLE);
    expect(formatPercent(value)).toBe(NOT_APPLICABLE);
  });

  test("fractions are written as percent", () => {
    expect(formatPercent(0.104)).toBe("10,4\u00a0%");
  });
});

test.each([
  [1250.55, 1, 1250.6],
  [1.005, 2, 1.01],
  [-1250.55, 1, -1250.6],
  [2.5e-7, 7, 3e-7],
  [1e21, 2, 1e21],
  [0, 2, 0],
  [12.3, 0, 12],
])("the number %d is rounded to %d decimals as on paper", (value, decimals, rounded) => {
  expect(roundDecimal(value, decimals)).toBe(rounded);
});
