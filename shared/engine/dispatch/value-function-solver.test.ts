import { AppError } from "@ecotrim/contracts/errors";
import { describe, expect, test } from "vitest";
import { dispatchWithoutBattery } from "./no-battery.ts";
import type { Battery, DispatchProblem, DispatchSolution } from "./problem.ts";
import { seeded } from "./seeded.fixture.ts";
import { createWorkspace, minimise, solveByValueFunction, wholePeriod } from "./value-function-solver.ts";

const BATTERY: Battery = {
  capacityKwh: 10,
  chargeKw: 10,
  dischargeKw: 10,
  etaCharge: 0.9,
  etaDischarge: 0.9,
  minSoc: 0,
  initialSoc: 0,
};

const SEEDS = 20_000;

interface Series {
  pv: number[];
  demand: number[];
  buy: number[];
  sell: number[];
}

function problemOf(series: Series, rest: Partial<DispatchProblem> = {}, battery: Partial<Battery> = {}) {
  return {
    stepHours: 1,
    pvKwh: Float64Array.from(series.pv),
    demandKwh: Float64Array.from(series.demand),
    buyEurMwh: Float64Array.from(series.buy),
    sellEurMwh: Float64Array.from(series.sell),
    importLimitKwh: new Float64Array(series.pv.length).fill(Infinity),
    exportLimitKwh: Infinity,
    wearEurMwh: 0,
    batteryExport: false,
    ...rest,
    battery: { ...BATTERY, ...battery },
  } satisfies DispatchProblem;
}

function solve(problem: DispatchProblem): DispatchSolution {
  const result = solveByValueFunction(problem);
  if (!result.ok) throw new Error(`step ${result.step} is not exact`);
  return result.solution;
}

/** A fortnight with sun, two shifts, import and export limits and market-like prices. */
function fortnight(seed: number, rest: Partial<DispatchProblem> = {}, battery: Partial<Battery> = {}): DispatchProblem {
  const random = seeded(seed);
  const hours = Array.from({ length: 14 * 24 }, (_, t) => t % 24);
  const market = hours.map((hour) => (hour > 9 && hour < 18 ? 20 : 90) * (0.5 + random()));
  const series = {
    pv: hours.map((hour) => Math.max(0, Math.sin(((hour - 6) / 12) * Math.PI)) * 1200 * random()),
    demand: hours.map((hour) => (hour >= 6 && hour < 22 ? 500 : 100) * (0.8 + 0.4 * random())),
    buy: market.map((price) => price + 40),
    sell: market.map((price) => 0.93 * price),
  };
  const importLimitKwh = new Float64Array(hours.length).fill(700);
  const limits = { importLimitKwh, exportLimitKwh: 300, wearEurMwh: 18.3, ...rest };
  return problemOf(series, limits, { capacityKwh: 1000, chargeKw: 400, dischargeKw: 400, ...battery });
}

/**
 * Cost of every whole injection from `-reach` to `reach` in step `t`, thousandths of EUR, found by trying every amount
 * of curtailment. Infinity where the injection is impossible.
 */
function stepCosts(problem: DispatchProblem, t: number, reach: number): number[] {
  const pv = problem.pvKwh[t]!;
  const demand = problem.demandKwh[t]!;
  const { chargeKw, dischargeKw } = problem.battery;
  const mostDischarged = problem.batteryExport ? dischargeKw : Math.min(dischargeKw, Math.max(demand - pv, 0));
  return Array.from({ length: 2 * reach + 1 }, (_, i) => {
    const injection = i - reach;
    if (injection > chargeKw || -injection > mostDischarged) return Infinity;
    let least = Infinity;
    for (let curtailed = 0; curtailed <= pv; curtailed++) {
      const taken = demand - pv + curtailed + injection;
      if (taken > problem.importLimitKwh[t]! || -taken > problem.exportLimitKwh) continue;
      const price = taken > 0 ? problem.buyEurMwh[t]! : problem.sellEurMwh[t]!;
      least = Math.min(least, taken * price + excessCost(problem, t, taken));
    }
    return least + problem.wearEurMwh * Math.abs(injection);
  });
}

