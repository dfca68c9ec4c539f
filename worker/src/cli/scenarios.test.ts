import { readCaseFile } from "@ecotrim/contracts/simulations/case-file";
import { runSimulation } from "@ecotrim/engine/simulate";
import { simulationOutput } from "@ecotrim/present/results/results";
import { afterAll, expect, test } from "vitest";
import { fastFirst } from "../solver/fast-first.ts";
import { createHighsSolver } from "../solver/highs-solver.ts";
import { solveScenarioStudy } from "./scenarios.ts";

const highs = await createHighsSolver();
afterAll(() => highs.dispose());

const request = readCaseFile({
  inputParameters: { demand_value: 500, total_spending: 400_000, battery_capacity: 2000 },
});
const { results } = simulationOutput(await runSimulation(request, { solve: fastFirst(highs.solve) }));

async function study(count: number, threads: number, told: string[] = []) {
  const figures = await solveScenarioStudy(request, results, count, { threads, tell: (line) => told.push(line) });
  const { wall_ms, per_second, ...rest } = figures!;
  expect(per_second).toBeGreaterThan(0);
  return rest;
}

test("the figures are the same on one thread and on two, and close around the result", async () => {
  const told: string[] = [];
  const one = await study(130, 1, told);
  expect(await study(130, 2)).toEqual(one);
  expect(one.count).toBe(130);
  expect(one.p10!).toBeLessThan(one.p50!);
  expect(one.p50!).toBeLessThan(one.p90!);
  expect(one.npv.p10!).toBeLessThan(one.npv.p90!);
  expect(one.p10!).toBeLessThan(results.summary.savings!);
  expect(one.p90!).toBeGreaterThan(results.summary.savings!);
  const shares = new Map(one.contract_probabilities.map(({ key, value }) => [key, value]));
  expect([...shares.keys()]).toEqual(results.contract_range.map(({ key }) => key));
  expect(shares.get("fixed_margin")).toBe(one.probability_npv_positive);
  expect(told.at(-1)).toMatch(/^130 de 130 escenarios, [\d.]+ por segundo$/);
});

test("a run without a saving has no scenarios", async () => {
  const { economic_case: _, ...withoutSaving } = results;
  expect(await solveScenarioStudy(request, withoutSaving, 130, { tell: () => {} })).toBeNull();
});
