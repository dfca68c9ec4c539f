import { describe, expect, test } from "vitest";
import { interpret, interpretIrr, interpretLcoe, interpretNpv, interpretSavings } from "./interpretation.ts";

describe("interpretation of a figure", () => {
  test.each([
    [0.15, "Excelente", /^Muy por encima/],
    [0.1499, "Excelente", /^Por encima/],
    [0.1, "Excelente", /^Por encima/],
    [0.0999, "Excelente", /poco margen/],
    [0.08, "Excelente", /poco margen/],
    [0.0799, "Aceptable", /moderada/],
    [0.05, "Aceptable", /moderada/],
    [0.0499, "Insuficiente", /Por debajo/],
    [-0.2, "Insuficiente", /Por debajo/],
  ])("an IRR of %f is '%s'", (irr, grade, sentence) => {
    expect(interpretIrr(irr)).toMatchObject({ grade, sentence: expect.stringMatching(sentence) });
  });

  test.each([
    [100_000, "Excelente"],
    [99_999.99, "Bueno"],
    [50_000, "Bueno"],
    [49_999.99, "Moderado"],
    [0, "Moderado"],
    [-0.01, "Negativo"],
  ])("savings of %f EUR are '%s'", (savings, grade) => {
    expect(interpretSavings(savings).grade).toBe(grade);
  });

  test.each([
    [500_000, "Muy alto"],
    [499_999.99, "Alto"],
    [100_000, "Alto"],
    [99_999.99, "Positivo"],
    [0, "Positivo"],
    [-0.01, "Negativo"],
  ])("a net present value of %f EUR is '%s'", (npv, grade) => {
    expect(interpretNpv(npv).grade).toBe(grade);
  });

  test.each([
    [-5, "Muy competitivo"],
    [50, "Muy competitivo"],
    [50.01, "Competitivo"],
    [80, "Competitivo"],
    [80.01, "Aceptable"],
    [120, "Aceptable"],
    [120.01, "Alto"],
  ])("a levelised cost of %f EUR/MWh is '%s'", (lcoe, grade) => {
    expect(interpretLcoe(lcoe).grade).toBe(grade);
  });

  test("a figure that does not exist has no words", () => {
    expect(interpret({ savings: null, irr: null, npv: null, lcoe: 60, lcoe_without_battery: 70 })).toMatchObject({
      savings: null,
      irr: null,
      npv: null,
      lcoe: { grade: "Competitivo" },
    });
  });

  const PAYING = { savings: 60_000, irr: 0.09, npv: 10_000, lcoe: 60, lcoe_without_battery: 70 };

  test("beside a negative net present value no figure is praised, and what is bad stays", () => {
    expect(interpret({ ...PAYING, irr: 0.06, npv: -10_000 })).toEqual({
      savings: null,
      irr: null,
      npv: expect.objectContaining({ grade: "Negativo" }),
      lcoe: null,
    });
    expect(interpret({ ...PAYING, irr: 0.02, npv: -10_000, lcoe: 130 })).toMatchObject({
      irr: { grade: "Insuficiente" },
      lcoe: { grade: "Alto" },
    });
  });

  test("a levelised cost that rises with the battery is not praised", () => {
    expect(interpret(PAYING).lcoe).toMatchObject({ grade: "Competitivo" });
    expect(interpret({ ...PAYING, lcoe: 71 })).toMatchObject({ lcoe: null, irr: { grade: "Excelente" } });
  });
});
