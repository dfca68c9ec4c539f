import type { EngineProgress } from "@ecotrim/contracts/simulations/progress";
import type { Sensitivity } from "@ecotrim/contracts/simulations/sensitivity";
import type { Sizing } from "@ecotrim/contracts/simulations/sizing";
import type { Uncertainty } from "@ecotrim/contracts/simulations/uncertainty";
import type { SolveDispatch } from "@ecotrim/engine/dispatch/problem";
import { runSimulation, type SimulationRequest } from "@ecotrim/engine/simulate";
import { runSensitivity } from "@ecotrim/engine/studies/sensitivity";
import { sweepSizes } from "@ecotrim/engine/studies/sizing";
import { baseRun, type ScenarioBase, scenarioBase } from "@ecotrim/engine/studies/uncertainty/base";
import { type ScenarioRow, solveScenarios } from "@ecotrim/engine/studies/uncertainty/scenarios";
import { SCENARIO_SEED, summarise } from "@ecotrim/engine/studies/uncertainty/summary";
import { type SimulationOutput, simulationOutput } from "@ecotrim/present/results/results";
import { writtenSensitivity } from "@ecotrim/present/studies/sensitivity";
import { writtenSizing } from "@ecotrim/present/studies/sizing";
import { writtenUncertainty } from "@ecotrim/present/studies/uncertainty";

/**
 * Studies of a run. Arguments and values are plain data, which other threads can receive. Requests hold the realisable
 * share of the run. Those of a sizing hold it only where it was given, since other sizes have shares of their own.
 */
export interface Studies {
  /** @throws AppError INFEASIBLE for a site that does not fit in its contracted power without battery. */
  scenarioBase(request: SimulationRequest): Promise<ScenarioBase>;
  solveScenarios(base: ScenarioBase, from: number, to: number): Promise<ScenarioRow[]>;
  summarise(base: ScenarioBase, rows: ScenarioRow[]): Promise<Uncertainty>;
  sensitivity(request: SimulationRequest): Promise<Sensitivity>;
  sizing(request: SimulationRequest): Promise<Sizing>;
}

/** Every study's task, by which a pool offers it. */
export const STUDY_TASKS: Record<keyof Studies, true> = {
  scenarioBase: true,
  solveScenarios: true,
  summarise: true,
  sensitivity: true,
  sizing: true,
};

export interface Tasks extends Studies {
  simulate(request: SimulationRequest, onProgress: (progress: EngineProgress) => void): Promise<SimulationOutput>;
}

/** All tasks of a solver thread. */
export const createTasks = (solve: SolveDispatch): Tasks => ({
  async simulate(request, onProgress) {
    const outcome = await runSimulation(request, { solve, onProgress });
    const { steps } = outcome.site.timeline;
    const { rows, columns, iterations } = outcome.solution;
    onProgress({ stage: "charts", fraction: 0, detail: { steps, rows, columns, iterations } });
    return simulationOutput(outcome);
  },
  scenarioBase: async (request) => scenarioBase(baseRun(request), SCENARIO_SEED),
  solveScenarios: async (base, from, to) => solveScenarios(base, from, to),
  summarise: async (base, rows) => writtenUncertainty(summarise(base, rows)),
  sensitivity: async (request) => writtenSensitivity(await runSensitivity(request, solve)),
  sizing: async ({ input, series = {} }) => writtenSizing(sweepSizes(input, { series })),
});
