import { AppError } from "@ecotrim/contracts/errors";
import { energyBillEur } from "../bill/bill.ts";
import type { Timeline } from "../site/site.ts";
import { fillConvexPrices } from "./convex-prices.ts";
import type { DispatchProblem } from "./problem.ts";
import { completeSchedule } from "./rules.ts";
import { createWorkspace, type Horizon, minimise, readInjections } from "./value-function-solver.ts";

/** Local hour from which tomorrow's day-ahead prices are known. */
export const PRICES_PUBLISHED = 13;
const DAY_HOURS = 24;

interface Replay {
  /** One value a step. */
  chargeKwh: Float64Array;
  dischargeKwh: Float64Array;
  /** Stored energy at the end. */
  storedKwh: number;
}

/**
 * Rolling horizon: the operation of a battery without foresight. Every hour it plans to the end of the known prices and
 * carries out the first hour. It knows the demand and this hour's PV. Its PV forecast is that of the last day at the
 * same hour; on the first day it is the real PV. Stored energy is worth nothing at the end of a plan. The site must fit
 * in its contracted power without battery. Where prices are not convex the plan uses the nearest convex ones. The end
 * of the period need not reach the initial charge.
 */
export function replayDayAhead(problem: DispatchProblem, timeline: Timeline): Replay {
  const { demandKwh, pvKwh, stepHours } = problem;
  const { capacityKwh, minSoc, initialSoc } = problem.battery;
  const steps = demandKwh.length;
  const stepsAnHour = Math.round(1 / stepHours);
  const stepsADay = DAY_HOURS * stepsAnHour;

  const planned: DispatchProblem = {
    ...problem,
    // For the second day only the first has been seen. For later days yesterday's hours still to come have not.
    pvKwh: pvKwh.map((seen, t) =>
      t < stepsADay ? seen : pvKwh[t < 2 * stepsADay ? t - stepsADay : t - 2 * stepsADay]!,
    ),
    buyEurMwh: new Float64Array(steps),
    sellEurMwh: new Float64Array(steps),
    importLimitKwh: new Float64Array(steps),
  };
  fillConvexPrices(problem, planned.buyEurMwh, planned.sellEurMwh);
  /** Tells whether the forecast changes. */
  const expectPv = (t: number, kwh: number): boolean => {
    const isNews = planned.pvKwh[t] !== kwh;
    planned.pvKwh[t] = kwh;
    // A forecast with too little sun must not make the plan infeasible.
    planned.importLimitKwh[t] = Math.max(problem.importLimitKwh[t]!, demandKwh[t]! - kwh);
    return isNews;
  };
  for (let t = 0; t < steps; t++) expectPv(t, planned.pvKwh[t]!);
  /** Tells whether the PV of a step changes a plan that ends before step `end`. */
  const seePv = (t: number, end: number): boolean => {
    const isNews = expectPv(t, pvKwh[t]!);
    const nextDay = t + stepsADay;
    return (nextDay < steps && expectPv(nextDay, pvKwh[t]!) && nextDay < end) || isNews;
  };

  const knownUntil = endOfKnownPrices(timeline);
  const workspace = createWorkspace(steps);
  const chargeKwh = new Float64Array(steps);
  const dischargeKwh = new Float64Array(steps);
  const leastKwh = minSoc * capacityKwh;
  const horizon: Horizon = { firstStep: 0, endStep: 0, initialKwh: initialSoc * capacityKwh, finalKwh: leastKwh };
  let isWhole = false;
  for (let hour = 0; hour < steps; hour += stepsAnHour) {
    const nextHour = Math.min(hour + stepsAnHour, steps);
    // Without news the rest of the last plan is optimal still: most hours of the night need no plan of their own.
    let hasNews = !isWhole || horizon.endStep !== knownUntil[hour];
    horizon.endStep = knownUntil[hour]!;
    for (let t = hour; t < nextHour; t++) hasNews = seePv(t, horizon.endStep) || hasNews;
    if (hasNews) {
      horizon.firstStep = hour;
      // Under the sun the next hour brings news, so that of this plan only the first hour is wanted.
      isWhole = nextHour < steps && pvKwh[nextHour] === 0;
      horizon.wantedUntil = isWhole ? horizon.endStep : nextHour;
      const step = minimise(planned, workspace, horizon);
      if (step >= 0) throw new AppError("SOLVER_FAILED", { cause: { rule: "convex prices", step } });
    }
    readInjections(planned, workspace, hour, nextHour, chargeKwh, dischargeKwh);
    for (let t = hour; t < nextHour; t++) horizon.initialKwh += workspace.stored[t]!;
    // Rounding errors must not accumulate over the year.
    horizon.initialKwh = Math.min(Math.max(horizon.initialKwh, leastKwh), capacityKwh);
  }
  return { chargeKwh, dischargeKwh, storedKwh: horizon.initialKwh };
}

/** For each step, the step up to which prices are known: the end of tomorrow once they are published, else of today. */
function endOfKnownPrices(timeline: Timeline): Uint32Array {
  const { steps, day, hour } = timeline;
  const ends = endsOfDays(timeline);
  const known = new Uint32Array(steps);
  for (let t = 0; t < steps; t++) {
    const lastDay = day[t]! + (hour[t]! >= PRICES_PUBLISHED ? 1 : 0);
    known[t] = ends[Math.min(lastDay, ends.length - 1)]!;
  }
  return known;
}

/** For each day, the step after its last. */
export function endsOfDays({ steps, day }: Timeline): Uint32Array {
  const ends = new Uint32Array(day[steps - 1]! + 1);
  for (let t = 0; t < steps; t++) ends[day[t]!] = t + 1;
  return ends;
}

/** Value of stored energy left over at the end of the period, negative where it is missing, EUR: at the mean buy price. */
export function leftOverEur({ buyEurMwh, battery }: DispatchProblem, storedKwh: number): number {
  const leftOverMwh = (storedKwh - battery.initialSoc * battery.capacityKwh) / 1000;
  const meanBuyEurMwh = buyEurMwh.reduce((sum, price) => sum + price, 0) / buyEurMwh.length;
  return leftOverMwh * meanBuyEurMwh * battery.etaDischarge;
}

/**
 * Realisable share of the optimal energy saving, 0..1: the saving of `replayDayAhead` over the optimal saving. Stored
 * energy left over or missing at the end counts at the mean buy price. A battery that saves nothing has a share of 1.
 * @param billWithoutEur, optimalBillEur energy bills of the period without battery and with the optimal dispatch
 */
export function realisableShare(
  problem: DispatchProblem,
  timeline: Timeline,
  billWithoutEur: number,
  optimalBillEur: number,
): number {
  const optimalSavingEur = billWithoutEur - optimalBillEur;
  if (optimalSavingEur <= 0) return 1;
  const { chargeKwh, dischargeKwh, storedKwh } = replayDayAhead(problem, timeline);
  const billEur = energyBillEur(problem, completeSchedule(problem, chargeKwh, dischargeKwh));
  const savingEur = billWithoutEur - billEur + leftOverEur(problem, storedKwh);
  return Math.min(Math.max(savingEur / optimalSavingEur, 0), 1);
}
