import { AppError } from "@ecotrim/contracts/errors";

/** Of any value JSON has: what is no text is left to the schema. */
const isMissing = (value: unknown): boolean => !(typeof value === "string" ? value.trim() : value);

/** @throws AppError INVALID_INPUT where a field of a form is missing, blank or not ticked, in the specification's words. */
export function refuseMissing(body: Record<string, unknown>, required: readonly string[]): void {
  const field = required.find((name) => isMissing(body[name]));
  if (field)
    throw new AppError("INVALID_INPUT", { field, message: "Por favor completa todos los campos obligatorios." });
}
