import { DEFAULT_BATTERY_CONFIGURATIONS } from "@ecotrim/contracts/simulations/battery-options";
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { MemoryRouter, Route, Routes } from "react-router-dom";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { renderWithData } from "../../../lib/render-with-data.fixture.ts";
import { RESULTS } from "../../results/result-parts.fixture.ts";
import { PENDING_RECORD } from "../../simulations/record.fixture.ts";
import { batteryBasis, withBatteryOptions } from "../state.ts";
import { StepRoute } from "../step-route.tsx";
import { getCalculator, resetCalculator, updateCalculator } from "../store.ts";

const WAIT = { timeout: 10_000 };
const CREATED = { id: PENDING_RECORD.id, accessToken: "t" };
const SUGGESTION = { field: "total_spending", value: 350_000, label: "Usar 350.000 € al año" };

/** Inputs of the simulations that were asked for. */
let asked: Record<string, unknown>[] = [];
let suggestion: { field: string; value: number; label: string } = SUGGESTION;

const record = () => ({
  ...PENDING_RECORD,
  status: "completed",
  results: {
    ...RESULTS,
    ...{ engine_version: "2.0.0", tariff_version: "6.1TD", possible_extras: [] },
    solver: { name: "exact", relative_gap: null, milliseconds: 3 },
    warnings: [{ code: "spending_out_of_range", message: "No podemos fiarnos de este resultado.", suggestion }],
  },
});

async function answer(path: string, { body }: RequestInit = {}): Promise<Response> {
  if (path.endsWith("/find-by-context")) return Response.json({ success: true, found: false });
  if (body === undefined) return Response.json({ success: true, data: record() });
  asked.push(JSON.parse(String(body)).inputParameters);
  return Response.json({ success: true, data: CREATED });
}

// The steps load their rules and screens on demand; here they are there already.
beforeAll(() => Promise.all([import("../slips.ts"), import("./result-screen.tsx")]));
beforeEach(() => {
  [asked, suggestion] = [[], SUGGESTION];
  vi.stubGlobal("fetch", answer);
  vi.stubGlobal("scrollTo", () => undefined);
  resetCalculator(4);
  updateCalculator((state) => ({ ...state, demand: { ...state.demand, average: 500 } }));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const open = (step: number) =>
  renderWithData(
    <MemoryRouter initialEntries={[`/calculadora/paso/${step}`]}>
      <Routes>
        <Route path="/calculadora/paso/:step" element={<StepRoute />} />
      </Routes>
    </MemoryRouter>,
  );

const choose = () =>
  updateCalculator((state) => ({
    ...withBatteryOptions(state, {
      ...{ basis: batteryBasis(state)!, source: "api" },
      configurations: DEFAULT_BATTERY_CONFIGURATIONS,
    }),
    selectedBattery: "balanced",
  }));

test("a spending that was confirmed and then replaced is repaired in the result, which is run again with its battery", async () => {
  open(4);
  const field = screen.getByRole("textbox", { name: "Gasto mensual en energía" });
  fireEvent.change(field, { target: { value: "350.000" } });
  fireEvent.blur(field);
  fireEvent.click(await screen.findByRole("button", { name: "Es correcto" }, WAIT));
  cleanup();

  choose();
  open(6);
  fireEvent.click(await screen.findByRole("button", { name: "Usar 350.000 € al año" }, WAIT));
  await waitFor(() => expect(asked).toHaveLength(2), WAIT);
  const { capacity_kwh } = DEFAULT_BATTERY_CONFIGURATIONS.balanced;
  expect(asked.map(({ total_spending, battery_capacity }) => [total_spending, battery_capacity])).toEqual([
    [4_200_000, capacity_kwh],
    [350_000, capacity_kwh],
  ]);
  expect(getCalculator().total_spendings).toBe(350_000);
});

test("with a repaired consumption the battery is chosen again", async () => {
  suggestion = { field: "demand_value", value: 501.37, label: "Usar 501 kW de media" };
  updateCalculator((state) => ({ ...state, total_spendings: 350_000 }));
  choose();
  open(6);
  fireEvent.click(await screen.findByRole("button", { name: "Usar 501 kW de media" }, WAIT));
  await screen.findByRole("heading", { name: /batería/ }, WAIT);
  expect(getCalculator().demand.average).toBe(501.37);
  expect(asked).toHaveLength(1);
});
