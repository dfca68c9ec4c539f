import { DRIVERS, sensitivityOf } from "@ecotrim/shared/engine/sensitivity";
import type { SimulationRequest } from "@ecotrim/shared/engine/simulation";
import { SIZES } from "@ecotrim/shared/engine/sizing";
import type { Sensitivity } from "@ecotrim/shared/simulations/sensitivity";
import type { Sizing } from "@ecotrim/shared/simulations/sizing";
import { chunkSize, inChunks } from "./chunks.ts";
import type { SimulationPool } from "./pool.ts";

/** Dispatches that value a size, the battery new and aged. */
const SIZE_DISPATCHES = 3;
/** A driver takes as long as so many: that battery at either end, with every schedule checked and kept. */
const DRIVER_DISPATCHES = 18;

/** A period's steps, and the signal after which no other piece begins. */
interface Study {
  steps: number;
  signal?: AbortSignal | undefined;
}

/** The tornado of a run, the same as `runSensitivity` gives. */
export async function tornadoInPieces(
  pool: Pick<SimulationPool, "threads" | "sensitivityBase" | "sensitivityDrivers">,
  request: SimulationRequest,
  { steps, signal }: Study,
): Promise<Sensitivity> {
  const base = await pool.sensitivityBase(request);
  const total = "reason" in base ? 0 : DRIVERS;
  const size = chunkSize(DRIVER_DISPATCHES * steps);
  const drivers = inChunks({ total, size, lanes: pool.threads, signal }, (from, to) =>
    pool.sensitivityDrivers(base, from, to),
  );
  return sensitivityOf(base, await drivers.all);
}

/** The sizes on a run's site, the same as `sweepSizes` gives. */
export async function sizingInPieces(
  pool: Pick<SimulationPool, "threads" | "sizingBase" | "sizePoints" | "sizingStep">,
  request: SimulationRequest,
  { steps, signal }: Study,
): Promise<Sizing> {
  const base = await pool.sizingBase(request);
  const size = chunkSize(SIZE_DISPATCHES * steps);
  const map = inChunks({ total: SIZES, size, lanes: pool.threads, signal }, (from, to) =>
    pool.sizePoints(base, from, to),
  );
  const known = await map.all;
  for (;;) {
    signal?.throwIfAborted();
    const { sizing, found } = await pool.sizingStep(base, known, size);
    if (sizing) return sizing;
    known.push(...found);
  }
}
