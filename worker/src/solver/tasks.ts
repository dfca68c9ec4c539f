import type { SolveDispatch } from "@ecotrim/shared/engine/dispatch";
import { type SensitivityBase, sensitivityBase, sensitivityDrivers } from "@ecotrim/shared/engine/sensitivity";
import {
  runSimulation,
  type SimulationOutput,
  type SimulationRequest,
  solveRun,
} from "@ecotrim/shared/engine/simulation";
import {
  type KnownValue,
  type SizingBase,
  type SizingStep,
  sizePoints,
  sizingBase,
  sizingStep,
} from "@ecotrim/shared/engine/sizing";
import { type BaseRun, type ScenarioBase, scenarioBase } from "@ecotrim/shared/engine/uncertainty/base";
import { type ScenarioRow, solveScenarios } from "@ecotrim/shared/engine/uncertainty/scenarios";
import { SCENARIO_SEED, summarise } from "@ecotrim/shared/engine/uncertainty/summary";
import type { EngineProgress } from "@ecotrim/shared/simulations/progress";
import type { SensitivityDriver } from "@ecotrim/shared/simulations/sensitivity";
import type { Uncertainty } from "@ecotrim/shared/simulations/uncertainty";
import { fastFirst } from "./fast-first.ts";

/**
 * Work that follows a run, in pieces of 0.02 to 0.08 s of a modern core for a year of hours, and up to 0.25 s for one of
 * quarter hours. Arguments and values are plain data, which another thread can be handed. In requests the realisable share
 * is that of the run: it is not calculated again. Those of a sizing have one only where it was given, as other sizes have
 * shares of their own.
 */
export interface BackgroundTasks {
  baseRun(request: SimulationRequest): Promise<BaseRun>;
  /** @throws AppError INFEASIBLE for a site that does not fit in its contracted power without battery. */
  scenarioBase(run: BaseRun): Promise<ScenarioBase>;
  solveScenarios(base: ScenarioBase, from: number, to: number): Promise<ScenarioRow[]>;
  summarise(base: ScenarioBase, rows: ScenarioRow[]): Promise<Uncertainty>;
  sensitivityBase(request: SimulationRequest): Promise<SensitivityBase>;
  sensitivityDrivers(base: SensitivityBase, from: number, to: number): Promise<SensitivityDriver[]>;
  sizingBase(request: SimulationRequest): Promise<SizingBase>;
  sizePoints(base: SizingBase, from: number, to: number): Promise<KnownValue[]>;
  sizingStep(base: SizingBase, known: KnownValue[], most: number): Promise<SizingStep>;
}

export interface Tasks extends BackgroundTasks {
  simulate(request: SimulationRequest, onProgress: (progress: EngineProgress) => void): Promise<SimulationOutput>;
}

/** All that a thread of the pool does. */
export const createTasks = (solve: SolveDispatch): Tasks => ({
  simulate: (request, onProgress) => runSimulation(request, { solve, onProgress }),
  async baseRun(request) {
    const run = await solveRun(request, { solve: fastFirst(solve) });
    const { input, given, site, problem, assumptions, auxiliariesMwh, fade } = run;
    return { input, given, site, problem, assumptions, auxiliariesMwh, fade };
  },
  scenarioBase: async (run) => scenarioBase(run, SCENARIO_SEED),
  solveScenarios: async (base, from, to) => solveScenarios(base, from, to),
  summarise: async (base, rows) => summarise(base, rows),
  sensitivityBase: (request) => sensitivityBase(request, solve),
  sensitivityDrivers: (base, from, to) => sensitivityDrivers(base, from, to, solve),
  sizingBase: async ({ input, series = {} }) => sizingBase(input, { series }),
  sizePoints: async (base, from, to) => sizePoints(base, from, to),
  sizingStep: async (base, known, most) => sizingStep(base, known, most),
});
