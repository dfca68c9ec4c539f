import {
  type Case,
  type CaseCurve,
  readCase,
  type SimulationInput,
  storedInput,
} from "@ecotrim/contracts/simulations/input";
import type { StudyRuns } from "@ecotrim/contracts/simulations/record";
import type { ReadCurve, Results } from "@ecotrim/contracts/simulations/result";
import { isOfOldModel, VERDICT_SCENARIOS } from "@ecotrim/contracts/simulations/verdict";
import { type ContractFindings, foundContract } from "@ecotrim/engine/power-contract/found-contract";
import type { ContractReading } from "@ecotrim/engine/studies/contract-explorer";
import type { ExplorerRisk } from "@ecotrim/engine/studies/explorer";
import { type VerdictBasis, type VerdictFacts, verdictFacts } from "../results/verdict.ts";

/** A calculated simulation, as the explorer starts from it. It is plain data, which another thread can receive. */
export interface ExploredCase {
  inputs: SimulationInput;
  facts: VerdictFacts & { basis: VerdictBasis };
  risk: ExplorerRisk | null;
  /** Under a contract, where a variant is read off the studies; null where it is solved. */
  contract: (ContractReading & { errorFct: number | null }) | null;
  /** Measured curves whose numbers variants are solved with; the case itself does not hold the numbers. */
  curves: ExploredCurves;
  /** Those of the site, also where variants are read off the studies. */
  measured: ExploredCurves;
}

interface ExploredCurves {
  load?: ExploredCurve | undefined;
  pv?: ExploredCurve | undefined;
}

interface ExploredCurve {
  id: string;
  read: ReadCurve;
}

/** Results that an explorer may start from. */
type ExploredResults = Omit<VerdictBasis, "economic_case"> &
  Pick<Results, "economic_case" | "battery_value" | "curve" | "pv_curve">;

/**
 * The case of a completed simulation; null where it has no return to explore, an old model calculated it, the studies
 * that a case under a contract is read off are not there, or its curves are hidden.
 */
export function exploredCase(basis: ExploredResults, inputs: SimulationInput, studies: StudyRuns): ExploredCase | null {
  if (basis.summary.npv === null || !basis.economic_case || isOfOldModel(basis.engine_version)) return null;
  const { bill, battery_value } = basis;
  const contract =
    bill && battery_value
      ? contractReading({ bill, battery_value, economic_case: basis.economic_case }, studies)
      : null;
  if ((bill && !contract) || hidesCurve(basis, inputs)) return null;
  const { engine_version, warnings, null_reasons, summary, contract_range, economic_case } = basis;
  const measured = curvesOf(basis, inputs);
  const { uncertainty } = studies;
  const scenarios = uncertainty?.status === "completed" ? uncertainty.result : null;
  const slim = { engine_version, warnings, null_reasons, summary, contract_range, economic_case };
  return {
    inputs: storedInput(inputs),
    facts: { ...verdictFacts(slim, studies, inputs), basis: slim },
    risk:
      scenarios?.surface && scenarios.count >= VERDICT_SCENARIOS
        ? { surface: scenarios.surface, seed: scenarios.seed, curveTrust: basis.curve?.trust }
        : null,
    contract,
    curves: contract ? {} : measured,
    measured,
  };
}

/** The case that variants are compared with. */
export const baseCase = ({ inputs, curves: { load, pv } }: ExploredCase): Case =>
  readCase(inputs, { ...(load && { curve: caseCurve(load) }), ...(pv && { pv_curve: caseCurve(pv) }) });

/** Of the content's hash, which nobody is shown, nothing is computed. */
const caseCurve = ({ id, read }: ExploredCurve): CaseCurve => ({ ...read, hash: id });

/** Variants of a measured site are solved with the numbers of its curves, which are their owner's alone. */
export function hidesCurve(
  results: Pick<ExploredResults, "bill" | "curve" | "pv_curve">,
  inputs: SimulationInput,
): boolean {
  const { load, pv } = curvesOf(results, inputs);
  const isHidden = (results.curve !== undefined && !load) || (results.pv_curve !== undefined && !pv);
  return !results.bill && isHidden;
}

const curvesOf = (
  { curve, pv_curve }: Pick<ExploredResults, "curve" | "pv_curve">,
  { curve_id, pv_curve_id }: SimulationInput,
): ExploredCurves => ({
  load: exploredCurve(curve_id, curve?.read),
  pv: exploredCurve(pv_curve_id, pv_curve?.read),
});

const exploredCurve = (id: string | undefined, read: ReadCurve | undefined): ExploredCurve | undefined =>
  id === undefined || !read ? undefined : { id, read };

/** Null while a study is missing, or where nothing is saved that could be scaled. */
function contractReading(results: ContractFindings, { uncertainty, sensitivity }: StudyRuns): ExploredCase["contract"] {
  const found = foundContract(results);
  const scenarios = uncertainty?.status === "completed" ? uncertainty.result : null;
  const sizing = sensitivity?.sizing;
  const { revenue_share_fct } = results.economic_case;
  if (!found || found.savingEur <= 0 || revenue_share_fct === 1 || !scenarios?.surface || !sizing) return null;
  const { capacities_kwh, points } = sizing;
  return {
    economicCase: results.economic_case,
    realised: found.realised,
    sizes: { capacities_kwh, points },
    surface: scenarios.surface,
    errorFct: scenarios.contract_surface?.error_fct ?? null,
  };
}
