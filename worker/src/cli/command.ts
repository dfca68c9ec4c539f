import { readFile } from "node:fs/promises";
import { AppError } from "@ecotrim/contracts/errors";
import { explained } from "@ecotrim/present/errors";

const EXIT = { ok: 0, notSolvable: 1, badInput: 2 } as const;

/** The JSON of a file that the command line names. */
export async function readJsonFile(path: string): Promise<unknown> {
  const text = await readFile(path, "utf8").catch((cause: unknown) => {
    throw new AppError("INVALID_INPUT", { message: `No se puede leer el archivo «${path}».`, cause });
  });
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AppError("INVALID_JSON", { message: "El archivo no es un JSON válido.", cause });
  }
}

/**
 * Prints the answer of a command as JSON, or its error with code, sentence and field.
 * @returns the exit code
 */
export async function printAnswer(answer: () => Promise<unknown>): Promise<number> {
  try {
    process.stdout.write(`${JSON.stringify(await answer())}\n`);
    return EXIT.ok;
  } catch (thrown) {
    const error = explained(thrown);
    const known = error instanceof AppError ? error : new AppError("INTERNAL", { cause: error });
    if (known.status >= 500) console.error(error);
    const { code, message, field } = known;
    process.stdout.write(`${JSON.stringify({ error: { code, message, ...(field ? { field } : {}) } })}\n`);
    return known.status === 400 ? EXIT.badInput : EXIT.notSolvable;
  }
}
