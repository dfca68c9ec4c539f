import type { Slip } from "@ecotrim/present/simulations/slips";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { type CalculatorState, installedPlant, planeInput, repaired } from "../state.ts";
import { getCalculator, updateCalculator, useCalculator } from "../store.ts";

/** How long an answer stays as it is before it is doubted: nobody is asked about half a number. */
const TYPING_PAUSE_MS = 600;

const loadSlips = () => import("../slips.ts");

/** Answers that slips are found in. */
const answersOf = (state: CalculatorState) => {
  const { generation, province, demand, total_spendings, contract_kind, tariff } = state;
  const { type, weekend, average } = demand;
  return [
    ...[generation, province, type, weekend, average, total_spendings, contract_kind, tariff],
    ...Object.entries({ ...planeInput(state), ...installedPlant(state) }).flat(),
  ];
};

const slipsQuery = (state: CalculatorState) => ({
  queryKey: ["slips", ...answersOf(state)],
  queryFn: async () => (await loadSlips()).slipsIn(state),
  staleTime: Infinity,
  retry: false,
  // Computed in the browser.
  networkMode: "always" as const,
});

/**
 * A slip of these very answers, those it was held against among them: once one changes, it is asked about again. Weekends
 * are held against the shifts alone.
 */
function signOf({ code, field }: Slip, state: CalculatorState): string {
  const { type, weekend } = state.demand;
  return `${code} ${JSON.stringify(field === "weekends" ? [type, weekend] : answersOf(state))}`;
}

const isOpen = (slip: Slip, state: CalculatorState): boolean => !state.confirmed.includes(signOf(slip, state));

export interface Slips {
  open: Slip[];
  repair: (slip: Slip) => void;
  confirm: (slip: Slip) => void;
  /** Goes on unless an answer has first to be repaired or confirmed; it then has been shown. */
  check: (advance: () => void) => void;
  /** Whether the visitor asked to go on and was held up. */
  heldUp: boolean;
  /** What to do then, beside the button. */
  note: string | undefined;
}

/** Slips that a step asks about, in the inputs named. */
export function useSlips(fields: readonly Slip["field"][]): Slips {
  const state = useCalculator();
  const queries = useQueryClient();
  const settled = useSettled(state);
  const { data } = useQuery(slipsQuery(settled));
  const [heldUp, setHeldUp] = useState(false);

  const isAsked = (slip: Slip, of: CalculatorState) => fields.includes(slip.field) && isOpen(slip, of);
  const isCurrent = JSON.stringify(answersOf(settled)) === JSON.stringify(answersOf(state));
  const open = isCurrent ? (data ?? []).filter((slip) => isAsked(slip, state)) : [];

  const repair = (slip: Slip) => {
    const { suggestion } = slip;
    if (!suggestion) return;
    // Whoever took a repair is not asked to take it a second time.
    updateCalculator((before) => {
      const after = repaired(before, suggestion);
      return { ...after, confirmed: [...after.confirmed, signOf(slip, after)] };
    });
  };
  const check = async (advance: () => void) => {
    const asked = getCalculator();
    // Where the rules could not be loaded, nobody is held up.
    const found = await queries.fetchQuery(slipsQuery(asked)).catch((): Slip[] => []);
    const isHeldUp = found.some((slip) => slip.blocks && isAsked(slip, asked));
    setHeldUp(isHeldUp);
    if (!isHeldUp) advance();
  };
  const isHeldUp = heldUp && open.some(({ blocks }) => blocks);
  return {
    open,
    heldUp: isHeldUp,
    note: isHeldUp ? "Corrija o confirme lo señalado para seguir." : undefined,
    repair,
    confirm: (slip) =>
      updateCalculator((before) => ({ ...before, confirmed: [...before.confirmed, signOf(slip, before)] })),
    check: (advance) => void check(advance),
  };
}

/** The answers once nobody has typed for a while. */
function useSettled(state: CalculatorState): CalculatorState {
  const [settled, setSettled] = useState(state);
  const first = useRef(true);
  useEffect(() => {
    if (first.current) {
      first.current = false;
      return;
    }
    const timer = setTimeout(() => setSettled(state), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [state]);
  return settled;
}
