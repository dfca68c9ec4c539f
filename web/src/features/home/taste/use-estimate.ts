import { useEffect, useRef, useState } from "react";
import { type Estimate, type EstimateAnswer, type EstimateQuery, EXAMPLE, EXAMPLE_ESTIMATE } from "./estimate.ts";

export interface EstimateState {
  /** The latest that was had; null where none can be had for the latest query. */
  estimate: Estimate | null;
  /** Another one is being computed. */
  pending: boolean;
}

const same = (a: EstimateQuery, b: EstimateQuery): boolean =>
  a.generation === b.generation && a.average === b.average && a.total_spendings === b.total_spendings;

/**
 * The estimate of what is typed, null while something is missing. The engine comes with the first query that is not
 * the example; one query is computed at a time, and of those typed meanwhile only the last.
 */
export function useEstimate(query: EstimateQuery | null): EstimateState {
  const [answer, setAnswer] = useState<EstimateAnswer>({ query: EXAMPLE, estimate: EXAMPLE_ESTIMATE });
  const thread = useRef<{ worker: Worker; busy: boolean; next: EstimateQuery | null }>(undefined);

  useEffect(() => () => thread.current?.worker.terminate(), []);

  useEffect(() => {
    if (!query || same(query, answer.query)) return;
    thread.current ??= startThread();
    const current = thread.current;
    if (current.busy) current.next = query;
    else ask(query);

    function ask(asked: EstimateQuery) {
      current.busy = true;
      current.next = null;
      current.worker.postMessage(asked);
    }
    function startThread() {
      const worker = new Worker(new URL("./estimate.worker.ts", import.meta.url), { type: "module" });
      worker.onmessage = ({ data }: MessageEvent<EstimateAnswer>) => {
        current.busy = false;
        if (current.next && !same(current.next, data.query)) ask(current.next);
        setAnswer(data);
      };
      // Without the engine the fields still lead to the wizard.
      worker.onerror = () => {
        thread.current = undefined;
        setAnswer({ query: query as EstimateQuery, estimate: null });
      };
      return { worker, busy: false, next: null };
    }
  }, [query, answer.query]);

  return { estimate: answer.estimate, pending: query !== null && !same(query, answer.query) };
}
