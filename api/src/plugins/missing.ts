import { AppError } from "@ecotrim/shared/errors";

/** @throws AppError INVALID_INPUT where a field of a form is missing, blank or not ticked, in the specification's words. */
export function refuseMissing(body: Record<string, unknown>, required: readonly string[]): void {
  const field = required.find((name) => !String(body[name] ?? "").trim() || body[name] === false);
  if (field)
    throw new AppError("INVALID_INPUT", { field, message: "Por favor completa todos los campos obligatorios." });
}
