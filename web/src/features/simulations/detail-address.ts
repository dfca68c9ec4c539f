import { detailPath } from "@ecotrim/contracts/website/pages";
import { useMediaQuery } from "@mantine/hooks";
import { useCallback, useMemo } from "react";
import { matchPath, useLocation, useNavigate, useSearchParams } from "react-router-dom";

const LISTS = ["/mi-area", "/historial-simulaciones"];
const isOneOf = (paths: string[], pathname: string) => paths.some((path) => matchPath(path, pathname) !== null);

/** State of a link to a detail: the list that stays below its window. */
interface OverList {
  over: string;
}

/** True where a detail fills the screen as a page instead of standing in a window. */
export const useIsPhone = (): boolean =>
  useMediaQuery("(max-width: 48em)", undefined, { getInitialValueInEffect: false }) ?? false;

/** Address of the list on the screen, also below an open detail; undefined where there is none. */
export function useListAddress(): string | undefined {
  const { pathname, search, state } = useLocation();
  if (isOneOf(LISTS, pathname)) return pathname + search;
  const over = (state as Partial<OverList> | null)?.over;
  return isOneOf([detailPath(":id")], pathname) && typeof over === "string" ? over : undefined;
}

/** As `useSearchParams`; below an open detail the parameters of the list do not change. */
export function useListParameters() {
  const [, setParameters] = useSearchParams();
  const address = useListAddress();
  const parameters = useMemo(() => new URL(address ?? "", window.location.origin).searchParams, [address]);
  return [parameters, setParameters] as const;
}

/** @returns the properties of a link to a simulation's detail */
export function useDetailLink() {
  const over = useListAddress();
  const isPhone = useIsPhone();
  return (id: string) => ({
    to: detailPath(id),
    ...(over !== undefined && { state: { over } satisfies OverList }),
    // A window opens where its reader is; a page begins at its top.
    preventScrollReset: !isPhone,
  });
}

/** Leaves the detail for the list it was opened from, else for the reports. */
export function useCloseDetail(): () => void {
  const navigate = useNavigate();
  const hasList = useListAddress() !== undefined;
  return useCallback(() => {
    // A detail opened by a link from outside has no page of ours behind it.
    if (hasList) void navigate(-1);
    else void navigate(REPORTS, { replace: true });
  }, [navigate, hasList]);
}

/** Mis Informes. */
export const REPORTS = "/mi-area?seccion=informes";
