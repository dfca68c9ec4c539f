import type { Case } from "@ecotrim/contracts/simulations/case";
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

export function engineAssumptions({ battery, finance }: Case): EngineAssumptions {
  const warranty_cycles = battery.warrantyCycles ?? defaults.warranty_cycles;
  return {
    capex_eur: finance.capexEur ?? defaultCapexEur(battery),
    om_fct: finance.omShare ?? defaults.om_fct,
    om_indexation: finance.omIndexation ?? defaults.om_indexation,
    price_growth: finance.priceGrowth ?? defaults.price_growth,
    discount_rate: finance.discountRate ?? defaults.discount_rate,
    life_years: finance.lifeYears ?? defaults.life_years,
    replacement_fct: finance.replacementShare ?? defaults.replacement_fct,
    replacement_year: finance.replacementYear ?? defaults.replacement_year,
    warranty_cycles,
    availability: battery.availability ?? defaults.availability,
    // The whole optimum, until the day-ahead replay of a run gives the share.
    realisable_fct: battery.realisableShare ?? 1,
    auxiliary_kw_per_mwh: battery.auxiliaryKwPerMwh ?? defaults.auxiliary_kw_per_mwh,
    // Each cycle under warranty moves the capacity through the battery twice, in and out.
    wear_eur_mwh: battery.wearEurMwh ?? (1000 * defaults.capex_eur_per_kwh) / (2 * warranty_cycles),
  };
}

function defaultCapexEur({ capacityKwh, chargeKw, dischargeKw }: Case["battery"]): number {
  if (capacityKwh === 0) return 0;
  const powerKw = Math.max(chargeKw, dischargeKw);
  return defaults.capex_eur_per_kwh * capacityKwh + defaults.capex_eur_per_kw * powerKw + defaults.capex_fixed_eur;
}

/** Capacity lost when the cycles under warranty are used up, fraction. */
export const FADE_AT_WARRANTY = 0.2;

/** Capacity fade a year, fraction: the greater of calendar and cycle ageing. */
export function yearlyFade({ battery }: Case, { warranty_cycles }: EngineAssumptions, cycles: number): number {
  return battery.fadeYear ?? Math.max(defaults.fade, (cycles / warranty_cycles) * FADE_AT_WARRANTY);
}
