import type { ComputedInput } from "@ecotrim/contracts/simulations/input";
import facts from "../data/spain-2024.json" with { type: "json" };

const defaults = facts.engine_defaults;

/** The engine's own assumptions with overrides applied; units and meaning as in the input schema. */
export interface EngineAssumptions {
  capex_eur: number;
  om_fct: number;
  om_indexation: number;
  price_growth: number;
  discount_rate: number;
  life_years: number;
  replacement_fct: number;
  replacement_year: number;
  warranty_cycles: number;
  availability: number;
  realisable_fct: number;
  auxiliary_kw_per_mwh: number;
  wear_eur_mwh: number;
}

export function engineAssumptions(input: ComputedInput): EngineAssumptions {
  const warranty_cycles = input.warranty_cycles ?? defaults.warranty_cycles;
  return {
    capex_eur: input.capex_eur ?? defaultCapexEur(input),
    om_fct: input.om_fct ?? defaults.om_fct,
    om_indexation: input.om_indexation ?? defaults.om_indexation,
    price_growth: input.price_growth ?? defaults.price_growth,
    discount_rate: input.discount_rate ?? defaults.discount_rate,
    life_years: input.life_years ?? defaults.life_years,
    replacement_fct: input.replacement_fct ?? defaults.replacement_fct,
    replacement_year: input.replacement_year ?? defaults.replacement_year,
    warranty_cycles,
    availability: input.availability ?? defaults.availability,
    // All of the optimum, until the day-ahead replay of a run tells the share.
    realisable_fct: input.realisable_fct ?? 1,
    auxiliary_kw_per_mwh: input.auxiliary_kw_per_mwh ?? defaults.auxiliary_kw_per_mwh,
    // Each cycle under warranty passes the capacity through the battery twice, in and out.
    wear_eur_mwh: input.wear_eur_mwh ?? (1000 * defaults.capex_eur_per_kwh) / (2 * warranty_cycles),
  };
}

function defaultCapexEur({ battery_capacity, max_charge_power, max_discharge_power }: ComputedInput): number {
  if (battery_capacity === 0) return 0;
  const powerKw = Math.max(max_charge_power, max_discharge_power);
  return defaults.capex_eur_per_kwh * battery_capacity + defaults.capex_eur_per_kw * powerKw + defaults.capex_fixed_eur;
}

/** Capacity lost by the time the cycles under warranty are used up, fraction. */
export const FADE_AT_WARRANTY = 0.2;

/** Capacity lost each year, fraction: by calendar or by cycles, whichever is more. */
export function yearlyFade(input: ComputedInput, { warranty_cycles }: EngineAssumptions, cycles: number): number {
  return input.fade ?? Math.max(defaults.fade, (cycles / warranty_cycles) * FADE_AT_WARRANTY);
}
