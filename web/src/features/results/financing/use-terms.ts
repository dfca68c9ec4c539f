import type { FinanceTermsInput } from "@ecotrim/contracts/simulations/finance-terms";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { createContext, useCallback, useContext, useEffect, useMemo, useRef, useState } from "react";
import { keepFinanceTerms } from "../../../lib/api.ts";
import type { CompletedRecord } from "../completed-record.ts";

/** Pause after the last change before the terms are sent. */
const SENT_AFTER_MS = 800;

const AccessTokenContext = createContext<string | undefined>(undefined);

/** Wraps the page of a visitor, who may keep the terms of their own simulation by its token. */
export const AccessTokenProvider = AccessTokenContext.Provider;

export interface Terms {
  given: FinanceTermsInput;
  change: (next: FinanceTermsInput) => void;
  /** Whether changes are kept; a reader of somebody else's result tries terms for themselves. */
  isKept: boolean;
  error: Error | null;
}

/** The terms of a result: as they stand here from the first change on, and sent to the server behind the reader's back. */
export function useTerms({ id, isOwn, financeTerms }: CompletedRecord): Terms {
  const accessToken = useContext(AccessTokenContext);
  const client = useQueryClient();
  const key = useMemo(() => ["finance-terms", id], [id]);
  const [given, setGiven] = useState(() => client.getQueryData<FinanceTermsInput>(key) ?? financeTerms ?? {});
  const isKept = isOwn || accessToken !== undefined;
  const { mutate, error } = useMutation({
    mutationFn: (terms: FinanceTermsInput) => keepFinanceTerms(id, accessToken, terms),
    // A later change is sent after an earlier one has ended, so that the last one stays.
    scope: { id: `finance-terms-${id}` },
  });
  const waiting = useRef<{ timer: ReturnType<typeof setTimeout>; send: () => void } | null>(null);
  const change = useCallback(
    (next: FinanceTermsInput) => {
      setGiven(next);
      // The record in the page's memory still has those before.
      client.setQueryDefaults(key, { gcTime: Infinity });
      client.setQueryData(key, next);
      if (!isKept) return;
      clearTimeout(waiting.current?.timer);
      const send = () => {
        waiting.current = null;
        mutate(next);
      };
      waiting.current = { timer: setTimeout(send, SENT_AFTER_MS), send };
    },
    [client, key, isKept, mutate],
  );
  // Who leaves the page within the pause has changed the terms all the same.
  useEffect(
    () => () => {
      clearTimeout(waiting.current?.timer);
      waiting.current?.send();
    },
    [],
  );
  return { given, change, isKept, error };
}
