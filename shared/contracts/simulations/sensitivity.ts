import Type, { type Static, type TSchema } from "typebox";
import { Phrase } from "../phrase.ts";

/**
 * What a simulation's net present value hangs on: each driver at a low and a high value, all else as it is. EUR.
 * null where a figure does not exist; `null_reason` and `null_reasons` say why in Spanish.
 */
const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const MaybeFigure = Nullable(Type.Number());

export const SENSITIVITY_KEYS = [
  "market_level",
  "market_spread",
  "pv",
  "demand",
  "round_trip",
  "capex",
  "discount_rate",
  "price_growth",
  "fade",
  "availability",
  "om",
  "life",
  "realisable",
] as const;
export const SensitivityKey = Type.Enum([...SENSITIVITY_KEYS]);
export type SensitivityKey = Static<typeof SensitivityKey>;

export const SensitivityEnd = Type.Object({
  /** In the driver's `unit`. */
  value: Type.Number(),
  /** As people read it, with its unit. */
  text: Type.String(),
  text_parts: Type.Optional(Phrase),
  npv_eur: MaybeFigure,
});
export type SensitivityEnd = Static<typeof SensitivityEnd>;

export const SensitivityDriver = Type.Object({
  key: SensitivityKey,
  label: Type.String(),
  unit: Type.String(),
  /** Why it is varied by this much. */
  reason: Type.String(),
  /** True where the dispatch was solved anew, false where only the economics change. */
  solved: Type.Boolean(),
  base: SensitivityEnd,
  low: SensitivityEnd,
  high: SensitivityEnd,
  /** Greatest less least value of those that exist. */
  swing_eur: Type.Number(),
  /** Only where an end has no value. */
  null_reason: Type.Optional(Type.String()),
});
export type SensitivityDriver = Static<typeof SensitivityDriver>;

export const Sensitivity = Type.Object({
  /** That of the simulation, the fixed items included. */
  npv_eur: MaybeFigure,
  /** By swing, the greatest first; empty where there is no net present value. */
  drivers: Type.Array(SensitivityDriver),
  /** One sentence for who reads nothing else. */
  sentence: Type.String(),
  sentence_parts: Type.Optional(Phrase),
  null_reasons: Type.Record(Type.String(), Type.String()),
  null_reasons_parts: Type.Optional(Type.Record(Type.String(), Phrase)),
});
export type Sensitivity = Static<typeof Sensitivity>;
