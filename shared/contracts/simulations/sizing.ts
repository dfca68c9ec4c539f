import Type, { type Static, type TSchema } from "typebox";
import { Phrase } from "../phrase.ts";
import { BatteryConfigurations } from "./battery-options.ts";
import { Warning } from "./result.ts";

/**
 * The value of batteries of many sizes on one site. Money in EUR.
 */
const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const Figure = Type.Number();

/** Share of the best value from which a size is as good as the best. */
export const NEARLY_BEST = 0.95;

export const SizePoint = Type.Object({
  capacity_kwh: Figure,
  power_kw: Figure,
  capex_eur: Figure,
  /** Saving of year 1. */
  saving_eur: Figure,
  npv_eur: Figure,
  /** Investment at which the net present value would be 0; negative where not even a free battery pays. */
  break_even_capex_eur: Figure,
});
export type SizePoint = Static<typeof SizePoint>;

/** Changes that would make a battery pay, one at a time; all of `size`, the size nearest to paying. */
export const SizingLevers = Type.Object({
  size: Type.Object({ point: SizePoint, sentence: Type.String(), sentence_parts: Type.Optional(Phrase) }),
  /** `value`: the greatest investment that would pay, EUR; null where none would. */
  capex: Type.Object({ value: Nullable(Figure), sentence: Type.String(), sentence_parts: Type.Optional(Phrase) }),
  /** `value`: the mean market price that would pay, EUR/MWh; `rise` over today's, fraction; null where none would. */
  price: Type.Object({
    value: Nullable(Figure),
    rise: Nullable(Figure),
    sentence: Type.String(),
    sentence_parts: Type.Optional(Phrase),
  }),
});
export type SizingLevers = Static<typeof SizingLevers>;

export const Sizing = Type.Object({
  capacities_kwh: Type.Array(Figure),
  /** Power over capacity, 1/h. */
  c_ratings: Type.Array(Figure),
  /** Every capacity at every rating, in that order. */
  points: Type.Array(SizePoint),
  best: SizePoint,
  /**
   * The recommended size: the smallest capacity worth at least 95 % of the best, at the least investment of its row that
   * is. Null where no size pays.
   */
  smallest_within_5_percent: Nullable(SizePoint),
  /** The largest such size, at its best power: between both it makes no difference. Older results lack it. */
  largest_within_5_percent: Type.Optional(Nullable(SizePoint)),
  pays: Type.Boolean(),
  cards: BatteryConfigurations,
  /** Null where a size pays. */
  levers: Nullable(SizingLevers),
  /** One sentence that sums the study up. */
  sentence: Type.String(),
  sentence_parts: Type.Optional(Phrase),
  /** Realisable share of sizes that neither rival the best nor are a card; the others have shares of their own. */
  realisable_fct: Figure,
  /**
   * Steps whose prices are not convex, so that the exact solver uses the nearest convex ones: savings are lower bounds.
   */
  approximate_steps: Type.Integer(),
  warnings: Type.Array(Warning),
});
export type Sizing = Static<typeof Sizing>;
