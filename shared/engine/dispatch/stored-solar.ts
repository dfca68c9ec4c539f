import { type Flows, sumMwh } from "./flows.ts";
import type { DispatchProblem, DispatchSchedule } from "./problem.ts";

/**
 * The part of a battery's energy saving that stored PV earns, EUR of the period; the rest is earned by energy of the
 * grid. The battery is one pool: what leaves it is solar in the share of what is in it. Charging costs the solar part
 * the export it forgoes, and nothing where that would be curtailed.
 */
export function solarSavingEur(
  problem: DispatchProblem,
  schedule: DispatchSchedule,
  without: DispatchSchedule,
  { pvToBattery }: Pick<Flows, "pvToBattery">,
): number {
  const { buyEurMwh, sellEurMwh, battery } = problem;
  const chargedMwh = sumMwh(schedule.chargeKwh);
  let storedKwh = battery.initialSoc * battery.capacityKwh;
  // Nobody knows where the first charge came from; the end gives it back.
  let solarKwh = chargedMwh > 0 ? (storedKwh * sumMwh(pvToBattery)) / chargedMwh : 0;
  let milliEur = 0;
  for (let t = 0; t < buyEurMwh.length; t++) {
    const discharge = schedule.dischargeKwh[t]!;
    const forgoneMilliEur = sellEurMwh[t]! * (without.exportKwh[t]! - schedule.exportKwh[t]!);
    if (discharge > 0) {
      const share = storedKwh > 0 ? solarKwh / storedKwh : 0;
      const boughtLessKwh = without.importKwh[t]! - schedule.importKwh[t]!;
      milliEur += share * (buyEurMwh[t]! * boughtLessKwh - forgoneMilliEur);
      solarKwh -= (share * discharge) / battery.etaDischarge;
    } else milliEur -= forgoneMilliEur;
    solarKwh += battery.etaCharge * pvToBattery[t]!;
    storedKwh = schedule.socKwh[t]!;
  }
  return milliEur / 1000;
}
