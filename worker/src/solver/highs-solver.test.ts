import type { AppError } from "@ecotrim/contracts/errors";
import { dispatchWithoutBattery } from "@ecotrim/engine/dispatch/no-battery";
import type { Battery, DispatchProblem } from "@ecotrim/engine/dispatch/problem";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { FULL } from "../../../tests/support/full.ts";
import { createHighsSolver } from "./highs-solver.ts";
import { loadHighs } from "./load-highs.ts";

const solver = await createHighsSolver({ timeLimitSeconds: 60 });
afterAll(() => solver.dispose());

const BATTERY: Battery = {
  capacityKwh: 10,
  chargeKw: 10,
  dischargeKw: 10,
  etaCharge: 0.9,
  etaDischarge: 0.9,
  minSoc: 0,
  initialSoc: 0,
};

interface Given {
  pv: number[];
  demand: number[];
  buy: number[];
  sell: number[];
  importLimit?: number;
  battery?: Partial<Battery>;
  wear?: number;
  batteryExport?: boolean;
  exportLimit?: number;
}

function problemOf(given: Given): DispatchProblem {
  return {
    stepHours: 1,
    pvKwh: Float64Array.from(given.pv),
    demandKwh: Float64Array.from(given.demand),
    buyEurMwh: Float64Array.from(given.buy),
    sellEurMwh: Float64Array.from(given.sell),
    importLimitKwh: new Float64Array(given.pv.length).fill(given.importLimit ?? Infinity),
    exportLimitKwh: given.exportLimit ?? Infinity,
    battery: { ...BATTERY, ...given.battery },
    wearEurMwh: given.wear ?? 0.001,
    batteryExport: given.batteryExport ?? false,
  };
}

async function solveOne(problem: DispatchProblem) {
  const [solution] = await solver.solve([problem]);
  return solution!;
}

/** The energy bill without wear, EUR. */
function bill(
  problem: DispatchProblem,
  { importKwh, exportKwh }: { importKwh: Float64Array; exportKwh: Float64Array },
) {
  return importKwh.reduce(
    (sum, kwh, t) => sum + (problem.buyEurMwh[t]! * kwh - problem.sellEurMwh[t]! * exportKwh[t]!) / 1000,
    0,
  );
}

async function rejection(problem: DispatchProblem): Promise<AppError> {
  return solver.solve([problem]).then(
    () => expect.fail("the problem was solved"),
    (error) => error,
  );
}

describe("known answers", () => {
  test.each([
    ["energy is shifted to the dear hour", { pv: [0, 0], demand: [10, 10], buy: [50, 250], sell: [0, 0] }, 3, 1.475],
    [
      "the charge at the end is not free",
      { pv: [0, 0], demand: [5, 5], buy: [100, 100], sell: [0, 0], battery: { initialSoc: 0.5 } },
      1,
      1,
    ],
    [
      "a spread below the losses is left alone",
      { pv: [0, 0], demand: [10, 10], buy: [210, 250], sell: [0, 0] },
      4.6,
      4.6,
    ],
    [
      "PV is curtailed where selling costs money",
      { pv: [10], demand: [0], buy: [100], sell: [-20], battery: { initialSoc: 1 } },
      0,
      0,
    ],
    [
      "a negative price charges and does not burn energy",
      { pv: [0], demand: [0], buy: [-50], sell: [-50], battery: { initialSoc: 0.5 } },
      0,
      -0.2777777777777778,
    ],
    [
      "the battery trades with the grid where it may",
      {
        ...{ pv: [0, 0], demand: [0, 0], buy: [20, 300], sell: [10, 250], batteryExport: true },
        battery: { chargeKw: 5, dischargeKw: 5 },
      },
      0,
      -0.9125,
    ],
    [
      "importing to export at a better price in the same hour is not allowed",
      { pv: [8], demand: [2], buy: [50], sell: [80], battery: { initialSoc: 0 } },
      -0.48,
      -0.48,
    ],
  ] satisfies [string, Given, number, number][])("%s", async (_, given, base, cost) => {
    const problem = problemOf(given);
    expect(bill(problem, dispatchWithoutBattery(problem).schedule)).toBeCloseTo(base, 9);
    expect(bill(problem, (await solveOne(problem)).schedule)).toBeCloseTo(cost, 6);
  });

  test("a battery is idle where every price is zero", async () => {
    const { schedule } = await solveOne(
      problemOf({ pv: [5, 5], demand: [5, 5], buy: [0, 0], sell: [0, 0], battery: { initialSoc: 0.5 } }),
    );
    expect([...schedule.chargeKwh, ...schedule.dischargeKwh]).toEqual([0, 0, 0, 0]);
  });

  test("surplus beyond the export limit is curtailed", async () => {
    const problem = problemOf({
      pv: [30],
      demand: [2],
      buy: [90],
      sell: [40],
      exportLimit: 5,
      battery: { chargeKw: 4 },
    });
    const { schedule } = await solveOne(problem);
    expect(schedule.exportKwh[0]).toBeCloseTo(5, 9);
    expect(schedule.curtailedKwh[0]! + schedule.chargeKwh[0]!).toBeCloseTo(23, 9);
  });
});

