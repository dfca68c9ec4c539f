import type { EngineProgress } from "@ecotrim/contracts/simulations/progress";
import type { Sensitivity } from "@ecotrim/contracts/simulations/sensitivity";
import type { Sizing } from "@ecotrim/contracts/simulations/sizing";
import type { Uncertainty } from "@ecotrim/contracts/simulations/uncertainty";
import type { SolveDispatch } from "@ecotrim/engine/dispatch/problem";
import type { JointOptimum, PowerFindings } from "@ecotrim/engine/power-contract/contract-value";
import type { ReplayedContract } from "@ecotrim/engine/power-contract/replay/expected-saving";
import { runSimulation, type SimulationRequest } from "@ecotrim/engine/simulate";
import { findBest, findJoint } from "@ecotrim/engine/studies/power";
import { runSensitivity } from "@ecotrim/engine/studies/sensitivity";
import { sweepSizes } from "@ecotrim/engine/studies/sizing";
import type { ScenarioBase } from "@ecotrim/engine/studies/uncertainty/base";
import { scenariosOf } from "@ecotrim/engine/studies/uncertainty/contract-valuation";
import { type ScenarioRow, solveScenarios } from "@ecotrim/engine/studies/uncertainty/scenarios";
import { SCENARIO_SEED, summarise } from "@ecotrim/engine/studies/uncertainty/summary";
import { type SimulationOutput, simulationOutput } from "@ecotrim/present/results/results";
import { writtenSensitivity } from "@ecotrim/present/studies/sensitivity";
import { writtenSizing } from "@ecotrim/present/studies/sizing";
import { writtenUncertainty } from "@ecotrim/present/studies/uncertainty";

/**
 * Studies of a run. Arguments and values are plain data, which other threads can receive. Requests hold the realisable
 * share of the run. Those of a sizing, and of powers, hold it only where it was given.
 */
export interface Studies {
  /** @throws AppError INFEASIBLE for a site that does not fit in its contracted power without battery. */
  scenarioBase(request: SimulationRequest): Promise<ScenarioBase>;
  solveScenarios(base: ScenarioBase, from: number, to: number): Promise<ScenarioRow[]>;
  summarise(base: ScenarioBase, rows: ScenarioRow[]): Promise<Uncertainty>;
  sensitivity(request: SimulationRequest): Promise<Sensitivity>;
  sizing(request: SimulationRequest): Promise<Sizing>;
  powerJoint(submitted: SimulationRequest): Promise<JointOptimum>;
  /** @param piece from 1 */
  powerReplay(
    submitted: SimulationRequest,
    soFar: { joint: JointOptimum; best: ReplayedContract | null },
    piece: number,
  ): Promise<PowerFindings>;
  powerResults(submitted: SimulationRequest, findings: PowerFindings): Promise<SimulationOutput>;
}

/** Every study's task, by which a pool offers it. */
export const STUDY_TASKS: Record<keyof Studies, true> = {
  scenarioBase: true,
  solveScenarios: true,
  summarise: true,
  sensitivity: true,
  sizing: true,
  powerJoint: true,
  powerReplay: true,
  powerResults: true,
};

export interface Tasks extends Studies {
  simulate(request: SimulationRequest, onProgress: (progress: EngineProgress) => void): Promise<SimulationOutput>;
}

/** All tasks of a solver thread. */
export const createTasks = (solve: SolveDispatch): Tasks => ({
  async simulate(request, onProgress) {
    const outcome = await runSimulation(request, { solve, onProgress, power: "quick" });
    const { steps } = outcome.site.timeline;
    const { rows, columns, iterations } = outcome.solution;
    onProgress({ stage: "charts", fraction: 0, detail: { steps, rows, columns, iterations } });
    return simulationOutput(outcome);
  },
  scenarioBase: async (request) => scenariosOf(request, SCENARIO_SEED),
  solveScenarios: async (base, from, to) => solveScenarios(base, from, to),
  summarise: async (base, rows) => writtenUncertainty(summarise(base, rows)),
  sensitivity: async (request) => writtenSensitivity(await runSensitivity(request, solve)),
  sizing: async ({ input, ...options }) => writtenSizing(sweepSizes(input, options)),
  powerJoint: async (submitted) => findJoint(submitted),
  powerReplay: async (submitted, soFar, piece) => findBest(submitted, soFar, piece),
  powerResults: async (submitted, power) => simulationOutput(await runSimulation(submitted, { solve, power })),
});
