import type { Location } from "react-router-dom";

/** State of a link to the login: the address to return to. */
export interface ReturnState {
  from: string;
}

const REMEMBERED =
  /^\/(calculadora\/(paso\/|registro)|mi-area|historial-simulaciones|simulacion\/|comparar|payment|subscription)/;

/** Return state of a protected page or a wizard step; other pages have none. */
export function returnStateOf({ pathname, search }: Location): ReturnState | undefined {
  return REMEMBERED.test(pathname) ? { from: pathname + search } : undefined;
}

/** Where a login leads: the remembered address, else the given one. */
export function addressAfterLogin(state: unknown, otherwise = "/mi-area"): string {
  const from = (state as Partial<ReturnState> | null)?.from;
  return typeof from === "string" && REMEMBERED.test(from) ? from : otherwise;
}