describe("problems without an answer", () => {
  test("demand above contracted power and battery names the first step", async () => {
    const problem = problemOf({ pv: [0, 0], demand: [5, 50], buy: [100, 100], sell: [0, 0], importLimit: 20 });
    const error = await rejection(problem);
    expect(error).toMatchObject({
      code: "INFEASIBLE",
      field: "limit",
      cause: { fault: "limit_too_small", step: 1, limitKw: 20, neededKw: 50 },
    });
  });

  test("the step in which the battery runs empty is named, not the first that needs it", async () => {
    const problem = problemOf({
      ...{ pv: [0, 0, 0], demand: [24, 24, 24], buy: [90, 90, 90], sell: [0, 0, 0], importLimit: 20 },
      battery: { initialSoc: 1 },
    });
    expect(await rejection(problem)).toMatchObject({ code: "INFEASIBLE", cause: { step: 2 } });
  });

  test("a charge that cannot be recovered by the end is infeasible", async () => {
    const problem = problemOf({
      ...{ pv: [0, 0], demand: [24, 20], buy: [90, 90], sell: [0, 0], importLimit: 20 },
      battery: { initialSoc: 1 },
    });
    expect(await rejection(problem)).toMatchObject({ code: "INFEASIBLE", cause: { fault: "end_charge", step: 1 } });
  });

  test("a site without battery that exceeds its contracted power is infeasible in closed form too", async () => {
    const problem = problemOf({
      pv: [0],
      demand: [24],
      buy: [9],
      sell: [0],
      importLimit: 20,
      battery: { capacityKwh: 0 },
    });
    expect(await rejection(problem)).toMatchObject({ code: "INFEASIBLE", cause: { step: 0 } });
  });

  test.each([
    ["buyEurMwh[1]", { pv: [0, 0], demand: [5, 5], buy: [100, Number.NaN], sell: [0, 0] }],
    ["pvKwh[0]", { pv: [Infinity], demand: [5], buy: [100], sell: [0] }],
    ["demandKwh[0]", { pv: [0], demand: [-5], buy: [100], sell: [0] }],
    ["sellEurMwh", { pv: [0, 0], demand: [5, 5], buy: [100, 100], sell: [0] }],
    ["wearEurMwh", { pv: [0], demand: [5], buy: [100], sell: [0], wear: Number.NaN }],
    ["battery.etaCharge", { pv: [0], demand: [5], buy: [100], sell: [0], battery: { etaCharge: 0 } }],
    ["battery.initialSoc", { pv: [0], demand: [5], buy: [100], sell: [0], battery: { minSoc: 0.4, initialSoc: 0.1 } }],
  ] satisfies [string, Given][])("a value that makes no sense is refused by name: %s", async (field, given) => {
    expect(await rejection(problemOf(given))).toMatchObject({ code: "INVALID_INPUT", field });
  });

  test("a solve with no time left ends in an error before HiGHS runs", async () => {
    const hasty = await createHighsSolver({ timeLimitSeconds: 0 });
    const problem = problemOf({ pv: [0, 0], demand: [10, 10], buy: [50, 250], sell: [0, 0] });
    await expect(hasty.solve([problem])).rejects.toMatchObject({ code: "SOLVER_TIMEOUT" });
    hasty.dispose();
  });

  test("a failed problem leaves the solver fit for the next", async () => {
    await rejection(problemOf({ pv: [0], demand: [50], buy: [100], sell: [0], importLimit: 20 }));
    const problem = problemOf({ pv: [0, 0], demand: [10, 10], buy: [50, 250], sell: [0, 0] });
    expect(bill(problem, (await solveOne(problem)).schedule)).toBeCloseTo(1.475, 6);
  });

  test("a disposed solver refuses to solve", async () => {
    const disposed = await createHighsSolver();
    disposed.dispose();
    await expect(disposed.solve([])).rejects.toMatchObject({ code: "SOLVER_FAILED" });
  });
});

