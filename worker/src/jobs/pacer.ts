export interface Pacer {
  /** Passes on at once, or as soon as the pace allows. */
  put(): void;
  /** Resolves when what is being passed on is; nothing follows. */
  stop(): Promise<void>;
}

/** Calls `pass` no sooner than `everyMs` after the call before, never two at a time. `pass` must not reject. */
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
