import Type, { type TString, type TStringOptions } from "typebox";

/** Characters that turn the direction of reading: a name with them shows other than it is, and turns what follows. */
const TURNS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** What draws nothing and is no blank, among it the empty braille cell. */
const INVISIBLE = "\\p{Cf}\\p{Default_Ignorable_Code_Point}\\u2800";
const VISIBLE = new RegExp(`[^\\p{Cc}\\p{Z}${INVISIBLE}]`, "u");

/** Without control characters and line ends. */
export const ONE_LINE = "^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$";

/**
 * The one rule for names, and all that stands in lists and subjects. Validation takes out what turns the direction of
 * reading, since nobody sees it, and a number copied from a telephone may have it. Where nothing else is left, the
 * invisible is taken out too.
 */
export const Line = (options: TStringOptions): TString => Type.String({ ...options, pattern: ONE_LINE });

const withoutTurns = (text: string): string => text.replace(TURNS, "");

const withoutInvisible = (text: string): string => text.replace(new RegExp(`[${INVISIBLE}]`, "gu"), "");

export const readLine = (text: string): string => (VISIBLE.test(text) ? withoutTurns(text) : withoutInvisible(text));

/** Any text as one line, for a subject or a title: it may have been stored before the rule, or come from elsewhere. */
export const oneLine = (text: string): string =>
  withoutTurns(text)
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, " ")
    .trim();
