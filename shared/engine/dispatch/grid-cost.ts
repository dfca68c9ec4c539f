import type { DispatchProblem, SoftCap } from "./problem.ts";

/** The flow that changes as a step's net purchase rises through a block. */
export const FLOW = { export: 0, curtailment: 1, import: 2 } as const;

/**
 * Grid cost of one step, as blocks of rising net purchase. Net purchase is the need of site and battery beyond the PV,
 * kWh, negative for surplus. The first block begins at minus infinity, each other one where its predecessor ends. Where
 * prices rise from block to block the cost is convex. Each soft cap is one block of import more.
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

/** Blocks of a step without soft caps. */
const PLAIN_BLOCKS = 3;

/** Allocates blocks for problems of up to so many soft caps, which are filled step by step. */
export const createGridBlocks = (softCaps = 0): GridBlocks => ({
  count: 0,
  untilKwh: new Float64Array(PLAIN_BLOCKS + softCaps),
  priceEurMwh: new Float64Array(PLAIN_BLOCKS + softCaps),
  flow: new Uint8Array(PLAIN_BLOCKS + softCaps),
});

/**
 * Whether a step may either sell its PV or be paid to import instead. Its cost is then the lesser of two convex costs.
 */
export const isChoice = (problem: DispatchProblem, t: number): boolean =>
  problem.buyEurMwh[t]! < 0 && problem.sellEurMwh[t]! > 0 && problem.exportLimitKwh > 0;

/**
 * Fills the blocks of step `t`. PV is used first; its surplus is sold, or curtailed where that is better or the limit
 * binds. While import is paid for, soft caps included, the grid serves up to the limit, and PV is curtailed for it.
 * @param mostKwh net purchase that nobody asks beyond: soft caps from there on are left out
 */
export function fillGridBlocks(problem: DispatchProblem, t: number, blocks: GridBlocks, mostKwh = Infinity): void {
  const pv = problem.pvKwh[t]!;
  const buy = problem.buyEurMwh[t]!;
  const sell = problem.sellEurMwh[t]!;
  const importLimit = problem.importLimitKwh[t]!;
  blocks.count = PLAIN_BLOCKS;
  if (buy < 0) {
    setBlock(blocks, 0, -pv, sell, FLOW.export);
    if (problem.softCaps) {
      fillPaidImport(problem, problem.softCaps, t, blocks);
      return;
    }
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
  if (problem.softCaps) fillCappedImport(problem.softCaps, t, blocks, mostKwh);
}

export const slopeOf = ({ slopeEurMwh }: SoftCap, t: number): number =>
  typeof slopeEurMwh === "number" ? slopeEurMwh : slopeEurMwh[t]!;

/** Cuts the last block, import, at the soft caps. */
function fillCappedImport(softCaps: readonly SoftCap[], t: number, blocks: GridBlocks, mostKwh: number): void {
  const importLimit = blocks.untilKwh[blocks.count - 1]!;
  let price = blocks.priceEurMwh[blocks.count - 1]!;
  for (const softCap of softCaps) {
    const cap = softCap.capKwh[t]!;
    if (cap >= importLimit || cap >= mostKwh) return;
    blocks.untilKwh[blocks.count - 1] = cap;
    price += slopeOf(softCap, t);
    setBlock(blocks, blocks.count++, importLimit, price, FLOW.import);
  }
}

/** Blocks of import from a negative price on: PV is curtailed for it until soft caps make it cost something. */
function fillPaidImport(problem: DispatchProblem, softCaps: readonly SoftCap[], t: number, blocks: GridBlocks): void {
  const pv = problem.pvKwh[t]!;
  const importLimit = problem.importLimitKwh[t]!;
  let price = problem.buyEurMwh[t]!;
  blocks.count = 1;
  for (let k = 0; k <= softCaps.length; k++) {
    const end = k < softCaps.length ? Math.min(softCaps[k]!.capKwh[t]!, importLimit) : importLimit;
    const shift = price < 0 ? pv : 0;
    setBlock(blocks, blocks.count++, end - shift, price, FLOW.import);
    if (k === softCaps.length) break;
    const next = price + slopeOf(softCaps[k]!, t);
    if (price < 0 && next >= 0) setBlock(blocks, blocks.count++, end, 0, FLOW.curtailment);
    price = next;
  }
  if (price < 0) setBlock(blocks, blocks.count++, importLimit, 0, FLOW.curtailment);
}

function setBlock(blocks: GridBlocks, b: number, untilKwh: number, priceEurMwh: number, flow: number): void {
  blocks.untilKwh[b] = untilKwh;
  blocks.priceEurMwh[b] = priceEurMwh;
  blocks.flow[b] = flow;
}

/** Price of a flow within the blocks of a step, below any soft cap, EUR/MWh; every step has a block for each flow. */
export function priceOf({ count, flow, priceEurMwh }: GridBlocks, wanted: number): number {
  for (let b = 0; b < count; b++) if (flow[b] === wanted) return priceEurMwh[b]!;
  return 0;
}
