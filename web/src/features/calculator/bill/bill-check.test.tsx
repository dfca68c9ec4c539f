import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { renderWithData } from "../../../lib/render-with-data.fixture.ts";
import { BillCheck } from "./bill-check.tsx";

afterEach(cleanup);

const open = () => {
  const onSpending = vi.fn();
  renderWithData(<BillCheck tariff="6.1TD" zone="peninsula" onSpending={onSpending} />);
  return onSpending;
};
const cell = (row: RegExp, name: string) =>
  within(screen.getByRole("group", { name: row })).getByRole("textbox", { name });
const type = (row: RegExp, name: string, value: string) => fireEvent.change(cell(row, name), { target: { value } });
const paste = (row: RegExp, text: string) =>
  fireEvent.paste(cell(row, "P1"), { clipboardData: { getData: () => text } });
const date = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const check = () => fireEvent.click(screen.getByRole("button", { name: "Comprobar factura" }));

/** A real bill of 6.1TD, June 2026. */
function typeJune() {
  date("Primer día", "2026-06-01");
  date("Último día", "2026-06-30");
  paste(/^Potencia contratada/, "145\t145\t145\t145\t145\t263");
  paste(/^Energía consumida/, "0\t0\t13.404\t6.427\t0\t9.608");
  paste(/^Precio de la energía/, "\t\t0,103673\t0,102826\t\t0,11304\n");
  type(/^Otros importes/, "Excesos", "2,04");
  type(/^Otros importes/, "Alquiler", "41,17");
  type(/^Total de la factura/, "Total", "4.970,85");
}

test("a bill typed in comes to its printed total, with every line", () => {
  open();
  typeJune();
  screen.getByText("Son 30 días.");
  check();
  screen.getByRole("heading", { name: /^Su factura: 4\.970,85\s€\. Nuestro cálculo: 4\.970,85\s€\.$/ });
  const line = screen.getByRole("rowheader", { name: "Energía P3" });
  expect(within(line.closest("tr")!).getByText("1.389,63")).toBeTruthy();
});

test("an amount that is not as the rules have it is shown with its likely cause", () => {
  open();
  typeJune();
  type(/^Otros importes/, "Bono social", "0,38");
  check();
  const line = screen.getByRole("rowheader", { name: /^Bono social/ });
  within(line.closest("tr")!).getByText("0,57");
  within(line).getByText("El bono social se cobra con otro precio por día.");
});

test("a mistyped price is not taken for a printed sum that is wrong", () => {
  open();
  typeJune();
  type(/^Precio de la energía/, "P6", "0,1304");
  check();
  const total = screen.getByRole("rowheader", { name: /^Total/ });
  within(total).getByText("No se ha encontrado la causa: compruebe las cifras copiadas.");
});

test("falling powers are refused beside their cell, and nothing typed is lost", () => {
  open();
  typeJune();
  type(/^Potencia contratada/, "P4", "100");
  check();
  within(screen.getByRole("group", { name: /^Potencia contratada/ })).getByText(/^P4: .*P1 ≤ P2/);
  expect(cell(/^Precio de la energía/, "P6")).toHaveProperty("value", "0,11304");
});

test("energy without a price, a text that is no number and a missing date are each said at their place", () => {
  open();
  typeJune();
  date("Último día", "");
  type(/^Precio de la energía/, "P4", "");
  type(/^Otros importes/, "Alquiler", "mucho");
  check();
  screen.getByText("Escriba la fecha.");
  within(screen.getByRole("group", { name: /^Precio de la energía/ })).getByText(/Falta el precio de la energía de P4/);
  within(screen.getByRole("group", { name: /^Otros importes/ })).getByText(/No se entiende «mucho»/);
});

test("a maximeter above the contracted power says what excess costs in low voltage", () => {
  open();
  typeJune();
  fireEvent.change(screen.getByLabelText("Peaje de acceso (ATR)"), { target: { value: "3.0TD" } });
  paste(/^Potencia contratada/, "20 20 20 20 20 20");
  paste(/^Maxímetros/, "0 0 25 20 0 18");
  type(/^Otros importes/, "Excesos", "");
  check();
  screen.getByRole("rowheader", { name: "Exceso de potencia P3" });
});

test("prices without tolls and charges have them added as regulated", () => {
  open();
  typeJune();
  fireEvent.click(screen.getByRole("checkbox", { name: "Los precios incluyen peajes y cargos" }));
  check();
  screen.getByRole("rowheader", { name: "Energía P6 (peajes y cargos)" });
});

test("the energy of a bill can be taken as the spending of a mean month", () => {
  const onSpending = open();
  typeJune();
  check();
  fireEvent.click(screen.getByRole("button", { name: /^Usar su energía como gasto: 3\.180,14\s€ al mes$/ }));
  expect(onSpending).toHaveBeenCalledWith(3180.14);
});

const choose = (content: string) =>
  fireEvent.change(document.querySelector('input[type="file"]')!, {
    target: { files: [new File([content], "factura.json", { type: "application/json" })] },
  });

test("a bill is opened in the form of the command line", async () => {
  open();
  choose(JSON.stringify({ tariff: "3.0TD", lines: [{ kind: "energy", kwh: 100, eur_kwh: 0.1, amount: 10 }] }));
  await screen.findByRole("heading", { name: /^Nuestro cálculo: 12,72\s€\.$/ });
});

test.each([
  ["no JSON", "factura", "El archivo no es un JSON válido."],
  ["a line that lacks its energy", '{"tariff":"3.0TD","lines":[{"kind":"energy"}]}', /«lines\[0\]\.kwh»\.$/],
])("a file with %s is refused", async (_, content, sentence) => {
  open();
  choose(content);
  await screen.findByText(sentence);
});
