import type { Location } from "react-router-dom";

/** What a link to the login takes along: the address to come back to. */
export interface ReturnState {
  from: string;
}

const REMEMBERED = /^\/(calculadora\/(paso\/|registro)|mi-area|historial-simulaciones|comparar|payment|subscription)/;

/** Of a protected page or a step of the wizard; other pages are not worth coming back to. */
export function returnStateOf({ pathname, search }: Location): ReturnState | undefined {
  return REMEMBERED.test(pathname) ? { from: pathname + search } : undefined;
}

/** Where a login leads: the remembered address, else Mi Área. */
export function addressAfterLogin(state: unknown): string {
  const from = (state as Partial<ReturnState> | null)?.from;
  return typeof from === "string" && REMEMBERED.test(from) ? from : "/mi-area";
}
