import { TRAP_FIELD } from "@ecotrim/contracts/contact/trap";

/** Whether a program filled in the form; the honeypot field is removed from the body. */
export function isTrapped(body: Record<string, unknown>): boolean {
  const isFilledIn = Boolean(body[TRAP_FIELD]);
  delete body[TRAP_FIELD];
  return isFilledIn;
}
