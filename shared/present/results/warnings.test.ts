import { isSpendReplaced } from "@ecotrim/contracts/simulations/result";
import { describe, expect, test } from "vitest";
import { writtenWarning } from "./warnings.ts";

const spending = {
  code: "spending_unusual" as const,
  ratio: 1.7,
  modelledEurYear: 400_000,
  usedEurYear: 800_000,
  partOfYear: false,
};
const messageOf = (warning: Parameters<typeof writtenWarning>[0]) =>
  writtenWarning(warning).message.replaceAll("\u00a0", " ");

describe("the warning of a spending", () => {
  test.each([
    [2.7, "es 2,7 veces el coste estimado"],
    [1.7, "es un 70 % mayor que el coste estimado"],
    [0.7, "es un 30 % menor que el coste estimado"],
    [0.05, "no llega a la décima parte del coste estimado"],
  ])("the warning of a spending %d times the modelled cost compares it in words that are true", (ratio, words) => {
    expect(messageOf({ ...spending, ratio })).toContain(words);
  });

  test("the warning of a spending too high names VAT, power term and self-consumption", () => {
    expect(messageOf(spending)).toMatch(/IVA.*término de potencia.*autoconsumo/);
  });

  test("the warning of a spending names the part of the year as a cause only where the period is one", () => {
    expect(messageOf({ ...spending, partOfYear: true })).toContain("solo una parte del año");
    expect(messageOf(spending)).not.toContain("solo una parte del año");
  });

  test("the warning of a spending says what is used only where a bound is", () => {
    expect(messageOf({ ...spending, code: "spending_out_of_range" })).toContain("más próximo: 800.000 € al año");
    expect(messageOf(spending)).not.toContain("más próximo");
  });
});

describe("the warning of a spending with a slip behind it", () => {
  const replaced = { ...spending, code: "spending_out_of_range" as const, ratio: 12, modelledEurYear: 350_000 };
  const slip = {
    ...({ field: "total_spending", blocks: true, inResults: true, per: "year" } as const),
    ...{ spendingEurYear: 4_200_000, modelledEurYear: 350_000 },
    suggestion: { field: "total_spending", value: 350_000 },
  };

  test("a spending that the engine replaces is no ground to rely on, whatever its cause", () => {
    expect(messageOf(replaced)).toMatch(/^No podemos fiarnos de este resultado: revise su gasto\. El gasto anual/);
    expect(messageOf({ ...replaced, slip: { ...slip, code: "spending_of_year" } })).toMatch(
      /revise su gasto\. ¿Ha multiplicado por 12 un gasto que ya era anual\? .* más próximo: 800\.000 € al año\.$/,
    );
  });

  test("a consumption is what is to be revised where it is doubted", () => {
    const { spendingEurYear: _, modelledEurYear: __, per: ___, ...rest } = slip;
    const ofMonth = { ...rest, code: "demand_of_month", field: "demand_value", demandKw: 366_000 } as const;
    expect(messageOf({ ...replaced, slip: ofMonth })).toContain("revise su consumo. ¿Son 366.000 kWh al mes?");
  });

  test("the usual causes stay in the warning of an unusual spending, with the repair beside them", () => {
    const warning = writtenWarning({ ...spending, slip: { ...slip, code: "spending_with_vat" } });
    expect(warning.message).toContain("incluye el IVA");
    expect(warning.suggestion).toMatchObject({ field: "total_spending", value: 350_000 });
    expect(writtenWarning(spending)).not.toHaveProperty("suggestion");
  });

  test.each([
    [119_400, 98_210, "el VAN pasa de 119.000 € a 98.200 €."],
    [12_345, -43_210, "el VAN pasa de 12.300 € a −43.200 € y cambia de signo."],
  ])(
    "a spending that may hold VAT tells what the battery is worth with it and without: %d, %d",
    (withVatNpvEur, npvEur, words) => {
      const doubt = {
        slip: { ...slip, code: "spending_with_vat" as const },
        span: { spendingEurYear: 330_000, withVatNpvEur, npvEur },
      };
      for (const warning of [
        { code: "spending_with_vat" as const, ...doubt },
        { ...spending, ...doubt },
      ])
        expect(messageOf(warning)).toMatch(
          new RegExp(`${` Con 330.000 € al año, sin IVA, ${words}`.replaceAll(".", "\\.")}$`),
        );
    },
  );

  test("only a spending that was replaced takes away the verdict", () => {
    expect(isSpendReplaced([{ code: "negative_npv" }, writtenWarning(replaced)])).toBe(true);
    expect(isSpendReplaced([writtenWarning(spending)])).toBe(false);
  });
});

test.each([
  [
    { pv: true, market: true },
    "se toma de 2024 la producción solar del mismo día y mes, y el precio de mercado del día más próximo",
  ],
  [
    { pv: false, market: true },
    "se toma de 2024 el precio de mercado del día más próximo con el mismo día de la semana.",
  ],
  [
    { pv: false, market: true, curveYears: ["2025"] },
    "La curva es de 2025; los precios son de 2024, día por día del mismo tipo de la semana.",
  ],
  [
    { pv: true, market: true, curveYears: ["2024", "2025"] },
    "La curva es de 2024 y 2025; los precios son de 2024, día por día del mismo tipo de la semana, y la producción solar, la del mismo día y mes.",
  ],
])("a period of another year says what it borrows: %o", (borrowed, words) => {
  expect(messageOf({ code: "outside_data_year", year: 2024, ...borrowed })).toContain(words);
});

test("a spending that gives way to the prices of a contract is told with what they cost", () => {
  expect(messageOf({ code: "spending_not_used", spendingEurYear: 60_000, contractEurYear: 52_031 })).toBe(
    "Ha indicado un gasto de 60.000 € al año, pero con los precios de su contrato la energía que compra cuesta 52.000 €: cuentan los precios del contrato, no el gasto.",
  );
});

test("a battery that does not pay is told with the investment that would", () => {
  const warning = { code: "negative_npv" as const, discountRate: 0.075, capexEur: 515_000, payingCapexEur: 490_100.4 };
  expect(messageOf(warning)).toBe(
    "VAN negativo: al 7,5 % esta batería no recupera la inversión. La recuperaría con una inversión de 490.000 € en lugar de 515.000 €.",
  );
  expect(messageOf({ ...warning, payingCapexEur: null })).not.toContain("en lugar de");
});

test("several rates of return are all named", () => {
  expect(messageOf({ code: "several_irr", rates: [-0.236, 0.022], discountRate: 0.075 })).toContain(
    "(−23,6 % y 2,2 %): se muestra la que concuerda con el signo del VAN al 7,5 %.",
  );
});

test.each([
  [1, "En 1 paso la planta vierte"],
  [2300, "En 2.300 pasos la planta vierte"],
])("the warning of an export beyond the sun counts %d steps", (steps, words) => {
  expect(messageOf({ code: "export_beyond_pv", steps })).toContain(words);
});
