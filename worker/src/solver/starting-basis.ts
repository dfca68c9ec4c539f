/**
 * A simplex basis read off a schedule. Started from the schedule of the fast solver, HiGHS proves optimality in a few
 * iterations instead of finding it in tens of thousands; from any other schedule it is merely a good start.
 *
 * The model is a network with an energy balance and a storage node in every step. Import, outflow and curtailment tie the
 * balance node to the root; charge and discharge tie it to the storage node. Stored energy ties the storage nodes in a
 * chain. A basis is a spanning tree. Steps between two bounds of the stored energy form a window with one value of
 * stored energy (the dual of its storage rows); the column that sets that value ties the window to the rest.
 */
import type { DispatchProblem, DispatchSchedule } from "@ecotrim/engine/dispatch/problem";
import { BLOCK, type DispatchModel } from "./dispatch-model.ts";

const AT_LOWER = 0;
const BASIC = 1;
const AT_UPPER = 2;

/** Distance from a bound within which a value counts as at the bound, kWh. */
const TOLERANCE_KWH = 1e-6;
const TOLERANCE_EUR_MWH = 1e-7;

/** An interval of dual values, EUR/MWh, each end with the column that sets it (-1: none). */
interface Range {
  low: number;
  lowColumn: number;
  high: number;
  highColumn: number;
}

interface Window {
  /** Values that a stored MWh may have in the window. */
  value: Range;
  /** Whether a column between its bounds sets the value, which ties the window already. */
  isTied: boolean;
  /** Stored energy at the window's end, and whether it is at its upper bound. */
  endColumn: number;
  endsFull: boolean;
}

/** Statuses of columns and rows, in the format of `Model.setBasis`. */
export function startingBasis(
  problem: DispatchProblem,
  model: DispatchModel,
  schedule: DispatchSchedule,
): { colStatus: Int32Array; rowStatus: Int32Array } {
  const steps = problem.demandKwh.length;
  const { etaCharge, etaDischarge } = problem.battery;
  const wear = problem.wearEurMwh;
  const colStatus = statusOfValues(model, columnValues(model, schedule));
  const rowStatus = new Int32Array(model.numRows);

  const isFixed = (column: number) => model.colUpper[column]! <= model.colLower[column]!;
  const curtailmentColumns = new Map(model.curtailedSteps.map((step, k) => [step, model.firstCurtailed + k]));
  let nextCapped = 0;

  /** Dual value of the balance node of step `t`, to be asked in order, by the columns that tie it to the network's root. */
  const priceAt = (t: number): Range => {
    const price = openRange();
    const note = (column: number | undefined, value: number, inflow: boolean) => {
      if (column === undefined || isFixed(column)) return;
      if ((colStatus[column] === AT_LOWER) !== inflow || colStatus[column] === BASIC) raiseLow(price, value, column);
      if ((colStatus[column] === AT_LOWER) === inflow || colStatus[column] === BASIC) lowerHigh(price, value, column);
    };
    const outflow = BLOCK.outflow * steps + t;
    note(BLOCK.import * steps + t, model.colCost[t]!, true);
    note(outflow, -model.colCost[outflow]!, false);
    note(curtailmentColumns.get(t), 0, false);
    for (; model.cappedSteps[nextCapped] === t; nextCapped++) {
      const column = model.firstCapped + nextCapped;
      note(column, model.colCost[column]!, true);
    }
    return price;
  };

  const windows: Window[] = [];
  const loose: { step: number; window: number; price: Range }[] = [];
  let value = openRange();
  let isTied = false;
  for (let t = 0; t < steps; t++) {
    const charge = BLOCK.charge * steps + t;
    const discharge = BLOCK.discharge * steps + t;
    const stored = BLOCK.stored * steps + t;
    const price = priceAt(t);
    const isGrounded = colStatus[price.lowColumn] === BASIC || colStatus[price.highColumn] === BASIC;
    const movesBattery = colStatus[charge] === BASIC || colStatus[discharge] === BASIC;
    if (isGrounded && movesBattery) isTied = true;
    if (!isGrounded && !movesBattery) loose.push({ step: t, window: windows.length, price });
    // Where the battery follows the site exactly, a column at its bound sets the price; elsewhere the battery's own
    // column.
    const followsSite = movesBattery && !isGrounded;

    if (!isFixed(charge)) {
      const status = colStatus[charge];
      const [low, high] = [(price.low + wear) / etaCharge, (price.high + wear) / etaCharge];
      if (status !== AT_LOWER) raiseLow(value, low, followsSite ? price.lowColumn : charge);
      if (status !== AT_UPPER) lowerHigh(value, high, followsSite ? price.highColumn : charge);
    }
    if (!isFixed(discharge)) {
      const status = colStatus[discharge];
      const [low, high] = [(price.low - wear) * etaDischarge, (price.high - wear) * etaDischarge];
      if (status !== AT_UPPER) raiseLow(value, low, followsSite ? price.lowColumn : discharge);
      if (status !== AT_LOWER) lowerHigh(value, high, followsSite ? price.highColumn : discharge);
    }
    if (colStatus[stored] !== BASIC || t === steps - 1) {
      windows.push({ value, isTied, endColumn: stored, endsFull: colStatus[stored] === AT_UPPER });
      value = openRange();
      isTied = false;
    }
  }

  const values = tieWindows(windows, colStatus, rowStatus, steps);
  for (const { step, window, price } of loose) {
    const charge = BLOCK.charge * steps + step;
    const discharge = BLOCK.discharge * steps + step;
    const stored = values[window]!;
    const allowed = openRange();
    if (!isFixed(charge)) {
      const equal = stored * etaCharge - wear;
      if (colStatus[charge] !== AT_UPPER) raiseLow(allowed, equal, charge);
      if (colStatus[charge] !== AT_LOWER) lowerHigh(allowed, equal, charge);
    }
    if (!isFixed(discharge)) {
      const equal = stored / etaDischarge + wear;
      if (colStatus[discharge] !== AT_LOWER) raiseLow(allowed, equal, discharge);
      if (colStatus[discharge] !== AT_UPPER) lowerHigh(allowed, equal, discharge);
    }
    const column = tieOf(price, allowed);
    if (column >= 0) colStatus[column] = BASIC;
    else rowStatus[step] = BASIC;
  }
  return { colStatus, rowStatus };
}

