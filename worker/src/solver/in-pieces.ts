import type { Sensitivity } from "@ecotrim/contracts/simulations/sensitivity";
import type { Sizing } from "@ecotrim/contracts/simulations/sizing";
import type { SimulationRequest } from "@ecotrim/engine/simulate";
import { ENDS, sensitivityOf } from "@ecotrim/engine/studies/sensitivity";
import { type KnownValue, SIZES, type SizingStep } from "@ecotrim/engine/studies/sizing";
import { chunkSize, inChunks } from "./chunks.ts";
import type { SimulationPool } from "./pool.ts";

/** Dispatches that value a size, the battery new and aged. */
const SIZE_DISPATCHES = 3;
/** An end of a driver takes as long as so many: that battery on a site of its own. */
const END_DISPATCHES = 6;

/** A period's steps, and the signal after which no other piece begins. */
interface Study {
  steps: number;
  signal?: AbortSignal | undefined;
}

/** The tornado of a run, the same as `runSensitivity` gives. */
export async function tornadoInPieces(
  pool: Pick<SimulationPool, "threads" | "sensitivityBase" | "sensitivityEnds">,
  request: SimulationRequest,
  { steps, signal }: Study,
): Promise<Sensitivity> {
  const base = await pool.sensitivityBase(request);
  const total = "reason" in base ? 0 : ENDS;
  const size = chunkSize(END_DISPATCHES * steps);
  const ends = inChunks({ total, size, lanes: pool.threads, signal }, (from, to) =>
    pool.sensitivityEnds(base, from, to),
  );
  return sensitivityOf(base, await ends.all);
}

/** The sizes on a run's site, the same as `sweepSizes` gives. */
export async function sizingInPieces(
  pool: Pick<SimulationPool, "threads" | "sizingSite" | "sizingShareStep" | "sizePoints" | "sizingStep">,
  request: SimulationRequest,
  { steps, signal }: Study,
): Promise<Sizing> {
  const start = await pool.sizingSite(request);
  const size = chunkSize(SIZE_DISPATCHES * steps);
  const realisableFct = await stepByStep([], (known) => pool.sizingShareStep(start, known, size), signal);
  const base = { ...start, realisableFct };
  const map = inChunks({ total: SIZES, size, lanes: pool.threads, signal }, (from, to) =>
    pool.sizePoints(base, from, to),
  );
  return stepByStep(await map.all, (known) => pool.sizingStep(base, known, size), signal);
}

/** What comes of taking one step after another, each knowing what those before it have found. */
async function stepByStep<T>(
  known: KnownValue[],
  take: (known: KnownValue[]) => Promise<SizingStep<T>>,
  signal: AbortSignal | undefined,
): Promise<T> {
  for (;;) {
    signal?.throwIfAborted();
    const { result, found } = await take(known);
    if (result !== null) return result;
    known.push(...found);
  }
}
