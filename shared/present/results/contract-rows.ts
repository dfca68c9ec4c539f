import type { Results } from "@ecotrim/contracts/simulations/result";
import type { Uncertainty } from "@ecotrim/contracts/simulations/uncertainty";
import { isOfOldModel } from "@ecotrim/contracts/simulations/verdict";
import type { TONES } from "../palette.ts";
import { isPricedByContract } from "./contract-labels.ts";
import { isTrusted } from "./trust.ts";
import { decisionUnder } from "./verdict.ts";
import { type DecidedCode, npvSign, VERDICT_TONES, VERDICT_WORDS } from "./verdict-words.ts";

/** What the battery is worth under one kind of contract: EUR a year, EUR, years, a fraction. */
export interface ContractRow {
  key: string;
  label: string;
  /** Whether the simulation is computed with this kind. */
  own: boolean;
  /** Older results know the energy saving alone. */
  saving: number;
  npv: number | null;
  payback: number | null;
  /** Share of the scenarios with a positive NPV; null without enough of them. */
  probability: number | null;
  /** Null without an NPV. */
  verdict: { word: string; tone: keyof typeof TONES | null } | null;
}

/** "Según su contrato": empty where the site's prices were given, and where no figure is to be relied on. */
export function contractRows(
  { contract_range, owner, warnings, engine_version }: Results,
  uncertainty: Uncertainty | null,
): ContractRow[] {
  if (!isTrusted({ warnings })) return [];
  const risk = uncertainty && { scenarios: uncertainty.count, contracts: uncertainty.contract_probabilities ?? [] };
  return contract_range.map((kind) => {
    const { key, label, own = false, energy_saving_eur, saving_eur, npv_eur = null, payback_years } = kind;
    const { probability, code } = decisionUnder(kind, owner, risk);
    return {
      ...{ key, label, own, probability },
      saving: saving_eur ?? energy_saving_eur,
      npv: npv_eur,
      payback: payback_years ?? null,
      verdict: npv_eur === null || isOfOldModel(engine_version) ? null : wordOf(npv_eur, code),
    };
  });
}

/** Why there are no rows. */
export function noContractRows({
  contract_range,
  assumptions,
}: Pick<Results, "contract_range" | "assumptions">): string {
  if (contract_range.length > 0) return "No aplicable: revise su gasto.";
  return isPricedByContract({ assumptions })
    ? "No aplicable: los precios se calculan con su contrato."
    : "No aplicable: los precios vienen dados.";
}

/** The word of the one verdict, else the sign of the value. */
const wordOf = (npv: number, code: DecidedCode | null): ContractRow["verdict"] =>
  code ? { word: VERDICT_WORDS[code], tone: VERDICT_TONES[code] } : { word: npvSign(npv), tone: null };
