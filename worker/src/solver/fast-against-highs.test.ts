/**
 * The fast solver against HiGHS, on the design's model as independent LP text.
 * `FAST_SOLVER_YEARS=500 npx vitest run worker/src/solver/fast-against-highs.test.ts` compares that many full years.
 */

import { AppError } from "@ecotrim/contracts/errors";
import type { DispatchProblem } from "@ecotrim/engine/dispatch/problem";
import { createWorkspace, solveByValueFunction } from "@ecotrim/engine/dispatch/value-function-solver";
import type { Highs } from "highs";
import { describe, expect, test } from "vitest";
import { FULL } from "../../../tests/support/full.ts";
import { loadHighs } from "./load-highs.ts";

const SHORT_PROBLEMS = FULL ? 400 : 80;
const YEARS = Number(process.env.FAST_SOLVER_YEARS ?? (FULL ? 2 : 1));
const YEAR_STEPS = 8784;

const workspace = createWorkspace(YEAR_STEPS);

type Random = () => number;

/** Uniform numbers of [0, 1), reproducible by seed (mulberry32). */
function seeded(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let z = Math.imul(state ^ (state >>> 15), 1 | state);
    z = (z + Math.imul(z ^ (z >>> 7), 61 | z)) ^ z;
    return ((z ^ (z >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A site with daily PV and prices that contains every hard case of the design at some rate. */
function randomProblem(random: Random, steps: number): DispatchProblem {
  const between = (low: number, high: number) => low + (high - low) * random();
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!;
  const stepHours = pick([1, 1, 0.5, 0.25]);
  const demandKw = between(50, 1000);
  const peakPvKw = pick([0, demandKw * between(0.5, 5)]);
  const flat = random() < 0.15;
  const rounded = random() < 0.3;
  const zeros = pick([0, 0, 0.2]);
  const negativeSell = pick([0, 0, 0.1]);
  const negativeBuy = pick([0, 0, 0, 0.03]);
  const sellAboveBuy = pick([0, 0, 0, 0.03]);

  const pvKwh = new Float64Array(steps);
  const demandKwh = new Float64Array(steps);
  const buyEurMwh = new Float64Array(steps);
  const sellEurMwh = new Float64Array(steps);
  for (let t = 0; t < steps; t++) {
    const hour = (t * stepHours) % 24;
    const sun = Math.max(0, Math.sin(((hour - 6) / 12) * Math.PI));
    pvKwh[t] = peakPvKw * sun * between(0.2, 1) * stepHours;
    demandKwh[t] = random() < 0.03 ? 0 : demandKw * between(0.5, 1.5) * stepHours;
    let market = random() < zeros ? 0 : (flat ? 80 : between(0, 150)) * (1 - 0.5 * sun);
    if (rounded) market = 10 * Math.round(market / 10);
    buyEurMwh[t] = flat ? 100 : market + 30;
    sellEurMwh[t] = 0.93 * market;
    if (random() < zeros) buyEurMwh[t] = 0;
    if (random() < negativeSell) sellEurMwh[t] = -between(0, 30);
    if (random() < negativeBuy) buyEurMwh[t] = -between(0, 60);
    if (random() >= sellAboveBuy) sellEurMwh[t] = Math.min(sellEurMwh[t]!, Math.max(buyEurMwh[t]!, 0));
  }

  const capacityKwh = demandKw * pick([0, 0.001, between(0.2, 4), between(0.2, 4), between(0.2, 4), 500]);
  const hours = pick([0.5, between(1, 8), between(1, 8)]);
  const minSoc = pick([0, 0.1, between(0, 0.4)]);
  const roundTrip = pick([1, between(0.7, 1), between(0.85, 0.97)]);
  const importLimitKw = demandKw * pick([Infinity, Infinity, between(1.2, 2.5), between(1.45, 1.6)]);
  const secondLimitKw = pick([importLimitKw, Infinity]);
  return {
    stepHours,
    pvKwh,
    demandKwh,
    buyEurMwh,
    sellEurMwh,
    importLimitKwh: Float64Array.from(
      { length: steps },
      (_, t) => ((t * stepHours) % 24 < 8 ? secondLimitKw : importLimitKw) * stepHours,
    ),
    exportLimitKwh: demandKw * stepHours * pick([Infinity, 0, between(0.1, 1), between(0.1, 1)]),
    battery: {
      capacityKwh,
      chargeKw: pick([0, capacityKwh, capacityKwh]) / hours,
      dischargeKw: pick([0, 2 * capacityKwh, capacityKwh, capacityKwh]) / hours,
      etaCharge: Math.sqrt(roundTrip),
      etaDischarge: roundTrip / Math.sqrt(roundTrip),
      minSoc,
      initialSoc: pick([minSoc, 1, between(minSoc, 1)]),
    },
    wearEurMwh: pick([0, 0.001, 18.3, 18.3]),
    batteryExport: random() < 0.3,
  };
}

/** The problem with soft caps, which lie at and above its mean demand. */
function withSoftCaps(random: Random, problem: DispatchProblem): DispatchProblem {
  const meanKwh = problem.demandKwh.reduce((sum, kwh) => sum + kwh, 0) / problem.demandKwh.length;
  const capKwh = new Float64Array(problem.demandKwh.length).fill(0.6 * meanKwh);
  const softCaps = Array.from({ length: 1 + Math.floor(4 * random()) }, () => {
    for (let t = 0; t < capKwh.length; t++) capKwh[t]! += random() < 0.1 ? Infinity : meanKwh * random();
    return { capKwh: capKwh.slice(), slopeEurMwh: capKwh.map(() => 200 * random()) };
  });
  return { ...problem, softCaps };
}

/** The dispatch model in CPLEX LP format; the objective is in thousandths of EUR. */
function lpText(problem: DispatchProblem): { text: string; integer: boolean } {
  const { capacityKwh, chargeKw, dischargeKw, etaCharge, etaDischarge, minSoc, initialSoc } = problem.battery;
  const steps = problem.demandKwh.length;
  const cost: string[] = [];
  const rows: string[] = [];
  const bounds: string[] = [];
  const binaries: string[] = [];
  const term = (value: number, name: string) => `${value < 0 ? "-" : "+"} ${Math.abs(value)} ${name}`;
  const exclusive = (first: string, firstMax: number, second: string, secondMax: number) => {
    const binary = `z${binaries.length}`;
    binaries.push(binary);
    rows.push(`${first} ${term(-firstMax, binary)} <= 0`);
    rows.push(`${second} ${term(secondMax, binary)} <= ${secondMax}`);
  };
  const negativePrices = problem.buyEurMwh.some((price) => price < 0) || problem.sellEurMwh.some((price) => price < 0);

  for (let t = 0; t < steps; t++) {
    const pv = problem.pvKwh[t]!;
    const demand = problem.demandKwh[t]!;
    const buy = problem.buyEurMwh[t]!;
    const sell = problem.sellEurMwh[t]!;
    const charge = chargeKw * problem.stepHours;
    const power = dischargeKw * problem.stepHours;
    const discharge = problem.batteryExport ? power : Math.min(power, Math.max(demand - pv, 0));
    const bought = Math.min(problem.importLimitKwh[t]!, demand + charge);
    const sold = Math.min(problem.exportLimitKwh, pv + discharge);
    cost.push(term(buy, `g${t}`), term(-sell, `x${t}`));
    cost.push(term(problem.wearEurMwh, `c${t}`), term(problem.wearEurMwh, `d${t}`));
    rows.push(`g${t} - x${t} - w${t} - c${t} + d${t} = ${demand - pv}`);
    const before = t > 0 ? `- s${t - 1}` : "";
    rows.push(
      `s${t} ${before} ${term(-etaCharge, `c${t}`)} ${term(1 / etaDischarge, `d${t}`)} = ${t > 0 ? 0 : initialSoc * capacityKwh}`,
    );
    problem.softCaps?.forEach(({ capKwh, slopeEurMwh }, k) => {
      if (capKwh[t] === Infinity) return;
      cost.push(term(typeof slopeEurMwh === "number" ? slopeEurMwh : slopeEurMwh[t]!, `e${k}_${t}`));
      rows.push(`g${t} - e${k}_${t} <= ${capKwh[t]}`);
    });
    bounds.push(`0 <= g${t} <= ${bought}`, `0 <= x${t} <= ${sold}`, `0 <= w${t} <= ${pv}`);
    bounds.push(`0 <= c${t} <= ${charge}`, `0 <= d${t} <= ${discharge}`);
    bounds.push(`${(t < steps - 1 ? minSoc : initialSoc) * capacityKwh} <= s${t} <= ${capacityKwh}`);
    if (sell > buy || buy < 0) exclusive(`g${t}`, bought, `x${t}`, sold);
    if (buy < 0 || (problem.batteryExport && negativePrices)) exclusive(`c${t}`, charge, `d${t}`, discharge);
  }
  const text = [
    "Minimize",
    "cost:",
    ...cost,
    "Subject To",
    ...rows,
    "Bounds",
    ...bounds,
    ...(binaries.length > 0 ? ["Binary", ...binaries] : []),
    "End",
  ].join("\n");
  return { text, integer: binaries.length > 0 };
}

type Outcome = "equal" | "infeasible" | "not exact";

/** Compares the two solvers on one problem; the fast solver checks its schedule itself. */
function compare(highs: Highs, problem: DispatchProblem, label: string): Outcome {
  let objectiveEur: number | null = null;
  try {
    const result = solveByValueFunction(problem, problem.softCaps ? undefined : workspace);
    if (!result.ok) return "not exact";
    objectiveEur = result.solution.objectiveEur;
  } catch (error) {
    if (!(error instanceof AppError && error.code === "INFEASIBLE")) throw error;
  }

  const { text, integer } = lpText(problem);
  // Without presolve this build aborts in a cold start on one of 500 years.
  const options = {
    output_flag: false,
    presolve: "on",
    simplex_scale_strategy: 0,
    primal_feasibility_tolerance: 1e-9,
  } as const;
  const exactness = integer ? { mip_rel_gap: 0, mip_abs_gap: 0, mip_feasibility_tolerance: 1e-9 } : {};
  const reference = highs.solve(text, { ...options, ...exactness });
  if (objectiveEur === null) {
    expect(reference.Status, label).toBe("Infeasible");
    return "infeasible";
  }
  expect(reference.Status, label).toBe("Optimal");
  // Relative to the objective, but never to less than a thousandth of a EUR.
  const difference = Math.abs(1000 * objectiveEur - reference.ObjectiveValue);
  expect(difference / Math.max(1, Math.abs(reference.ObjectiveValue)), label).toBeLessThan(1e-9);
  return "equal";
}

function tally(outcomes: Outcome[]): Record<Outcome, number> {
  const counts = { equal: 0, infeasible: 0, "not exact": 0 };
  for (const outcome of outcomes) counts[outcome]++;
  return counts;
}

describe("the fast solver against HiGHS", () => {
  test("random short problems have HiGHS' optimum, or are infeasible for both, or are handed over", {
    timeout: 300_000,
  }, async () => {
    const highs = await loadHighs();
    const outcomes = Array.from({ length: SHORT_PROBLEMS }, (_, seed) => {
      const random = seeded(seed);
      return compare(highs, randomProblem(random, 24 + Math.floor(177 * random())), `seed ${seed}`);
    });
    const counts = tally(outcomes);
    expect(counts.equal, JSON.stringify(counts)).toBeGreaterThan(SHORT_PROBLEMS / 2);
    expect(counts.infeasible, JSON.stringify(counts)).toBeGreaterThan(0);
    expect(counts["not exact"], JSON.stringify(counts)).toBeGreaterThan(0);
  });

  test("random short problems with soft caps have HiGHS' optimum", { timeout: 300_000 }, async () => {
    const highs = await loadHighs();
    const outcomes = Array.from({ length: SHORT_PROBLEMS / 8 }, (_, seed) => {
      const random = seeded(2_000_000 + seed);
      const problem = withSoftCaps(random, randomProblem(random, 24 + Math.floor(49 * random())));
      return compare(highs, problem, `seed ${seed}`);
    });
    expect(tally(outcomes).equal).toBeGreaterThan(SHORT_PROBLEMS / 16);
  });

  test("random full years have HiGHS' optimum, or are infeasible for both, or are handed over", {
    timeout: 7_200_000,
  }, async () => {
    const outcomes: Outcome[] = [];
    for (let seed = 0; seed < YEARS; seed++) {
      // A new instance for each year: the memory of this build does not survive a hundred years.
      const highs = await loadHighs();
      outcomes.push(compare(highs, randomProblem(seeded(1_000_000 + seed), YEAR_STEPS), `year ${seed}`));
    }
    const counts = tally(outcomes);
    if (process.env.FAST_SOLVER_YEARS) console.log(JSON.stringify(counts));
    expect(counts.equal, JSON.stringify(counts)).toBeGreaterThan(0);
  });
});
