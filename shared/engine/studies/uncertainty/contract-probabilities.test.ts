import { readCase, type SimulationInput, withRealisableShare } from "@ecotrim/contracts/simulations/input";
import { expect, test } from "vitest";
import { fastSolve } from "../../dispatch/fast-solve.fixture.ts";
import { runSimulation } from "../../simulate.ts";
import { baseRun, scenarioBase } from "./base.ts";
import { ANCHOR_SITES } from "./centre.ts";
import { solveScenarios } from "./scenarios.ts";
import { SCENARIO_SEED, summarise } from "./summary.ts";

const runOf = (input: SimulationInput) => runSimulation({ input: readCase(input) }, { solve: fastSolve });
const baseOf = (input: SimulationInput, realisableShare: number) =>
  scenarioBase(
    baseRun({
      input: withRealisableShare(readCase(input), realisableShare),
      isShareFound: input.realisable_fct === undefined,
    }),
    SCENARIO_SEED,
  );

/** An anchor site whose runs find their realisable share. */
const anchor = (index: number): SimulationInput => {
  const { realisable_fct: _, ...site } = ANCHOR_SITES[index]!;
  return site;
};

test.each([3, 6])(
  "no kind of contract has odds against the value of its row in the results: anchor %i",
  async (index) => {
    const { assumptions, contracts } = await runOf(anchor(index));
    const base = baseOf(anchor(index), assumptions.realisable_fct);
    const odds = summarise(base, solveScenarios(base, 0, 300)).contract_probabilities!;
    const clear = contracts.filter(({ npvEur }) => Math.abs(npvEur!) > 0.05 * assumptions.capex_eur);
    expect(new Set(clear.map(({ npvEur }) => npvEur! > 0)).size).toBe(2);
    for (const { key, npvEur } of clear)
      expect(odds.find((row) => row.key === key)!.value >= 0.5, key).toBe(npvEur! > 0);
  },
);

test("a kind's share of the saving is that of its own run, with the realisable share that this finds", async () => {
  const { assumptions } = await runOf(anchor(3));
  const found = baseOf(anchor(3), assumptions.realisable_fct).contractShares;
  const realised = await Promise.all(
    found.map(async ({ key }) => {
      const run = await runOf({ ...anchor(3), contract_kind: key });
      return run.assumptions.realisable_fct * run.figures.economics.energy_saving_eur!;
    }),
  );
  const own = realised[found.findIndex(({ share }) => share === 1)]!;
  for (const [at, { key, share }] of found.entries()) expect(share, key).toBeCloseTo(realised[at]! / own, 4);
});

test("a realisable share that was given holds for every kind of contract", async () => {
  const { contracts } = await runOf({ ...anchor(3), realisable_fct: 0.9 });
  const own = contracts.find(({ isOwn }) => isOwn)!.energySavingEur;
  for (const { key, share } of baseOf({ ...anchor(3), realisable_fct: 0.9 }, 0.9).contractShares)
    expect(share, key).toBeCloseTo(contracts.find((row) => row.key === key)!.energySavingEur / own, 4);
});
