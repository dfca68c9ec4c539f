import type { DispatchProblem } from "@ecotrim/engine/dispatch/problem";
import type { Highs, Model } from "highs";
import { beforeEach, expect, test, vi } from "vitest";
import { createHighsSolver } from "./highs-solver.ts";

/** Fault injected into the next run of any model. */
let fault: ((model: Model) => void) | undefined;
const loaded = vi.fn();

vi.mock("./load-highs.ts", async (original) => {
  const { loadHighs } = await original<typeof import("./load-highs.ts")>();
  const loadFaultyHighs = async (): Promise<Highs> => {
    loaded();
    const highs = await loadHighs();
    const createModel = highs.createModel.bind(highs);
    highs.createModel = () => {
      const model = createModel();
      const run = model.run.bind(model);
      model.run = (...callbacks) => {
        const befalling = fault;
        fault = undefined;
        befalling?.(model);
        return run(...callbacks);
      };
      return model;
    };
    return highs;
  };
  return { loadHighs: loadFaultyHighs };
});

beforeEach(() => loaded.mockClear());

/** Prices below zero make it a problem for HiGHS alone, which cold-starts it. */
const STEPS = 72;
const wave = (mean: number, size: number, period: number) =>
  Float64Array.from({ length: STEPS }, (_, t) => mean + size * Math.sin((2 * Math.PI * t) / period));
const PROBLEM: DispatchProblem = {
  stepHours: 1,
  pvKwh: wave(8, 8, 24),
  demandKwh: wave(10, 3, 24 * 7),
  buyEurMwh: wave(60, 90, 17),
  sellEurMwh: wave(10, 5, 24),
  importLimitKwh: new Float64Array(STEPS).fill(Infinity),
  exportLimitKwh: Infinity,
  battery: {
    capacityKwh: 20,
    chargeKw: 10,
    dischargeKw: 10,
    etaCharge: 0.9,
    etaDischarge: 0.9,
    minSoc: 0,
    initialSoc: 0.5,
  },
  wearEurMwh: 0,
  batteryExport: false,
};

test("HiGHS that stops at its time limit ends in a timeout, and solves the next problem", async () => {
  const solver = await createHighsSolver();
  fault = (model) => void model.options.set({ time_limit: Number.MIN_VALUE });
  await expect(solver.solve([PROBLEM])).rejects.toMatchObject({
    code: "SOLVER_TIMEOUT",
    cause: { modelStatus: expect.any(Number) },
  });
  expect((await solver.solve([PROBLEM]))[0]?.status).toBe("optimal");
  expect(loaded).toHaveBeenCalledTimes(1);
  solver.dispose();
});

test("a WebAssembly trap fails its own solve, and the next has a runtime of its own", async () => {
  const solver = await createHighsSolver();
  const [before] = await solver.solve([PROBLEM]);
  const trap = new WebAssembly.RuntimeError("unreachable");
  fault = () => {
    throw trap;
  };
  await expect(solver.solve([PROBLEM])).rejects.toMatchObject({ code: "SOLVER_FAILED", cause: trap });
  const [after] = await solver.solve([PROBLEM]);
  expect(after?.schedule).toEqual(before?.schedule);
  expect(loaded).toHaveBeenCalledTimes(2);
  solver.dispose();
});
