import type { ColumnChoices } from "@ecotrim/curves/choices";
import type { CurveAnswers } from "@ecotrim/curves/read-curve";
import { readStored, writeStored } from "../../lib/storage.ts";

/** What a person said the columns of unknown files hold, by the sum of their titles: these may name somebody. */
export const CURVE_COLUMNS_KEY = "ecotrim.curveColumns";

type Columns = NonNullable<CurveAnswers["columns"]>;
const MOST_HEADERS = 20;

async function sumOf(header: string): Promise<string> {
  const { sha256Hex } = await import("@ecotrim/curves/sha256");
  return sha256Hex(new TextEncoder().encode(header));
}

const entriesOf = (kept: unknown): [sum: string, columns: Columns][] => (Array.isArray(kept) ? kept : []);

export async function rememberedColumns({ header }: ColumnChoices): Promise<Columns | undefined> {
  const sum = await sumOf(header);
  return entriesOf(readStored(CURVE_COLUMNS_KEY)).find(([one]) => one === sum)?.[1];
}

export async function rememberColumns({ header }: ColumnChoices, columns: Columns): Promise<void> {
  const sum = await sumOf(header);
  const others = entriesOf(readStored(CURVE_COLUMNS_KEY)).filter(([one]) => one !== sum);
  writeStored(CURVE_COLUMNS_KEY, [[sum, columns], ...others].slice(0, MOST_HEADERS));
}
