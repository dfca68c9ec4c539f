import { DEFAULT_BATTERY_CONFIGURATIONS } from "@ecotrim/contracts/simulations/battery-options";
import { onlineManager } from "@tanstack/react-query";
import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { renderWithData } from "../../../lib/render-with-data.fixture.ts";
import { BATTERY_STEP } from "../state.ts";
import { resetCalculator, updateCalculator } from "../store.ts";
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
