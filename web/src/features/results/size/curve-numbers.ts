import type { ExploredCase } from "@ecotrim/present/studies/explored-case";
import { useQuery } from "@tanstack/react-query";
import { createContext, useContext } from "react";
import { fetchCurveNumbers } from "../../../lib/api.ts";
import { ApiError } from "../../../lib/http.ts";
import type { CurveNumbers } from "./explorer-messages.ts";

const CurveTokensContext = createContext<readonly string[]>([]);

/** Wraps the page of a visitor's own run with what opens their curves; an account needs nothing to open its own. */
export const CurveTokensProvider = CurveTokensContext.Provider;

/** Deleted since, or another's. */
const isGone = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

const WITHOUT_CURVES: CurveNumbers = {};

/** The numbers of a case's curves, read once; there are none to wait for where it has no curve. */
export function useCurveNumbers({ load, pv }: ExploredCase["curves"]) {
  const curves = useContext(CurveTokensContext);
  const { data, error, refetch } = useQuery({
    queryKey: ["curves", "numbers", load?.id, pv?.id],
    queryFn: async ({ signal }): Promise<CurveNumbers> => {
      const [loadNumbers, pvNumbers] = await Promise.all(
        [load, pv].map((curve) => curve && fetchCurveNumbers(curve.id, { curves, signal })),
      );
      return { load: loadNumbers, pv: pvNumbers };
    },
    enabled: load !== undefined || pv !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return {
    numbers: load || pv ? data : WITHOUT_CURVES,
    error,
    isGone: isGone(error),
    retry: () => void refetch(),
  };
}