const energy = fc.integer({ min: 0, max: 40 });
const price = fc.integer({ min: -120, max: 250 });
const fraction = (min: number, max: number) => fc.integer({ min: min * 100, max: max * 100 }).map((x) => x / 100);

/** Any small site: negative prices, sell above buy, limits, with and without battery export. */
const anyProblem = fc
  .record({
    steps: fc.array(fc.tuple(energy, energy, price, price), { minLength: 1, maxLength: 8 }),
    importLimit: fc.constantFrom(25, 45, Infinity),
    exportLimit: fc.constantFrom(0, 8, Infinity),
    capacityKwh: fc.integer({ min: 0, max: 60 }),
    chargeKw: fc.integer({ min: 0, max: 30 }),
    dischargeKw: fc.integer({ min: 0, max: 30 }),
    eta: fc.tuple(fraction(0.6, 1), fraction(0.6, 1)),
    minSoc: fraction(0, 0.4),
    initialSoc: fraction(0.4, 1),
    wear: fc.constantFrom(0, 1, 18.3),
    batteryExport: fc.boolean(),
  })
  .map(({ steps, eta, ...rest }) =>
    problemOf({
      pv: steps.map((s) => s[0]),
      demand: steps.map((s) => s[1]),
      buy: steps.map((s) => s[2]),
      sell: steps.map((s) => s[3]),
      importLimit: rest.importLimit,
      exportLimit: rest.exportLimit,
      battery: { ...rest, etaCharge: eta[0], etaDischarge: eta[1] },
      wear: rest.wear,
      batteryExport: rest.batteryExport,
    }),
  );

/** Any small site whose import has a price above none, one or two caps, beyond import limits too. */
const anyCappedProblem = fc
  .tuple(anyProblem, fc.array(fc.tuple(energy, fc.constantFrom(0, 60, 150)), { maxLength: 2 }))
  .map(([problem, caps]): DispatchProblem => {
    const ascending = caps.toSorted(([a], [b]) => a - b);
    const softCaps = ascending.map(([capKwh, slopeEurMwh]) => ({
      capKwh: problem.pvKwh.map(() => capKwh),
      slopeEurMwh,
    }));
    return { ...problem, softCaps };
  });

/** The design's model as LP text, without the reductions of `buildDispatchModel`. */
function fullModel(problem: DispatchProblem): string {
  const { capacityKwh, chargeKw, dischargeKw, etaCharge, etaDischarge, minSoc, initialSoc } = problem.battery;
  const term = (value: number, name: string) => `${value < 0 ? "-" : "+"} ${Math.abs(value)} ${name}`;
  const cost: string[] = [];
  const rows: string[] = [];
  const bounds: string[] = [];
  const binaries: string[] = [];
  const last = problem.pvKwh.length - 1;
  problem.pvKwh.forEach((pv, t) => {
    const net = problem.demandKwh[t]! - pv;
    const discharge = problem.batteryExport ? dischargeKw : Math.min(dischargeKw, Math.max(net, 0));
    const bought = Math.min(problem.importLimitKwh[t]!, problem.demandKwh[t]! + chargeKw);
    const sold = Math.min(problem.exportLimitKwh, pv + discharge);
    cost.push(term(problem.buyEurMwh[t]!, `g${t}`), term(-problem.sellEurMwh[t]!, `x${t}`));
    cost.push(term(problem.wearEurMwh, `c${t}`), term(problem.wearEurMwh, `d${t}`));
    problem.softCaps?.forEach(({ capKwh, slopeEurMwh }, k) => {
      cost.push(term(slopeEurMwh as number, `e${k}_${t}`));
      rows.push(`g${t} - e${k}_${t} <= ${capKwh[t]}`);
    });
    rows.push(
      `g${t} - x${t} - w${t} - c${t} + d${t} = ${net}`,
      `s${t} ${t > 0 ? `- s${t - 1}` : ""} ${term(-etaCharge, `c${t}`)} ${term(1 / etaDischarge, `d${t}`)} = ${t > 0 ? 0 : initialSoc * capacityKwh}`,
      `g${t} ${term(-bought, `a${t}`)} <= 0`,
      `x${t} ${term(sold, `a${t}`)} <= ${sold}`,
      `c${t} ${term(-chargeKw, `b${t}`)} <= 0`,
      `d${t} ${term(discharge, `b${t}`)} <= ${discharge}`,
    );
    bounds.push(`w${t} <= ${pv}`, `${(t < last ? minSoc : initialSoc) * capacityKwh} <= s${t} <= ${capacityKwh}`);
    binaries.push(`a${t}`, `b${t}`);
  });
  return ["Minimize", ...cost, "Subject To", ...rows, "Bounds", ...bounds, "Binary", ...binaries, "End"].join("\n");
}

