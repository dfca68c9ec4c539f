import type { SimulationInput } from "@ecotrim/contracts/simulations/input";
import type { OutageQuestion, OutageResult } from "@ecotrim/engine/outages/outages";
import type { ExploredCase } from "@ecotrim/present/studies/explored-case";
import { useEffect, useRef, useState } from "react";
import type { CurveNumbers, ExplorerRequest, OutageAnswer } from "./explorer-messages.ts";
import { startExplorer } from "./start-explorer.ts";

type Question = Extract<ExplorerRequest, { outage: unknown }>;

interface Thread {
  worker: Worker;
  isBusy: boolean;
  /** The last of the questions asked meanwhile. */
  next: Question | null;
}

interface OutageState {
  /** Of the question asked last; null until it is answered. */
  result: OutageResult | null;
  failed: boolean;
}

const NOTHING: OutageState = { result: null, failed: false };

/**
 * What a variant does in the grid's outages, calculated in a thread of its own: sliders need not wait for it.
 * @param numbers undefined until they are there
 * @param question null while a field is empty; the same object as long as it is the same
 */
export function useOutage(
  explored: ExploredCase,
  numbers: CurveNumbers | undefined,
  inputs: SimulationInput,
  question: OutageQuestion | null,
): OutageState {
  const [state, setState] = useState(NOTHING);
  const thread = useRef<Thread>(undefined);

  useEffect(() => {
    if (!numbers) return;
    const worker = startExplorer();
    if (!worker) return setState({ result: null, failed: true });
    const own: Thread = { worker, isBusy: false, next: null };
    thread.current = own;
    worker.onmessage = ({ data: { result } }: MessageEvent<OutageAnswer>) => {
      own.isBusy = false;
      if (own.next) send(own, own.next);
      setState({ result, failed: result === null });
    };
    worker.onerror = () => setState({ result: null, failed: true });
    worker.postMessage({ open: explored, numbers } satisfies ExplorerRequest);
    return () => {
      worker.terminate();
      thread.current = undefined;
    };
  }, [explored, numbers]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a thread that was opened anew has not heard of the question
  useEffect(() => {
    if (!question || !thread.current) return;
    const asked = { inputs, outage: question };
    // Of what is asked meanwhile only the last is answered.
    if (thread.current.isBusy) thread.current.next = asked;
    else send(thread.current, asked);
  }, [explored, numbers, inputs, question]);

  return state;
}

function send(thread: Thread, question: Question): void {
  thread.isBusy = true;
  thread.next = null;
  thread.worker.postMessage(question);
}
