import type { SimulationInput } from "@ecotrim/contracts/simulations/input";
import type { ExploredCase } from "@ecotrim/present/studies/explored-case";
import type { VariantFigures } from "@ecotrim/present/studies/explorer";
import { startTransition, useEffect, useRef, useState } from "react";
import type { ExplorerAnswer, ExplorerRequest } from "./explorer-messages.ts";

export interface ExplorerState {
  /** The case itself, as the browser calculates it; null until it has. */
  calculated: VariantFigures | null;
  /** The latest variant; null until there is one. */
  variant: VariantFigures | null;
  /** This browser cannot calculate it. */
  failed: boolean;
}

interface Thread {
  worker: Worker;
  /** The variant under way, and the last of those asked for meanwhile. */
  busy: number | null;
  next: ExplorerQuestion | null;
}

interface ExplorerQuestion {
  id: number;
  inputs: SimulationInput;
}

const NOTHING: ExplorerState = { calculated: null, variant: null, failed: false };

/** The case itself is the first question. */
const CALCULATED = 0;

/**
 * The figures of a variant, calculated in a thread of the browser: one variant at a time, and of those asked for
 * meanwhile only the last.
 * @param inputs of the variant; the same object as long as it is the same
 */
export function useExplorer(explored: ExploredCase, inputs: SimulationInput): ExplorerState {
  const [state, setState] = useState(NOTHING);
  const thread = useRef<Thread>(undefined);
  const count = useRef(CALCULATED);

  useEffect(() => {
    const worker = startWorker();
    const fail = () => setState((before) => ({ ...before, failed: true }));
    if (!worker) return fail();
    const own: Thread = { worker, busy: CALCULATED, next: null };
    thread.current = own;
    worker.onmessage = ({ data: { id, figures } }: MessageEvent<ExplorerAnswer>) => {
      own.busy = null;
      if (own.next) send(own, own.next);
      // The slider goes first.
      startTransition(() =>
        setState((before) =>
          id === CALCULATED
            ? { ...before, calculated: figures, variant: before.variant ?? figures, failed: false }
            : { ...before, variant: figures },
        ),
      );
    };
    worker.onerror = fail;
    post(worker, { open: explored });
    post(worker, { id: CALCULATED, inputs: explored.inputs });
    return () => worker.terminate();
  }, [explored]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a thread that was opened anew has not heard of the variant
  useEffect(() => {
    const own = thread.current;
    if (!own) return;
    const question = { id: ++count.current, inputs };
    if (own.busy !== null) own.next = question;
    else send(own, question);
  }, [explored, inputs]);

  return state;
}

/** Undefined where the browser has no threads. */
function startWorker(): Worker | undefined {
  try {
    return new Worker(new URL("./explorer.worker.ts", import.meta.url), { type: "module" });
  } catch {
    return undefined;
  }
}

const post = (worker: Worker, request: ExplorerRequest) => worker.postMessage(request);

function send(thread: Thread, question: ExplorerQuestion): void {
  thread.busy = question.id;
  thread.next = null;
  post(thread.worker, question);
}
