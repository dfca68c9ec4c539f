import type { Login, Register, ResetPassword, Session, User } from "@ecotrim/contracts/auth/account";
import { call } from "../../lib/http.ts";
import { endSession, startSession } from "../../lib/session.ts";

/** Calls of login and logout; a call that opens a session also starts it in this browser. */

export async function logIn(body: Login): Promise<void> {
  startSession((await call("logIn", "/api/auth/login", { method: "POST", body })).data as Session);
}

export async function register(body: Register): Promise<void> {
  startSession((await call("register", "/api/auth/register", { method: "POST", body })).data as Session);
}

/** The session and its stored data end in this browser, whatever the outcome of the call. */
export function logOut(): void {
  call("logOut", "/api/auth/logout", { method: "POST" }).catch(() => undefined);
  endSession("logout");
}

/** @throws ApiError; where the session has ended, it ends here too. */
export async function verifySession(signal: AbortSignal): Promise<User> {
  return ((await call("verifySession", "/api/auth/verify-token", { signal })).data as { user: User }).user;
}

export async function askForReset(email: string): Promise<void> {
  await call("askForReset", "/api/auth/forgot-password", { method: "POST", body: { email } });
}

export async function resetPassword(body: ResetPassword): Promise<void> {
  await call("resetPassword", "/api/auth/reset-password", { method: "POST", body });
}

export async function confirmEmail(token: string): Promise<void> {
  await call("confirmEmail", "/api/auth/confirm-email", { method: "POST", body: { token } });
}

export async function resendConfirmation(): Promise<void> {
  await call("resendConfirmation", "/api/auth/resend-confirmation", { method: "POST" });
}
