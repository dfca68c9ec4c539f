import Type, { type Static } from "typebox";

/** A figure within a sentence, written in the number style of the screen or document that shows it. */
export const Amount = Type.Object({
  /** null where the figure does not exist. */
  value: Type.Union([Type.Number(), Type.Null()]),
  /** Digits after the decimal sign; 0 to 2 where absent. */
  decimals: Type.Optional(Type.Integer()),
  unit: Type.Optional(Type.String()),
});
export type Amount = Static<typeof Amount>;

/** A sentence in its parts: the words as they are, the figures as numbers. */
export const Phrase = Type.Array(Type.Union([Type.String(), Amount]));
export type Phrase = Static<typeof Phrase>;
