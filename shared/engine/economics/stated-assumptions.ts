import { SimulationInput } from "@ecotrim/contracts/simulations/input";
import facts from "../data/spain-2024.json" with { type: "json" };
import { DATA_YEAR } from "../site/calendar.ts";
import { sourceData } from "../site/source-data.ts";
import type { SolvedRun } from "../solved-run.ts";
import { EXTRA_P6_POWER_EUR_KW_YEAR, MARGIN_EUR_MWH } from "../tariff/tariff.ts";
import { FADE_AT_WARRANTY } from "./assumptions.ts";

const defaults = facts.engine_defaults;

/** Sources without figures. */
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

/** Source of an assumption, with the figures behind it. */
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

/** Value of an assumption; units as in the input schema. */
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
  const { battery, finance, tariff, contract } = input;
  const marketYear = tariff.marketYear ?? DATA_YEAR;
  const measured = sourceData();
  const { k, adderEurMwh } = site.calibration;
  return [
    number("capex_eur", finance.capexEur, assumptions.capex_eur, {
      code: "capex_estimate",
      eurPerKwh: defaults.capex_eur_per_kwh,
      eurPerKw: defaults.capex_eur_per_kw,
      fixedEur: defaults.capex_fixed_eur,
    }),
    number("om_fct", finance.omShare, assumptions.om_fct, "judgement"),
    number("om_indexation", finance.omIndexation, assumptions.om_indexation, "judgement"),
    number("price_growth", finance.priceGrowth, assumptions.price_growth, "real_terms"),
    number("discount_rate", finance.discountRate, assumptions.discount_rate, "judgement"),
    number("life_years", finance.lifeYears, assumptions.life_years, "judgement"),
    number("replacement_fct", finance.replacementShare, assumptions.replacement_fct, "judgement"),
    number("replacement_year", finance.replacementYear, assumptions.replacement_year, "judgement"),
    number("fade", battery.fadeYear, fade, {
      code: "greater_fade",
      byCalendar: defaults.fade,
      atWarranty: FADE_AT_WARRANTY,
    }),
    number("warranty_cycles", battery.warrantyCycles, assumptions.warranty_cycles, "datasheet"),
    number("availability", battery.availability, assumptions.availability, "judgement"),
    number("realisable_fct", battery.realisableShare, assumptions.realisable_fct, "replayed"),
    number("auxiliary_kw_per_mwh", battery.auxiliaryKwPerMwh, assumptions.auxiliary_kw_per_mwh, "judgement"),
    number("wear_eur_mwh", battery.wearEurMwh, assumptions.wear_eur_mwh, {
      code: "capex_over_cycles",
      eurPerKwh: defaults.capex_eur_per_kwh,
    }),
    payload("efficiency_charge", battery.chargeEfficiency, "specification"),
    payload("efficiency_discharge", battery.dischargeEfficiency, "specification"),
    payload("battery_min_soc", battery.minSoc, "specification"),
    payload("initial_soc", battery.initialSoc, "specification"),
    stated(
      { key: "battery_export", value: battery.mayExport ?? false },
      "own_criterion",
      battery.mayExport !== undefined,
    ),
    payload(
      "limit",
      contract.powerKw,
      site.freeP6 ? { code: "power_term", eurPerKwYear: EXTRA_P6_POWER_EUR_KW_YEAR } : "specification",
    ),
    payload("limit_output", input.site.exportLimitKw, "specification"),
    payload("ahorro_termino_potencia", finance.powerTermSavingEurYear, "assumed"),
    payload("garantia_suministro", finance.securityOfSupplyEurYear, "assumed"),
    payload("revenue_share_fct", finance.revenueShare, "specification"),
    ...(given.pv_kwh
      ? []
      : [
          stated(
            { key: "pv_profile", description: measured?.pv?.description ?? null },
            measured?.pv ? "pvgis" : "era5",
          ),
        ]),
    ...(site.pricesGiven
      ? []
      : [
          number(
            "market_year",
            tariff.marketYear,
            marketYear,
            measured?.market[marketYear] ? "market_hours" : "market_statistics",
          ),
          stated({ key: "tariff" }, "tariff"),
          stated({ key: "margin_eur_mwh", value: MARGIN_EUR_MWH }, "own_criterion"),
          stated({ key: "export_factor", value: defaults.export_factor }, "own_criterion"),
          stated({ key: "calibration", k, adderEurMwh }, "calibrated"),
        ]),
    stated({ key: "taxes" }, "own_criterion"),
  ];
}

const stated = (
  value: AssumptionValue,
  source: PlainCode | AssumptionSource,
  overridden = false,
): StatedAssumption => ({
  ...value,
  source: overridden ? { code: "caller" } : typeof source === "string" ? { code: source } : source,
  overridden,
});

/** An assumption of the engine that a given figure replaces. */
const number = (
  key: NumberKey,
  given: number | undefined,
  value: number,
  source: PlainCode | AssumptionSource,
): StatedAssumption => stated({ key, value }, source, given !== undefined);

/** A field of the payload always has a value: it counts as given where it differs from the specification's default. */
const payload = (
  key: NumberKey & keyof SimulationInput,
  value: number,
  source: PlainCode | AssumptionSource,
): StatedAssumption => {
  const schema = SimulationInput.properties[key] as { default?: unknown };
  return stated({ key, value }, source, value !== schema.default);
};
