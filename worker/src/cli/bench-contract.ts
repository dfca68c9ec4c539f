/** Savings, proven gaps and times of contracted powers and dispatch together, beside HiGHS on the same model. */
import { dispatchWithoutBattery } from "@ecotrim/engine/dispatch/no-battery";
import { bestPowers } from "@ecotrim/engine/power-contract/best-powers";
import { groupsOf } from "@ecotrim/engine/power-contract/excess";
import { linearisedExcess } from "@ecotrim/engine/power-contract/joint-evaluation";
import { type JointPlan, jointPowers } from "@ecotrim/engine/power-contract/joint-powers";
import { createPlanner } from "@ecotrim/engine/power-contract/operation";
import { limitsKeepingPeak } from "@ecotrim/engine/power-contract/peak-limit";
import { quickRule } from "@ecotrim/engine/power-contract/quick-rule";
import { PRICES_6_1TD, steelYear } from "@ecotrim/engine/power-contract/steel-year.fixture";
import type { Highs } from "highs";
import type { HighsSolver } from "../solver/highs-solver.ts";
import { solveJointByHighs } from "../solver/joint-by-highs.fixture.ts";

const SIZES = [
  [100, 200],
  [250, 500],
  [500, 1000],
] as const;
const REPEATS = 3;

export async function benchContract(highs: Highs, solver: HighsSolver): Promise<Record<string, number>> {
  const figures: Record<string, number> = {};
  for (const [kw, kwh] of SIZES) {
    const { powerCase, withoutEur, without } = steelCase(kw, kwh, 12);
    const quickMs: number[] = [];
    const jointMs: number[] = [];
    let joint: JointPlan | undefined;
    for (let k = 0; k < REPEATS; k++) {
      const quick = timed(() => lastOf(quickRule(powerCase, without, createPlanner(powerCase.problem, 1))));
      const solved = timed(() => lastOf(jointPowers(powerCase, without)));
      quickMs.push(quick.ms);
      jointMs.push(solved.ms);
      joint = solved.value;
    }
    const { totalEur, quick, boundEur } = joint!;
    const size = `power_${kw}_kw_${kwh}_kwh`;
    figures[`${size}_quick_eur`] = withoutEur - quick.totalEur;
    figures[`${size}_joint_eur`] = withoutEur - totalEur;
    figures[`${size}_gap_eur`] = totalEur - boundEur!;
    figures[`${size}_gap_percent`] = (100 * (totalEur - boundEur!)) / totalEur;
    figures[`${size}_quick_ms`] = Math.min(...quickMs);
    figures[`${size}_joint_ms`] = Math.min(...jointMs);
    if (kw !== 250) continue;
    const softCaps = linearisedExcess(powerCase, joint!);
    const [dispatch] = await solver.solve([{ ...powerCase.problem, softCaps }]);
    figures[`${size}_highs_dispatch_ms`] = dispatch!.milliseconds;
  }

  const { powerCase, without } = steelCase(250, 500, 12);
  const importKwh = powerCase.problem.demandKwh;
  const powersMs = Array.from(
    { length: 20 },
    () => timed(() => bestPowers(powerCase.groups, importKwh, powerCase.terms)).ms,
  );
  figures.best_powers_ms = powersMs.sort((a, b) => a - b)[powersMs.length >> 1]!;
  figures.best_powers_eur = without.powerEur + without.excessEur;

  const months = steelCase(250, 500, 2);
  const ours = timed(() => lastOf(jointPowers(months.powerCase, months.without)));
  const theirs = timed(() => solveJointByHighs(highs, months.powerCase));
  figures.two_months_joint_eur = ours.value.totalEur;
  figures.two_months_joint_bound_eur = ours.value.boundEur!;
  figures.two_months_joint_ms = ours.ms;
  figures.two_months_highs_eur = theirs.value.totalEur;
  figures.two_months_highs_bound_eur = theirs.value.boundEur;
  figures.two_months_highs_ms = theirs.ms;
  return figures;
}

/** The steel works with its peak contracted, over the first months of its year. */
function steelCase(kw: number, kwh: number, months: 2 | 12) {
  const { timeline, problem } = steelYear(kw, kwh, months === 2 ? "2024-02-29" : undefined);
  const groups = groupsOf(timeline);
  const powerEurKw = PRICES_6_1TD.powerEurKw.map((eur) => (eur * months) / 12);
  const terms = { prices: { ...PRICES_6_1TD, powerEurKw }, meter: "quarter_hours" as const };
  const without = bestPowers(groups, problem.demandKwh, terms);
  const { importLimitKwh, demandKwh } = problem;
  const peakKw = Math.max(...demandKwh) / problem.stepHours;
  const kept = limitsKeepingPeak(importLimitKwh, groups, demandKwh, new Array<number>(6).fill(peakKw));
  const powerCase = { problem: { ...problem, importLimitKwh: kept }, groups, terms };
  const withoutEur = dispatchWithoutBattery(problem).objectiveEur + without.powerEur + without.excessEur;
  return { powerCase, without, withoutEur };
}

function lastOf<T>(steps: Generator<unknown, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

function timed<T>(call: () => T): { value: T; ms: number } {
  const started = performance.now();
  const value = call();
  return { value, ms: performance.now() - started };
}
