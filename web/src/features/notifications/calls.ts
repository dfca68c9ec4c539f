import type { NotificationList } from "@ecotrim/contracts/notifications/notification";
import { call } from "../../lib/http.ts";

export async function fetchNotifications(signal: AbortSignal): Promise<NotificationList> {
  return (await call("fetchNotifications", "/api/notifications", { signal })).data as NotificationList;
}

export async function markRead(id: string): Promise<void> {
  await call("markRead", `/api/notifications/${encodeURIComponent(id)}/read`, { method: "POST" });
}

export async function markAllRead(): Promise<void> {
  await call("markAllRead", "/api/notifications/read-all", { method: "POST" });
}
