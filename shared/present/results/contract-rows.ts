import type { Results } from "@ecotrim/contracts/simulations/result";
import type { Uncertainty } from "@ecotrim/contracts/simulations/uncertainty";
import { isOfOldModel, VERDICT_SCENARIOS } from "@ecotrim/contracts/simulations/verdict";
import type { TONES } from "../palette.ts";
import { isTrusted } from "./trust.ts";
import { decisionAt } from "./verdict.ts";
import { npvSign, VERDICT_TONES, VERDICT_WORDS } from "./verdict-words.ts";

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
  const isDrawn = uncertainty !== null && uncertainty.count >= VERDICT_SCENARIOS;
  const shares = new Map(isDrawn ? uncertainty.contract_probabilities?.map(({ key, value }) => [key, value]) : []);
  return contract_range.map(
    ({ key, label, own = false, energy_saving_eur, saving_eur, npv_eur = null, payback_years }) => {
      const saving = saving_eur ?? energy_saving_eur;
      const probability = shares.get(key) ?? null;
      // A customer's part may be nothing while who invests receives all of the saving.
      const savesNothing = saving <= 0 && owner === undefined;
      return {
        ...{ key, label, own, saving, probability },
        npv: npv_eur,
        payback: payback_years ?? null,
        verdict: npv_eur === null || isOfOldModel(engine_version) ? null : wordOf(npv_eur, probability, savesNothing),
      };
    },
  );
}

/** The word of the one verdict: by probability where there is one, else the sign of the value. */
function wordOf(npv: number, probability: number | null, savesNothing: boolean): ContractRow["verdict"] {
  const code = savesNothing ? "does_not_pay" : probability === null ? null : decisionAt(probability);
  return code ? { word: VERDICT_WORDS[code], tone: VERDICT_TONES[code] } : { word: npvSign(npv), tone: null };
}
