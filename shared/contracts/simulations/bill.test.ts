import { expect, test } from "vitest";
import { AppError } from "../errors.ts";
import { readBill } from "./bill.ts";

const bill = (change: object = {}): unknown => ({
  tariff: "3.0TD",
  first_day: "2026-03-01",
  last_day: "2026-03-31",
  contracted_kw: { P1: 16, P6: 20 },
  lines: [{ kind: "rental", amount: 11.01 }],
  ...change,
});

function refusal(change: object): { field: string | undefined; message: string } {
  try {
    readBill(bill(change));
  } catch (error) {
    if (error instanceof AppError) return { field: error.field, message: error.message };
    throw error;
  }
  throw new Error("nothing was refused");
}

test("values of periods come by name or in a row, and null is not given", () => {
  const read = readBill(
    bill({
      max_kw: [0, 10, null],
      metered_kwh: { P2: "1.586" },
      reactive_kvarh: null,
      lines: [{ kind: "x", amount: 1, period: null }],
    }),
  );
  expect(read).toMatchObject({ max_kw: { P1: 0, P2: 10 }, metered_kwh: { P2: 1586 } });
  expect(read).not.toHaveProperty("reactive_kvarh");
  expect(read.lines).toEqual([{ kind: "x", amount: 1 }]);
});

test("members of no meaning are notes", () => {
  expect(readBill(bill({ notes: "leída por teléfono", source: 3 }))).toMatchObject({ tariff: "3.0TD" });
});

test.each([
  [
    { tariff: "3.1A" },
    "tariff",
    "La tarifa de acceso debe ser uno de estos valores: 3.0TD, 6.1TD, 6.2TD, 6.3TD, 6.4TD.",
  ],
  [
    { contracted_kw: [16, 15, 16, 16, 16, 16] },
    "contracted_kw.P2",
    "La potencia contratada de P2 no puede ser menor que la de un periodo anterior: debe cumplirse P1 ≤ P2 ≤ … ≤ P6.",
  ],
  [
    { contracted_kw: { P6: 15 } },
    "contracted_kw.P6",
    "En 3.0TD la potencia contratada de P6 debe ser mayor que 15 kW.",
  ],
  [{ max_kw: { P3: -2 } }, "max_kw.P3", "El maxímetro debe estar entre 0 y 2.000.000\u00a0kW."],
  [{ max_kw: [0, 0, 0, 0, 0, 0, 4] }, "max_kw.P7", "El campo «max_kw.P7» no se admite."],
  [{ last_day: "2026-02-01" }, "last_day", "El último día debe ser igual o posterior al primero."],
  [{ last_day: "2028-02-01" }, "last_day", "La factura no puede abarcar más de 400 días."],
  [{ last_day: "2026-02-30" }, "last_day", "El último día debe ser una fecha válida con el formato AAAA-MM-DD."],
  [{ lines: null }, "lines", "Falta un dato obligatorio: la lista de líneas."],
  [{ lines: [] }, "lines", "La lista de líneas debe tener entre 1 y 500 valores."],
  [
    { lines: [{ kind: "energy", period: "P1", kwh: 3 }] },
    "lines[0].eur_kwh",
    "Falta un dato obligatorio de la línea «energy»: «eur_kwh».",
  ],
  [
    { lines: [{ kind: "surplus", kwh: 3 }] },
    "lines[0].amount",
    "Falta un dato obligatorio de la línea «surplus»: «amount».",
  ],
  [
    { contracted_kw: { P1: 60 }, lines: [{ kind: "excess", period: "P1", max_kw: 70 }] },
    "lines[0].excess_kw",
    "Falta un dato obligatorio de la línea «excess»: «excess_kw».",
  ],
  [
    { lines: [{ kind: "power", period: "P1", eur_kw_day: "caro" }] },
    "lines[0].eur_kw_day",
    "El precio de la potencia no tiene un valor válido.",
  ],
  [{ vat: { rate_pct: 210 } }, "vat.rate_pct", "El porcentaje debe estar entre 0 y 100\u00a0%."],
])("%j is refused at %s", (change, field, message) => {
  expect(refusal(change)).toEqual({ field, message });
});
