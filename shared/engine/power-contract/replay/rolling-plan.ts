import { AppError } from "@ecotrim/contracts/errors";
import type { DispatchProblem } from "../../dispatch/problem.ts";
import { endsOfDays, PRICES_PUBLISHED } from "../../dispatch/realisable.ts";
import { createWorkspace, type Horizon, minimise, readInjections } from "../../dispatch/value-function-solver.ts";
import type { Timeline } from "../../site/site.ts";
import type { PowerCase } from "../quick-rule.ts";
import type { ExcessSoFar, MeteredPowers } from "./excess-so-far.ts";
import { forecastOf } from "./forecast.ts";
import { knownPrices } from "./known-prices.ts";

/** The site that is operated. It must fit in the import limit of its problem without battery. */
export interface ReplayedSite extends PowerCase {
  timeline: Timeline;
}

export interface RollingPlan {
  /**
   * Plans the steps from `t` to the end of tomorrow, and fills in charge and discharge of step `t`, kWh. To be called for
   * each step in order.
   */
  carryOut(t: number, storedKwh: number, chargeKwh: Float64Array, dischargeKwh: Float64Array): void;
  /** Import limits of the steps that were carried out, kWh: the battery never charges above the contracted power. */
  importLimitKwh: Float64Array;
}

/**
 * Plans with what is known in a step: its own load and PV, forecasts of the next, and prices once they are published,
 * before that those of the last comparable day. Contracted powers are soft caps, lowered by the forecast's reserve.
 * Stored energy is worth nothing at the end of a plan.
 */
export function rollingPlan(
  { problem, timeline, groups }: ReplayedSite,
  { contractedKw }: MeteredPowers,
  excess: ExcessSoFar,
): RollingPlan {
  const { stepHours } = problem;
  const { capacityKwh, minSoc } = problem.battery;
  const { steps, day, hour } = timeline;
  const ends = endsOfDays(timeline);
  const forecast = forecastOf(problem, timeline);
  const market = knownPrices(problem, timeline, forecast.priceStep);
  const softCap = { capKwh: new Float64Array(steps), slopeEurMwh: new Float64Array(steps) };
  const planned: DispatchProblem = {
    ...problem,
    pvKwh: new Float64Array(steps),
    demandKwh: new Float64Array(steps),
    buyEurMwh: market.buyEurMwh,
    sellEurMwh: market.sellEurMwh,
    importLimitKwh: new Float64Array(steps),
    softCaps: [softCap],
  };
  const { pvKwh, demandKwh, importLimitKwh } = planned;
  const reserveKwh = new Float64Array(steps);
  const workspace = createWorkspace(steps, 1);
  const horizon: Horizon = { firstStep: 0, endStep: 0, initialKwh: 0, finalKwh: minSoc * capacityKwh };
  return {
    importLimitKwh,
    carryOut(t, storedKwh, chargeKwh, dischargeKwh) {
      if (hour[t] === PRICES_PUBLISHED) market.publish(day[t]! + 1);
      horizon.firstStep = t;
      horizon.wantedUntil = t + 1;
      horizon.endStep = ends[Math.min(day[t]! + 1, ends.length - 1)]!;
      horizon.initialKwh = storedKwh;
      forecast.see(t);
      forecast.fill(t, horizon.endStep, demandKwh, pvKwh, reserveKwh);
      for (let s = t; s < horizon.endStep; s++) {
        const group = groups.ofStep[s]!;
        const contractedKwh = contractedKw[groups.period[group]!]! * stepHours;
        importLimitKwh[s] = Math.max(Math.min(problem.importLimitKwh[s]!, contractedKwh), demandKwh[s]! - pvKwh[s]!);
        softCap.capKwh[s] = Math.max(excess.freeKw[group]! * stepHours - reserveKwh[s]!, 0);
        softCap.slopeEurMwh[s] = (1000 / stepHours) * excess.eurKw[group]!;
      }
      const step = minimise(planned, workspace, horizon);
      if (step >= 0) throw new AppError("SOLVER_FAILED", { cause: { rule: "convex prices", step } });
      readInjections(planned, workspace, t, t + 1, chargeKwh, dischargeKwh);
    },
  };
}
