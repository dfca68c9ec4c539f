import type { EngineProgress } from "@ecotrim/contracts/simulations/progress";
import type { Sizing } from "@ecotrim/contracts/simulations/sizing";
import type { Uncertainty } from "@ecotrim/contracts/simulations/uncertainty";
import type { SolveDispatch } from "@ecotrim/engine/dispatch/problem";
import { runSimulation, type SimulationRequest } from "@ecotrim/engine/simulate";
import { type SensitivityBase, sensitivityBase, sensitivityEnds } from "@ecotrim/engine/studies/sensitivity";
import {
  type KnownValue,
  type SizingBase,
  type SizingSite,
  type SizingStep,
  sizePoints,
  sizingShareStep,
  sizingSite,
  sizingStep,
} from "@ecotrim/engine/studies/sizing";
import { type BaseRun, baseRun, type ScenarioBase, scenarioBase } from "@ecotrim/engine/studies/uncertainty/base";
import { type ScenarioRow, solveScenarios } from "@ecotrim/engine/studies/uncertainty/scenarios";
import { SCENARIO_SEED, summarise } from "@ecotrim/engine/studies/uncertainty/summary";
import { type SimulationOutput, simulationOutput } from "@ecotrim/present/results/results";
import { writtenSizing } from "@ecotrim/present/studies/sizing";

/**
 * Work that follows a run, in pieces of at most 0.1 s of a modern core. Arguments and values are plain data, which another
 * thread can be handed. In requests the realisable share is that of the run: it is not calculated again. Those of a sizing
 * have one only where it was given, as other sizes have shares of their own.
 */
export interface BackgroundTasks {
  /** @throws AppError INFEASIBLE for a site that does not fit in its contracted power without battery. */
  baseRun(request: SimulationRequest): Promise<BaseRun>;
  scenarioBase(run: BaseRun): Promise<ScenarioBase>;
  solveScenarios(base: ScenarioBase, from: number, to: number): Promise<ScenarioRow[]>;
  summarise(base: ScenarioBase, rows: ScenarioRow[]): Promise<Uncertainty>;
  sensitivityBase(request: SimulationRequest): Promise<SensitivityBase>;
  sensitivityEnds(base: SensitivityBase, from: number, to: number): Promise<(number | null)[]>;
  sizingSite(request: SimulationRequest): Promise<SizingSite>;
  sizingShareStep(start: SizingSite, known: KnownValue[], most: number): Promise<SizingStep<number>>;
  sizePoints(base: SizingBase, from: number, to: number): Promise<KnownValue[]>;
  sizingStep(base: SizingBase, known: KnownValue[], most: number): Promise<SizingStep<Sizing>>;
}

export interface Tasks extends BackgroundTasks {
  simulate(request: SimulationRequest, onProgress: (progress: EngineProgress) => void): Promise<SimulationOutput>;
}

/** All that a thread of the pool does. */
export const createTasks = (solve: SolveDispatch): Tasks => ({
  async simulate(request, onProgress) {
    const outcome = await runSimulation(request, { solve, onProgress });
    const { steps } = outcome.site.timeline;
    const { rows, columns, iterations } = outcome.solution;
    onProgress({ stage: "charts", fraction: 0, detail: { steps, rows, columns, iterations } });
    return simulationOutput(outcome);
  },
  baseRun: async (request) => baseRun(request),
  scenarioBase: async (run) => scenarioBase(run, SCENARIO_SEED),
  solveScenarios: async (base, from, to) => solveScenarios(base, from, to),
  summarise: async (base, rows) => summarise(base, rows),
  sensitivityBase: (request) => sensitivityBase(request, solve),
  sensitivityEnds: (base, from, to) => sensitivityEnds(base, from, to, solve),
  sizingSite: async ({ input, series = {} }) => sizingSite(input, { series }),
  sizingShareStep: async (start, known, most) => sizingShareStep(start, known, most),
  sizePoints: async (base, from, to) => sizePoints(base, from, to),
  async sizingStep(base, known, most) {
    const { result, found } = sizingStep(base, known, most);
    return { result: result && writtenSizing(result), found };
  },
});
