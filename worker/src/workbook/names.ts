import type { StoredEconomicCase } from "@ecotrim/contracts/simulations/result";

type Assumptions = StoredEconomicCase["assumptions"];
/** What the cash flow follows from; each is a cell with a name, which formulas use. */
export type InputKey =
  | Exclude<keyof Assumptions, "warranty_cycles" | "auxiliary_kw_per_mwh" | "wear_eur_mwh">
  | "auxiliaries_eur"
  | "extra_power_eur"
  | "revenue_share_fct";

export const INPUT_NAMES: Record<InputKey, string> = {
  capex_eur: "Inversión",
  om_fct: "Mantenimiento",
  om_indexation: "Indexación_mantenimiento",
  price_growth: "Crecimiento_energía",
  discount_rate: "Tasa_descuento",
  life_years: "Vida_útil",
  replacement_fct: "Sustitución",
  replacement_year: "Año_sustitución",
  availability: "Disponibilidad",
  realisable_fct: "Ahorro_realizable",
  auxiliaries_eur: "Consumo_auxiliar",
  extra_power_eur: "Potencia_adicional",
  revenue_share_fct: "Parte_inversor",
};

/** What follows from them. A name of its own, since VAN and TIR are functions of a Spanish spreadsheet. */
export const OUTPUT_NAMES = {
  npv: "Valor_actual_neto",
  irr: "Tasa_interna_retorno",
  payback_years: "Periodo_retorno",
  savings: "Ahorro_primer_año",
} as const;
export type OutputKey = keyof typeof OUTPUT_NAMES;

export interface DefinedName {
  name: string;
  range: string;
}
