export interface Heartbeat {
  /** Resolves when the beat under way has ended; none follows. */
  stop(): Promise<void>;
}

/** Calls `beat` every `everyMs` after its end, never two at a time. `beat` must not reject. */
export function startHeartbeat(beat: () => Promise<void>, everyMs: number): Heartbeat {
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
      await pause();
      if (!stopped) await beat();
    }
  })();

  return {
    async stop() {
      stopped = true;
      wake();
      await ended;
    },
  };
}
