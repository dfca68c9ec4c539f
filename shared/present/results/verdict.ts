import type { SimulationInput } from "@ecotrim/contracts/simulations/input";
import type { SimulationStatus, StudyRuns } from "@ecotrim/contracts/simulations/record";
import {
  isProvisional,
  isSpendReplaced,
  type Results,
  type StoredEconomicCase,
} from "@ecotrim/contracts/simulations/result";
import { type ContractKind, DEFAULT_CONTRACT_KIND } from "@ecotrim/contracts/simulations/tariff";
import type { Uncertainty } from "@ecotrim/contracts/simulations/uncertainty";
import {
  type DrawnDriver,
  firstDrawn,
  isOfOldModel,
  PAYS_FROM,
  PAYS_NOT_UP_TO,
  VERDICT_SCENARIOS,
  type Verdict,
} from "@ecotrim/contracts/simulations/verdict";
import { phrase } from "../phrase.ts";
import {
  type DecidedCode,
  dependsOnContract,
  dependsOnDriver,
  doesNotPay,
  EXPECTING,
  NOTHING_EXPECTED,
  noReturn,
  noSaving,
  OF_ANOTHER_PROGRAM,
  OF_OLD_MODEL,
  pays,
  pending,
  SPENDING_REPLACED,
  withoutRisk,
} from "./verdict-words.ts";

/** The part of results that a verdict is about; lists keep it apart from the results, which are long. */
export interface VerdictBasis extends Pick<Results, "provisional" | "engine_version" | "warnings" | "null_reasons"> {
  summary: Pick<Results["summary"], "savings" | "npv" | "payback_years" | "capex_eur">;
  /** Only with a revenue share, where the summary's saving and payback are the customer's. */
  owner?: Pick<NonNullable<Results["owner"]>, "savings" | "payback_years">;
  null_reasons_parts?: Results["null_reasons_parts"];
  contract_range: KindFigures[];
  /** Where the battery's saving is that of a whole bill. */
  bill?: Results["bill"];
  economic_case?: { assumptions: Pick<StoredEconomicCase["assumptions"], "discount_rate" | "life_years"> };
}

/** What a verdict reads of a kind of contract. */
type KindFigures = Pick<Results["contract_range"][number], "key" | "saving_eur" | "npv_eur">;

/** What the scenarios say so far. */
export interface VerdictRisk {
  scenarios: number;
  /** Share of the scenarios with a positive NPV. */
  probability: number | null;
  /** The same share under each kind of contract, as far as it is known. */
  contracts: NonNullable<Uncertainty["contract_probabilities"]>;
  /** More scenarios will come. */
  isComing: boolean;
}

export interface VerdictFacts {
  /** null for results that the platform did not calculate. */
  basis: VerdictBasis | null;
  contractKind: ContractKind | undefined;
  /** null where no scenarios follow. */
  risk: VerdictRisk | null;
  /** The drawn driver that moves NPV most; null while it is not known. */
  driver: DrawnDriver | null;
  /** The study that provisional results wait for. */
  power?: SimulationStatus | null | undefined;
}

/** The facts of a completed run with its studies. */
export const verdictFacts = (
  basis: VerdictBasis | null,
  { uncertainty, sensitivity, power }: StudyRuns,
  { contract_kind }: Pick<SimulationInput, "contract_kind">,
): VerdictFacts => ({
  basis,
  contractKind: contract_kind,
  risk: uncertainty && {
    scenarios: uncertainty.result?.count ?? 0,
    probability: uncertainty.result?.probability_npv_positive?.value ?? null,
    contracts: uncertainty.result?.contract_probabilities ?? [],
    isComing: uncertainty.status === "pending" || uncertainty.status === "processing",
  },
  driver: firstDrawn(sensitivity?.tornado?.drivers ?? []),
  power: power?.status,
});

/**
 * The one verdict on a battery, for every screen, report and list. What scenarios cannot change does not wait for them.
 */
