import { useEffect, useRef } from "react";
import { useLocation } from "react-router-dom";

/**
 * From this page the browser's back button leads to `/`, wherever the visitor came from: an entry of the home page is
 * put under this one, so that it holds after a reload and for pages of another origin too. Changes of the query by
 * `replace` keep it.
 */
export function useBackGoesHome(): void {
  const { key } = useLocation();
  const isBelow = useRef(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for a history entry written anew
  useEffect(() => {
    const entry = window.history.state as { idx?: number; homeBelow?: boolean } | null;
    if (entry?.homeBelow) {
      isBelow.current = true;
      return;
    }
    if (isBelow.current) {
      window.history.replaceState({ ...entry, homeBelow: true }, "");
      return;
    }
    const { href } = window.location;
    const idx = entry?.idx ?? 0;
    // Entries as the router writes them.
    window.history.replaceState({ usr: null, key: "home", idx }, "", "/");
    window.history.pushState({ ...entry, idx: idx + 1, homeBelow: true }, "", href);
    isBelow.current = true;
  }, [key]);
}
