import Type, { type Static, type TSchema } from "typebox";
import { Phrase } from "../phrase.ts";

/**
 * One-at-a-time sensitivity of a simulation's net present value: each driver at a low and a high value, all else
 * unchanged. EUR. null where a figure does not exist; `null_reason` and `null_reasons` say why in Spanish.
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
  /** Value in the driver's `unit`. */
  value: Type.Number(),
  /** Formatted value with its unit. */
  text: Type.String(),
  text_parts: Type.Optional(Phrase),
  npv_eur: MaybeFigure,
});
export type SensitivityEnd = Static<typeof SensitivityEnd>;

export const SensitivityDriver = Type.Object({
  key: SensitivityKey,
  label: Type.String(),
  unit: Type.String(),
  /** Reason for the range of the driver. */
  reason: Type.String(),
  /** True where the dispatch was solved anew, false where only the economics change. */
  solved: Type.Boolean(),
  base: SensitivityEnd,
  low: SensitivityEnd,
  high: SensitivityEnd,
  /** Greatest minus least of the values that exist. */
  swing_eur: Type.Number(),
  /** Present only where an end has no value. */
  null_reason: Type.Optional(Type.String()),
});
export type SensitivityDriver = Static<typeof SensitivityDriver>;

export const Sensitivity = Type.Object({
  /** Net present value of the simulation. */
  npv_eur: MaybeFigure,
  /** Drivers by descending swing; empty where there is no net present value. */
  drivers: Type.Array(SensitivityDriver),
  /** One sentence that sums the study up. */
  sentence: Type.String(),
  sentence_parts: Type.Optional(Phrase),
  null_reasons: Type.Record(Type.String(), Type.String()),
  null_reasons_parts: Type.Optional(Type.Record(Type.String(), Phrase)),
});
export type Sensitivity = Static<typeof Sensitivity>;
