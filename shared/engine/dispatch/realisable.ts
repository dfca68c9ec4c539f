import { AppError } from "@ecotrim/contracts/errors";
import { energyBillEur } from "../bill/bill.ts";
import type { Timeline } from "../site/site.ts";
import { fillConvexPrices } from "./convex-prices.ts";
import type { DispatchProblem } from "./problem.ts";
import { settle } from "./rules.ts";
import { createWorkspace, type Horizon, minimise, readInjections } from "./value-function-solver.ts";

/** From this local hour on the day-ahead prices of tomorrow are known. */
const PRICES_PUBLISHED = 13;
const DAY_HOURS = 24;

/** Of the steps replayed. */
interface ReplayedSteps {
  /** One value a step. */
  chargeKwh: Float64Array;
  dischargeKwh: Float64Array;
  /** Stored energy at their end. */
  storedKwh: number;
}

/**
 * What an operator who knows no more than is known at the time does with the battery. Every hour a plan is made to the end of the
 * known prices, with the demand known, the PV of the hour known and that of later hours as last seen at the same time of
 * day (on the first day as it is), and stored energy worth nothing at the end of the plan; the first hour is carried out.
 * The site must fit in its contracted power without battery. Where prices are not convex the plan uses the nearest that
 * are. The end of the period need not reach the initial charge.
 * @param from, to the steps from the first up to but not the second, both at the start of an hour or the period's end
 * @param storedKwh stored energy at the start of the first
 */
export function replayDayAhead(
  problem: DispatchProblem,
  timeline: Timeline,
  from: number,
  to: number,
  storedKwh: number,
): ReplayedSteps {
  const { demandKwh, pvKwh, stepHours } = problem;
  const { capacityKwh, minSoc } = problem.battery;
  const steps = demandKwh.length;
  const stepsAnHour = Math.round(1 / stepHours);
  const stepsADay = DAY_HOURS * stepsAnHour;

  const planned: DispatchProblem = {
    ...problem,
    // Of the second day nothing has been seen but the first, of later days all but the last.
    pvKwh: pvKwh.map((seen, t) =>
      t < stepsADay ? seen : pvKwh[t < 2 * stepsADay ? t - stepsADay : t - 2 * stepsADay]!,
    ),
    buyEurMwh: new Float64Array(steps),
    sellEurMwh: new Float64Array(steps),
    importLimitKwh: new Float64Array(steps),
  };
  fillConvexPrices(problem, planned.buyEurMwh, planned.sellEurMwh);
  const expectPv = (t: number, kwh: number) => {
    planned.pvKwh[t] = kwh;
    // Less sun than there will be must not make the plan impossible.
    planned.importLimitKwh[t] = Math.max(problem.importLimitKwh[t]!, demandKwh[t]! - kwh);
  };
  for (let t = 0; t < steps; t++) expectPv(t, planned.pvKwh[t]!);
  const seePv = (t: number) => {
    expectPv(t, pvKwh[t]!);
    if (t + stepsADay < steps) expectPv(t + stepsADay, pvKwh[t]!);
  };
  for (let t = 0; t < from; t++) seePv(t);

  const knownUntil = endOfKnownPrices(timeline);
  const workspace = createWorkspace(steps);
  const chargeKwh = new Float64Array(steps);
  const dischargeKwh = new Float64Array(steps);
  const leastKwh = minSoc * capacityKwh;
  const horizon: Horizon = { firstStep: 0, endStep: 0, initialKwh: storedKwh, finalKwh: leastKwh };
  for (let hour = from; hour < to; hour += stepsAnHour) {
    const nextHour = Math.min(hour + stepsAnHour, steps);
    for (let t = hour; t < nextHour; t++) seePv(t);
    horizon.firstStep = hour;
    horizon.endStep = knownUntil[hour]!;
    const step = minimise(planned, workspace, horizon);
    if (step >= 0) throw new AppError("SOLVER_FAILED", { cause: { rule: "convex prices", step } });
    readInjections(planned, workspace, hour, nextHour, chargeKwh, dischargeKwh);
    for (let t = hour; t < nextHour; t++) horizon.initialKwh += workspace.stored[t]!;
    // Rounding must not add up over the year.
    horizon.initialKwh = Math.min(Math.max(horizon.initialKwh, leastKwh), capacityKwh);
  }
  return {
    chargeKwh: chargeKwh.subarray(from, to),
    dischargeKwh: dischargeKwh.subarray(from, to),
    storedKwh: horizon.initialKwh,
  };
}

