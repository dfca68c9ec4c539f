import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { MemoryRouter, useLocation } from "react-router-dom";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { renderWithData } from "../../../lib/render-with-data.fixture.ts";
import { NO_CONTRACT } from "../contract-answers.ts";
import { firstIncompleteStep } from "../state.ts";
import { getCalculator, resetCalculator, updateCalculator } from "../store.ts";
import { SpendingStep } from "./spending-step.tsx";

// The step loads the rules on demand; here they are there already.
beforeAll(() => import("../slips.ts"));
beforeEach(() => {
  resetCalculator(4);
  updateCalculator((state) => ({ ...state, demand: { ...state.demand, average: 500 } }));
});
afterEach(cleanup);

const open = () =>
  renderWithData(
    <MemoryRouter initialEntries={["/calculadora/paso/4"]}>
      <SpendingStep />
      <Address />
    </MemoryRouter>,
  );
const Address = () => <output data-testid="address">{useLocation().pathname}</output>;
const address = () => screen.getByTestId("address").textContent;
const spend = (text: string) => {
  const field = screen.getByRole("textbox", { name: "Gasto mensual en energía" });
  fireEvent.change(field, { target: { value: text } });
  fireEvent.blur(field);
};
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }));
/** Asks about the spending and stays, since the question is open. */
const heldUp = async () => {
  press("Siguiente");
  await screen.findByText("Corrija o confirme lo señalado para seguir.", {}, { timeout: 10_000 });
  expect(address()).toBe("/calculadora/paso/4");
};
const card = (name: RegExp) => screen.getByRole("radio", { name });

test("step 4 takes a contract nobody knows and medium voltage, until another card is chosen", () => {
  open();
  expect(card(/^No lo sé/).getAttribute("aria-checked")).toBe("true");
  expect(card(/^6\.1TD media tensión/).getAttribute("aria-checked")).toBe("true");
  fireEvent.click(card(/^Precio fijo por periodos/));
  fireEvent.click(card(/^3\.0TD baja tensión/));
  expect(getCalculator()).toMatchObject({ contract_kind: "fixed_by_period", tariff: "3.0TD" });
});

test.each([
  [/^Indexado al mercado/, "fixed_margin"],
  [/^Un solo precio fijo/, "fixed"],
  [/^No lo sé/, "unknown"],
])("the card %s stands for the contract %s", (name, kind) => {
  updateCalculator((state) => ({ ...state, contract_kind: "fixed_by_period" }));
  open();
  fireEvent.click(card(name));
  expect(getCalculator().contract_kind).toBe(kind);
});

test("a contract without a card, as a duplicate may have, is kept and no card stands chosen", () => {
  updateCalculator((state) => ({ ...state, contract_kind: "indexed" }));
  open();
  for (const name of [/^Indexado/, /^Precio fijo/, /^Un solo/, /^No lo sé/])
    expect(card(name).getAttribute("aria-checked")).toBe("false");
  expect(getCalculator().contract_kind).toBe("indexed");
});

test("the question says that the spending is energy alone, without VAT, power term and electricity tax", () => {
  open();
  screen.getByText(/solo el término de energía: sin IVA, sin término de potencia y sin impuesto eléctrico/);
});

test("a year's spending typed as a month's is asked about before one goes on, and one click repairs it", async () => {
  open();
  spend("350.000");
  await heldUp();
  screen.getByText("¿Es su gasto anual?");
  press(/^Usar 29\.167\s€ al mes/);
  await waitFor(() => expect(getCalculator().total_spendings).toBe(350_000));
  await waitFor(() => expect(screen.queryByText("¿Es su gasto anual?")).toBeNull());
});

test("a spending that is confirmed is not asked about again until it changes", async () => {
  open();
  spend("350.000");
  await heldUp();
  press("Es correcto");
  expect(screen.queryByText("¿Es su gasto anual?")).toBeNull();
  press("Siguiente");
  await waitFor(() => expect(address()).toBe("/calculadora/paso/5"));
  expect(getCalculator().total_spendings).toBe(4_200_000);
  cleanup();
  open();
  spend("351.000");
  await heldUp();
});

test.each<[string, Partial<ReturnType<typeof getCalculator>>]>([
  ["plant", { generation: 1200 }],
  ["province", { province: "48" }],
  ["tariff", { tariff: "3.0TD" }],
  ["contract", { contract_kind: "fixed" }],
  ["demand", { demand: { ...getCalculator().demand, average: 520 } }],
])("a spending that is confirmed is asked about again once the %s changes", async (_, change) => {
  open();
  spend("350.000");
  await heldUp();
  press("Es correcto");
  updateCalculator((state) => ({ ...state, ...change }));
  await heldUp();
});

