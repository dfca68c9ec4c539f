import type { CurveBody, CurveSeries } from "@ecotrim/contracts/curves/curve";
import { AppError } from "@ecotrim/contracts/errors";
import { threadProgram } from "@ecotrim/server/process/thread-program";
import { Piscina } from "piscina";
import type { Content, Refusal } from "./content.ts";

/** Curves that may wait for the thread before others are refused, each for a fraction of a second. */
const MAX_WAITING = 20;
/** Time without curves after which the thread ends, ms. */
const IDLE_MS = 60_000;

export type CurveReader = ReturnType<typeof createCurveReader>;

/** Reads and writes the numbers of curves on a thread of its own: that takes longer than the event loop may be held. */
export function createCurveReader() {
  const piscina = new Piscina({
    ...threadProgram(import.meta.url, "content"),
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE_MS,
  });

  /** @throws AppError SERVICE_UNAVAILABLE while too many curves wait. */
  function run<T>(task: CurveBody | Uint8Array): Promise<T> {
    if (piscina.queueSize >= MAX_WAITING) throw new AppError("SERVICE_UNAVAILABLE");
    return piscina.run(task);
  }

  return {
    /** @throws AppError INVALID_INPUT naming the field; SERVICE_UNAVAILABLE. */
    async read(body: CurveBody): Promise<Content> {
      const read = await run<Content | Refusal>(body);
      if ("message" in read) throw new AppError("INVALID_INPUT", read);
      return read;
    },
    /** The numbers of a stored content as they were sent. @throws AppError SERVICE_UNAVAILABLE. */
    write: (packed: Uint8Array): Promise<CurveSeries> => run(packed),
    /** The same for an answer that has begun, and can only wait its turn. Such answers need one curve at a time. */
    writeInTurn: (packed: Uint8Array): Promise<CurveSeries> => piscina.run(packed),
    close: (): Promise<void> => piscina.destroy(),
  };
}
