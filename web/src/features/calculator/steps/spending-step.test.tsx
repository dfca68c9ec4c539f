import { cleanup, fireEvent, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, beforeEach, expect, test } from "vitest";
import { renderWithData } from "../../../lib/render-with-data.fixture.ts";
import { getCalculator, resetCalculator, updateCalculator } from "../store.ts";
import { SpendingStep } from "./spending-step.tsx";

beforeEach(() => {
  resetCalculator(4);
  updateCalculator((state) => ({ ...state, demand: { ...state.demand, average: 500 } }));
});
afterEach(cleanup);

const open = () =>
  renderWithData(
    <MemoryRouter>
      <SpendingStep />
    </MemoryRouter>,
  );
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
