import { describe, expect, test } from "vitest";
import { type QuantityKind, readQuantity } from "./units.ts";

const read = (text: string, kind: QuantityKind, shown?: string) => {
  const quantity = readQuantity(text, kind, shown);
  if (!quantity || "refusal" in quantity) return quantity;
  const { value, echo } = quantity;
  return { value, echo: echo?.replaceAll("\u00a0", " ") };
};

describe("a figure with its unit", () => {
  test.each<[string, QuantityKind, number, string | undefined]>([
    ["2 MW", "power_kwp", 2000, "2 MW = 2.000 kWp"],
    ["2MWp", "power_kwp", 2000, "2 MWp = 2.000 kWp"],
    ["0,5 mw", "power_kwp", 500, "0,5 MW = 500 kWp"],
    ["2.000 kWp", "power_kwp", 2000, undefined],
    ["2.000 kW", "power_kwp", 2000, undefined],
    ["1.250,5", "power_kwp", 1250.5, undefined],
    ["1250.5 kWp", "power_kwp", 1250.5, undefined],
    ["500.000 W", "power_kwp", 500, "500.000 W = 500 kWp"],
    ["1,5 GWh al año", "energy_demand", 171.233, "1,5 GWh al año = 171,2 kW de media"],
    ["1.5 GWh/año", "energy_demand", 171.233, "1,5 GWh al año = 171,2 kW de media"],
    ["4.380 MWh anuales", "energy_demand", 500, "4.380 MWh al año = 500 kW de media"],
    ["366.000 kWh al mes", "energy_demand", 501.37, "366.000 kWh al mes = 501,4 kW de media"],
    ["366.000 kWh / mes", "energy_demand", 501.37, "366.000 kWh al mes = 501,4 kW de media"],
    ["500 kW", "energy_demand", 500, undefined],
    ["500 kW de media", "energy_demand", 500, undefined],
    ["0,5 MW", "energy_demand", 500, "0,5 MW = 500 kW de media"],
    ["500 kWh a la hora", "energy_demand", 500, undefined],
    ["500 kWh/h", "energy_demand", 500, undefined],
    ["500", "energy_demand", 500, undefined],
    ["0,5 MWh por hora", "energy_demand", 500, "0,5 MWh a la hora = 500 kW de media"],
    ["350.000", "money", 350_000, undefined],
    ["350,000", "money", 350_000, undefined],
    ["350.000 € al año", "money", 350_000, undefined],
    ["350 k€", "money", 350_000, "350 k€ al año = 350.000 € al año"],
    ["0,35 M€", "money", 350_000, "0,35 M€ al año = 350.000 € al año"],
    ["1,234 M€", "money", 1_234_000, "1,234 M€ al año = 1.234.000 € al año"],
    ["29.167 € al mes", "money", 350_004, "29.167 € al mes = 350.004 € al año"],
    ["29.167 EUR/mes", "money", 350_004, "29.167 € al mes = 350.004 € al año"],
    ["€29,167 al mes", "money", 350_004, "29.167 € al mes = 350.004 € al año"],
    ["29.167 al mes", "money", 350_004, "29.167 € al mes = 350.004 € al año"],
    ["2 MWh", "energy_kwh", 2000, "2 MWh = 2.000 kWh"],
    ["1 MW", "power_kw", 1000, "1 MW = 1.000 kW"],
  ])("%s is read as %s: %d", (text, kind, value, echo) => {
    expect(read(text, kind)).toEqual({ value, echo });
  });

  test.each<[string, QuantityKind, string, number, string | undefined]>([
    ["366.000", "energy_demand", "kWh al mes", 501.37, undefined],
    ["366 MWh", "energy_demand", "kWh al mes", 501.37, "366 MWh al mes = 366.000 kWh al mes"],
    ["500 kW", "energy_demand", "kWh al mes", 500, "500 kW = 365.000 kWh al mes"],
    ["1,5 GWh", "energy_demand", "MWh al año", 171.233, "1,5 GWh al año = 1.500 MWh al año"],
    ["29.167", "money", "€ al mes", 350_004, undefined],
    ["350 k€ al año", "money", "€ al mes", 350_000, "350 k€ al año = 29.167 € al mes"],
  ])(
    "%s of kind %s in a field of %s has the period of the field where it names none",
    (text, kind, shown, value, echo) => {
      expect(read(text, kind, shown)).toEqual({ value, echo: echo && expect.stringContaining(echo) });
    },
  );
});

describe("a unit that is refused", () => {
  test.each<[string, QuantityKind, string]>([
    ["2 TW", "power_kwp", "No se reconoce la unidad «TW». Puede escribir kWp, kW, MWp, MW o W."],
    ["2 MWh", "power_kwp", "No se reconoce la unidad «MWh». Puede escribir kWp, kW, MWp, MW o W."],
    ["500 CV", "energy_demand", "kW o MW de media"],
    ["500 kW al mes", "energy_demand", "«kW al mes»"],
    ["350 $", "money", "Puede escribir €, k€ o M€, al mes o al año."],
    ["350 m€", "money", "«m€»"],
    ["40 € a la hora", "money", "«€ a la hora»"],
    ["350.000 € a la semana", "money", "«€ a la semana»"],
  ])("%s is refused as %s with the units that are accepted", (text, kind, words) => {
    expect(read(text, kind)).toEqual({ refusal: expect.stringContaining(words) });
  });

  test("an energy of no stated period is asked for it where an hour of it would be absurd", () => {
    expect(read("1,5 GWh", "energy_demand")).toEqual({
      refusal: "Diga de qué periodo es la energía: GWh al mes o al año.",
    });
  });

  test.each(["", "MW", "dos MW", "1,2,3 MW", `${"1".repeat(70)} MW`])("%j holds no figure", (text) => {
    expect(readQuantity(text, "power_kwp")).toBeUndefined();
  });
});
