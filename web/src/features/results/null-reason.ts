import type { Phrase } from "@ecotrim/contracts/phrase";
import type { NumberStyle } from "../../lib/number-style.ts";

interface Reasoned {
  null_reasons: Record<string, string>;
  null_reasons_parts?: Record<string, Phrase>;
}

/** Why a figure does not exist; empty where nothing is said of it. */
export const nullReason = (result: Reasoned, key: string, { write }: NumberStyle): string =>
  write(result.null_reasons[key] ?? "", result.null_reasons_parts?.[key]);
