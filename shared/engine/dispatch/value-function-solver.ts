/**
 * The exact fast solver: energy dispatch of one storage is a convex piecewise-linear dynamic programme over the stored
 * energy. The value function (least cost so far as a function of the energy now stored) is a list of segments sorted by
 * slope; one step merges its own few segments into it and trims the list to what the battery can hold.
 *
 * Every later plan uses a segment trimmed at the low end, and none uses one trimmed at the high end. Of those left at the
 * end of the period exactly the cheapest are used. So the fate of each segment is known when it leaves
 * the list, and the schedule needs no backward pass.
 */
import { createGridBlocks, fillGridBlocks, type GridBlocks, isChoice } from "./grid-cost.ts";
import type { Battery, DispatchProblem, DispatchSolution } from "./problem.ts";
import {
  absorbedKwh,
  checkProblem,
  checkSchedule,
  completeSchedule,
  requireServable,
  solutionWithoutModel,
} from "./rules.ts";

/** Three price zones of a step, one of them cut in two where charge turns into discharge. Each soft cap adds one. */
const PLAIN_SEGMENTS = 4;

/** Battery energy below which floating-point residue counts as 0, relative to the capacity. */
const RELATIVE_DUST = 1e-14;

/** Memory of the solver, reused from one solve to the next. */
export interface Workspace {
  maxSteps: number;
  /** Segments that a step may have. */
  segmentsPerStep: number;
  /** The live list, `head` to `tail`: slope (EUR/MWh stored, ascending) and index of each segment. */
  slopes: Float64Array;
  numbers: Int32Array;
  head: number;
  tail: number;
  /** Remaining length of each segment, kWh stored; step t owns `segmentsPerStep` of them, from number t times that on. */
  lengths: Float64Array;
  /** Change of stored energy in each step, kWh. */
  stored: Float64Array;
  /** Number of segments of the step under way, and the slope of its last. */
  count: number;
  lastSlope: number;
  slopesFall: boolean;
  /** Segments with a number below `watchedEnd` are watched; `watched` of them are in the list. */
  watchedEnd: number;
  watched: number;
  blocks: GridBlocks;
}

export type FastResult =
  | { ok: true; solution: DispatchSolution }
  /** `step` (from 0) is the first whose cost is not convex in the injection: the problem needs HiGHS. */
  | { ok: false; reason: "not-exact"; step: number };

/** A horizon of a problem: the steps from `firstStep` up to but not `endStep`, and stored energy in kWh. */
export interface Horizon {
  firstStep: number;
  endStep: number;
  initialKwh: number;
  /** Least stored energy at the end. */
  finalKwh: number;
  /** Only the steps before this one are wanted; the others need not be decided. */
  wantedUntil?: number;
}

/** Memory for problems of up to `maxSteps` steps and `softCaps` soft caps: 140 bytes a step, 32 more for each cap. */
export function createWorkspace(maxSteps: number, softCaps = 0): Workspace {
  const segmentsPerStep = PLAIN_SEGMENTS + softCaps;
  const segments = segmentsPerStep * maxSteps;
  return {
    maxSteps,
    segmentsPerStep,
    // The list starts in the middle and moves at most one place per insertion.
    slopes: new Float64Array(2 * segments),
    numbers: new Int32Array(2 * segments),
    head: segments,
    tail: segments,
    lengths: new Float64Array(segments),
    stored: new Float64Array(maxSteps),
    count: 0,
    lastSlope: 0,
    slopesFall: false,
    watchedEnd: 0,
    watched: 0,
    blocks: createGridBlocks(softCaps),
  };
}

/**
 * The optimal dispatch, to rounding, in time proportional to the number of steps.
 * `milliseconds` is 0, because the engine has no clock: the caller times the call.
 * @throws AppError INVALID_INPUT, or INFEASIBLE naming the first step that cannot be served.
 */
