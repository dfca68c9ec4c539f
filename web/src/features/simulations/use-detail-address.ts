import { useCallback } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router-dom";

const PARAMETER = "simulacion";

/**
 * The simulation whose detail is open stands in the address, so that back closes it and a link opens it.
 * @returns its id or null, and the ways to open and close it
 */
export function useDetailAddress() {
  const [parameters] = useSearchParams();
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const openedHere = (state as { detail?: boolean } | null)?.detail === true;

  const addressOf = useCallback(
    (id: string | null) => {
      const next = new URLSearchParams(search);
      if (id === null) next.delete(PARAMETER);
      else next.set(PARAMETER, id);
      return { pathname, search: next.toString() };
    },
    [pathname, search],
  );

  const open = useCallback(
    (id: string) => void navigate(addressOf(id), { state: { detail: true }, preventScrollReset: true }),
    [navigate, addressOf],
  );
  const close = useCallback(() => {
    // A detail opened by a link from outside has no page of ours behind it.
    if (openedHere) void navigate(-1);
    else void navigate(addressOf(null), { replace: true, preventScrollReset: true });
  }, [navigate, addressOf, openedHere]);

  return { id: parameters.get(PARAMETER), addressOf, open, close };
}