test("a spending as its site should cost is not doubted", async () => {
  open();
  spend("23.000");
  press("Siguiente");
  await waitFor(() => expect(address()).toBe("/calculadora/paso/5"));
});

test("350 k€ al año are read as their twelfth, and an unknown currency is refused", () => {
  open();
  spend("350 k€ al año");
  screen.getByText("350 k€ al año = 29.167 € al mes");
  expect(getCalculator().total_spendings).toBeCloseTo(350_000, 0);
  spend("350 dólares");
  screen.getByText(/^No se reconoce la unidad «dólares»/);
  expect(getCalculator().total_spendings).toBeNull();
});

test("a bill can be checked under the question, without sending the step on", async () => {
  open();
  expect(screen.queryByRole("button", { name: "Comprobar factura" })).toBeNull();
  const section = screen.getByText("Comprobar una factura").closest("details")!;
  fireEvent(section, new Event("toggle"));
  fireEvent.click(await screen.findByRole("button", { name: "Comprobar factura" }, { timeout: 10_000 }));
  expect(screen.getAllByText("Escriba la fecha.")).toHaveLength(2);
  expect(address()).toBe("/calculadora/paso/4");
});

const cell = (group: RegExp, name: string) =>
  within(screen.getByRole("group", { name: group })).getByRole("textbox", { name });

test("one power fills all six, and each can be corrected", () => {
  open();
  fireEvent.change(screen.getByRole("textbox", { name: "Potencia contratada" }), { target: { value: "145" } });
  fireEvent.change(cell(/^La de cada periodo/, "P6"), { target: { value: "263" } });
  expect(getCalculator().contract.kw).toEqual(["145", "145", "145", "145", "145", "263"]);
  screen.getByText(/de cuartos de hora, por tener más de 50 kW/);
});

test("falling powers hold the step up beside their field", async () => {
  open();
  spend("23.000");
  fireEvent.change(screen.getByRole("textbox", { name: "Potencia contratada" }), { target: { value: "145" } });
  fireEvent.change(cell(/^La de cada periodo/, "P4"), { target: { value: "100" } });
  press("Siguiente");
  await screen.findByText(/^P4: .*P1 ≤ P2/);
  screen.getByText("Corrija lo señalado en «Tengo la factura a mano».");
  expect(address()).toBe("/calculadora/paso/4");
  expect(firstIncompleteStep(getCalculator())).toBe(4);
});

test("what was typed of a bill is taken away at once, also where its powers are missing", () => {
  open();
  expect(screen.queryByRole("button", { name: "Quitar los datos de la factura" })).toBeNull();
  spend("23.000");
  const power = screen.getByRole("textbox", { name: "Potencia contratada" });
  fireEvent.change(power, { target: { value: "145" } });
  fireEvent.blur(power);
  fireEvent.change(screen.getByRole("textbox", { name: "Maxímetro: ene, P1" }), { target: { value: "130" } });
  for (const period of ["P1", "P2", "P3", "P4", "P5", "P6"])
    fireEvent.change(cell(/^La de cada periodo/, period), { target: { value: "" } });
  expect(firstIncompleteStep(getCalculator())).toBe(4);
  press("Quitar los datos de la factura");
  expect(getCalculator().contract).toEqual(NO_CONTRACT);
  expect(power).toHaveProperty("value", "");
  expect(firstIncompleteStep(getCalculator())).toBe(5);
});

test("maximeters are pasted as a table with its names, and read back by month and period", () => {
  open();
  const months = Array.from({ length: 12 }, (_, month) => `Mes ${month}\t1\t2\t3\t4\t5\t${month}`);
  fireEvent.paste(screen.getByRole("textbox", { name: "Maxímetro: ene, P1" }), {
    clipboardData: { getData: () => ["Mes\tP1\tP2\tP3\tP4\tP5\tP6", ...months].join("\n") },
  });
  expect(screen.getByRole("textbox", { name: "Maxímetro: dic, P6" })).toHaveProperty("value", "11");
});

test("the zone follows the province until another is chosen", () => {
  updateCalculator((state) => ({ ...state, province: "35" }));
  open();
  const zone = screen.getByLabelText("Zona");
  expect(zone).toHaveProperty("value", "canarias");
  fireEvent.change(zone, { target: { value: "peninsula" } });
  expect(getCalculator().contract.zone).toBe("peninsula");
});
