import { onlineManager } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";

const subscribe = (listener: () => void) => onlineManager.subscribe(listener);

/** Whether there is a connection, as the queries see it: without one they pause. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => onlineManager.isOnline());

/**
 * Asks the server itself, since browsers can be wrong about their connection. Where it answers, what was paused goes on.
 */
export async function tryConnection(): Promise<void> {
  // Any answer, also one that complains, came over a connection.
  const answered = await fetch("/health", { cache: "no-store" }).then(
    () => true,
    () => false,
  );
  if (answered) onlineManager.setOnline(true);
}

/**
 * What a list shows while its next part loads: the part before. Without a connection nothing would replace it, so the
 * list says that instead.
 */
export const previousWhileOnline = <T>(previous: T | undefined): T | undefined =>
  onlineManager.isOnline() ? previous : undefined;
