import type { Amount, Phrase } from "@ecotrim/contracts/phrase";
import type { Assumption } from "@ecotrim/contracts/simulations/result";
import type {
  AssumptionSource,
  NumberKey,
  PlainCode,
  StatedAssumption,
} from "@ecotrim/engine/economics/stated-assumptions";
import { amount, euros, phrase, written } from "../phrase.ts";

/** An assumption in the form of the results: label, value and source as texts. */
export function writtenAssumption(assumption: StatedAssumption): Assumption {
  const { key, source, overridden } = assumption;
  return {
    key,
    label: LABELS[key],
    ...written("value", statedValue(assumption)),
    ...written("source", sourceOf(source)),
    overridden,
  };
}

const LABELS: Record<StatedAssumption["key"], string> = {
  capex_eur: "Inversión",
  om_fct: "Operación y mantenimiento",
  om_indexation: "Indexación de la operación y mantenimiento",
  price_growth: "Crecimiento del precio de la energía",
  discount_rate: "Tasa de descuento",
  life_years: "Vida útil",
  replacement_fct: "Sustitución del inversor",
  replacement_year: "Año de sustitución del inversor",
  fade: "Pérdida anual de capacidad",
  warranty_cycles: "Ciclos en garantía",
  availability: "Disponibilidad",
  realisable_fct: "Ahorro realizable",
  auxiliary_kw_per_mwh: "Consumo auxiliar de la batería",
  wear_eur_mwh: "Desgaste por energía cargada y descargada",
  efficiency_charge: "Rendimiento de carga",
  efficiency_discharge: "Rendimiento de descarga",
  battery_min_soc: "Estado de carga mínimo",
  initial_soc: "Estado de carga inicial y final",
  battery_export: "Vertido desde la batería",
  limit: "Potencia contratada",
  limit_output: "Límite de vertido",
  ahorro_termino_potencia: "Ahorro en término de potencia",
  garantia_suministro: "Garantía de suministro",
  revenue_share_fct: "Parte del ahorro que recibe quien invierte",
  pv_profile: "Perfil fotovoltaico",
  market_year: "Precios del mercado",
  tariff: "Peajes, cargos y pagos por capacidad",
  margin_eur_mwh: "Margen de la comercializadora",
  export_factor: "Precio de los excedentes",
  calibration: "Ajuste de los precios a su gasto",
  taxes: "Impuestos",
};

/** A percentage with its own decimals, two at most. */
const percent = (fraction: number): Amount => amount(fraction * 100, { unit: "%" });
const euroMwh = (value: number): Amount => amount(value, { unit: "€/MWh" });
const kw = (value: number): Amount => amount(value, { unit: "kW" });

function statedValue(assumption: StatedAssumption): Phrase {
  switch (assumption.key) {
    case "battery_export":
      return assumption.value ? phrase`permitido` : phrase`no: la batería solo sirve a su consumo`;
    case "pv_profile":
      return phrase`${assumption.description ?? "Madrid, plano sur a 35°"}`;
    case "calibration":
      return phrase`mercado × ${amount(assumption.k, { decimals: 3 })}, ${euroMwh(assumption.adderEurMwh)} añadidos`;
    case "tariff":
      return phrase`6.1TD, 2024, península`;
    case "taxes":
      return phrase`importes nominales, sin IVA y antes del impuesto de sociedades`;
    default:
      return VALUES[assumption.key](assumption.value, assumption.source);
  }
}