async function solveOrNull(problem: DispatchProblem) {
  return solveOne(problem).catch((error: AppError) => {
    if (error.code !== "INFEASIBLE") throw error;
    return null;
  });
}

describe("any small site", () => {
  test("any schedule closes its balances, keeps its bounds, and never does two opposite things at once", async () => {
    await fc.assert(
      fc.asyncProperty(anyProblem, async (problem) => {
        const solution = await solveOrNull(problem);
        if (!solution) return;
        const { importKwh, exportKwh, curtailedKwh, chargeKwh, dischargeKwh, socKwh } = solution.schedule;
        const { capacityKwh, chargeKw, dischargeKw, etaCharge, etaDischarge, minSoc, initialSoc } = problem.battery;
        let before = initialSoc * capacityKwh;
        for (let t = 0; t < importKwh.length; t++) {
          const inflow = problem.pvKwh[t]! + importKwh[t]! + dischargeKwh[t]!;
          const outflow = problem.demandKwh[t]! + exportKwh[t]! + curtailedKwh[t]! + chargeKwh[t]!;
          expect(inflow).toBeCloseTo(outflow, 6);
          expect(socKwh[t]).toBeCloseTo(before + etaCharge * chargeKwh[t]! - dischargeKwh[t]! / etaDischarge, 6);
          for (const [value, most] of [
            [importKwh[t]!, problem.importLimitKwh[t]!],
            [exportKwh[t]!, problem.exportLimitKwh],
            [curtailedKwh[t]!, problem.pvKwh[t]!],
            [chargeKwh[t]!, chargeKw],
            [dischargeKwh[t]!, dischargeKw],
            [socKwh[t]! - minSoc * capacityKwh, (1 - minSoc) * capacityKwh],
          ] as const) {
            expect(value).toBeGreaterThanOrEqual(-1e-6);
            expect(value).toBeLessThanOrEqual(most + 1e-6);
          }
          expect(Math.min(chargeKwh[t]!, dischargeKwh[t]!)).toBeLessThan(1e-6);
          expect(Math.min(importKwh[t]!, exportKwh[t]!)).toBeLessThan(1e-6);
          before = socKwh[t]!;
        }
        expect(before).toBeGreaterThanOrEqual(initialSoc * capacityKwh - 1e-6);
      }),
      { numRuns: FULL ? 200 : 30 },
    );
  });

  test("the optimum is that of the model written out in full, with exclusivity in every step", async () => {
    const highs = await loadHighs();
    const exact = { output_flag: false, mip_rel_gap: 0, mip_abs_gap: 0, mip_feasibility_tolerance: 1e-9 };
    await fc.assert(
      fc.asyncProperty(anyCappedProblem, async (problem) => {
        const solution = await solveOrNull(problem);
        const reference = highs.solve(fullModel(problem), exact);
        expect(reference.Status).toBe(solution ? "Optimal" : "Infeasible");
        if (solution) expect(solution.objectiveEur).toBeCloseTo(reference.ObjectiveValue / 1000, 5);
      }),
      { numRuns: FULL ? 200 : 30 },
    );
  });

  test("a bigger battery never costs more, nor any battery more than none", async () => {
    await fc.assert(
      fc.asyncProperty(anyProblem, fc.integer({ min: 1, max: 20 }), async (problem, extraKwh) => {
        const solution = await solveOrNull(problem);
        if (!solution) return;
        // Absolute charge levels stay, so that every schedule of the smaller battery is feasible for the bigger.
        const { capacityKwh, minSoc, initialSoc } = problem.battery;
        const bigger = capacityKwh + extraKwh;
        const scale = capacityKwh / bigger;
        const battery = {
          ...problem.battery,
          ...{ capacityKwh: bigger, minSoc: minSoc * scale, initialSoc: initialSoc * scale },
        };
        const tolerance = 1e-5;
        expect((await solveOne({ ...problem, battery })).objectiveEur).toBeLessThanOrEqual(
          solution.objectiveEur + tolerance,
        );
        try {
          expect(solution.objectiveEur).toBeLessThanOrEqual(dispatchWithoutBattery(problem).objectiveEur + tolerance);
        } catch (error) {
          expect(error).toMatchObject({ code: "INFEASIBLE" });
        }
      }),
      { numRuns: FULL ? 100 : 20 },
    );
  });

  test("quarter hours give the hourly result where 0 <= sell <= buy", async () => {
    await fc.assert(
      fc.asyncProperty(anyProblem, async (any) => {
        const buyEurMwh = any.buyEurMwh.map(Math.abs);
        const hourly = {
          ...any,
          buyEurMwh,
          sellEurMwh: any.sellEurMwh.map((sell, t) => Math.min(Math.abs(sell), buyEurMwh[t]!)),
        };
        const repeat = (series: Float64Array, share: number) =>
          Float64Array.from({ length: 4 * series.length }, (_, t) => series[t >> 2]! * share);
        const quarterly: DispatchProblem = {
          ...hourly,
          stepHours: 0.25,
          pvKwh: repeat(hourly.pvKwh, 0.25),
          demandKwh: repeat(hourly.demandKwh, 0.25),
          buyEurMwh: repeat(hourly.buyEurMwh, 1),
          sellEurMwh: repeat(hourly.sellEurMwh, 1),
          importLimitKwh: repeat(hourly.importLimitKwh, 0.25),
          exportLimitKwh: hourly.exportLimitKwh / 4,
        };
        const [coarse, fine] = [await solveOrNull(hourly), await solveOrNull(quarterly)];
        expect(fine === null).toBe(coarse === null);
        if (coarse && fine) expect(fine.objectiveEur).toBeCloseTo(coarse.objectiveEur, 6);
      }),
      { numRuns: FULL ? 60 : 12 },
    );
  });

  test("a list of problems gives what each gives alone", async () => {
    await fc.assert(
      fc.asyncProperty(anyProblem, async (problem) => {
        if (!(await solveOrNull(problem))) return;
        const dearer = { ...problem, buyEurMwh: problem.buyEurMwh.map((buy) => buy + 7) };
        const weaker = { ...problem, battery: { ...problem.battery, capacityKwh: 1.1 * problem.battery.capacityKwh } };
        const list = [problem, dearer, ...((await solveOrNull(weaker)) ? [weaker] : [])];
        const together = await solver.solve(list);
        for (const [k, one] of list.entries()) {
          expect(together[k]!.objectiveEur).toBeCloseTo((await solveOne(one)).objectiveEur, 5);
        }
      }),
      { numRuns: FULL ? 60 : 12 },
    );
  });
});