/** The column that grounds a balance node at a price the battery allows, else the battery's column that forbids it. */
function tieOf(price: Range, allowed: Range): number {
  if (price.lowColumn >= 0 && price.low >= allowed.low - TOLERANCE_EUR_MWH) return price.lowColumn;
  if (price.highColumn >= 0 && price.high <= allowed.high + TOLERANCE_EUR_MWH) return price.highColumn;
  return Math.max(allowed.lowColumn, allowed.highColumn, price.lowColumn, price.highColumn);
}

/**
 * Gives every window a value that its neighbours allow: it may only rise after a full battery and fall after an empty
 * one. The column that sets the value becomes basic: one of the window's own, or the stored energy shared with the
 * window before.
 */
function tieWindows(windows: Window[], colStatus: Int32Array, rowStatus: Int32Array, steps: number): Float64Array {
  for (let i = 1; i < windows.length; i++) {
    const before = windows[i - 1]!;
    if (before.endsFull) raiseLow(windows[i]!.value, before.value.low, before.endColumn);
    else lowerHigh(windows[i]!.value, before.value.high, before.endColumn);
  }
  const values = new Float64Array(windows.length);
  const last = windows.length - 1;
  for (let i = last; i >= 0; i--) {
    const { value, isTied, endColumn, endsFull } = windows[i]!;
    // Stored energy left at the end has no value.
    if (i === last && colStatus[endColumn] === BASIC) continue;
    if (i === last && !endsFull) raiseLow(value, 0, endColumn);
    const wantsLow = endsFull || i === last ? value.lowColumn >= 0 : value.highColumn < 0;
    const column = wantsLow ? value.lowColumn : value.highColumn;
    values[i] = column < 0 ? 0 : wantsLow ? value.low : value.high;
    if (isTied) continue;
    if (column >= 0) colStatus[column] = BASIC;
    else rowStatus[steps + (endColumn % steps)] = BASIC;
  }
  return values;
}

function openRange(): Range {
  return { low: -Infinity, lowColumn: -1, high: Infinity, highColumn: -1 };
}

function raiseLow(range: Range, value: number, column: number): void {
  if (value <= range.low) return;
  range.low = value;
  range.lowColumn = column;
}

function lowerHigh(range: Range, value: number, column: number): void {
  if (value >= range.high) return;
  range.high = value;
  range.highColumn = column;
}

function columnValues(model: DispatchModel, schedule: DispatchSchedule): Float64Array {
  const steps = schedule.importKwh.length;
  const values = new Float64Array(model.numCols);
  values.set(schedule.importKwh, BLOCK.import * steps);
  values.set(schedule.chargeKwh, BLOCK.charge * steps);
  values.set(schedule.dischargeKwh, BLOCK.discharge * steps);
  values.set(schedule.socKwh, BLOCK.stored * steps);
  for (let t = 0; t < steps; t++)
    values[BLOCK.outflow * steps + t] = schedule.exportKwh[t]! + schedule.curtailedKwh[t]!;
  model.curtailedSteps.forEach((step, k) => {
    values[BLOCK.outflow * steps + step] = schedule.exportKwh[step]!;
    values[model.firstCurtailed + k] = schedule.curtailedKwh[step]!;
  });
  model.cappedSteps.forEach((step, k) => {
    const column = model.firstCapped + k;
    // Cheaper columns of the step are filled first.
    const before = model.cappedSteps[k - 1] === step ? column - 1 : step;
    const above = values[before]! - model.colUpper[before]!;
    if (above <= 0) return;
    values[before] = model.colUpper[before]!;
    values[column] = above;
  });
  return values;
}

function statusOfValues(model: DispatchModel, values: Float64Array): Int32Array {
  const status = new Int32Array(model.numCols);
  for (let column = 0; column < model.numCols; column++) {
    const value = values[column]!;
    if (value <= model.colLower[column]! + TOLERANCE_KWH) status[column] = AT_LOWER;
    else status[column] = value >= model.colUpper[column]! - TOLERANCE_KWH ? AT_UPPER : BASIC;
  }
  return status;
}
