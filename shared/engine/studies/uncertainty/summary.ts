import type { Surfaces, Uncertainty } from "@ecotrim/contracts/simulations/uncertainty";
import { isShortPeriod } from "../../economics/economic-figures.ts";
import type { ScenarioBase } from "./base.ts";
import type { YearOutcome } from "./energy-year.ts";
import { type UncertaintyFact, uncertaintyFacts } from "./facts.ts";
import { type LifeFigures, lifeFigures } from "./life.ts";
import { fitSurface, leastPoints, valueAt } from "./response-surface.ts";
import { coordinates, scenarioLife } from "./scenario-life.ts";
import type { ScenarioRow } from "./scenarios.ts";
import { bandOf, histogramOf, shareAboveZero } from "./statistics.ts";

/** Scenarios of a complete study, and the fewest with which the surface of later years can be fitted. */
export const SCENARIOS = 2000;
export const LEAST_SCENARIOS = leastPoints(5);
/** Seed of every study, so that equal inputs always give equal figures. */
export const SCENARIO_SEED = 1;

/**
 * Reason why a figure of the scenarios does not exist: a short period, or too many scenarios without a rate of return.
 */
export type ScenarioNullReason = "short_period" | "too_few_rates";

type Written = "sentence" | "sentence_parts" | "sources" | "null_reasons" | "null_reasons_parts";

/** The spread of the figures in numbers and codes; names as in the results. */
export interface UncertaintyStudy extends Omit<Uncertainty, Written> {
  facts: UncertaintyFact[];
  nullReasons: Record<string, ScenarioNullReason>;
}

/**
 * The joint figures of the scenarios solved so far. Any prefix of the rows will do, in any order: equal rows give equal
 * figures, so the band can be shown while it narrows.
 * @throws RangeError for fewer than `LEAST_SCENARIOS` rows.
 */
export function summarise(base: ScenarioBase, rows: readonly ScenarioRow[]): UncertaintyStudy {
  const ordered = rows.toSorted((a, b) => a.index - b.index);
  const { r2, surface, lives } = scenarioLives(base, ordered);
  const ratedOverLife = !isShortPeriod(base.hours);
  const savings = lives.map(({ savingEur }) => savingEur);
  const values = lives.map(({ npvEur }) => npvEur);
  const rates = lives.map(({ irr }) => irr);
  const irrBand = ratedOverLife ? bandOf(rates) : null;

  const nullReasons: Record<string, ScenarioNullReason> = {};
  if (!ratedOverLife) {
    for (const key of ["npv_eur", "irr", "probability_npv_positive"]) nullReasons[key] = "short_period";
  } else if (irrBand && Object.values(irrBand).some(({ value }) => value === null)) nullReasons.irr = "too_few_rates";

  return {
    count: rows.length,
    seed: base.seed,
    saving_eur: bandOf(savings),
    npv_eur: ratedOverLife ? bandOf(values) : null,
    irr: irrBand,
    probability_npv_positive: ratedOverLife ? shareAboveZero(values) : null,
    histogram: { saving_eur: histogramOf(savings), npv_eur: ratedOverLife ? histogramOf(values) : null },
    without_irr: ratedOverLife ? rates.filter((rate) => !Number.isFinite(rate)).length : rows.length,
    approximate_scenarios: rows.filter(({ approximateSteps }) => approximateSteps > 0).length,
    surface_r2: r2,
    surface,
    market_years: base.marketYears.map(({ year, ...outcome }) => {
      const { savingEur, npvEur } = constantLife(base, outcome);
      return { year, saving_eur: savingEur, npv_eur: ratedOverLife ? npvEur : null };
    }),
    facts: uncertaintyFacts(base),
    nullReasons,
  };
}

/** The life of the base case's battery with the same outcome every year. */
export function constantLife(base: ScenarioBase, outcome: YearOutcome): LifeFigures {
  const { life_years, availability, realisable_fct, capex_eur, price_growth, om_fct } = base.assumptions;
  return lifeFigures(base, {
    capexEur: capex_eur,
    priceGrowth: price_growth,
    omShare: om_fct,
    realised: availability * realisable_fct,
    fade: base.fade,
    extraPowerEur: outcome.extraPowerEur,
    energySavingEur: new Array<number>(life_years).fill(outcome.energySavingEur),
    meanBuyEurMwh: new Array<number>(life_years).fill(outcome.meanBuyEurMwh),
  });
}

/** The life of each scenario: year 1 as solved, later years from response surfaces fitted to all scenarios. */
function scenarioLives(
  base: ScenarioBase,
  rows: readonly ScenarioRow[],
): { r2: number | null; surface: Surfaces; lives: LifeFigures[] } {
  const points = rows.map((row) => coordinates(row, row));
  const savings = fitSurface(
    points,
    rows.map(({ energySavingEur }) => energySavingEur),
  );
  const prices = fitSurface(
    points,
    rows.map(({ meanBuyEurMwh }) => meanBuyEurMwh),
  );
  const terms = new Float64Array(savings.coefficients.length);
  const yearAt = (point: readonly number[]) => ({
    energySavingEur: valueAt(savings, point, terms),
    meanBuyEurMwh: valueAt(prices, point, terms),
  });
  const lives = rows.map((row) => lifeFigures(base, scenarioLife(base, row, yearAt)));
  const surface = { saving_eur: [...savings.coefficients], mean_buy_eur_mwh: [...prices.coefficients] };
  return { r2: savings.r2, surface, lives };
}
