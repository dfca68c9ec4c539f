import Type, { type Static } from "typebox";
import { Phrase } from "../phrase.ts";
import type { SensitivityKey } from "./sensitivity.ts";

/**
 * Whether a battery is worth its investment: one word, and one sentence with one reason. `pending` until enough
 * scenarios are solved, `none` where no verdict can be given, `old` for results of an earlier model.
 */
export const VERDICT_CODES = ["pays", "depends", "does_not_pay", "pending", "none", "old"] as const;
export type VerdictCode = (typeof VERDICT_CODES)[number];

export const Verdict = Type.Object({
  code: Type.Enum([...VERDICT_CODES]),
  /** The word alone, for places without room: "Compensa". */
  word: Type.String(),
  /** The word and its reason; `sentence_parts` has the figures as numbers. */
  sentence: Type.String(),
  sentence_parts: Type.Optional(Phrase),
});
export type Verdict = Static<typeof Verdict>;

/** Scenarios from which on their share with a positive NPV is taken for a probability. */
export const VERDICT_SCENARIOS = 250;
/** A battery pays from the first probability of a positive NPV on, and does not up to the second. */
export const PAYS_FROM = 0.8;
export const PAYS_NOT_UP_TO = 0.2;

/** The bar of the tornado that no scenario draws: the reader chooses the rate, so no verdict depends on it. */
export const CHOSEN_DRIVER = "discount_rate" satisfies SensitivityKey;
export type DrawnDriver = Exclude<SensitivityKey, typeof CHOSEN_DRIVER>;

/**
 * The driver that a verdict depends on.
 * @param drivers by descending swing
 */
export const firstDrawn = (drivers: readonly { key: SensitivityKey }[]): DrawnDriver | null =>
  drivers.map(({ key }) => key).find((key): key is DrawnDriver => key !== CHOSEN_DRIVER) ?? null;

/** Results of engines before 2.0.0 held assumed savings, so they are shown without a verdict. */
export const isOfOldModel = (engineVersion: string): boolean => !/^([2-9]|[1-9]\d+)\./.test(engineVersion);
