import { AppError } from "@ecotrim/contracts/errors";

/** Any JSON value may come here; the schema refuses those of another type. */
const isMissing = (value: unknown): boolean => !(typeof value === "string" ? value.trim() : value);

/**
 * @throws AppError INVALID_INPUT, in the specification's words, where a field of a form is missing, blank or not
 * ticked.
 */
export function refuseMissing(body: Record<string, unknown>, required: readonly string[]): void {
  const field = required.find((name) => isMissing(body[name]));
  if (field)
    throw new AppError("INVALID_INPUT", { field, message: "Por favor completa todos los campos obligatorios." });
}
