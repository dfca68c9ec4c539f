import type { FormatId, RefusalCode, RefusalHint } from "@ecotrim/contracts/curves/reading";
import type { ColumnChoices } from "./choices.ts";

/** The only error of this package: a file that is not read. Its message is a code, never a text of the file. */
export class CurveRefusal extends Error {
  readonly code: RefusalCode;
  readonly hint: RefusalHint | undefined;
  readonly format: FormatId | undefined;
  /** Columns that a person may tell the meaning of, by which the file is read after all. */
  readonly choices: ColumnChoices | undefined;

  constructor(
    code: RefusalCode,
    options: { hint?: RefusalHint; format?: FormatId; choices?: ColumnChoices | undefined } = {},
  ) {
    super(code);
    this.code = code;
    this.hint = options.hint;
    this.format = options.format;
    this.choices = options.choices;
  }
}
