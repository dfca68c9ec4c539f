import { labelOf, unitOf } from "./figures.ts";

/** Rows of the table of costs without and with battery (`project_economics_table`), in order. */
export const ECONOMICS_ROWS = {
  import: labelOf("total_import"),
  selfConsumed: "Fotovoltaica autoconsumida",
  export: labelOf("total_export"),
  curtailed: labelOf("total_curtailed"),
  charge: "Carga de la batería",
  discharge: labelOf("discharge_mwh"),
  auxiliaries: "Consumo auxiliar",
  extraPower: "Potencia en P6",
  /** Only under a contract. */
  otherTerms: "Potencia, excesos e impuesto eléctrico",
  totalCost: "Coste total",
  savingAtOptimum: "Ahorro en energía, auxiliares y potencia",
  savingNotRealised: "Ahorro que no se realiza (disponibilidad y operación real)",
  totalSaving: "Ahorro total del primer año",
} as const;

/** Columns of the table, once without and once with battery. */
export const ECONOMICS_COLUMNS = [
  { key: "amount_mwh", unit: unitOf("total_import"), heading: "MWh", decimals: 1 },
  { key: "price_eur_mwh", unit: unitOf("lcoe"), heading: "€/MWh", decimals: 2 },
  { key: "cost_eur", unit: unitOf("savings"), heading: "€ total", decimals: 0 },
] as const;
