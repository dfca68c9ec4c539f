import { LOCALE } from "@ecotrim/contracts/locale";
import { formatNumber } from "@ecotrim/contracts/numbers";
import type { CashflowYear, Indicator, OperationYear, Results } from "@ecotrim/contracts/simulations/result";

/**
 * The figures of a result: label, unit and decimals of each, for every screen, report and table. The results schema
 * gives the keys, so that a new figure does not compile until it has an entry here.
 */

/** Without what only older results have. */
type Economics = Omit<Results["kpi_new_table"]["economics"], "npv_without_fixed_items">;
type Energetics = Results["kpi_new_table"]["energetics"];
/** A figure of the results that screens and reports show by its key. */
export type ResultKey = keyof Economics | keyof Energetics | "first_year_income_by_power";
/** A column of the tables by year. */
export type YearKey = Exclude<keyof OperationYear | keyof CashflowYear, "year">;
/** A figure that the results hold only as a row of `kpi_table`, `kpi_demand` or `kpi_battery`. */
type RowKey =
  | "simple_payback"
  | "demand_covered"
  | "import_to_demand"
  | "demand_covered_fct"
  | "import_peak_without"
  | "import_peak_with"
  | "price_spread"
  | "charge_from_pv"
  | "final_state_of_health";
export type FigureKey = ResultKey | YearKey | RowKey;

/**
 * Places whose label, unit or decimals differ from the figure's own: named variants within the list, never a second
 * list.
 */
export type Place =
  /** Rows of `kpi_table` and `kpi_demand`. */
  | "indicator"
  /** Rows of `kpi_battery`. */
  | "batteryIndicator"
  /** The largest number of a page. */
  | "headline"
  /** Key figures of step 6 and of the detail. */
  | "card"
  /** Facts on the first tab of the detail. */
  | "fact"
  | "comparison"
  /** Energy balance on a screen. */
  | "balance"
  /** Beside other sizes and scenarios, and below the parts of the saving. */
  | "firstYear"
  | "report"
  /** Key figures of the report. */
  | "reportCard";

interface Style {
  label: string;
  unit: string;
  /** Undefined: the value's own decimals, two at most. */
  decimals: number | undefined | ((value: number) => number);
  /** Converts from the schema's unit to the shown unit. */
  convert: (value: number) => number;
}

interface Entry extends Style {
  places?: Partial<Record<Place, Partial<Style>>>;
}

type Places = Entry["places"];
const asItIs = (value: number): number => value;
const toPercent = (fraction: number): number => fraction * 100;
const toGwh = (mwh: number): number => mwh / 1000;

const entry =
  (unit: string, decimals: number, convert = asItIs) =>
  (label: string, places: Places = {}): Entry => ({ label, unit, decimals, convert, places });

const money = entry("€", 0);
/** Stored as it is spent, shown with the sign of the cash flow. */
const cost = entry("€", 0, (eur) => -eur);
const percent = entry("%", 1, toPercent);
const price = entry("€/MWh", 2);
const energy = entry("MWh", 0);
const power = entry("kW", 0);
const cycles = entry("ciclos/año", 0);

const inGwh = { unit: "GWh", decimals: 1, convert: toGwh };
/** Two decimals for small energies, which would be rounded away otherwise. */
const finerWhereSmall = (mwh: number): number => (Math.abs(mwh) < 100 && !Number.isInteger(mwh) ? 2 : 0);

const ECONOMICS: Record<keyof Economics, Entry> = {
  savings: money("Ahorro anual", {
    indicator: { unit: "€/año" },
    headline: { unit: "€ al año" },
    firstYear: { label: "Ahorro del primer año" },
    report: { label: "Ahorro del primer año" },
  }),
  irr: percent("TIR", {
    indicator: { label: "Tasa interna de retorno (TIR)" },
    report: { label: "Tasa interna de retorno (TIR)" },
  }),
  npv: money("VAN", {
    indicator: { label: "Valor actual neto (VAN)" },
    report: { label: "Valor actual neto (VAN)" },
  }),
  payback_years: entry("años", 1)("Periodo de retorno"),
  spending_to_savings: entry("años", 2)("Gasto energético / ahorro"),
  capex_eur: money("Inversión"),
  energy_saving_eur: money("Ahorro óptimo de energía al año"),
  lcoe: price("LCOE", {
    indicator: { label: "LCOE con batería" },
    card: { label: "LCOE · coste de su energía" },
    report: { label: "LCOE con batería" },
    reportCard: { label: "Coste de su energía (LCOE)" },
  }),
  lcoe_without_battery: price("LCOE sin batería"),
  lcos: price("LCOS", {
    card: { label: "LCOS · coste de lo que entrega la batería" },
    report: { label: "LCOS: coste de cada MWh descargado" },
  }),
};