/** What import costs beyond the buy price, thousandths of EUR. */
function excessCost({ softCaps = [] }: DispatchProblem, t: number, importKwh: number): number {
  const costs = softCaps.map(({ capKwh, slopeEurMwh }) => {
    const slope = typeof slopeEurMwh === "number" ? slopeEurMwh : slopeEurMwh[t]!;
    return slope * Math.max(0, importKwh - capKwh[t]!);
  });
  return costs.reduce((sum, cost) => sum + cost, 0);
}

/** Least cost over every whole path of stored energy, thousandths of EUR; Infinity where no path exists. */
function leastCostByEnumeration(problem: DispatchProblem): number {
  const { capacityKwh, minSoc, initialSoc } = problem.battery;
  const least = Math.round(minSoc * capacityKwh);
  const initial = Math.round(initialSoc * capacityKwh);
  let costs = new Array<number>(capacityKwh + 1).fill(Infinity);
  costs[initial] = 0;
  for (let t = 0; t < problem.demandKwh.length; t++) {
    const step = stepCosts(problem, t, capacityKwh);
    const next = new Array<number>(capacityKwh + 1).fill(Infinity);
    for (let before = least; before <= capacityKwh; before++) {
      for (let after = least; after <= capacityKwh; after++) {
        next[after] = Math.min(next[after]!, costs[before]! + step[after - before + capacityKwh]!);
      }
    }
    costs = next;
  }
  return Math.min(...costs.slice(initial));
}

/**
 * The first step to hand over, or -1. Its cost is not convex over the battery's range, or PV could be sold in it
 * although importing is paid.
 */
function firstToHandOver(problem: DispatchProblem): number {
  const reach = Math.round(problem.battery.capacityKwh * (1 - problem.battery.minSoc));
  return problem.demandKwh.findIndex((demand, t) => {
    const all = stepCosts(problem, t, reach);
    const costs = all.filter(Number.isFinite);
    const mostSurplus = problem.pvKwh[t]! - demand + reach - all.findIndex(Number.isFinite);
    const paidBothWays = problem.buyEurMwh[t]! < 0 && problem.sellEurMwh[t]! > 0 && problem.exportLimitKwh > 0;
    if (costs.length > 1 && paidBothWays && mostSurplus > 0) return true;
    return costs.some((cost, i) => i > 0 && i < costs.length - 1 && costs[i - 1]! + costs[i + 1]! < 2 * cost);
  });
}

/** The problem with up to three soft caps in whole numbers, some of them in some steps only. */
function softlyCapped(seed: number): DispatchProblem {
  const problem = wholeProblem(seed);
  const random = seeded(seed + SEEDS);
  const steps = problem.demandKwh.length;
  const capKwh = new Float64Array(steps);
  const softCaps = Array.from({ length: 1 + Math.floor(3 * random()) }, () => {
    for (let t = 0; t < steps; t++) capKwh[t]! += random() < 0.1 ? Infinity : Math.floor(4 * random());
    const slopes = Float64Array.from({ length: steps }, () => Math.floor(5 * random()));
    return { capKwh: capKwh.slice(), slopeEurMwh: random() < 0.5 ? slopes : slopes[0]! };
  });
  return { ...problem, softCaps };
}

/** A lossless problem in whole numbers, which has an optimum in whole numbers. */
function wholeProblem(seed: number): DispatchProblem {
  const random = seeded(seed);
  const whole = (low: number, high: number) => low + Math.floor((high - low + 1) * random());
  const chance = (share: number) => random() < share;
  const steps = whole(1, 7);
  const list = (low: number, high: number) => Array.from({ length: steps }, () => whole(low, high));
  const negative = chance(0.4) ? -4 : 0;
  const buy = list(negative, 9);
  const sell = list(negative, 9).map((price, t) => (chance(0.9) ? Math.min(price, buy[t]!) : price));
  const capacityKwh = whole(0, 6);
  const least = whole(0, capacityKwh);
  const share = (energy: number) => (capacityKwh > 0 ? energy / capacityKwh : 0);
  return problemOf(
    { pv: list(0, chance(0.3) ? 0 : 6), demand: list(0, 6), buy, sell },
    {
      importLimitKwh: Float64Array.from(list(4, 9)).map((limit) => (limit > 7 ? Infinity : limit)),
      exportLimitKwh: chance(0.5) ? Infinity : whole(0, 3),
      wearEurMwh: whole(0, 2),
      batteryExport: chance(0.5),
    },
    {
      capacityKwh,
      chargeKw: whole(0, 4),
      dischargeKw: whole(0, 4),
      etaCharge: 1,
      etaDischarge: 1,
      minSoc: share(least),
      initialSoc: share(whole(least, capacityKwh)),
    },
  );
}

