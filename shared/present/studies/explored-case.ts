import { type SimulationInput, storedInput } from "@ecotrim/contracts/simulations/input";
import type { StudyRuns } from "@ecotrim/contracts/simulations/record";
import { isOfOldModel, VERDICT_SCENARIOS } from "@ecotrim/contracts/simulations/verdict";
import type { ExplorerRisk } from "@ecotrim/engine/studies/explorer";
import { type VerdictBasis, type VerdictFacts, verdictFacts } from "../results/verdict.ts";

/** A calculated simulation, as the explorer starts from it. It is plain data, which another thread can receive. */
export interface ExploredCase {
  inputs: SimulationInput;
  facts: VerdictFacts & { basis: VerdictBasis };
  risk: ExplorerRisk | null;
}

/**
 * The case of a completed simulation; null where it has no return to explore, or an old model calculated it. A variant's
 * saving is one of energy, which says nothing where the base is that of a whole bill.
 */
export function exploredCase(basis: VerdictBasis, inputs: SimulationInput, studies: StudyRuns): ExploredCase | null {
  if (basis.summary.npv === null || !basis.economic_case || isOfOldModel(basis.engine_version)) return null;
  if (basis.bill) return null;
  const { engine_version, warnings, null_reasons, summary, contract_range, economic_case } = basis;
  const { uncertainty } = studies;
  const scenarios = uncertainty?.status === "completed" ? uncertainty.result : null;
  const slim = { engine_version, warnings, null_reasons, summary, contract_range, economic_case };
  return {
    inputs: storedInput(inputs),
    facts: { ...verdictFacts(slim, studies, inputs), basis: slim },
    risk:
      scenarios?.surface && scenarios.count >= VERDICT_SCENARIOS
        ? { surface: scenarios.surface, seed: scenarios.seed }
        : null,
  };
}
