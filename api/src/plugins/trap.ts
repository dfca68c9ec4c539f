import { TRAP_FIELD } from "@ecotrim/contracts/contact/trap";

/** Whether a form was filled in by a program; the field that tells is taken out of the body. */
export function isTrapped(body: Record<string, unknown>): boolean {
  const isFilledIn = Boolean(body[TRAP_FIELD]);
  delete body[TRAP_FIELD];
  return isFilledIn;
}
