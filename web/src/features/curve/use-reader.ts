import type { CurveSeries } from "@ecotrim/contracts/curves/curve";
import { CURVE_LIMITS } from "@ecotrim/contracts/curves/reading";
import type { NamedBytes } from "@ecotrim/curves/container";
import type { RefusedCurve } from "@ecotrim/curves/read-curve";
import { useCallback, useEffect, useRef, useState } from "react";
import { type DraftKind, forgetDraft, keepDraft, keptDraft } from "../../lib/curve-drafts.ts";
import { randomHex } from "../../lib/random.ts";
import { type Answers, hasPlant, type NoYear, type OtherKind, type ReadAnswer, type ReadCurve } from "./messages.ts";
import { readInThread } from "./read-in-thread.ts";
import { rememberColumns, rememberedColumns } from "./remembered-columns.ts";

/** A curve as this browser keeps it, under a key of its own by which it is known to have been sent. */
export interface CurveDraft {
  key: string;
  read: ReadCurve;
  /** Key of the production that a load was balanced with; null where there was none. */
  productionKey: string | null;
}

export type ReaderState =
  /** `isOutdated`: what was read was balanced with another production than there is now. */
  | { phase: "empty"; isOutdated?: boolean }
  /** With what is shown meanwhile: the same files as they were read before. */
  | { phase: "reading"; before: CurveDraft | null }
  | { phase: "refused"; refusal: RefusedCurve | NoYear | OtherKind }
  /** The program that reads did not arrive, or broke. */
  | { phase: "failed" }
  | { phase: "read"; draft: CurveDraft };

/** The curve that is shown. */
export const draftOf = (state: ReaderState): CurveDraft | null =>
  state.phase === "read" ? state.draft : state.phase === "reading" ? state.before : null;

export interface Reader {
  state: ReaderState;
  answers: Answers;
  /** The files are at hand, so that they can be read in another way. */
  canAnswer: boolean;
  open: (files: readonly File[] | "example") => void;
  /** Reads the same files again with one more answer. */
  answer: (answers: Answers) => void;
  retry: () => void;
  clear: () => void;
}

const TOO_LARGE: RefusedCurve = { outcome: "refused", code: "too_large", format: null };

const isTooLarge = (files: readonly File[]): boolean =>
  files.length > CURVE_LIMITS.files ||
  files.some(({ size }) => size > CURVE_LIMITS.file_bytes) ||
  files.reduce((sum, { size }) => sum + size, 0) > CURVE_LIMITS.all_bytes;

/** Names stay behind: a reader tells files by their bytes. */
const bytesOf = (files: readonly File[]): Promise<NamedBytes[]> =>
  Promise.all(files.map(async (file) => ({ name: "", bytes: new Uint8Array(await file.arrayBuffer()) })));

const keptOf = (kind: DraftKind) => keptDraft(kind) as Promise<CurveDraft | undefined>;

/** What was read before a reload; undefined where nothing was kept. */
async function resume(kind: DraftKind): Promise<ReaderState | undefined> {
  const draft = await keptOf(kind);
  if (!draft) return undefined;
  if (!hasPlant(draft.read) || draft.productionKey === ((await keptOf("pv"))?.key ?? null))
    return { phase: "read", draft };
  await forgetDraft(kind);
  return { phase: "empty", isOutdated: true };
}

/** Fetches a stored curve to which files add their months. @throws ApiError */
export type Earlier = (signal: AbortSignal) => Promise<CurveSeries>;

/**
 * Reads the files of a drop in a thread, keeps what was read in this browser, and takes it up again after a reload.
 * @param earlier the curve that files opened from now on are joined to; undefined where they stand for themselves
 */
export function useReader(kind: DraftKind, given: Answers, earlier?: Earlier): Reader {
  const [state, setState] = useState<ReaderState>({ phase: "empty" });
  const [answers, setAnswers] = useState<Answers>({});
  const files = useRef<NamedBytes[] | "example">(undefined);
  const joined = useRef<{ fetch: Earlier | undefined; curve?: CurveSeries }>({ fetch: undefined });
  const reading = useRef<AbortController>(undefined);

  useEffect(() => {
    const resumed = new AbortController();
    reading.current = resumed;
    void resume(kind).then((state) => {
      if (state && !resumed.signal.aborted) setState(state);
    });
    return () => reading.current?.abort();
  }, [kind]);

  const begin = (isSame: boolean) => {
    reading.current?.abort();
    reading.current = new AbortController();
    setState((state) => ({ phase: "reading", before: isSame ? draftOf(state) : null }));
    return reading.current.signal;
  };

  const read = async (asked: Answers, signal: AbortSignal) => {
    const production = kind === "load" ? await keptOf("pv") : undefined;
    const ask = async (all: Answers) => {
      const { fetch } = joined.current;
      if (fetch) joined.current.curve ??= await fetch(signal);
      return readInThread(
        {
          files: files.current!,
          answers: { ...given, kind, ...all },
          earlier: joined.current.curve,
          production: production?.read.production ?? undefined,
        },
        signal,
      );
    };
    const show = (answer: ReadAnswer) => {
      if (signal.aborted) return;
      if (answer.outcome !== "read") return setState({ phase: "refused", refusal: answer });
      const draft = { key: randomHex(), read: answer, productionKey: production?.key ?? null };
      setState({ phase: "read", draft });
      // Titles and supplies of the file may name somebody, and are of no use without it.
      const { choices: _, ...reading } = answer.reading;
      void keepDraft(kind, { ...draft, read: { ...answer, reading: { ...reading, questions: [] } } });
    };
    setAnswers(asked);
    try {
      const answer = await ask(asked);
      const choices = answer.outcome === "refused" ? answer.choices : undefined;
      const columns = choices && !asked.columns ? await rememberedColumns(choices) : undefined;
      if (!columns || signal.aborted) return show(answer);
      setAnswers({ ...asked, columns });
      show(await ask({ ...asked, columns }));
    } catch (error) {
      if (signal.aborted) return;
      console.error(error);
      setState({ phase: "failed" });
    }
  };

  const open = async (dropped: readonly File[] | "example") => {
    const signal = begin(false);
    joined.current = { fetch: dropped === "example" ? undefined : earlier };
    if (dropped !== "example" && isTooLarge(dropped)) return setState({ phase: "refused", refusal: TOO_LARGE });
    try {
      files.current = dropped === "example" ? dropped : await bytesOf(dropped);
    } catch {
      // A folder, or a file that was deleted meanwhile.
      return setState({ phase: "refused", refusal: { outcome: "refused", code: "unreadable", format: null } });
    }
    if (!signal.aborted) await read({}, signal);
  };

  const answer = (more: Answers) => {
    const choices =
      state.phase === "refused" && state.refusal.outcome === "refused"
        ? state.refusal.choices
        : draftOf(state)?.read.reading.choices;
    if (more.columns && choices) void rememberColumns(choices, more.columns);
    void read({ ...answers, ...more }, begin(true));
  };

  const clear = useCallback(() => {
    reading.current?.abort();
    files.current = undefined;
    setState({ phase: "empty" });
    void forgetDraft(kind);
  }, [kind]);

  return {
    state,
    answers,
    canAnswer: files.current !== undefined,
    open: (dropped) => void open(dropped),
    answer,
    retry: () => void read(answers, begin(true)),
    clear,
  };
}
