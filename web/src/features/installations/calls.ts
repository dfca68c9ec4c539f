import { IDEMPOTENCY_HEADER } from "@ecotrim/contracts/http";
import type { ChangeInstallation, Installation, NewInstallation } from "@ecotrim/contracts/installations/installation";
import { call, curveHeaders } from "../../lib/http.ts";

/** The calls about an account's sites; all need a session, and throw `ApiError`. */

const PATH = "/api/installations";
const pathOf = (id: string) => `${PATH}/${encodeURIComponent(id)}`;

export async function fetchInstallations(signal: AbortSignal): Promise<Installation[]> {
  return (await call("fetchInstallations", PATH, { signal })).data as Installation[];
}

/**
 * Idempotent: the same key creates one site only.
 * @param curves access tokens of curves that were sent before the login
 */
export async function createInstallation(
  body: NewInstallation,
  idempotencyKey: string,
  curves: readonly string[] = [],
): Promise<Installation> {
  const headers = { [IDEMPOTENCY_HEADER]: idempotencyKey, ...curveHeaders(curves) };
  return (await call("createInstallation", PATH, { method: "POST", body, headers })).data as Installation;
}

export async function changeInstallation(
  id: string,
  body: ChangeInstallation,
  curves: readonly string[] = [],
): Promise<Installation> {
  const headers = { ...curveHeaders(curves) };
  return (await call("changeInstallation", pathOf(id), { method: "PATCH", body, headers })).data as Installation;
}

/** Idempotent like the creation. */
export async function copyInstallation(id: string, idempotencyKey: string): Promise<Installation> {
  const headers = { [IDEMPOTENCY_HEADER]: idempotencyKey };
  return (await call("copyInstallation", `${pathOf(id)}/copy`, { method: "POST", headers })).data as Installation;
}

export async function removeInstallation(id: string): Promise<void> {
  await call("removeInstallation", pathOf(id), { method: "DELETE" });
}

/** A curve of the account; simulations made with it cannot be calculated again. */
export async function removeCurve(id: string): Promise<void> {
  await call("removeCurve", `/api/curves/${encodeURIComponent(id)}`, { method: "DELETE" });
}
