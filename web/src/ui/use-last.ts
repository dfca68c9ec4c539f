import { useState } from "react";

/** The current or the last shown value, so that a window keeps its content while it closes. */
export function useLast<T>(shown: T | null): T | null {
  const [last, setLast] = useState(shown);
  if (shown !== null && shown !== last) setLast(shown);
  return shown ?? last;
}
