import Type, { type Static } from "typebox";
import { Phrase } from "../phrase.ts";

/** The input that repairs a slip, offered with one click. */
export const Suggestion = Type.Object({
  /** Name of the input, as in `inputParameters`. */
  field: Type.String(),
  /** In the unit of the input. */
  value: Type.Union([Type.Number(), Type.Boolean()]),
  label: Type.String(),
  label_parts: Type.Optional(Phrase),
});
export type Suggestion = Static<typeof Suggestion>;
