import type { Results } from "@ecotrim/contracts/simulations/result";
import { BILLS, VALUE } from "@ecotrim/present/bill/contract-bill.fixture";
import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { renderWithData } from "../../lib/render-with-data.fixture.ts";
import { ContractBill } from "./contract-bill.tsx";
import { RESULTS } from "./result-parts.fixture.ts";

afterEach(cleanup);

const show = (change: Partial<Results>) => renderWithData(<ContractBill results={{ ...RESULTS, ...change }} />);
const cellsOf = (label: string) =>
  within(screen.getByRole("rowheader", { name: label, hidden: true }).closest("tr")!)
    .getAllByRole("cell", { hidden: true })
    .map(({ textContent }) => textContent);

test("a result without a contract has no bill under six powers", () => {
  show({});
  expect(screen.queryByRole("heading")).toBeNull();
});

test("powers, parts of the bill and excesses stand under each of the three contracts", () => {
  show({ bill: BILLS, battery_value: VALUE });
  expect(cellsOf("P1")).toEqual(["629", "527", "388"]);
  expect(cellsOf("Total sin IVA")).toEqual(["127.997", "124.272", "107.696"]);
  expect(cellsOf("Exceso P2 (€)")).toEqual(["0", "1.420", "496"]);
});

test("each month has its concepts and its excess by period under the contract that is chosen", () => {
  show({ bill: BILLS, battery_value: VALUE });
  const sums = () =>
    screen
      .getAllByRole("rowheader", { name: "Suma", hidden: true })
      .map((cell) => Array.from(cell.closest("tr")!.querySelectorAll("td"), ({ textContent }) => textContent));
  expect(sums()).toEqual([["24.200", "496", "83.000", "107.696"], ["496"]]);
  fireEvent.click(screen.getByRole("radio", { name: "Ahora", hidden: true }));
  expect(sums()).toEqual([["37.997", "90.000", "127.997"]]);
  screen.getByText("Con estas potencias no hay excesos en ningún mes.");
});

test("the saving without battery is told first, and what can be expected of the battery after it", () => {
  show({ bill: BILLS, battery_value: VALUE });
  const sentences = screen.getAllByText(/al año|excesos:/).map(({ textContent }) => textContent ?? "");
  expect(sentences[0]).toMatch(/^Cambiar las potencias ahorra 3\.725/);
  screen.getByText("Meses y periodos sin excesos: 15 de 21. Días con exceso: 10.");
});
