import Type, { type Static, type TSchema } from "typebox";
import { Phrase } from "../phrase.ts";

/**
 * The spread of a simulation's figures over scenarios. Money in EUR, `irr` a fraction; `saving_eur` is that of year 1.
 * null where a figure does not exist; `null_reasons` says why in Spanish.
 */
const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const Figure = Type.Number();
const MaybeFigure = Nullable(Figure);

export const Estimate = Type.Object({ value: MaybeFigure, standard_error: MaybeFigure });
export type Estimate = Static<typeof Estimate>;

/** In 8 of 10 scenarios the figure lies between `p10` and `p90`. */
export const Band = Type.Object({ p10: Estimate, p50: Estimate, p90: Estimate });
export type Band = Static<typeof Band>;

/** Bar i counts the scenarios from `from` + i x `width` up to the next bar. */
export const Histogram = Type.Object({ from: Figure, width: Figure, counts: Type.Array(Type.Integer()) });
export type Histogram = Static<typeof Histogram>;

/** An uncertain input: its variation and the source of it. */
export const UncertaintySource = Type.Object({
  key: Type.String(),
  label: Type.String(),
  value: Type.String(),
  value_parts: Type.Optional(Phrase),
  source: Type.String(),
  /** True where the figure rests on the product's own judgement. */
  judgement: Type.Boolean(),
  /** True where it rests on data; beside `judgement`, on both. Older results lack it. */
  data: Type.Optional(Type.Boolean()),
});
export type UncertaintySource = Static<typeof UncertaintySource>;

/** What a caller may tell of a site, from the least on; each holds all before it. */
export const KNOWLEDGE_LEVELS = ["orientative", "contract", "bill", "curve"] as const;
export const KnowledgeLevel = Type.Enum([...KNOWLEDGE_LEVELS]);
export type KnowledgeLevel = Static<typeof KnowledgeLevel>;

/**
 * Coefficients of the response surfaces of the scenarios: the optimal energy saving of a year, and its mean buy price.
 * The order of the terms is that of the engine's `response-surface.ts`.
 */
export const Surfaces = Type.Object({ saving_eur: Type.Array(Figure), mean_buy_eur_mwh: Type.Array(Figure) });
export type Surfaces = Static<typeof Surfaces>;

export const Uncertainty = Type.Object({
  /** Number of scenarios: the first `count` of those of `seed`. */
  count: Type.Integer(),
  seed: Type.Integer(),
  /** One sentence that sums the study up. */
  sentence: Type.String(),
  sentence_parts: Type.Optional(Phrase),
  saving_eur: Band,
  npv_eur: Nullable(Band),
  irr: Nullable(Band),
  /**
   * Cumulative cash flow of the owner, undiscounted, by year: index 0 is the investment, and the last is the headline's
   * last year of life. Older results lack it, and null over a period too short for a life.
   */
  cumulative_eur: Type.Optional(
    Nullable(Type.Object({ p10: Type.Array(Figure), p50: Type.Array(Figure), p90: Type.Array(Figure) })),
  ),
  /**
   * P10 and P90 of the saving of year 1 as they would be with more or less known of the site, by `KNOWLEDGE_LEVELS`.
   * Older results lack it.
   */
  saving_by_knowledge: Type.Optional(Type.Array(Type.Object({ key: KnowledgeLevel, p10: Figure, p90: Figure }))),
  /** Share of the scenarios with a positive NPV under each kind of contract of `contract_range`. Older results lack it. */
  contract_probabilities: Type.Optional(Type.Array(Type.Object({ key: Type.String(), value: Figure }))),
  probability_npv_positive: Nullable(Estimate),
  histogram: Type.Object({ saving_eur: Histogram, npv_eur: Nullable(Histogram) }),
  /** Scenarios whose flows have no internal rate of return; in `irr` they rank below or above all others. */
  without_irr: Type.Integer(),
  /** Scenarios with prices that are not convex, solved with the nearest convex ones: their saving is a lower bound. */
  approximate_scenarios: Type.Integer(),
  /** Share of the exact savings' variance that the surface for later years explains out of sample. */
  surface_r2: MaybeFigure,
  /**
   * Under a contract, where every year is read off a surface: years it is fitted to, years that check it, and its
   * greatest distance from these as a share of the saving.
   */
  contract_surface: Type.Optional(
    Type.Object({ solved: Type.Integer(), checked: Type.Integer(), error_fct: MaybeFigure }),
  ),
  /** From which the explorer estimates the risk of a variant. Older results lack it. */
  surface: Type.Optional(Surfaces),
  /** The same battery and contract under the market of other years, all else as in the base case. */
  market_years: Type.Array(Type.Object({ year: Type.Integer(), saving_eur: Figure, npv_eur: MaybeFigure })),
  sources: Type.Array(UncertaintySource),
  null_reasons: Type.Record(Type.String(), Type.String()),
  null_reasons_parts: Type.Optional(Type.Record(Type.String(), Phrase)),
});
export type Uncertainty = Static<typeof Uncertainty>;
