import { expect, test } from "vitest";
import { AppError } from "../errors.ts";
import { type ContractInput, readContract } from "./contract.ts";

const six = (kw: number) => new Array(6).fill(kw);
const contract = (change: object = {}): unknown => ({ tariff: "6.1TD", contracted_kw: six(145), ...change });

function refusal(change: object): { field: string | undefined; message: string } {
  try {
    readContract(contract(change));
  } catch (error) {
    if (error instanceof AppError) return { field: error.field, message: error.message };
    throw error;
  }
  throw new Error("nothing was refused");
}

test("a contract is that of the peninsula, of the newest tables and of an unknown price unless it says so", () => {
  expect(readContract(contract())).toEqual({
    tariff: "6.1TD",
    zone: "peninsula",
    tariff_year: 2026,
    contracted_kw: six(145),
    meter: "quarter_hours",
    pricing: { kind: "unknown" },
    electricity_tax_reduction: false,
  });
});

test("a meter counts quarter-hours above 50 kW, and below where the contract says so", () => {
  expect(readContract(contract({ contracted_kw: six(50) })).meter).toBe("maximeter");
  expect(readContract(contract({ contracted_kw: [1, 1, 1, 1, 1, 51] })).meter).toBe("quarter_hours");
  expect(readContract(contract({ contracted_kw: six(50), meter: "quarter_hours" })).meter).toBe("quarter_hours");
});

test("figures are read from text", () => {
  const { contracted_kw } = readContract(contract({ contracted_kw: ["145", "145", "145", "145", "145", "0,263 MW"] }));
  expect(contracted_kw).toEqual([145, 145, 145, 145, 145, 263]);
});

test("everything a contract may say is kept", () => {
  const given: ContractInput = {
    tariff: "3.0TD",
    zone: "canarias",
    tariff_year: 2025,
    contracted_kw: [1, 1, 1, 1, 1, 15.001],
    meter: "maximeter",
    pricing: { kind: "fixed_by_period", prices_eur_kwh: [0.18, 0.15, 0.13, 0.12, 0.11, 0.1], atr_included: true },
    maximeters: new Array(12).fill(six(14)),
    reactive_kvarh: new Array(12).fill(six(300)),
    electricity_tax_reduction: true,
    keep_p6_kw: 15.001,
    allow_p6_kw: 40,
    highest_ever_kw: 30,
    load_swing: "starts",
  };
  expect(readContract(given)).toEqual(given);
});

test.each([
  [
    { tariff: "2.0TD" },
    "contract.tariff",
    "La tarifa de acceso debe ser uno de estos valores: 3.0TD, 6.1TD, 6.2TD, 6.3TD, 6.4TD.",
  ],
  [
    { contracted_kw: [145, 145, 140, 145, 145, 145] },
    "contract.contracted_kw[2]",
    "La potencia contratada de P3 no puede ser menor que la de un periodo anterior: debe cumplirse P1 ≤ P2 ≤ … ≤ P6.",
  ],
  [
    { tariff: "3.0TD", contracted_kw: six(15) },
    "contract.contracted_kw[5]",
    "En 3.0TD la potencia contratada de P6 debe ser mayor que 15 kW.",
  ],
  [{ contracted_kw: [1, 2] }, "contract.contracted_kw", "La potencia contratada de P1 a P6 debe tener 6 valores."],
  [
    { contracted_kw: [-1, 1, 1, 1, 1, 1] },
    "contract.contracted_kw[0]",
    "La potencia contratada debe estar entre 0 y 2.000.000\u00a0kW.",
  ],
  [
    { maximeters: [six(10), [10, 10, -3, 10, 10, 10], ...new Array(10).fill(six(10))] },
    "contract.maximeters[1][2]",
    "El maxímetro debe estar entre 0 y 2.000.000\u00a0kW.",
  ],
  [{ maximeters: [six(1)] }, "contract.maximeters", "La tabla de maxímetros por mes y periodo debe tener 12 valores."],
  [
    { meter: "maximeter" },
    "contract.meter",
    "Con más de 50 kW contratados el contador mide cuartos de hora; no puede ser de maxímetro.",
  ],
  [
    { pricing: { kind: "fixed", price_eur_kwh: 121 } },
    "contract.pricing.price_eur_kwh",
    "El precio de la energía debe estar entre 0 y 5\u00a0€/kWh.",
  ],
  [
    { pricing: { kind: "indexed", prices_eur_kwh: six(0.1) } },
    "contract.pricing.prices_eur_kwh",
    "Solo un contrato de precio fijo por periodos tiene seis precios.",
  ],
  [
    { pricing: { kind: "indexed", price_eur_kwh: 0.1 } },
    "contract.pricing.price_eur_kwh",
    "Solo un contrato de precio fijo tiene un precio único.",
  ],
  [
    { pricing: { kind: "fixed", fee_eur_mwh: 10 } },
    "contract.pricing.fee_eur_mwh",
    "Un contrato de precio fijo no tiene margen aparte.",
  ],
  [{ allow_p6_kw: 145 }, "contract.allow_p6_kw", "La potencia que se permite en P6 debe ser mayor que la contratada."],
  [
    { highest_ever_kw: 144 },
    "contract.highest_ever_kw",
    "La mayor potencia que se ha contratado no puede ser menor que la contratada.",
  ],
  [
    { load_swing: "much" },
    "contract.load_swing",
    "La variación de la carga dentro de la hora debe ser uno de estos valores: steady, normal, starts.",
  ],
  [{ power: 3 }, "contract.power", "El campo «contract.power» no se admite."],
])("%j is refused at %s", (change, field, message) => {
  expect(refusal(change)).toEqual({ field, message });
});
