export interface Pacer {
  /** Calls `pass` at once, or as soon as the pace allows. */
  put(): void;
  /** Resolves when the call under way has ended; no further call follows. */
  stop(): Promise<void>;
}

/** Calls `pass` at most once every `everyMs`, never concurrently. `pass` must not reject. */
export function createPacer(everyMs: number, pass: () => Promise<void>): Pacer {
  let stopped = false;
  let wanted = false;
  let resting: NodeJS.Timeout | undefined;
  let passing = Promise.resolve();

  const put = () => {
    wanted = true;
    if (resting || stopped) return;
    wanted = false;
    resting = setTimeout(() => {
      resting = undefined;
      if (wanted) put();
    }, everyMs);
    passing = passing.then(pass);
  };
  return {
    put,
    async stop() {
      stopped = true;
      clearTimeout(resting);
      await passing;
    },
  };
}
