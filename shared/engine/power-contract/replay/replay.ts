import type { DispatchSchedule } from "../../dispatch/problem.ts";
import { completeSchedule } from "../../dispatch/rules.ts";
import { excessSoFar, type MeteredPowers } from "./excess-so-far.ts";
import { type ReplayedSite, rollingPlan } from "./rolling-plan.ts";

/**
 * The operation of a battery without foresight under given contracted powers. Every step it plans anew to the end of
 * tomorrow and carries out the first step. Within a step the inverter follows the load: the plan knows it, and what is
 * left in the battery goes against a costly excess. That excess is certain, while one that the energy might be saved for
 * is not. The end of the period need not reach the initial charge.
 * @returns after a step for each day, each the share of the period that is done
 */
export function* replayContract(site: ReplayedSite, powers: MeteredPowers): Generator<number, DispatchSchedule> {
  const { problem, timeline, groups, terms } = site;
  const { stepHours, demandKwh, pvKwh, battery } = problem;
  const { capacityKwh, dischargeKw, etaCharge, etaDischarge, minSoc, initialSoc } = battery;
  const { steps, day } = timeline;
  const excess = excessSoFar(groups, terms.prices, powers, Math.max(dischargeKw, 1));
  const plan = rollingPlan(site, powers, excess);
  const chargeKwh = new Float64Array(steps);
  const dischargeKwh = new Float64Array(steps);
  const leastKwh = minSoc * capacityKwh;
  let storedKwh = initialSoc * capacityKwh;
  for (let t = 0; t < steps; t++) {
    if (t > 0 && day[t] !== day[t - 1]) yield t / steps;
    plan.carryOut(t, storedKwh, chargeKwh, dischargeKwh);

    const group = groups.ofStep[t]!;
    const netKwh = demandKwh[t]! - pvKwh[t]!;
    const overKwh = netKwh + chargeKwh[t]! - dischargeKwh[t]! - excess.freeKw[group]! * stepHours;
    // The battery never charges above the contracted power, so beyond it there is discharge alone.
    if (overKwh > 0 && excess.isCostly[group]) {
      const leftKwh = (storedKwh - leastKwh) * etaDischarge;
      dischargeKwh[t] = Math.min(dischargeKwh[t]! + overKwh, dischargeKw * stepHours, leftKwh);
    }
    excess.record(group, (netKwh + chargeKwh[t]! - dischargeKwh[t]!) / stepHours);
    storedKwh += chargeKwh[t]! * etaCharge - dischargeKwh[t]! / etaDischarge;
    // Rounding errors must not accumulate over the year.
    storedKwh = Math.min(Math.max(storedKwh, leastKwh), capacityKwh);
  }
  return completeSchedule({ ...problem, importLimitKwh: plan.importLimitKwh }, chargeKwh, dischargeKwh);
}
