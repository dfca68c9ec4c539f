import { useEffect, useState } from "react";

/** ms after which a busy browser draws nevertheless, and after which one that cannot tell its idle time does. */
const LATEST_MS = 250;
const PAUSE_MS = 100;

/** The value as of the browser's last idle time: for what is too dear to draw at each step of a slider. */
export function useWhenIdle<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => whenIdle(() => setSettled(value)), [value]);
  return settled;
}

/** @returns cancels the call */
function whenIdle(call: () => void): () => void {
  // Safari has no idle callbacks.
  if (!("requestIdleCallback" in window)) {
    const timer = setTimeout(call, PAUSE_MS);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(call, { timeout: LATEST_MS });
  return () => cancelIdleCallback(handle);
}
