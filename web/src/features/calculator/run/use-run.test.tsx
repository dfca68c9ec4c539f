import type { CalculatorContext } from "@ecotrim/contracts/simulations/context";
import { cleanup, renderHook, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { calculatorContext, RESULTS_STEP, runBasis } from "../state.ts";
import { getCalculator, resetCalculator, updateCalculator } from "../store.ts";
import { useRun } from "./use-run.ts";

const server = vi.hoisted(() => ({ created: 0 }));

vi.mock("../../../lib/api.ts", async (original) => ({
  ...(await original<typeof import("../../../lib/api.ts")>()),
  fetchSimulation: async () => ({ status: "failed", error: { code: "CANCELLED", message: "" } }),
  findByContext: async () => undefined,
  createSimulation: async () => ({ id: String(++server.created), accessToken: "t" }),
}));

beforeEach(() => {
  server.created = 0;
  resetCalculator(RESULTS_STEP);
  updateCalculator((state) => ({
    ...state,
    ...{ generation: 2000, demand: { ...state.demand, average: 500 }, total_spendings: 400_000 },
    ...{ selectedBattery: "own", ownBattery: { capacity_kwh: 2000, power_kw: 500, capex_eur: null } },
  }));
});
afterEach(cleanup);

const stepOf = (context: CalculatorContext) => renderHook(() => useRun(context));

test("who left a cancelled run and comes back to step 6 gets a new run", async () => {
  const context = calculatorContext(getCalculator())!;
  const handle = { id: "0", accessToken: "t" };
  const basis = runBasis(getCalculator(), context);
  updateCalculator((state) => ({
    ...state,
    run: { basis, idempotencyKey: "k", handle, seen: false, claimed: false },
  }));

  const { result, unmount } = stepOf(context);
  await waitFor(() => expect(result.current.state.phase).toBe("cancelled"));
  expect(server.created).toBe(0);
  unmount();
  stepOf(context);
  await waitFor(() => expect(getCalculator().run?.handle?.id).toBe("1"));
});
