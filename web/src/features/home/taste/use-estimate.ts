import { useEffect, useRef, useState } from "react";
import { type Estimate, type EstimateAnswer, type EstimateQuery, EXAMPLE, EXAMPLE_ESTIMATE } from "./estimate.ts";

/** Pause of typing before a query: on a slow phone the computation would delay the keys. */
const PAUSE_MS = 300;

export interface EstimateState {
  /** The latest estimate; null where the latest query has none. */
  estimate: Estimate | null;
  /** A newer estimate is being computed. */
  pending: boolean;
}

const same = (a: EstimateQuery, b: EstimateQuery): boolean =>
  a.generation === b.generation && a.average === b.average && a.total_spendings === b.total_spendings;

interface Thread {
  worker: Worker;
  busy: boolean;
  next: EstimateQuery | null;
}

function ask(thread: Thread, query: EstimateQuery): void {
  thread.busy = true;
  thread.next = null;
  thread.worker.postMessage(query);
}

/** @param fail called where the code of the engine did not load */
function startThread(hear: (answer: EstimateAnswer) => void, fail: () => void): Thread {
  const worker = new Worker(new URL("./estimate.worker.ts", import.meta.url), { type: "module" });
  const thread: Thread = { worker, busy: false, next: null };
  worker.onmessage = ({ data }: MessageEvent<EstimateAnswer>) => {
    thread.busy = false;
    if (thread.next && !same(thread.next, data.query)) ask(thread, thread.next);
    hear(data);
  };
  worker.onerror = fail;
  return thread;
}

/**
 * The estimate of the typed query; null while a field is missing. The engine loads with the first query other than the
 * example. One query is computed at a time, and of those typed meanwhile only the last.
 */
export function useEstimate(query: EstimateQuery | null): EstimateState {
  const [answer, setAnswer] = useState<EstimateAnswer>({ query: EXAMPLE, estimate: EXAMPLE_ESTIMATE });
  const thread = useRef<Thread>(undefined);

  useEffect(() => () => thread.current?.worker.terminate(), []);

  useEffect(() => {
    if (!query || same(query, answer.query)) return;
    const timer = setTimeout(() => {
      // Without the engine the fields still lead to the wizard.
      const fail = () => {
        thread.current = undefined;
        setAnswer({ query, estimate: null });
      };
      thread.current ??= startThread(setAnswer, fail);
      if (thread.current.busy) thread.current.next = query;
      else ask(thread.current, query);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [query, answer.query]);

  return { estimate: answer.estimate, pending: query !== null && !same(query, answer.query) };
}
