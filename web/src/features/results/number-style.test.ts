import { LOCALE } from "@ecotrim/contracts/locale";
import { describe, expect, test } from "vitest";
import { numberStyle } from "./number-style.ts";

describe("sentences of the engine on a screen in English style", () => {
  test.each([
    ["al 7,5 % esta batería", "al 7.5 % esta batería"],
    ["una inversión de 190.046 € en lugar de 1.365.000,50 €", "una inversión de 190,046 € en lugar de 1,365,000.50 €"],
    ["0,9679 €/kW al año", "0.9679 €/kW al año"],
    ["tarifa 6.1TD de 2024", "tarifa 6.1TD de 2024"],
    ["BOE-A-2023-26251, BOE-A-2022-23737", "BOE-A-2023-26251, BOE-A-2022-23737"],
    ["motor 1.0.0 y fecha 31.12.2024", "motor 1.0.0 y fecha 31.12.2024"],
    ["primavera: 22 abr – 28 abr", "primavera: 22 abr – 28 abr"],
    ["(263-363 €/kWh)", "(263-363 €/kWh)"],
    ["haría 5.670 ciclos, más de los 6.000", "haría 5,670 ciclos, más de los 6,000"],
    ["cuesta 1.234,5.", "cuesta 1,234.5."],
  ])("%j", (written, shown) => {
    expect(numberStyle("en-US").restyle(written)).toBe(shown);
    expect(numberStyle(LOCALE).restyle(written)).toBe(written);
  });
});
