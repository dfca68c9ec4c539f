import { engineAssumptions } from "../economics/assumptions.ts";
import {
  type ContractedSite,
  type JointOptimum,
  jointOptimum,
  type PowerFindings,
  replayOf,
} from "../power-contract/contract-value.ts";
import { contractedSite } from "../power-contract/contracted-site.ts";
import { betterOf, MARGINS, type ReplayedContract } from "../power-contract/replay/expected-saving.ts";
import type { SimulationRequest } from "../simulate.ts";
import { buildSite } from "../site/build-site.ts";
import { dispatchProblem } from "../site/dispatch-problem.ts";

/**
 * The study of powers: what can be expected of a battery under a contract, whose run was done by the quick rule. Its
 * pieces take seconds each, so that others may come between them.
 */
export const POWER_PIECES = 1 + MARGINS.length;

/** The first piece. */
export const findJoint = (request: SimulationRequest): JointOptimum => jointOptimum(siteOf(request));

/** Each further piece: the operation under powers raised by one margin, or the best so far where that saves more. */
export function findBest(
  request: SimulationRequest,
  { joint, best }: { joint: JointOptimum; best: ReplayedContract | null },
  piece: number,
): PowerFindings {
  const found = replayOf(siteOf(request), joint, MARGINS[piece - 1]!);
  return { joint, best: best ? betterOf(best, found) : found };
}

/** @throws RangeError for a run without such a contract, which no study of powers follows. */
function siteOf({ input, series = {} }: SimulationRequest): ContractedSite {
  const site = buildSite(input, series);
  const problem = dispatchProblem(input, site, engineAssumptions(input));
  const contracted = contractedSite({ input, series }, site, problem);
  if (!contracted) throw new RangeError("no contract whose powers could be found");
  return contracted;
}
