import { validate } from "@ecotrim/contracts/validation";

type Schema = Parameters<typeof validate>[0];

/** What account forms check before they send; the rules themselves are those of the API. */

const ALL_REQUIRED = "Por favor completa todos los campos obligatorios";
export const REQUIRED = "Este campo es obligatorio";
export const PASSWORDS_DIFFER = "Las contraseñas no coinciden";

/** The sentence about a text's fault; null where it is valid. Passwords are taken as they are typed. */
const fault = (schema: Schema, text: string): string | null => {
  try {
    validate(schema, text);
    return null;
  } catch (error) {
    return (error as Error).message.replace(/\.$/, "");
  }
};

export const required = (schema: Schema) => (text: string) => (text.trim() === "" ? REQUIRED : fault(schema, text));

export const optional = (schema: Schema) => (text: string) => (text.trim() === "" ? null : fault(schema, text));

export const sameAs = (field: "password") => (text: string, values: { password: string }) =>
  text === "" ? REQUIRED : text === values[field] ? null : PASSWORDS_DIFFER;

/** The message above a form with these faulty fields. */
export function summary(errors: Record<string, unknown>): string {
  const faults = Object.values(errors);
  if (faults.includes(REQUIRED)) return ALL_REQUIRED;
  return faults.length === 1 ? String(faults[0]) : `Corrija los ${faults.length} datos señalados`;
}