export function verdictOf({ basis, contractKind, risk, driver, power }: VerdictFacts): Verdict {
  if (!basis) return OF_ANOTHER_PROGRAM;
  if (isOfOldModel(basis.engine_version)) return OF_OLD_MODEL;
  if (isSpendReplaced(basis.warnings)) return SPENDING_REPLACED;
  if (isProvisional(basis)) return power === "failed" ? NOTHING_EXPECTED : EXPECTING;
  const { summary, owner, economic_case } = basis;
  const { npv, capex_eur } = summary;
  // Of who invests, as investment, NPV and scenarios are.
  const { savings, payback_years } = owner ?? summary;
  const isOwners = owner !== undefined;
  if (savings === null || npv === null || !economic_case) return noReturn(reasonOf(basis));

  // Before the saving, which is that of one kind alone.
  const kinds = basis.contract_range.flatMap((kind) =>
    typeof kind.npv_eur === "number" ? { npv: kind.npv_eur, ...decisionUnder(kind, owner, risk) } : [],
  );
  const isContractUnknown = (contractKind ?? DEFAULT_CONTRACT_KIND) === "unknown";
  if (isContractUnknown && doKindsDiffer(kinds)) return dependsOnContract(kinds);
  if (savings <= 0) return noSaving(savings, npv, isOwners);

  const { discount_rate, life_years } = economic_case.assumptions;
  const figures = { npv, payback_years, capex_eur, discount_rate, life_years, isOwners };
  if (!risk || risk.probability === null || risk.scenarios < VERDICT_SCENARIOS)
    return risk?.isComing ? pending(figures) : withoutRisk(figures);
  const { probability, scenarios } = risk;
  const odds = { loss: 1 - probability, scenarios };
  switch (decisionAt(probability)) {
    case "pays":
      return pays(figures, odds);
    case "depends":
      return dependsOnDriver(driver, figures, odds);
    case "does_not_pay":
      return doesNotPay(figures, odds);
  }
}

/** @param probability share of enough scenarios with a positive NPV */
function decisionAt(probability: number): DecidedCode {
  if (probability >= PAYS_FROM) return "pays";
  return probability <= PAYS_NOT_UP_TO ? "does_not_pay" : "depends";
}

interface KindDecision {
  /** Share of the scenarios with a positive NPV; null without enough of them. */
  probability: number | null;
  /** null where the sign of the NPV is all that is known. */
  code: DecidedCode | null;
}

/** What is decided where the energy is bought by one kind of contract. */
export function decisionUnder(
  { key, saving_eur }: KindFigures,
  owner: VerdictBasis["owner"],
  risk: Pick<VerdictRisk, "scenarios" | "contracts"> | null,
): KindDecision {
  const drawn = risk && risk.scenarios >= VERDICT_SCENARIOS ? risk.contracts : [];
  const probability = drawn.find((kind) => kind.key === key)?.value ?? null;
  // A customer's part may be nothing while who invests receives all of the saving.
  if (owner === undefined && typeof saving_eur === "number" && saving_eur <= 0)
    return { probability, code: "does_not_pay" };
  return { probability, code: probability === null ? null : decisionAt(probability) };
}

/** Whether the kinds have several verdicts; while one has none, whether their values have several signs. */
function doKindsDiffer(kinds: readonly (KindDecision & { npv: number })[]): boolean {
  const isDecided = kinds.every(({ code }) => code !== null);
  return new Set(kinds.map(({ code, npv }) => (isDecided ? code : npv > 0))).size > 1;
}

/** Why there is no saving, or else no value. */
function reasonOf({ null_reasons, null_reasons_parts }: VerdictBasis) {
  const key = ["savings", "npv"].find((name) => null_reasons[name] !== undefined) ?? "npv";
  return null_reasons_parts?.[key] ?? phrase`${null_reasons[key] ?? ""}`;
}
