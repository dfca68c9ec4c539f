import type { DispatchProblem } from "./problem.ts";

/** What changes as a step's net purchase rises through a block. */
export const FLOW = { export: 0, curtailment: 1, import: 2 } as const;

/**
 * What the grid costs in one step, as blocks of rising net purchase: what site and battery need beyond the PV, kWh,
 * negative for surplus. The first block begins at minus infinity, each other where the one before ends. Where prices
 * rise from block to block the cost is convex. A cap on imports, soft or hard, is one block more.
 */
export interface GridBlocks {
  count: number;
  /** Net purchase at which each block ends, kWh. */
  untilKwh: Float64Array;
  /** What one more unit of net purchase costs within the block, EUR/MWh. */
  priceEurMwh: Float64Array;
  /** Which flow changes: a value of `FLOW`. */
  flow: Uint8Array;
}

const MOST_BLOCKS = 3;

/** Memory of blocks, to be filled step by step. */
export const createGridBlocks = (): GridBlocks => ({
  count: 0,
  untilKwh: new Float64Array(MOST_BLOCKS),
  priceEurMwh: new Float64Array(MOST_BLOCKS),
  flow: new Uint8Array(MOST_BLOCKS),
});

/** Whether a step may either sell its PV or be paid to import in its place: two convex costs, of which the less counts. */
export const isChoice = (problem: DispatchProblem, t: number): boolean =>
  problem.buyEurMwh[t]! < 0 && problem.sellEurMwh[t]! > 0 && problem.exportLimitKwh > 0;

/**
 * Fills the blocks of step `t`. PV is used as far as it goes; what is left over is sold, or curtailed where that is better
 * or the limit binds. With a negative buy price the grid serves up to the limit, and PV is curtailed for it.
 */
export function fillGridBlocks(problem: DispatchProblem, t: number, blocks: GridBlocks): void {
  const pv = problem.pvKwh[t]!;
  const buy = problem.buyEurMwh[t]!;
  const sell = problem.sellEurMwh[t]!;
  const importLimit = problem.importLimitKwh[t]!;
  blocks.count = 0;
  if (buy < 0) {
    addBlock(blocks, -pv, sell, FLOW.export);
    addBlock(blocks, importLimit - pv, buy, FLOW.import);
    addBlock(blocks, importLimit, 0, FLOW.curtailment);
  } else if (sell >= 0) {
    addBlock(blocks, -problem.exportLimitKwh, 0, FLOW.curtailment);
    addBlock(blocks, 0, sell, FLOW.export);
    addBlock(blocks, importLimit, buy, FLOW.import);
  } else {
    addBlock(blocks, -pv, sell, FLOW.export);
    addBlock(blocks, 0, 0, FLOW.curtailment);
    addBlock(blocks, importLimit, buy, FLOW.import);
  }
}

function addBlock(blocks: GridBlocks, untilKwh: number, priceEurMwh: number, flow: number): void {
  const { count } = blocks;
  blocks.untilKwh[count] = untilKwh;
  blocks.priceEurMwh[count] = priceEurMwh;
  blocks.flow[count] = flow;
  blocks.count = count + 1;
}

/** Price of a flow within the blocks of a step, EUR/MWh; every step has one block a flow. */
export function priceOf({ count, flow, priceEurMwh }: GridBlocks, wanted: number): number {
  for (let b = 0; b < count; b++) if (flow[b] === wanted) return priceEurMwh[b]!;
  return 0;
}
