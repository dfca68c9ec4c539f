import type { Results } from "@ecotrim/contracts/simulations/result";
import type { Uncertainty } from "@ecotrim/contracts/simulations/uncertainty";
import { PAYS_FROM, PAYS_NOT_UP_TO, type VerdictCode } from "@ecotrim/contracts/simulations/verdict";
import type { TONES } from "@ecotrim/present/palette";
import { npvSign, VERDICT_TONES } from "@ecotrim/present/results/verdict-words";

/** What the battery is worth under one kind of contract, with the word for it. */
export interface ContractRow {
  key: string;
  label: string;
  /** Whether it is the kind that the simulation is computed with. */
  own: boolean;
  savingEur: number;
  npvEur: number | null;
  paybackYears: number | null;
  /** Share of the scenarios with a positive NPV; null without scenarios. */
  probability: number | null;
  word: string;
  tone: keyof typeof TONES | null;
}

const WORDS = { pays: "Compensa", depends: "Depende", does_not_pay: "No compensa" } as const satisfies Partial<
  Record<VerdictCode, string>
>;

export const contractRows = ({ contract_range }: Results, uncertainty: Uncertainty | null): ContractRow[] =>
  contract_range.map(({ key, label, own = false, energy_saving_eur, npv_eur = null, payback_years = null }) => {
    const probability = uncertainty?.contract_probabilities?.find((known) => known.key === key)?.value ?? null;
    const row = { key, label, own, savingEur: energy_saving_eur, npvEur: npv_eur, paybackYears: payback_years };
    const code = codeOf(energy_saving_eur, probability);
    if (code) return { ...row, probability, word: WORDS[code], tone: VERDICT_TONES[code] };
    return { ...row, probability, word: npv_eur === null ? "Sin veredicto" : npvSign(npv_eur), tone: null };
  });

/** By the bounds of the verdict; null while nobody knows how often it pays. */
function codeOf(savingEur: number, probability: number | null): keyof typeof WORDS | null {
  if (savingEur <= 0) return "does_not_pay";
  if (probability === null) return null;
  if (probability >= PAYS_FROM) return "pays";
  return probability <= PAYS_NOT_UP_TO ? "does_not_pay" : "depends";
}
