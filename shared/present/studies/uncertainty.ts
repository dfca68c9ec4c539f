import { LOCALE } from "@ecotrim/contracts/locale";
import type { Phrase } from "@ecotrim/contracts/phrase";
import type { Band, Uncertainty, UncertaintySource } from "@ecotrim/contracts/simulations/uncertainty";
import type { Distribution, DriverKey } from "@ecotrim/engine/studies/drivers";
import type { UncertaintyFact } from "@ecotrim/engine/studies/uncertainty/facts";
import { REAL_YEAR_PERCENTILES } from "@ecotrim/engine/studies/uncertainty/real-years";
import type { ScenarioNullReason, UncertaintyStudy } from "@ecotrim/engine/studies/uncertainty/summary";
import { amount, percent, phrase, roundEuros, written } from "../phrase.ts";
import { nullReason, writtenReasons } from "../results/null-reasons.ts";
import { DRIVER_WORDS } from "./driver-words.ts";

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

/** What the scenarios assume: a test holds their band against the hours of these years. */
export const BAND_CONDITION = "si el mercado se parece al de 2021 a 2025";

const REAL_YEARS = Object.keys(REAL_YEAR_PERCENTILES);
const PERCENTILES = new Intl.ListFormat(LOCALE).format(Object.values(REAL_YEAR_PERCENTILES).map(String));

/** Prices that are given, or those of a contract valued on energy alone. */
export const NO_MARKET_YEARS = "No aplicable: los precios no se recalculan con el mercado de otros años.";

/** How the scenarios cover years that were. */
export const REAL_YEARS_NOTE = `En una planta de referencia, el ahorro con los precios reales de cada año, de ${REAL_YEARS[0]} a ${REAL_YEARS.at(-1)}, queda en los percentiles ${PERCENTILES} de sus escenarios.`;

function sentenceOf({ p10, p90 }: Band): Phrase {
  return phrase`En 8 de cada 10 escenarios el ahorro queda entre ${roundEuros(p10.value)} y ${roundEuros(p90.value)} al año, ${BAND_CONDITION}.`;
}

/** How far the surface may be trusted that scenarios under a contract are read off; null without one. */
export const contractSurfaceNote = ({ contract_surface: surface }: Uncertainty): Phrase | null =>
  surface?.error_fct == null
    ? null
    : phrase`Cada escenario valora la factura completa sobre una superficie ajustada a ${amount(surface.solved)} años resueltos; en otros ${amount(surface.checked)} que no usa se aparta, como mucho, un ${percent(surface.error_fct)} del ahorro.`;

const writtenFact = (fact: UncertaintyFact): UncertaintySource => ({
  key: fact.key,
  label: wordsOf(fact).label,
  ...written("value", extentOf(fact)),
  source: wordsOf(fact).source,
  judgement: fact.judgement,
  data: fact.data,
});

/** What a figure rests on, in a few words. */
export const groundsOf = ({ judgement, data }: Pick<UncertaintySource, "judgement" | "data">): string =>
  judgement ? `${data ? "datos y " : ""}criterio propio` : "datos";

const JUDGEMENT = "Criterio propio";

const KEPT: Record<Exclude<UncertaintyFact["key"], DriverKey>, { label: string; source: string }> = {
  market_correlation: { label: "Relación entre el nivel y la diferencia de precio", source: JUDGEMENT },
  market_persistence: { label: "Precio de los años siguientes", source: JUDGEMENT },
  market_mean_level: { label: "Nivel medio del precio en 15 años", source: JUDGEMENT },
  limit: {
    label: "Potencia contratada",
    source: `${JUDGEMENT}: la planta necesitaría esa potencia con batería o sin ella`,
  },
  prices: {
    label: "Contrato de compra y de venta",
    source: "La diferencia entre tipos de contrato se muestra aparte",
  },
  chosen_powers: {
    label: "Potencia contratada",
    source: `${JUDGEMENT}: cada planta ajusta la suya una vez al año`,
  },
  own_contract: { label: "Contrato de compra y de venta", source: "El de su factura" },
};

const wordsOf = (fact: UncertaintyFact): { label: string; source: string } => {
  if (!("distribution" in fact)) return KEPT[fact.key];
  const { label, source } = DRIVER_WORDS[fact.key];
  if (fact.key === "pv_bias" && fact.isMeasured)
    return { label, source: `${JUDGEMENT}: el perfil procede de imágenes de satélite (PVGIS)` };
  if (fact.key === "capex" && fact.distribution === null)
    return { label, source: "Importe indicado en los datos de la simulación" };
  return { label, source };
};

function extentOf(fact: UncertaintyFact): Phrase {
  switch (fact.key) {
    case "market_correlation":
      return phrase`correlación de ${amount(fact.value)}`;
    case "market_persistence":
      return phrase`cada año conserva el ${percent(fact.value, 0)} de la desviación del anterior`;
    case "market_mean_level":
      return phrase`± ${percent(fact.value, 0)}`;
    case "limit":
      return phrase`sube con el consumo del escenario si este no cabe en ella`;
    case "chosen_powers":
      return phrase`la mejor de cada escenario, con batería y sin ella`;
    case "prices":
    case "own_contract":
      return phrase`como en el caso base, ajustado una sola vez`;
    default:
      return fact.distribution === null ? phrase`sin variación` : spreadOf(fact.key, fact.distribution);
  }
}

/** Units of the draws that are added to the base; the others are shares of it. */
const UNITS: Partial<Record<DriverKey, string>> = {
  spread_drift: "% al año",
  round_trip: "puntos",
  availability: "puntos",
  realisable_fct: "puntos",
  price_growth: "puntos",
};

function spreadOf(key: DriverKey, distribution: Distribution): Phrase {
  if (key === "life" && distribution.kind === "uniform") return phrase`± ${amount(distribution.reach)} años`;
  const part = (value: number) => amount(100 * value, { unit: UNITS[key] ?? "%" });
  switch (distribution.kind) {
    case "normal":
    case "log_normal":
      return phrase`± ${part(distribution.deviation)} (desviación típica)`;
    case "uniform":
      return phrase`± ${part(distribution.reach)}, todo igual de probable`;
    case "triangular":
      return phrase`± ${part(distribution.reach)}, lo más probable el valor del caso`;
    case "halves":
      return phrase`de −${part(distribution.below)} a +${part(distribution.above)}, la mitad a cada lado del valor del caso`;
  }
}
