import { readFileSync } from "node:fs";
import type { Static, TSchema } from "typebox";
import Value from "typebox/value";

/** What a file of ours holds; `undefined` where it is missing, cut short or of another form. */
export function storedJson<T extends TSchema>(file: string, schema: T): Static<T> | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(file, "utf8"));
    return Value.Check(schema, value) ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
