import { readBill } from "@ecotrim/contracts/simulations/bill";
import { rebill } from "@ecotrim/engine/bill/rebill";
import { expect, test } from "vitest";
import { billRows, totalsSentence } from "./bill-rows.ts";
import { withSentences } from "./rebill.ts";

const BILL = {
  tariff: "6.1TD",
  first_day: "2026-06-01",
  last_day: "2026-06-30",
  contracted_kw: [100, 100, 100, 100, 100, 100],
  max_kw: { P3: 110 },
  lines: [
    ...["P1", "P2", "P3", "P4", "P5", "P6"].map((period) => ({ kind: "power", period })),
    { kind: "energy", period: "P3", kwh: 1000, eur_kwh: 0.1, amount: 101 },
    { kind: "energy", period: "P3", kwh: 1000, eur_kwh: "regulated", part: "peajes y cargos" },
    { kind: "bono_social" },
  ],
  total: 1000,
};

const rowsOf = (content: unknown) => {
  const bill = readBill(content);
  return billRows(bill, withSentences(rebill(bill)));
};

test("a line that is not what it comes to has both amounts and its likely cause", () => {
  expect(rowsOf(BILL).filter(({ label }) => label === "Energía P3")).toEqual([
    { label: "Energía P3", printed: 101, ours: 100, cause: expect.stringMatching(/^No se ha encontrado la causa/) },
  ]);
});

test("a line that the rules ask for and the bill lacks stands before the taxes", () => {
  const rows = rowsOf(BILL);
  const missing = rows.findIndex(({ label }) => label === "Exceso de potencia P3");
  expect(rows[missing]).toMatchObject({ printed: null, cause: expect.stringMatching(/^Falta una línea/) });
  expect(rows.slice(missing + 1).map(({ label }) => label)).toEqual(["Impuesto eléctrico", "IVA", "Total"]);
});

test("the parts of a price are told apart, and what is as printed has no cause", () => {
  const row = rowsOf(BILL).find(({ label }) => label === "Energía P3 (peajes y cargos)");
  expect(row).toMatchObject({ printed: null, ours: 12.93, cause: null });
});

test("the taxes have the names of their zone", () => {
  const labels = rowsOf({ ...BILL, zone: "canarias" }).map(({ label }) => label);
  expect(labels).toContain("IGIC");
  expect(labels).not.toContain("IVA");
});

test("the total is held against the printed one, where there is one", () => {
  expect(totalsSentence(4970.85, 4970.85)).toBe("Su factura: 4.970,85\u00a0€. Nuestro cálculo: 4.970,85\u00a0€.");
  expect(totalsSentence(undefined, 10)).toBe("Nuestro cálculo: 10,00\u00a0€.");
});
