import type { FormatId, RefusalCode, RefusalHint } from "@ecotrim/contracts/curves/reading";

/** The only error of this package: a file that is not read. It carries codes, never a text of the file. */
export class CurveRefusal extends Error {
  readonly code: RefusalCode;
  readonly hint: RefusalHint | undefined;
  readonly format: FormatId | undefined;

  constructor(code: RefusalCode, options: { hint?: RefusalHint; format?: FormatId } = {}) {
    super(code);
    this.code = code;
    this.hint = options.hint;
    this.format = options.format;
  }
}
