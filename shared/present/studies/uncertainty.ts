import type { Phrase } from "@ecotrim/contracts/phrase";
import type { Band, Uncertainty, UncertaintySource } from "@ecotrim/contracts/simulations/uncertainty";
import type { UncertaintyFact } from "@ecotrim/engine/studies/uncertainty/facts";
import type { ScenarioNullReason, UncertaintyStudy } from "@ecotrim/engine/studies/uncertainty/summary";
import { amount, percent, phrase, roundEuros, written } from "../phrase.ts";
import { nullReason, writtenReasons } from "../results/null-reasons.ts";

/** The spread of a simulation's figures in the form that people read. */
export function writtenUncertainty({ facts, nullReasons, ...figures }: UncertaintyStudy): Uncertainty {
  const reasons = Object.entries(nullReasons).map(([key, reason]) => [key, NULL_REASONS[reason]] as const);
  return {
    ...figures,
    ...written("sentence", sentenceOf(figures.saving_eur)),
    sources: facts.map(writtenFact),
    ...writtenReasons(Object.fromEntries(reasons)),
  };
}

const NULL_REASONS: Record<ScenarioNullReason, Phrase> = {
  short_period: nullReason("short_period"),
  too_few_rates: phrase`En demasiados escenarios ninguna tasa entre el -99 % y el ${amount(1000)} % iguala los flujos con la inversión.`,
};

function sentenceOf({ p10, p90 }: Band): Phrase {
  return phrase`En 8 de cada 10 escenarios el ahorro queda entre ${roundEuros(p10.value)} y ${roundEuros(p90.value)} al año.`;
}

const writtenFact = (fact: UncertaintyFact): UncertaintySource => ({
  key: fact.key,
  label: LABELS[fact.key],
  ...written("value", extentOf(fact)),
  source: sourceOf(fact),
  judgement: fact.judgement,
});

const LABELS: Record<UncertaintyFact["key"], string> = {
  market_level: "Nivel del precio de mercado",
  market_spread: "Diferencia de precio entre horas",
  market_correlation: "Relación entre el nivel y la diferencia de precio",
  market_persistence: "Precio de los años siguientes",
  pv_year: "Producción solar de un año a otro",
  pv_bias: "Error del perfil solar",
  demand: "Consumo",
  round_trip: "Rendimiento de ida y vuelta en operación",
  availability: "Disponibilidad",
  realisable_fct: "Ahorro realizable",
  fade: "Pérdida anual de capacidad",
  capex: "Inversión",
  limit: "Potencia contratada",
  prices: "Contrato de compra y de venta",
};

function extentOf(fact: UncertaintyFact): Phrase {
  switch (fact.key) {
    case "market_correlation":
      return phrase`correlación de ${amount(fact.value)}`;
    case "market_persistence":
      return phrase`cada año conserva el ${percent(fact.value, 0)} de la desviación del anterior`;
    case "pv_year":
      return phrase`± ${percent(fact.deviation)}`;
    case "market_level":
    case "market_spread":
    case "pv_bias":
    case "demand":
      return phrase`± ${percent(fact.deviation, 0)}`;
    case "capex":
      return fact.deviation === null ? phrase`sin variación` : phrase`± ${percent(fact.deviation, 0)}`;
    case "round_trip":
      return phrase`${between(fact)}, lo más probable ${percent(fact.mode, 0)}`;
    case "availability":
    case "realisable_fct":
      return between(fact);
    case "fade":
      return between(fact, 1);
    case "limit":
      return phrase`sube con el consumo del escenario si este no cabe en ella`;
    case "prices":
      return phrase`como en el caso base, ajustado una sola vez`;
  }
}

const between = ({ least, greatest }: { least: number; greatest: number }, decimals = 0): Phrase =>
  phrase`entre ${percent(least, decimals)} y ${percent(greatest, decimals)}`;

const JUDGEMENT = "Criterio propio";

function sourceOf(fact: UncertaintyFact): string {
  switch (fact.key) {
    case "market_level":
      return "OMIE: medias anuales de 2023, 2024 y 2025 (87, 63 y 65 €/MWh), con un margen añadido por criterio propio";
    case "market_spread":
      return "OMIE: dispersión media dentro del día en 2023, 2024 y 2025 (22, 22 y 30 €/MWh)";
    case "pv_year":
      return "PVGIS, Valencia, 2015 a 2020: desviación típica de la producción anual";
    case "pv_bias":
      return fact.isMeasured
        ? `${JUDGEMENT}: el perfil procede de imágenes de satélite (PVGIS)`
        : `${JUDGEMENT}: el perfil procede de ERA5, que suele leer entre un 1 y un 4 % de más`;
    case "round_trip":
      return `${JUDGEMENT}: por debajo del 95 % de los parámetros, que no recoge pérdidas a carga parcial; si se indica otro rendimiento, en la misma proporción`;
    case "capex":
      return fact.deviation === null
        ? "Importe indicado en los datos de la simulación"
        : `${JUDGEMENT}, hasta tener una oferta`;
    case "limit":
      return `${JUDGEMENT}: la planta necesitaría esa potencia con batería o sin ella`;
    case "prices":
      return "La diferencia entre tipos de contrato se muestra aparte";
    default:
      return JUDGEMENT;
  }
}