/** For each step, the step up to which prices are known: the end of tomorrow once they are published, else of today. */
function endOfKnownPrices({ steps, day, hour }: Timeline): Uint32Array {
  const days = day[steps - 1]! + 1;
  const endOfDay = new Uint32Array(days);
  for (let t = 0; t < steps; t++) endOfDay[day[t]!] = t + 1;
  return Uint32Array.from({ length: steps }, (_, t) => {
    const known = day[t]! + (hour[t]! >= PRICES_PUBLISHED ? 1 : 0);
    return endOfDay[Math.min(known, days - 1)]!;
  });
}

/** Steps of one part of a replay: a year of hours, or a quarter of one of quarter hours. */
const PART_STEPS = 8784;

/** Parts a replay of so many steps is made in. */
export const replayParts = (steps: number): number => Math.ceil(steps / PART_STEPS);

/** How far a replay has got; plain data, to be handed to other threads as it is. */
export interface Replay {
  /** The first that is still to come. */
  step: number;
  storedKwh: number;
  /** Energy bill of the steps so far. */
  billEur: number;
}

/** The replay one part further. */
export function continueReplay(problem: DispatchProblem, timeline: Timeline, replay: Replay): Replay {
  const from = replay.step;
  const to = Math.min(from + PART_STEPS, problem.demandKwh.length);
  const { chargeKwh, dischargeKwh, storedKwh } = replayDayAhead(problem, timeline, from, to, replay.storedKwh);
  const part: DispatchProblem = {
    ...problem,
    pvKwh: problem.pvKwh.subarray(from, to),
    demandKwh: problem.demandKwh.subarray(from, to),
    buyEurMwh: problem.buyEurMwh.subarray(from, to),
    sellEurMwh: problem.sellEurMwh.subarray(from, to),
    importLimitKwh: problem.importLimitKwh.subarray(from, to),
  };
  return { step: to, storedKwh, billEur: replay.billEur + energyBillEur(part, settle(part, chargeKwh, dischargeKwh)) };
}

/**
 * Share of the optimal energy saving that operation without perfect foresight attains, 0..1: the saving of
 * `replayDayAhead`, stored energy left over or missing at the end counted at the mean buy price, over the optimal one.
 * A battery that saves nothing loses nothing: 1.
 * @param billWithoutEur, optimalBillEur energy bills of the period without battery and with the optimal dispatch
 * @param further gives the replay one part further: calculated, or remembered
 */
export function realisableShare(
  problem: DispatchProblem,
  timeline: Timeline,
  billWithoutEur: number,
  optimalBillEur: number,
  further = (replay: Replay): Replay => continueReplay(problem, timeline, replay),
): number {
  const optimalSavingEur = billWithoutEur - optimalBillEur;
  if (optimalSavingEur <= 0) return 1;
  const { capacityKwh, initialSoc, etaDischarge } = problem.battery;
  const initialKwh = initialSoc * capacityKwh;
  const steps = problem.demandKwh.length;
  let replay: Replay = { step: 0, storedKwh: initialKwh, billEur: 0 };
  while (replay.step < steps) replay = further(replay);
  const leftOverMwh = (replay.storedKwh - initialKwh) / 1000;
  const meanBuyEurMwh = problem.buyEurMwh.reduce((sum, price) => sum + price, 0) / steps;
  const leftOverEur = leftOverMwh * meanBuyEurMwh * etaDischarge;
  const savingEur = billWithoutEur - replay.billEur + leftOverEur;
  return Math.min(Math.max(savingEur / optimalSavingEur, 0), 1);
}
