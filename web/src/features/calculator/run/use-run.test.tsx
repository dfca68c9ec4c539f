import type { CalculatorContext } from "@ecotrim/contracts/simulations/context";
import type { CreateSimulation } from "@ecotrim/contracts/simulations/record";
import { cleanup, renderHook, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ApiError } from "../../../lib/http.ts";
import { logIn } from "../../../lib/session.fixture.ts";
import { endSession } from "../../../lib/session.ts";
import { calculatorContext, firstIncompleteStep, hasLostCurve, RESULTS_STEP, runBasis } from "../state.ts";
import { getCalculator, resetCalculator, updateCalculator, useCalculator } from "../store.ts";
import { useRun } from "./use-run.ts";

/** `sites` are those that the account has. */
const server = vi.hoisted(() => ({
  created: 0,
  sites: [] as string[],
  asked: [] as (string | undefined)[],
  refusals: [] as Error[],
  draft: undefined as unknown,
  curves: [] as string[],
}));

vi.mock("../../../lib/api.ts", async (original) => ({
  ...(await original<typeof import("../../../lib/api.ts")>()),
  fetchSimulation: async () => ({ status: "failed", error: { code: "CANCELLED", message: "" } }),
  findByContext: async () => undefined,
  createSimulation: async ({ installation_id: site }: CreateSimulation) => {
    server.asked.push(site);
    const refusal = server.refusals.shift();
    if (refusal) throw refusal;
    if (site !== undefined && !server.sites.includes(site)) throw new ApiError("", 404, "INSTALLATION_NOT_FOUND");
    return { id: String(++server.created), accessToken: "t" };
  },
  createCurve: async (_: unknown, key: string) => {
    server.curves.push(key);
    return { id: "again", hash: "h" };
  },
}));
vi.mock("../../../lib/curve-drafts.ts", () => ({
  keptDraft: async () => server.draft,
  forgetDrafts: () => undefined,
}));

beforeEach(() => {
  Object.assign(server, { created: 0, sites: [], asked: [], refusals: [], draft: undefined, curves: [] });
  resetCalculator(RESULTS_STEP);
  updateCalculator((state) => ({
    ...state,
    ...{ generation: 2000, demand: { ...state.demand, average: 500 }, total_spendings: 400_000 },
    ...{ selectedBattery: "own", ownBattery: { capacity_kwh: 2000, power_kw: 500, capex_eur: null } },
  }));
});
afterEach(() => {
  cleanup();
  endSession("logout");
});

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

describe("a curve that the server has deleted", () => {
  const sent = { key: "draft", id: "1", accessToken: "a", hash: "h", hasPlant: false };
  const gone = new ApiError("No se ha encontrado la curva.", 404, "CURVE_NOT_FOUND", "inputParameters.curve_id");
  const begin = () => {
    updateCalculator((state) => ({ ...state, demand: { ...state.demand, source: "curve" }, curve: sent }));
    const arrived = calculatorContext(getCalculator())!;
    return renderHook(() => useRun(calculatorContext(useCalculator()) ?? arrived));
  };

  test("is sent again from the draft, once, and the run goes on with it", async () => {
    server.draft = { key: "draft", read: { body: {} } };
    server.refusals = [gone];
    begin();
    await waitFor(() => expect(getCalculator().run?.handle?.id).toBe("1"));
    expect(server.curves).toEqual(["draft"]);
    expect(getCalculator().curve).toEqual({ ...sent, id: "again", accessToken: null });
  });

  test("leads back to step 3 where this browser has no draft of it, or it is not found again", async () => {
    server.refusals = [gone];
    const { unmount } = begin();
    await waitFor(() => expect(getCalculator().curve?.isLost).toBe(true));
    expect(hasLostCurve(getCalculator())).toBe(true);
    expect(firstIncompleteStep(getCalculator())).toBe(3);
    unmount();
    server.draft = { key: "draft", read: { body: {} } };
    server.refusals = [gone, gone];
    begin();
    await waitFor(() => expect(getCalculator().curve?.isLost).toBe(true));
    expect(server.curves).toHaveLength(1);
  });
});

test.each([
  ["names it", true, ["s1"], ["s1"]],
  ["runs without one that was deleted meanwhile", true, [], ["s1", undefined]],
  ["names none without a session", false, ["s1"], [undefined]],
])("a run of a site %s", async (_, loggedIn, sites, asked) => {
  if (loggedIn) logIn();
  server.sites = sites;
  updateCalculator((state) => ({ ...state, installation: { id: "s1", name: "Nave", basis: "" } }));
  stepOf(calculatorContext(getCalculator())!);
  await waitFor(() => expect(getCalculator().run?.handle?.id).toBe("1"));
  expect(server.asked).toEqual(asked);
});
