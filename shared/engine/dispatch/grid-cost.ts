import type { DispatchProblem } from "./problem.ts";

/** The flow that changes as a step's net purchase rises through a block. */
export const FLOW = { export: 0, curtailment: 1, import: 2 } as const;

/**
 * Grid cost of one step, as blocks of rising net purchase. Net purchase is the need of site and battery beyond the PV,
 * kWh, negative for surplus. The first block begins at minus infinity, each other one where its predecessor ends. Where
 * prices rise from block to block the cost is convex. A soft or hard cap on imports would be one block more.
 */
export interface GridBlocks {
  count: number;
  /** Net purchase at which each block ends, kWh. */
  untilKwh: Float64Array;
  /** Marginal price of net purchase within the block, EUR/MWh. */
  priceEurMwh: Float64Array;
  /** The flow that changes: a value of `FLOW`. */
  flow: Uint8Array;
}

const MOST_BLOCKS = 3;

/** Allocates blocks, which are filled step by step. */
export const createGridBlocks = (): GridBlocks => ({
  count: 0,
  untilKwh: new Float64Array(MOST_BLOCKS),
  priceEurMwh: new Float64Array(MOST_BLOCKS),
  flow: new Uint8Array(MOST_BLOCKS),
});

/**
 * Whether a step may either sell its PV or be paid to import instead. Its cost is then the lesser of two convex costs.
 */
export const isChoice = (problem: DispatchProblem, t: number): boolean =>
  problem.buyEurMwh[t]! < 0 && problem.sellEurMwh[t]! > 0 && problem.exportLimitKwh > 0;

/**
 * Fills the blocks of step `t`. PV is used first; its surplus is sold, or curtailed where that is better or the limit
 * binds. With a negative buy price the grid serves up to the limit, and PV is curtailed for it.
 */
export function fillGridBlocks(problem: DispatchProblem, t: number, blocks: GridBlocks): void {
  const pv = problem.pvKwh[t]!;
  const buy = problem.buyEurMwh[t]!;
  const sell = problem.sellEurMwh[t]!;
  const importLimit = problem.importLimitKwh[t]!;
  blocks.count = 3;
  if (buy < 0) {
    setBlock(blocks, 0, -pv, sell, FLOW.export);
    setBlock(blocks, 1, importLimit - pv, buy, FLOW.import);
    setBlock(blocks, 2, importLimit, 0, FLOW.curtailment);
  } else if (sell >= 0) {
    setBlock(blocks, 0, -problem.exportLimitKwh, 0, FLOW.curtailment);
    setBlock(blocks, 1, 0, sell, FLOW.export);
    setBlock(blocks, 2, importLimit, buy, FLOW.import);
  } else {
    setBlock(blocks, 0, -pv, sell, FLOW.export);
    setBlock(blocks, 1, 0, 0, FLOW.curtailment);
    setBlock(blocks, 2, importLimit, buy, FLOW.import);
  }
}

function setBlock(blocks: GridBlocks, b: number, untilKwh: number, priceEurMwh: number, flow: number): void {
  blocks.untilKwh[b] = untilKwh;
  blocks.priceEurMwh[b] = priceEurMwh;
  blocks.flow[b] = flow;
}

/** Price of a flow within the blocks of a step, EUR/MWh; every step has one block for each flow. */
export function priceOf({ count, flow, priceEurMwh }: GridBlocks, wanted: number): number {
  for (let b = 0; b < count; b++) if (flow[b] === wanted) return priceEurMwh[b]!;
  return 0;
}
