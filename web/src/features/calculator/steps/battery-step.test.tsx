import { DEFAULT_BATTERY_CONFIGURATIONS } from "@ecotrim/contracts/simulations/battery-options";
import { onlineManager } from "@tanstack/react-query";
import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { renderWithData } from "../../../lib/render-with-data.fixture.ts";
import { BATTERY_STEP, calculatorContext } from "../state.ts";
import { getCalculator, resetCalculator, updateCalculator } from "../store.ts";
import { BatteryStep } from "./battery-step.tsx";

beforeEach(() => {
  resetCalculator(BATTERY_STEP);
  updateCalculator((state) => ({ ...state, demand: { ...state.demand, average: 500 }, total_spendings: 400_000 }));
  vi.stubGlobal("fetch", async () => Response.json({ success: true, configurations: DEFAULT_BATTERY_CONFIGURATIONS }));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  act(() => onlineManager.setOnline(true));
});

const open = () =>
  renderWithData(
    <MemoryRouter>
      <BatteryStep />
    </MemoryRouter>,
  );

test("step 5 reached without a connection says so, and shows the batteries once there is one", async () => {
  onlineManager.setOnline(false);
  open();
  screen.getByText("Sin conexión");
  act(() => onlineManager.setOnline(true));
  await screen.findByRole("radio", { name: /^Equilibrada/ });
  expect(screen.queryByText("Sin conexión")).toBeNull();
});

test("the default batteries say so when the real ones are asked for without a connection", async () => {
  vi.stubGlobal("fetch", async () => Response.json({ success: false }, { status: 500 }));
  open();
  await screen.findByText(/Usando valores predeterminados/);
  act(() => onlineManager.setOnline(false));
  fireEvent.click(screen.getByRole("button", { name: "Reintentar" }));
  await screen.findByText("Sin conexión");
  screen.getByRole("radio", { name: /^Equilibrada/ });
});

test("batteries of other answers than the present ones are taken off the screen", async () => {
  open();
  await screen.findByRole("radio", { name: /^Equilibrada/ });
  vi.stubGlobal("fetch", () => new Promise(() => {}));
  act(() => updateCalculator((state) => ({ ...state, total_spendings: 500_000 })));
  await screen.findByRole("status", { name: "Buscando las baterías adecuadas" });
  expect(screen.queryAllByRole("radio")).toEqual([]);
});

test("the battery of an offer is given by its size and, if known, its price", async () => {
  open();
  fireEvent.click(await screen.findByRole("radio", { name: /^Otra/ }));
  const next = screen.getByRole<HTMLButtonElement>("button", { name: "Continuar" });
  const type = (name: string, text: string) =>
    fireEvent.change(screen.getByRole("textbox", { name }), { target: { value: text } });
  type("Capacidad", "2 MWh");
  screen.getByText("2 MWh = 2.000 kWh");
  expect(next.disabled).toBe(true);
  type("Potencia", "1 MW");
  expect(next.disabled).toBe(false);
  expect(calculatorContext(getCalculator())).not.toHaveProperty("capex_eur");
  type("Precio de la oferta (opcional)", "480 k€");
  expect(calculatorContext(getCalculator())).toMatchObject({
    capex_eur: 480_000,
    selectedBattery: { capacity_kwh: 2000, power_kw: 1000 },
  });
});

test("where no battery is recommended, the step says that none pays", async () => {
  const none = Object.fromEntries(
    Object.entries(DEFAULT_BATTERY_CONFIGURATIONS).map(([key, card]) => [
      key,
      { ...card, is_recommended: false, pays: false, npv_eur: -1 },
    ]),
  );
  vi.stubGlobal("fetch", async () => Response.json({ success: true, configurations: none }));
  open();
  await screen.findByText(/ninguna compensa/);
  expect(screen.queryByText("Recomendada")).toBeNull();
});

test("the cards of a site with maximeters say that they count power as well, by a shorter calculation", () => {
  const contract = { kw: Array(6).fill("145"), maximeters: Array(72).fill("100") };
  updateCalculator((state) => ({ ...state, contract: { ...state.contract, ...contract } }));
  open();
  screen.getByText(/cuentan energía, potencia y excesos con un cálculo rápido/);
});
