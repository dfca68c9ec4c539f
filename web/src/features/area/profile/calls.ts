import type { ChangePassword, UpdateProfile, User } from "@ecotrim/contracts/auth/account";
import type { NotificationPreferences } from "@ecotrim/contracts/notifications/notification";
import { call } from "../../../lib/http.ts";

/** Calls of the user's profile; all throw `ApiError`. */

export async function saveProfile(body: UpdateProfile): Promise<User> {
  return ((await call("saveProfile", "/api/auth/profile", { method: "PUT", body })).data as { user: User }).user;
}

export async function changePassword(body: ChangePassword): Promise<void> {
  await call("changePassword", "/api/auth/change-password", { method: "POST", body });
}

export async function fetchPreferences(signal: AbortSignal): Promise<NotificationPreferences> {
  return (await call("fetchPreferences", "/api/notifications/preferences", { signal })).data as NotificationPreferences;
}

export async function savePreferences(body: NotificationPreferences): Promise<NotificationPreferences> {
  return (await call("savePreferences", "/api/notifications/preferences", { method: "PUT", body }))
    .data as NotificationPreferences;
}

export async function deleteAccount(password: string): Promise<void> {
  await call("deleteAccount", "/api/auth/account", { method: "DELETE", body: { password } });
}
