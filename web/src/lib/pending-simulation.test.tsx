import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { readPendingSimulation, savePendingSimulation } from "./pending-simulation.ts";

const KEY = "ecotrim.pendingSimulation";
const NOW = Date.UTC(2024, 5, 1, 10);
const DAY_MS = 24 * 60 * 60 * 1000;

const RESULTS = { summary: { savings: 84_618.99 }, operative_analysis: { sankey_plot: {} } };
const INPUTS = { demand_value: 500, pv_value: 2000 };
const CONTEXT = {
  generation: 2000,
  demand: { type: "constante", weekend: true, average: 500 },
  total_spendings: 399_996,
  selectedBattery: { name: "balanced", capacity_kwh: 2000, power_kw: 500 },
};

const save = (context: object = CONTEXT) =>
  savePendingSimulation(
    { id: "7", accessToken: "secret" },
    { id: "7", inputParameters: INPUTS, results: RESULTS } as unknown as Parameters<typeof savePendingSimulation>[1],
    context as Parameters<typeof savePendingSimulation>[2],
    NOW,
  );
const stored = () => JSON.parse(localStorage.getItem(KEY) ?? "null");

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

describe("a pending simulation", () => {
  test("a pending simulation holds the simulation, its capability, and what it was computed from", () => {
    save();
    expect(stored()).toEqual({
      simulationId: "7",
      accessToken: "secret",
      results: RESULTS,
      inputParameters: INPUTS,
      calculatorContext: {
        generation: 2000,
        demand: { value: 500 },
        selectedBattery: { capacity_kwh: 2000, power_kw: 500 },
        total_spendings: 399_996,
      },
      timestamp: NOW,
      expiresAt: NOW + DAY_MS,
    });
  });

  test("a pending simulation holds the answers that refine it", () => {
    const refined = {
      province: "35",
      zero_export: true,
      contract_kind: "fixed",
      tariff: "3.0TD",
      contract: { contracted_kw: [100, 100, 100, 100, 100, 145] },
    };
    save({ ...CONTEXT, ...refined });
    expect(stored().calculatorContext).toMatchObject(refined);
  });

  test("a pending simulation is read back within 24 hours", () => {
    const saved = save();
    expect(readPendingSimulation(NOW + DAY_MS - 1)).toEqual(saved);
  });

  test("a pending simulation is deleted once its 24 hours are over", () => {
    save();
    expect(readPendingSimulation(NOW + DAY_MS)).toBeUndefined();
    expect(localStorage.getItem(KEY)).toBeNull();
  });

  test.each([
    ["no capability", { simulationId: "7", expiresAt: NOW + DAY_MS }],
    ["no simulation", { accessToken: "secret", expiresAt: NOW + DAY_MS }],
    ["no end", { simulationId: "7", accessToken: "secret" }],
    ["nothing in it", null],
  ])("a pending simulation with %s counts as none and is deleted", (_, damaged) => {
    localStorage.setItem(KEY, JSON.stringify(damaged));
    expect(readPendingSimulation(NOW)).toBeUndefined();
    expect(localStorage.getItem(KEY)).toBeNull();
  });

  test("a pending simulation that was never saved is none", () => {
    expect(readPendingSimulation(NOW)).toBeUndefined();
  });

  test("a pending simulation too large for this browser is kept without its charts, which the server has", () => {
    const kept = localStorage;
    const small = {
      getItem: (key: string) => kept.getItem(key),
      setItem: (key: string, value: string) => {
        if (value.includes("operative_analysis")) throw new Error("quota");
        kept.setItem(key, value);
      },
    };
    vi.stubGlobal("localStorage", small);
    save();
    expect(stored().results).toEqual({ summary: RESULTS.summary });
    expect(readPendingSimulation(NOW)?.simulationId).toBe("7");
  });
});