describe("the optimum", () => {
  test.each([
    ["small whole problems", wholeProblem, SEEDS],
    ["small whole problems with soft caps", softlyCapped, SEEDS / 4],
  ])("the optimum is that of enumeration in %s, infeasible ones and steps handed over included", (_, drawn, seeds) => {
    const seen = { optimal: 0, infeasible: 0, handedOver: 0 };
    for (let seed = 0; seed < seeds; seed++) {
      const problem = drawn(seed);
      const expected = leastCostByEnumeration(problem);
      if (expected === Infinity) {
        expect(() => solveByValueFunction(problem), `seed ${seed}`).toThrow(AppError);
        seen.infeasible++;
        continue;
      }
      const result = solveByValueFunction(problem);
      expect(result.ok ? -1 : result.step, `seed ${seed}`).toBe(firstToHandOver(problem));
      if (result.ok) expect(1000 * result.solution.objectiveEur, `seed ${seed}`).toBeCloseTo(expected, 9);
      seen[result.ok ? "optimal" : "handedOver"]++;
    }
    expect(Math.min(...Object.values(seen)), JSON.stringify(seen)).toBeGreaterThan(30);
  });

  test("the optimum buys in the cheap hour for the dear one while the losses allow", () => {
    const hours = { pv: [0, 0], demand: [10, 10], sell: [0, 0] };
    expect(solve(problemOf({ ...hours, buy: [50, 250] })).objectiveEur).toBeCloseTo(1.475, 9);
    // 250/210 is below 1/(0.9 x 0.9).
    expect(solve(problemOf({ ...hours, buy: [210, 250] })).objectiveEur).toBeCloseTo(4.6, 9);
  });

  test("the optimum sells stored energy only where the battery may export", () => {
    const series = { pv: [0, 0], demand: [0, 0], buy: [20, 300], sell: [10, 250] };
    const battery = { chargeKw: 5, dischargeKw: 5 };
    expect(solve(problemOf(series, { batteryExport: true }, battery)).objectiveEur).toBeCloseTo(-0.9125, 9);
    expect(solve(problemOf(series, {}, battery)).objectiveEur).toBe(0);
  });

  test("the optimum ends with at least the energy it began with", () => {
    const series = { pv: [0, 0], demand: [5, 5], buy: [100, 100], sell: [0, 0] };
    const { objectiveEur, schedule } = solve(problemOf(series, {}, { initialSoc: 0.5 }));
    expect(objectiveEur).toBeCloseTo(1, 9);
    expect(schedule.socKwh[1]).toBe(5);
  });

  test("the optimum keeps out of cycles that gain nothing", () => {
    const series = { pv: [5, 5], demand: [5, 5], buy: [0, 0], sell: [0, 0] };
    const { schedule } = solve(problemOf(series, {}, { initialSoc: 0.5 }));
    expect([...schedule.chargeKwh, ...schedule.dischargeKwh]).toEqual([0, 0, 0, 0]);
  });

  test("the optimum stores no more than fits at a negative buy price, and never burns energy", () => {
    const series = { pv: [0], demand: [0], buy: [-50], sell: [-50] };
    const { objectiveEur } = solve(problemOf(series, { wearEurMwh: 0.001 }, { initialSoc: 0.5 }));
    expect(objectiveEur).toBeCloseTo(((-50 + 0.001) * 5) / 0.9 / 1000, 9);
  });

  test("the optimum exports up to the limit and curtails the rest, or all of it at a negative sell price", () => {
    const rest = { exportLimitKwh: 4 };
    const { schedule } = solve(
      problemOf({ pv: [10, 10], demand: [1, 1], buy: [100, 100], sell: [20, -20] }, rest, { capacityKwh: 0 }),
    );
    expect([...schedule.exportKwh]).toEqual([4, 0]);
    expect([...schedule.curtailedKwh]).toEqual([5, 9]);
  });
});

