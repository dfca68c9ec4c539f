import { type ComputedInput, SimulationInput } from "@ecotrim/contracts/simulations/input";
import facts from "../data/spain-2024.json" with { type: "json" };
import { DATA_YEAR } from "../site/calendar.ts";
import { sourceData } from "../site/source-data.ts";
import type { SolvedRun } from "../solved-run.ts";
import { EXTRA_P6_POWER_EUR_KW_YEAR, MARGIN_EUR_MWH } from "../tariff/tariff.ts";
import { FADE_AT_WARRANTY } from "./assumptions.ts";

const defaults = facts.engine_defaults;

/** Sources that name no figure. */
export type PlainCode =
  | "caller"
  | "judgement"
  | "own_criterion"
  | "specification"
  | "datasheet"
  | "assumed"
  | "market_hours"
  | "market_statistics"
  | "tariff"
  | "calibrated"
  | "real_terms"
  | "replayed"
  | "pvgis"
  | "era5";

/** On whose word an assumption stands, with the figures behind it. */
export type AssumptionSource =
  | { code: PlainCode }
  | { code: "capex_estimate"; eurPerKwh: number; eurPerKw: number; fixedEur: number }
  | { code: "greater_fade"; byCalendar: number; atWarranty: number }
  | { code: "capex_over_cycles"; eurPerKwh: number }
  | { code: "power_term"; eurPerKwYear: number };

export type NumberKey =
  | "capex_eur"
  | "om_fct"
  | "om_indexation"
  | "price_growth"
  | "discount_rate"
  | "life_years"
  | "replacement_fct"
  | "replacement_year"
  | "fade"
  | "warranty_cycles"
  | "availability"
  | "realisable_fct"
  | "auxiliary_kw_per_mwh"
  | "wear_eur_mwh"
  | "efficiency_charge"
  | "efficiency_discharge"
  | "battery_min_soc"
  | "initial_soc"
  | "limit"
  | "limit_output"
  | "ahorro_termino_potencia"
  | "garantia_suministro"
  | "revenue_share_fct"
  | "market_year"
  | "margin_eur_mwh"
  | "export_factor";

/** What an assumption says; units as in the input schema. */
type AssumptionValue =
  | { key: NumberKey; value: number }
  | { key: "battery_export"; value: boolean }
  /** `description` of measured data; null for the shipped profile. */
  | { key: "pv_profile"; description: string | null }
  | { key: "calibration"; k: number; adderEurMwh: number }
  | { key: "tariff" | "taxes" };

export type StatedAssumption = AssumptionValue & { source: AssumptionSource; overridden: boolean };

/** Every assumption behind the figures of a run, with its source. */
export function statedAssumptions({ input, assumptions, fade, site, given }: SolvedRun): StatedAssumption[] {
  const entry = (value: AssumptionValue, source: AssumptionSource): StatedAssumption => {
    const overridden = isOverridden(input, value.key);
    return { ...value, source: overridden ? { code: "caller" } : source, overridden };
  };
  const number = (key: NumberKey, value: number, source: PlainCode | AssumptionSource) =>
    entry({ key, value }, typeof source === "string" ? { code: source } : source);

  const marketYear = input.market_year ?? DATA_YEAR;
  const measured = sourceData();
  const { k, adderEurMwh } = site.calibration;
  return [
    number("capex_eur", assumptions.capex_eur, {
      code: "capex_estimate",
      eurPerKwh: defaults.capex_eur_per_kwh,
      eurPerKw: defaults.capex_eur_per_kw,
      fixedEur: defaults.capex_fixed_eur,
    }),
    number("om_fct", assumptions.om_fct, "judgement"),
    number("om_indexation", assumptions.om_indexation, "judgement"),
    number("price_growth", assumptions.price_growth, "real_terms"),
    number("discount_rate", assumptions.discount_rate, "judgement"),
    number("life_years", assumptions.life_years, "judgement"),
    number("replacement_fct", assumptions.replacement_fct, "judgement"),
    number("replacement_year", assumptions.replacement_year, "judgement"),
    number("fade", fade, { code: "greater_fade", byCalendar: defaults.fade, atWarranty: FADE_AT_WARRANTY }),
    number("warranty_cycles", assumptions.warranty_cycles, "datasheet"),
    number("availability", assumptions.availability, "judgement"),
    number("realisable_fct", assumptions.realisable_fct, "replayed"),
    number("auxiliary_kw_per_mwh", assumptions.auxiliary_kw_per_mwh, "judgement"),
    number("wear_eur_mwh", assumptions.wear_eur_mwh, {
      code: "capex_over_cycles",
      eurPerKwh: defaults.capex_eur_per_kwh,
    }),
    number("efficiency_charge", input.efficiency_charge, "specification"),
    number("efficiency_discharge", input.efficiency_discharge, "specification"),
    number("battery_min_soc", input.battery_min_soc, "specification"),
    number("initial_soc", input.initial_soc, "specification"),
    entry({ key: "battery_export", value: input.battery_export ?? false }, { code: "own_criterion" }),
    number(
      "limit",
      input.limit,
      site.freeP6 ? { code: "power_term", eurPerKwYear: EXTRA_P6_POWER_EUR_KW_YEAR } : "specification",
    ),
    number("limit_output", input.limit_output, "specification"),
    number("ahorro_termino_potencia", input.ahorro_termino_potencia, "assumed"),
    number("garantia_suministro", input.garantia_suministro, "assumed"),
    number("revenue_share_fct", input.revenue_share_fct, "specification"),
    ...(given.pv_kwh
      ? []
      : [
          entry(
            { key: "pv_profile", description: measured?.pv?.description ?? null },
            { code: measured?.pv ? "pvgis" : "era5" },
          ),
        ]),
    ...(site.pricesGiven
      ? []
      : [
          number("market_year", marketYear, measured?.market[marketYear] ? "market_hours" : "market_statistics"),
          entry({ key: "tariff" }, { code: "tariff" }),
          number("margin_eur_mwh", MARGIN_EUR_MWH, "own_criterion"),
          number("export_factor", defaults.export_factor, "own_criterion"),
          entry({ key: "calibration", k, adderEurMwh }, { code: "calibrated" }),
        ]),
    entry({ key: "taxes" }, { code: "own_criterion" }),
  ];
}

/** Payload fields always have a value: they count as set where it is not the specification's. */
function isOverridden(input: ComputedInput, key: string): boolean {
  const value = input[key as keyof ComputedInput];
  const schema = SimulationInput.properties[key as keyof SimulationInput] as { default?: unknown };
  return value !== undefined && value !== schema.default;
}