const ENERGETICS: Record<keyof Energetics, Entry> = {
  total_demand: energy("Consumo", {
    card: { label: "Consumo total", decimals: finerWhereSmall },
    fact: { label: "Consumo total", ...inGwh },
    comparison: { label: "Consumo del periodo", ...inGwh },
  }),
  total_generation: energy("Generación fotovoltaica", {
    card: { label: "Generación total", decimals: finerWhereSmall },
    fact: inGwh,
    comparison: inGwh,
  }),
  total_autoconsume: energy("Autoconsumo", {
    balance: { label: "Autoconsumo, batería incluida" },
    report: { label: "Autoconsumo, batería incluida" },
  }),
  self_consumption_fct: percent("Autoconsumo sobre generación", { card: { label: "Autoconsumo" } }),
  self_sufficiency_fct: percent("Autosuficiencia"),
  total_import: energy("Compra a la red"),
  total_export: energy("Excedentes vendidos", { balance: { label: "Excedentes" } }),
  total_curtailed: energy("Fotovoltaica no aprovechada"),
  total_charge: energy("Energía cargada", { report: { label: "Energía cargada en la batería" } }),
  total_discharge: energy("Energía descargada", { report: { label: "Energía descargada de la batería" } }),
  fct_bess_to_customer: percent("Parte de la descarga que sirve a su consumo"),
  cycles_per_year: cycles("Ciclos de la batería", {
    batteryIndicator: { label: "Ciclos" },
    balance: { unit: "al año" },
    report: { label: "Ciclos completos al año", unit: "" },
  }),
};

const BY_YEAR: Record<YearKey, Entry> = {
  generation_mwh: energy("Generación fotovoltaica", { report: { label: "Generación" } }),
  demand_mwh: energy("Consumo"),
  self_consumption_mwh: energy("Autoconsumo"),
  import_mwh: energy("Compra a la red", { report: { label: "Compra" } }),
  export_mwh: energy("Excedentes"),
  discharge_mwh: energy("Descarga de la batería", { report: { label: "Descarga" } }),
  state_of_health: percent("Capacidad restante", { report: { label: "Salud" } }),
  cycles: entry("", 0)("Ciclos"),
  saving_eur: money("Ahorro"),
  om_eur: cost("Mantenimiento"),
  replacement_eur: cost("Sustitución"),
  net_eur: money("Flujo neto"),
  cumulative_eur: money("Acumulado"),
  discounted_eur: money("Neto actualizado", { report: { label: "Descontado" } }),
  customer_saving_eur: money("Ahorro del cliente"),
};

const FIGURES: Record<FigureKey, Entry> = {
  ...ECONOMICS,
  ...ENERGETICS,
  ...BY_YEAR,
  first_year_income_by_power: entry("€/kW", 2)("Ingreso del primer año por potencia", {
    report: { label: "Ingreso del primer año por kW de batería", decimals: undefined },
  }),

  simple_payback: entry("años", 1)("Inversión / flujo neto del primer año"),
  demand_covered: energy("Cubierto por fotovoltaica y batería"),
  import_to_demand: energy("Comprado a la red para el consumo"),
  demand_covered_fct: percent("Cobertura propia"),
  import_peak_without: power("Punta de compra sin batería"),
  import_peak_with: power("Punta de compra con batería"),
  price_spread: price("Diferencia de precio entre descarga y carga"),
  charge_from_pv: energy("Cargada de la fotovoltaica"),
  final_state_of_health: percent("Capacidad restante en el último año"),
};

const keysOf = <K extends string>(entries: Record<K, Entry>): K[] => Object.keys(entries) as K[];
export const ECONOMICS_KEYS = keysOf(ECONOMICS);
export const ENERGETICS_KEYS = keysOf(ENERGETICS);

/** Every figure of the results by its key; units as in the schema. */
export const figuresOf = (
  results: Pick<Results, "kpi_new_table" | "first_year_income_by_power">,
): Record<ResultKey, number | null> => ({
  ...results.kpi_new_table.economics,
  ...results.kpi_new_table.energetics,
  first_year_income_by_power: results.first_year_income_by_power,
});

/** The columns by year in the order of their tables, which stored results lose. */
export const YEAR_KEYS = keysOf(BY_YEAR);
export const isYearKey = (key: string): key is YearKey => Object.hasOwn(BY_YEAR, key);

function styleOf(key: FigureKey, place: Place | undefined): Style {
  const { places = {}, ...own } = FIGURES[key];
  return { ...own, ...(place && places[place]) };
}

export const labelOf = (key: FigureKey, place?: Place): string => styleOf(key, place).label;
export const unitOf = (key: FigureKey, place?: Place): string => styleOf(key, place).unit;

type Value = number | null | undefined;

/** A figure with its unit: `88.593 €`. @param value as in the schema: fractions as fractions, energies in MWh */
export function spell(key: FigureKey, value: Value, place?: Place, locale = LOCALE): string {
  return write(value, styleOf(key, place), locale);
}

/** A figure without its unit, for places that show the unit apart: `88.593`. */
export function spellBare(key: FigureKey, value: Value, place?: Place, locale = LOCALE): string {
  return write(value, { ...styleOf(key, place), unit: "" }, locale);
}

function write(value: Value, { unit, decimals, convert }: Style, locale: string): string {
  if (value === null || value === undefined) return formatNumber(null);
  const digits = typeof decimals === "function" ? decimals(value) : decimals;
  return formatNumber(convert(value), { locale, unit, ...(digits === undefined ? {} : { decimals: digits }) });
}

/** A row of the indicator tables of the results. @param value as in the schema: a fraction becomes percent here */
export function indicator(key: FigureKey, value: number | null, place: Place = "indicator"): Indicator {
  const { label, unit, convert } = styleOf(key, place);
  return { indicator: label, value: value === null ? null : convert(value), units: unit };
}
