import type { Case } from "@ecotrim/contracts/simulations/input";
import facts from "../data/spain-2024.json" with { type: "json" };

/** The engine's own figures where a case gives none; meaning and source in `data/README.md`. */
export const ENGINE_DEFAULTS = facts.engine_defaults;

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
  const warranty_cycles = battery.warrantyCycles ?? ENGINE_DEFAULTS.warranty_cycles;
  return {
    capex_eur: finance.capexEur ?? defaultCapexEur(battery),
    om_fct: finance.omShare ?? ENGINE_DEFAULTS.om_fct,
    om_indexation: finance.omIndexation ?? ENGINE_DEFAULTS.om_indexation,
    price_growth: finance.priceGrowth ?? ENGINE_DEFAULTS.price_growth,
    discount_rate: finance.discountRate ?? ENGINE_DEFAULTS.discount_rate,
    life_years: finance.lifeYears ?? ENGINE_DEFAULTS.life_years,
    replacement_fct: finance.replacementShare ?? ENGINE_DEFAULTS.replacement_fct,
    replacement_year: finance.replacementYear ?? ENGINE_DEFAULTS.replacement_year,
    warranty_cycles,
    availability: battery.availability ?? ENGINE_DEFAULTS.availability,
    // All of the optimum, until the day-ahead replay of a run tells the share.
    realisable_fct: battery.realisableShare ?? 1,
    auxiliary_kw_per_mwh: battery.auxiliaryKwPerMwh ?? ENGINE_DEFAULTS.auxiliary_kw_per_mwh,
    // Each cycle under warranty passes the capacity through the battery twice, in and out.
    wear_eur_mwh: battery.wearEurMwh ?? (1000 * ENGINE_DEFAULTS.capex_eur_per_kwh) / (2 * warranty_cycles),
  };
}

type BatterySize = Pick<Case["battery"], "capacityKwh" | "chargeKw" | "dischargeKw">;

/** An investment given for one size, over what that size costs by default: it scales that of every other size. */
export function quoteFactor({ battery, finance: { capexEur } }: Case): number {
  const defaultEur = defaultCapexEur(battery);
  return capexEur !== undefined && defaultEur > 0 ? capexEur / defaultEur : 1;
}

/** The investment of a battery where nobody quotes one. */
export function defaultCapexEur({ capacityKwh, chargeKw, dischargeKw }: BatterySize): number {
  if (capacityKwh === 0) return 0;
  const powerKw = Math.max(chargeKw, dischargeKw);
  return (
    ENGINE_DEFAULTS.capex_eur_per_kwh * capacityKwh +
    ENGINE_DEFAULTS.capex_eur_per_kw * powerKw +
    ENGINE_DEFAULTS.capex_fixed_eur
  );
}

/** Capacity lost by the time the cycles under warranty are used up, fraction. */
export const FADE_AT_WARRANTY = 0.2;

/** Capacity lost each year, fraction: by calendar or by cycles, whichever is more. */
export function yearlyFade({ battery }: Case, { warranty_cycles }: EngineAssumptions, cycles: number): number {
  return battery.fadeYear ?? Math.max(ENGINE_DEFAULTS.fade, (cycles / warranty_cycles) * FADE_AT_WARRANTY);
}
