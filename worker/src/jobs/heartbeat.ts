export interface Heartbeat {
  /** Makes the next beat come at once. */
  nudge(): void;
  /** Resolves when the beat under way has ended; none follows. */
  stop(): Promise<void>;
}

/** Calls `beat` every `everyMs` after its end, and at once when nudged; never two at a time. `beat` must not reject. */
export function startHeartbeat(beat: () => Promise<void>, everyMs: number): Heartbeat {
  let nudged = false;
  let stopped = false;
  let wake = () => {};

  const pause = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, everyMs);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const ended = (async () => {
    while (!stopped) {
      if (!nudged) await pause();
      if (stopped) return;
      nudged = false;
      await beat();
    }
  })();

  return {
    nudge() {
      nudged = true;
      wake();
    },
    async stop() {
      stopped = true;
      wake();
      await ended;
    },
  };
}
