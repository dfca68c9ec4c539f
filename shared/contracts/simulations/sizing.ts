import Type, { type Static, type TSchema } from "typebox";
import { Phrase } from "../phrase.ts";
import { BatteryConfigurations } from "./battery-options.ts";
import { Warning } from "./result.ts";

/**
 * The value of batteries of many sizes on one site. Money in EUR; nothing here counts the savings that are assumed, not
 * calculated (power term and security of supply).
 */
const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const Figure = Type.Number();

export const SizePoint = Type.Object({
  capacity_kwh: Figure,
  power_kw: Figure,
  capex_eur: Figure,
  /** Of year 1. */
  saving_eur: Figure,
  npv_eur: Figure,
  /** Investment at which the net present value would be 0; negative where not even a free battery pays. */
  break_even_capex_eur: Figure,
});
export type SizePoint = Static<typeof SizePoint>;

/** What would have to change for a battery to pay, one thing at a time; all of `size`, the nearest to paying. */
export const SizingLevers = Type.Object({
  size: Type.Object({ point: SizePoint, sentence: Type.String(), sentence_parts: Type.Optional(Phrase) }),
  /** `value`: investment that would pay, EUR; null where none does. */
  capex: Type.Object({ value: Nullable(Figure), sentence: Type.String(), sentence_parts: Type.Optional(Phrase) }),
  /** `value`: mean market price that would pay, EUR/MWh; `rise` over today's, fraction; null where none does. */
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
  /** Every capacity with every rating, in that order. */
  points: Type.Array(SizePoint),
  best: SizePoint,
  /** The smallest worth at least 95 % of the best; null where nothing pays. */
  smallest_within_5_percent: Nullable(SizePoint),
  pays: Type.Boolean(),
  cards: BatteryConfigurations,
  /** Null where something pays. */
  levers: Nullable(SizingLevers),
  /** One sentence for who reads nothing else. */
  sentence: Type.String(),
  sentence_parts: Type.Optional(Phrase),
  /** Share of the optimal saving counted for sizes that neither rival the best nor are a card: those have their own. */
  realisable_fct: Figure,
  /** Steps with prices the exact solver cannot take as they are: savings are lower bounds. */
  approximate_steps: Type.Integer(),
  warnings: Type.Array(Warning),
});
export type Sizing = Static<typeof Sizing>;
