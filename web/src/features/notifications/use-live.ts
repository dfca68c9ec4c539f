import { notificationText } from "@ecotrim/present/notifications";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { isOnScreen } from "../../lib/on-screen.ts";
import { useServerEvent } from "../../lib/server-events.ts";
import { openUserSocket } from "../../lib/socket.ts";
import { toast } from "../../ui/toast.ts";
import { simulationKeys } from "../simulations/keys.ts";
import { markRead } from "./calls.ts";

export const NOTIFICATIONS_KEY = ["notifications"];

/** Key prefixes of all cached queries of an account. */
const FAMILIES = ["notifications", "simulations", "billing"];

const TOAST_OF_TONE = { good: toast.success, bad: toast.error, neutral: toast.info };

/**
 * Turns the account's events into toasts and fresh lists of simulations while the page is open. The pages that show
 * reports and payments follow them themselves.
 */
export function useLive(token: string): void {
  const queries = useQueryClient();
  const renew = (...queryKey: string[]) => void queries.invalidateQueries({ queryKey });

  useEffect(() => openUserSocket(token), [token]);

  useServerEvent("connected", () => {
    for (const family of FAMILIES) renew(family);
  });
  useServerEvent("notification:new", (notification, acknowledge) => {
    acknowledge(true);
    const { kind, subjectId } = notification;
    if (kind.startsWith("simulation.")) {
      renew(...simulationKeys.lists);
      renew(...simulationKeys.record(subjectId));
    }
    if (kind.startsWith("simulation.") && isOnScreen(subjectId)) {
      // Should it fail, the notice stays unread in the list.
      markRead(notification.id)
        .catch(() => undefined)
        .finally(() => renew(...NOTIFICATIONS_KEY));
      return;
    }
    renew(...NOTIFICATIONS_KEY);
    const { title, body, tone } = notificationText(notification);
    TOAST_OF_TONE[tone](body, title);
  });
}
