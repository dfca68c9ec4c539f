/**
 * A simplex basis read off a schedule. Started from the schedule of the fast solver, HiGHS proves optimality in a few
 * iterations instead of finding it in tens of thousands; from any other schedule it is merely a good start.
 *
 * The model is a network: an energy balance and a storage node in every step; import, outflow and curtailment tie the
 * balance node to the ground, charge and discharge tie it to the storage node, stored energy ties storage nodes in a
 * chain. A basis is a spanning tree. Steps between two bounds of the stored energy form a window with one value of
 * stored energy (the dual of its storage rows); the column that sets that value ties the window to the rest.
 */
import type { DispatchProblem, DispatchSchedule } from "@ecotrim/shared/engine/dispatch";
import { BLOCK, type DispatchModel } from "./dispatch-model.ts";

const AT_LOWER = 0;
const BASIC = 1;
const AT_UPPER = 2;

/** Distance from a bound, kWh, below which a value stands on it. */
const TOLERANCE_KWH = 1e-6;

/** Range of the value of stored energy in a window, EUR/MWh, each end with the column that sets it (-1: none). */
interface Window {
  low: number;
  lowColumn: number;
  high: number;
  highColumn: number;
  /** Whether a column between its bounds sets the value, so that the window is tied already. */
  isTied: boolean;
  /** Stored energy at its end, and whether that stands at the upper bound. */
  endColumn: number;
  endsFull: boolean;
}

/** Statuses of columns and rows, in the form of `Model.setBasis`. */
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

  const windows: Window[] = [];
  let window = openWindow();
  for (let t = 0; t < steps; t++) {
    const charge = BLOCK.charge * steps + t;
    const discharge = BLOCK.discharge * steps + t;
    const stored = BLOCK.stored * steps + t;
    const ground = [BLOCK.import * steps + t, BLOCK.outflow * steps + t];
    const curtailment = curtailmentColumns.get(t);
    if (curtailment !== undefined) ground.push(curtailment);
    const priceOf = (column: number) => (column === t ? model.colCost[column]! : -model.colCost[column]!);

    const hangsOnBattery = colStatus[charge] === BASIC || colStatus[discharge] === BASIC;
    let tie = ground.find((column) => colStatus[column] === BASIC);
    if (tie === undefined && !hangsOnBattery) {
      tie = ground.find((column) => !isFixed(column)) ?? -1;
      if (tie >= 0) colStatus[tie] = BASIC;
      else rowStatus[t] = BASIC;
    }
    if (tie !== undefined) {
      if (hangsOnBattery) window.isTied = true;
      const price = tie >= 0 ? priceOf(tie) : 0;
      const chargeValue = (price + wear) / etaCharge;
      const dischargeValue = (price - wear) * etaDischarge;
      if (!isFixed(charge)) {
        if (colStatus[charge] !== AT_UPPER) lowerHigh(window, chargeValue, charge);
        if (colStatus[charge] !== AT_LOWER) raiseLow(window, chargeValue, charge);
      }
      if (!isFixed(discharge)) {
        if (colStatus[discharge] !== AT_UPPER) raiseLow(window, dischargeValue, discharge);
        if (colStatus[discharge] !== AT_LOWER) lowerHigh(window, dischargeValue, discharge);
      }
    } else {
      // The battery follows the site exactly: the marginal price lies between the prices of the columns left at bounds.
      const valueAt = (price: number) =>
        colStatus[discharge] === BASIC ? (price - wear) * etaDischarge : (price + wear) / etaCharge;
      for (const column of ground) {
        if (isFixed(column)) continue;
        const priceIsAtMost = (colStatus[column] === AT_LOWER) === (column === t);
        if (priceIsAtMost) lowerHigh(window, valueAt(priceOf(column)), column);
        else raiseLow(window, valueAt(priceOf(column)), column);
      }
    }
    if (colStatus[stored] !== BASIC || t === steps - 1) {
      windows.push({ ...window, endColumn: stored, endsFull: colStatus[stored] === AT_UPPER });
      window = openWindow();
    }
  }
  tieWindows(windows, colStatus, rowStatus, steps);
  return { colStatus, rowStatus };
}

/**
 * Gives every window a value its neighbours allow (from full to the next window it may only rise, from empty only fall)
 * and makes the column that sets it basic: a column of its own, or the stored energy shared with the window before.
 */
function tieWindows(windows: Window[], colStatus: Int32Array, rowStatus: Int32Array, steps: number): void {
  for (let i = 1; i < windows.length; i++) {
    const before = windows[i - 1]!;
    if (before.endsFull) raiseLow(windows[i]!, before.low, before.endColumn);
    else lowerHigh(windows[i]!, before.high, before.endColumn);
  }
  const last = windows.length - 1;
  for (let i = last; i >= 0; i--) {
    const window = windows[i]!;
    if (window.isTied || (i === last && colStatus[window.endColumn] === BASIC)) continue;
    // What is stored at the end is worth nothing, or less than nothing where it cannot be had.
    if (i === last && !window.endsFull) raiseLow(window, 0, window.endColumn);
    const wanted = window.endsFull || i === last ? window.lowColumn : window.highColumn;
    const column = wanted >= 0 ? wanted : Math.max(window.lowColumn, window.highColumn);
    if (column >= 0) colStatus[column] = BASIC;
    else rowStatus[steps + (window.endColumn % steps)] = BASIC;
  }
}

function openWindow(): Window {
  return {
    low: -Infinity,
    lowColumn: -1,
    high: Infinity,
    highColumn: -1,
    isTied: false,
    endColumn: -1,
    endsFull: false,
  };
}

function raiseLow(window: Window, value: number, column: number): void {
  if (value <= window.low) return;
  window.low = value;
  window.lowColumn = column;
}

function lowerHigh(window: Window, value: number, column: number): void {
  if (value >= window.high) return;
  window.high = value;
  window.highColumn = column;
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
