export interface Heartbeat {
  /** Stops further beats and resolves when the beat under way has ended. */
  stop(): Promise<void>;
}

/** Calls `beat` every `everyMs` after the end of the previous call, never concurrently. `beat` must not reject. */
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