describe("what must hold of any optimum", () => {
  const seeds = Array.from({ length: 30 }, (_, seed) => seed);

  test.each([
    ["a bigger battery", {}, { capacityKwh: 1300 }],
    ["more charging power", {}, { chargeKw: 600 }],
    ["more discharging power", {}, { dischargeKw: 600 }],
    ["a better efficiency", {}, { etaCharge: 0.95 }],
    ["a wider import limit", { importLimitKwh: new Float64Array(14 * 24).fill(800) }, {}],
    ["a wider export limit", { exportLimitKwh: 400 }, {}],
    ["export from the battery", { batteryExport: true }, {}],
  ])("%s never costs more", (_, rest: Partial<DispatchProblem>, battery: Partial<Battery>) => {
    const gains = seeds.map(
      (seed) => solve(fortnight(seed)).objectiveEur - solve(fortnight(seed, rest, battery)).objectiveEur,
    );
    expect(Math.min(...gains)).toBeGreaterThan(-1e-9);
    expect(Math.max(...gains)).toBeGreaterThan(1e-3);
  });

  test("scaled prices and wear scale the cost", () => {
    for (const seed of seeds) {
      const problem = fortnight(seed);
      const scaled = {
        ...problem,
        buyEurMwh: problem.buyEurMwh.map((price) => 3 * price),
        sellEurMwh: problem.sellEurMwh.map((price) => 3 * price),
        wearEurMwh: 3 * problem.wearEurMwh,
      };
      expect(solve(scaled).objectiveEur).toBeCloseTo(3 * solve(problem).objectiveEur, 8);
    }
  });

  test("quarter hours that repeat the hour give the hourly cost", () => {
    const repeat = (hourly: Float64Array, factor: number) =>
      Float64Array.from({ length: 4 * hourly.length }, (_, t) => hourly[t >> 2]! * factor);
    for (const seed of seeds) {
      const hourly = fortnight(seed);
      const quarterly = {
        ...hourly,
        stepHours: 0.25,
        pvKwh: repeat(hourly.pvKwh, 0.25),
        demandKwh: repeat(hourly.demandKwh, 0.25),
        buyEurMwh: repeat(hourly.buyEurMwh, 1),
        sellEurMwh: repeat(hourly.sellEurMwh, 1),
        importLimitKwh: repeat(hourly.importLimitKwh, 0.25),
        exportLimitKwh: hourly.exportLimitKwh / 4,
      };
      expect(solve(quarterly).objectiveEur).toBeCloseTo(solve(hourly).objectiveEur, 8);
    }
  });

  test("a battery of capacity 0 leaves the site as it is", () => {
    for (const seed of seeds) {
      const problem = fortnight(seed, {}, { capacityKwh: 0 });
      expect(solve(problem)).toEqual(dispatchWithoutBattery(problem));
    }
  });

  test("the battery moves a real amount of energy or none, never a residue of rounding", () => {
    const moved = seeds.flatMap((seed) => {
      const { chargeKwh, dischargeKwh } = solve(fortnight(seed)).schedule;
      return [...chargeKwh, ...dischargeKwh].filter((energy) => energy > 0);
    });
    expect(Math.min(...moved)).toBeGreaterThan(1e-6);
  });

  test("a used workspace gives what a new one gives", () => {
    const workspace = createWorkspace(14 * 24);
    for (const seed of seeds) {
      const problem = fortnight(seed);
      expect(solveByValueFunction(problem, workspace)).toEqual(solveByValueFunction(problem));
    }
  });
});

test("steps that alone are wanted are decided as in the whole horizon, mostly long before its end", () => {
  let sooner = 0;
  for (let seed = 1; seed <= 20; seed++) {
    const problem = fortnight(seed);
    const whole = createWorkspace(problem.demandKwh.length);
    minimise(problem, whole, wholePeriod(problem));
    for (const wantedUntil of [1, 7, 30]) {
      const workspace = createWorkspace(problem.demandKwh.length);
      minimise(problem, workspace, { ...wholePeriod(problem), wantedUntil });
      expect(workspace.stored.slice(0, wantedUntil)).toEqual(whole.stored.slice(0, wantedUntil));
      if (workspace.stored.at(-1) === 0 && whole.stored.at(-1) !== 0) sooner++;
    }
  }
  expect(sooner).toBeGreaterThan(30);
});