/** Two months of sinusoidal PV, demand and prices. */
function longProblem(): DispatchProblem {
  const steps = 24 * 60;
  const wave = (mean: number, size: number, period: number) =>
    Array.from({ length: steps }, (_, t) => mean + size * Math.sin((2 * Math.PI * t) / period));
  return problemOf({
    pv: wave(8, 8, 24),
    demand: wave(10, 3, 24 * 7),
    buy: wave(80, 60, 17),
    sell: wave(10, 5, 24),
  });
}

test("HiGHS proves the schedule of the fast solver in a handful of iterations", async () => {
  const { iterations, rows } = await solveOne(longProblem());
  expect(iterations).toBeLessThan(rows / 100);
});

test("HiGHS proves a schedule with soft caps in a handful of iterations", async () => {
  const problem = longProblem();
  const softCaps = [8, 14].map((kwh) => ({ capKwh: problem.pvKwh.map(() => kwh), slopeEurMwh: 90 }));
  const { iterations, rows } = await solveOne({ ...problem, softCaps });
  expect(iterations).toBeLessThan(rows / 100);
});

test("progress rises to 1 and never falls", async () => {
  const problem = longProblem();
  const fractions: number[] = [];
  await solver.solve([problem, problem], ({ fraction }) => fractions.push(fraction));
  expect(fractions).toEqual(fractions.toSorted((a, b) => a - b));
  expect(fractions.at(-1)).toBe(1);
});