export function solveByValueFunction(
  problem: DispatchProblem,
  workspace: Workspace = createWorkspace(problem.demandKwh.length, problem.softCaps?.length),
): FastResult {
  checkProblem(problem);
  requireServable(problem);
  const steps = problem.demandKwh.length;
  if (steps > workspace.maxSteps) throw new RangeError(`workspace of ${workspace.maxSteps} steps, problem of ${steps}`);

  const step = minimise(problem, workspace, wholePeriod(problem));
  if (step >= 0) return { ok: false, reason: "not-exact", step };

  const chargeKwh = new Float64Array(steps);
  const dischargeKwh = new Float64Array(steps);
  readInjections(problem, workspace, 0, steps, chargeKwh, dischargeKwh);
  const schedule = completeSchedule(problem, chargeKwh, dischargeKwh);
  checkSchedule(problem, schedule);
  return { ok: true, solution: solutionWithoutModel(problem, schedule) };
}

/** The horizon of a whole problem, with its own stored energy at start and end. */
export function wholePeriod({ demandKwh, battery: { initialSoc, capacityKwh } }: DispatchProblem): Horizon {
  const initialKwh = initialSoc * capacityKwh;
  return { firstStep: 0, endStep: demandKwh.length, initialKwh, finalKwh: initialKwh };
}

/** Reads charge and discharge of the steps from `from` up to but not `to` from a workspace, kWh per step. */
export function readInjections(
  { battery: { capacityKwh, etaCharge, etaDischarge } }: DispatchProblem,
  workspace: Workspace,
  from: number,
  to: number,
  chargeKwh: Float64Array,
  dischargeKwh: Float64Array,
): void {
  const dust = RELATIVE_DUST * capacityKwh;
  for (let t = from; t < to; t++) {
    const stored = workspace.stored[t]!;
    chargeKwh[t] = stored > dust ? stored / etaCharge : 0;
    dischargeKwh[t] = stored < -dust ? -stored * etaDischarge : 0;
  }
}

/**
 * Fills `workspace.stored` with the optimum over a horizon. Nothing is checked: the problem must be valid and the
 * horizon servable.
 * @returns the first step that is not convex, or -1
 */
export function minimise(
  problem: DispatchProblem,
  workspace: Workspace,
  { firstStep, endStep, initialKwh, finalKwh, wantedUntil = endStep }: Horizon,
): number {
  const { battery, wearEurMwh } = problem;
  const { capacityKwh, etaCharge, etaDischarge, minSoc } = battery;
  const leastKwh = minSoc * capacityKwh;
  const usableKwh = capacityKwh - leastKwh;
  const { slopes, numbers, lengths, stored, blocks } = workspace;
  const { untilKwh, priceEurMwh } = blocks;
  const softCaps = problem.softCaps?.length ?? 0;
  if (PLAIN_SEGMENTS + softCaps > workspace.segmentsPerStep) {
    throw new RangeError(`workspace without room for ${softCaps} soft caps`);
  }
  workspace.head = workspace.tail = numbers.length / 2;
  workspace.watched = 0;
  workspace.watchedEnd = wantedUntil < endStep ? workspace.segmentsPerStep * wantedUntil : 0;

  // Read once: in the loop they would cost more than the arithmetic.
  const { demandKwh, pvKwh, importLimitKwh, exportLimitKwh, stepHours } = problem;
  const mostDischargeKwh = Math.min(battery.dischargeKw * stepHours, usableKwh * etaDischarge);
  const mostChargeKwh = Math.min(battery.chargeKw * stepHours, usableKwh / etaCharge);
  // Bounds of the reachable stored energy.
  let low = initialKwh;
  let high = initialKwh;
  for (let t = firstStep; t < endStep; t++) {
    const demand = demandKwh[t]!;
    const netDemandKwh = demand - pvKwh[t]!;

    // Injection: AC energy into the battery, negative for discharge. Discharged energy is either consumed or exported.
    const from = -Math.min(mostDischargeKwh, absorbedKwh(problem, t, netDemandKwh), demand + exportLimitKwh);
    const to = Math.max(from, Math.min(mostChargeKwh, importLimitKwh[t]! - netDemandKwh));

    workspace.count = 0;
    workspace.lastSlope = -Infinity;
    workspace.slopesFall = false;
    fillGridBlocks(problem, t, blocks, netDemandKwh + to);
    const last = blocks.count - 1;
    let begin = from;
    for (let b = 0; b < last && begin < to; b++) {
      const end = Math.min(untilKwh[b]! - netDemandKwh, to);
      if (end <= begin) continue;
      addZone(battery, wearEurMwh, workspace, t, begin, end, priceEurMwh[b]!);
      begin = end;
    }
    // The last block is unbounded, so the battery's limit ends it.
    if (begin < to) addZone(battery, wearEurMwh, workspace, t, begin, to, priceEurMwh[last]!);
    if (netDemandKwh + from < 0 && to > from && isChoice(problem, t)) return t;
    if (workspace.slopesFall) return t;

    stored[t] = from < 0 ? from / etaDischarge : from * etaCharge;
    low += stored[t]!;
    high += to < 0 ? to / etaDischarge : to * etaCharge;
    if (low < leastKwh) {
      trimLow(workspace, leastKwh - low);
      low = leastKwh;
    }
    if (high > capacityKwh) {
      trimHigh(workspace, high - capacityKwh);
      high = capacityKwh;
    }
    // Once their segments have left the list, the wanted steps are decided, whatever comes later.
    if (workspace.watched === 0 && t + 1 >= wantedUntil && t + 1 < endStep) return -1;
  }
  if (low < finalKwh) trimLow(workspace, finalKwh - low);
  while (workspace.head < workspace.tail && slopes[workspace.head]! < 0) {
    trimLow(workspace, lengths[numbers[workspace.head]!]!);
  }
  return -1;
}