describe("soft caps", () => {
  const seeds = Array.from({ length: 30 }, (_, seed) => seed);
  const capsOf = (kwh: number, slopeEurMwh: number) => [{ capKwh: new Float64Array(14 * 24).fill(kwh), slopeEurMwh }];
  const highestImport = (problem: DispatchProblem) => Math.max(...solve(problem).schedule.importKwh);

  test("a soft cap out of reach, or one that costs nothing, leaves the optimum as it is", () => {
    for (const seed of seeds) {
      const plain = solve(fortnight(seed));
      expect(solve(fortnight(seed, { softCaps: capsOf(800, 1e6) }))).toEqual(plain);
      expect(solve(fortnight(seed, { softCaps: capsOf(300, 0) })).objectiveEur).toBeCloseTo(plain.objectiveEur, 9);
    }
  });

  test("a dear soft cap is the import limit where the site can be served within it", () => {
    for (const seed of seeds) {
      const hard = solve(fortnight(seed, { importLimitKwh: new Float64Array(14 * 24).fill(640) }));
      expect(solve(fortnight(seed, { softCaps: capsOf(640, 1e5) })).objectiveEur).toBeCloseTo(hard.objectiveEur, 8);
    }
  });

  test("where a cap cannot be kept the import rises above it, and no energy is invented", () => {
    const weak = { capacityKwh: 100, chargeKw: 100, dischargeKw: 100 };
    for (const seed of seeds) {
      const importLimitKwh = new Float64Array(14 * 24).fill(300);
      expect(() => solve(fortnight(seed, { importLimitKwh }, weak))).toThrow(AppError);
      expect(highestImport(fortnight(seed, { softCaps: capsOf(300, 1e5) }, weak))).toBeGreaterThan(300);
    }
  });

  test("two soft caps at one import add their slopes", () => {
    const both = [...capsOf(450, 30), ...capsOf(450, 50)];
    for (const seed of seeds) {
      const one = solve(fortnight(seed, { softCaps: capsOf(450, 80) }));
      expect(solve(fortnight(seed, { softCaps: both })).objectiveEur).toBeCloseTo(one.objectiveEur, 9);
    }
  });

  test("soft caps out of order, of another length or below 0 are refused, as is a workspace without room for them", () => {
    const refused = [
      [...capsOf(450, 30), ...capsOf(400, 30)],
      [{ capKwh: new Float64Array(3), slopeEurMwh: 1 }],
      capsOf(450, -1),
      capsOf(Number.NaN, 1),
    ];
    for (const softCaps of refused) expect(() => solve(fortnight(0, { softCaps }))).toThrow(RangeError);
    const capped = fortnight(0, { softCaps: capsOf(450, 30) });
    expect(() => solveByValueFunction(capped, createWorkspace(14 * 24))).toThrow(RangeError);
  });
});

describe("what it refuses", () => {
  test("the fast solver refuses a site beyond its contracted power, naming the first step that cannot be served", () => {
    const series = { pv: [0, 0, 0], demand: [8, 8, 8], buy: [100, 100, 100], sell: [0, 0, 0] };
    const limits = { importLimitKwh: new Float64Array(3).fill(5) };
    const faultOf = (initialSoc?: number): unknown => {
      try {
        return solve(problemOf(series, limits, initialSoc === undefined ? {} : { initialSoc }));
      } catch (error) {
        return { code: (error as AppError).code, ...((error as AppError).cause as object) };
      }
    };
    expect(faultOf()).toMatchObject({ code: "INFEASIBLE", fault: "limit_too_small", step: 0 });
    expect(faultOf(0.7)).toMatchObject({ code: "INFEASIBLE", fault: "limit_too_small", step: 2 });
    expect(faultOf(1)).toMatchObject({ code: "INFEASIBLE", fault: "end_charge", step: 2 });
  });

  test("the fast solver refuses a step whose cost is not convex, naming it", () => {
    const series = { pv: [5, 5], demand: [2, 2], buy: [100, 20], sell: [50, 40] };
    expect(solveByValueFunction(problemOf(series))).toEqual({ ok: false, reason: "not-exact", step: 1 });
  });

  test("the fast solver refuses a problem longer than its workspace", () => {
    expect(() => solveByValueFunction(fortnight(0), createWorkspace(100))).toThrow(RangeError);
  });
});
