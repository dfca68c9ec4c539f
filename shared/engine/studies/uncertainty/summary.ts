import type { Band, Surfaces, Uncertainty } from "@ecotrim/contracts/simulations/uncertainty";
import { isShortPeriod } from "../../economics/economic-figures.ts";
import { DRIVERS, demandDeviation, KNOWN_DEMAND, PV_DEVIATION } from "../drivers.ts";
import type { ContractSurface, ScenarioBase } from "./base.ts";
import type { YearOutcome } from "./energy-year.ts";
import { type UncertaintyFact, uncertaintyFacts } from "./facts.ts";
import { type KnownLife, savingByKnowledge } from "./knowledge.ts";
import { type LifeFigures, lifeFigures } from "./life.ts";
import { fitSurface, leastPoints, type ResponseSurface, valueAt } from "./response-surface.ts";
import { scenarioLife } from "./scenario-life.ts";
import type { ScenarioRow } from "./scenarios.ts";
import { bandOf, histogramOf, shareAboveZero } from "./statistics.ts";
import { coordinates } from "./surface-coordinates.ts";

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
    cumulative_eur: ratedOverLife ? cumulativeBand(lives, base.assumptions.life_years) : null,
    saving_by_knowledge: savingByKnowledge(base, lives),
    contract_probabilities: ratedOverLife ? contractProbabilities(base, lives) : [],
    probability_npv_positive: ratedOverLife ? shareAboveZero(values) : null,
    histogram: { saving_eur: histogramOf(savings), npv_eur: ratedOverLife ? histogramOf(values) : null },
    without_irr: ratedOverLife ? rates.filter((rate) => !Number.isFinite(rate)).length : rows.length,
    approximate_scenarios: rows.filter(({ approximateSteps }) => approximateSteps > 0).length,
    surface_r2: r2,
    ...(base.contract && { contract_surface: errorOf(base.contract) }),
    surface,
    market_years: base.marketYears.map(({ year, ...outcome }) => {
      const { savingEur, npvEur } = constantLife(base, outcome);
      return { year, saving_eur: savingEur, npv_eur: ratedOverLife ? npvEur : null };
    }),
    facts: uncertaintyFacts(base),
    nullReasons,
  };
}

const errorOf = ({ solved, checked, error }: ContractSurface) => ({ solved, checked, error_fct: error });

/** How often each kind of contract is worth it: its energy saving is the same share of the own kind's everywhere. */
const contractProbabilities = ({ contractShares }: ScenarioBase, lives: readonly LifeFigures[]) =>
  contractShares.map(({ key, share }) => {
    const values = lives.map(({ npvEur, energyNpvEur }) => npvEur + (share - 1) * energyNpvEur);
    return { key, value: shareAboveZero(values).value! };
  });

/** Bands of the cumulative flows by year; beyond a scenario's own life they stay as they ended. */
function cumulativeBand(
  lives: readonly LifeFigures[],
  lifeYears: number,
): NonNullable<UncertaintyStudy["cumulative_eur"]> {
  const bands = Array.from({ length: lifeYears + 1 }, (_, year) =>
    bandOf(lives.map(({ cumulativeEur }) => cumulativeEur[year] ?? cumulativeEur.at(-1)!)),
  );
  const by = (share: keyof Band) => bands.map((band) => band[share].value!);
  return { p10: by("p10"), p50: by("p50"), p90: by("p90") };
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

/** The life of each scenario. Response surfaces give the years after the first. */
function scenarioLives(
  base: ScenarioBase,
  rows: readonly ScenarioRow[],
): { r2: number | null; surface: Surfaces; lives: KnownLife[] } {
  const points = rows.map((row) => coordinates(row, row));
  const fit = (values: (row: ScenarioRow) => number) => fitSurface(points, rows.map(values));
  const { savings, prices } = base.contract ?? {
    savings: fit(({ energySavingEur }) => energySavingEur),
    prices: fit(({ meanBuyEurMwh }) => meanBuyEurMwh),
  };
  const terms = new Float64Array(savings.coefficients.length);
  const at = (surface: ResponseSurface, point: readonly number[]) => valueAt(surface, point, terms);
  const yearAt = (point: readonly number[]) => ({
    energySavingEur: at(savings, point),
    meanBuyEurMwh: at(prices, point),
  });

  const knownDemandShare = KNOWN_DEMAND.distribution.deviation / demandDeviation(base.curveTrust);
  const lives = rows.map((row) => {
    const life = scenarioLife(base, row, yearAt);
    const fitted = at(savings, coordinates(row, row));
    const known = (changes: Pick<ScenarioRow, "demand"> & Partial<ScenarioRow>) =>
      Math.max(0, row.energySavingEur + at(savings, coordinates({ ...row, ...changes }, row)) - fitted);
    const demand = 1 + (row.demand - 1) * knownDemandShare;
    return {
      ...lifeFigures(base, life),
      realised: life.realised,
      energySavingEur: row.energySavingEur,
      withBillEur: known({ demand }),
      withCurveEur: known({ demand, pv: 1 + (row.pv - 1) * KNOWN_PV_SHARE }),
    };
  });
  const surface = { saving_eur: [...savings.coefficients], mean_buy_eur_mwh: [...prices.coefficients] };
  return { r2: savings.r2, surface, lives };
}

/** What is left of the deviation of PV once it has been measured. */
const KNOWN_PV_SHARE = DRIVERS.pv_year.distribution.deviation / PV_DEVIATION;