/** Adds the segments of the injections `from` to `to`, kWh, at a marginal price of the site's energy, EUR/MWh. */
function addZone(
  { etaCharge, etaDischarge }: Battery,
  wear: number,
  workspace: Workspace,
  t: number,
  from: number,
  to: number,
  price: number,
): void {
  if (from < 0) addSegment(workspace, t, (Math.min(to, 0) - from) / etaDischarge, (price - wear) * etaDischarge);
  if (to > 0) addSegment(workspace, t, (to - Math.max(from, 0)) * etaCharge, (price + wear) / etaCharge);
}

function addSegment(workspace: Workspace, t: number, length: number, slope: number): void {
  if (length === 0) return;
  if (slope < workspace.lastSlope) workspace.slopesFall = true;
  workspace.lastSlope = slope;
  const number = workspace.segmentsPerStep * t + workspace.count++;
  workspace.lengths[number] = length;
  if (number < workspace.watchedEnd) workspace.watched++;
  insert(workspace, slope, number);
}

/** Inserts a segment behind segments of the same slope, from the end of the list that is nearer to its place. */
function insert(workspace: Workspace, slope: number, number: number): void {
  const { slopes, numbers, head, tail } = workspace;
  let place: number;
  if (head < tail && slope < slopes[(head + tail) >>> 1]!) {
    workspace.head = place = head - 1;
    for (; slopes[place + 1]! <= slope; place++) {
      slopes[place] = slopes[place + 1]!;
      numbers[place] = numbers[place + 1]!;
    }
  } else {
    workspace.tail = tail + 1;
    for (place = tail; place > head && slopes[place - 1]! > slope; place--) {
      slopes[place] = slopes[place - 1]!;
      numbers[place] = numbers[place - 1]!;
    }
  }
  slopes[place] = slope;
  numbers[place] = number;
}

/** Takes `amount` kWh off the low end: these segments are used. */
function trimLow(workspace: Workspace, amount: number): void {
  const { numbers, lengths, stored, segmentsPerStep } = workspace;
  while (amount > 0 && workspace.head < workspace.tail) {
    const number = numbers[workspace.head]!;
    const length = lengths[number]!;
    const used = Math.min(length, amount);
    stored[(number / segmentsPerStep) | 0]! += used;
    lengths[number] = length - used;
    amount -= used;
    if (used < length) continue;
    workspace.head++;
    if (number < workspace.watchedEnd) workspace.watched--;
  }
}

/** Takes `amount` kWh off the high end: these segments are not used. */
function trimHigh(workspace: Workspace, amount: number): void {
  const { numbers, lengths } = workspace;
  while (amount > 0 && workspace.head < workspace.tail) {
    const number = numbers[workspace.tail - 1]!;
    const length = lengths[number]!;
    const dropped = Math.min(length, amount);
    lengths[number] = length - dropped;
    amount -= dropped;
    if (dropped < length) continue;
    workspace.tail--;
    if (number < workspace.watchedEnd) workspace.watched--;
  }
}