const VALUES: Record<NumberKey, (value: number, source: AssumptionSource) => Phrase> = {
  capex_eur: (value) => phrase`${euros(value)}`,
  om_fct: (value) => phrase`${percent(value)} de la inversión al año`,
  om_indexation: (value) => phrase`${percent(value)} al año`,
  price_growth: (value) => phrase`${percent(value)} al año`,
  discount_rate: (value) => phrase`${percent(value)} nominal`,
  life_years: (value) => phrase`${amount(value, { unit: "años" })}`,
  replacement_fct: (value) => phrase`${percent(value)} de la inversión`,
  replacement_year: (value) => phrase`${amount(value)}`,
  fade: (value) => phrase`${percent(value)}`,
  warranty_cycles: (value) => phrase`${amount(value, { unit: "ciclos" })}`,
  availability: (value) => phrase`${percent(value)} del ahorro de energía`,
  realisable_fct: (value) => phrase`${percent(value)} del óptimo`,
  auxiliary_kw_per_mwh: (value) => phrase`${kw(value)} por MWh, al precio medio de compra`,
  wear_eur_mwh: (value) => phrase`${euroMwh(value)}: decide cuándo operar, no se suma a ningún coste`,
  efficiency_charge: (value) => phrase`${percent(value)}`,
  efficiency_discharge: (value) => phrase`${percent(value)}`,
  battery_min_soc: (value) => phrase`${percent(value)}`,
  initial_soc: (value) => phrase`${percent(value)}`,
  limit: (value, source) => (value > 0 ? phrase`${kw(value)}` : unlimited(source)),
  limit_output: (value) => (value > 0 ? phrase`${kw(value)}` : phrase`sin límite`),
  ahorro_termino_potencia: (value) => phrase`${euros(value)} al año`,
  garantia_suministro: (value) => phrase`${euros(value)} al año`,
  revenue_share_fct: (value) => (value > 0 ? phrase`${percent(value)}` : phrase`todo: invierte usted`),
  market_year: (value) => phrase`${String(value)}`,
  margin_eur_mwh: (value) => phrase`${euroMwh(value)}`,
  export_factor: (value) => phrase`${percent(value)} del precio de mercado, nunca por encima del de compra`,
};

/** Text for the contracted power where none is given. */
const unlimited = (source: AssumptionSource): Phrase =>
  source.code === "power_term"
    ? phrase`la punta actual de la planta de P1 a P5; en P6 la potencia adicional se paga a ${amount(source.eurPerKwYear, { decimals: 4, unit: "€/kW" })} al año`
    : phrase`sin límite`;

function sourceOf(source: AssumptionSource): Phrase {
  switch (source.code) {
    case "capex_estimate":
      return phrase`${String(source.eurPerKwh)} €/kWh + ${String(source.eurPerKw)} €/kW + ${euros(source.fixedEur)}: criterio para 2026 a partir de los costes de 2024 (263-363 €/kWh) y de su bajada`;
    case "greater_fade":
      return phrase`La mayor entre ${percent(source.byCalendar)} y la que corresponde a los ciclos (${percent(source.atWarranty)} al agotar los ciclos en garantía)`;
    case "capex_over_cycles":
      return phrase`${String(source.eurPerKwh)} €/kWh repartidos entre los ciclos en garantía`;
    case "power_term":
      return phrase`Término de potencia 6.1TD de 2024 (BOE-A-2023-26251 y BOE-A-2022-23737)`;
    default:
      return phrase`${SOURCES[source.code]}`;
  }
}

const SOURCES: Record<PlainCode, string> = {
  caller: "Indicado en los datos de la simulación",
  judgement: "Criterio propio, habitual en baterías industriales",
  own_criterion: "Criterio propio",
  specification: "Parámetro fijo de la calculadora",
  datasheet: "Valor habitual de baterías de litio ferrofosfato",
  assumed: "Supuesto, no calculado",
  market_hours: "Mercado diario de OMIE: precio de cada hora",
  market_statistics: "Mercado diario de OMIE: media y dispersión de cada día, forma horaria de cada mes",
  tariff: "BOE-A-2023-26251, BOE-A-2022-23737 y BOE-A-2024-2774",
  calibrated: "Calculado para que el coste sin batería coincida con el gasto indicado",
  real_terms: "Constante en términos reales",
  replayed: "Calculado: la misma batería operada hora a hora con los precios del mercado diario y el sol de la víspera",
  pvgis: "PVGIS © Unión Europea, hora a hora",
  era5: "ERA5 (contiene información modificada del servicio Copernicus); un año soleado",
};
