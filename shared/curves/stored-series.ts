import type { CaseSeries } from "@ecotrim/contracts/simulations/case-file";
import type { Case } from "@ecotrim/contracts/simulations/input";
import { buildTimeline } from "@ecotrim/engine/site/calendar";
import { netOf } from "./net.ts";
import { HOUR_MS, MINUTE_MS } from "./stamps.ts";
import { type YearCurve, yearlyProductionOn } from "./year.ts";

/** Contents of the curves that a case names. */
export interface CaseContents {
  load?: YearCurve | undefined;
  pv?: YearCurve | undefined;
}

/** The series that a case is computed with: those of its curves, and none without them. */
export function storedSeries(input: Case, { load, pv }: CaseContents): CaseSeries {
  if (!load) return pv ? { pv_kwh: Array.from(productionOfPeriod(input, pv)) } : {};
  const { start, steps, step_minutes } = load;
  const production = pv && yearlyProductionOn(Date.parse(start), steps, step_minutes * MINUTE_MS, pv);
  const { demand_kwh, net_kwh, pv_kwh } = netOf(load, {
    hasPlant: input.curve?.report.net_case !== "E",
    pv: production,
  });
  // The days of Canarias begin an hour later; the hour that its year then lacks at the end is that of the beginning.
  const later = input.supply?.zone === "canarias" ? HOUR_MS / MINUTE_MS / step_minutes : 0;
  const onDays = (kwh: Float64Array) => Array.from(kwh, (_, t) => kwh[(t + later) % steps]!);
  return {
    ...(demand_kwh && { demand_kwh: onDays(demand_kwh) }),
    ...(net_kwh && { net_kwh: onDays(net_kwh) }),
    ...(pv_kwh && { pv_kwh: onDays(pv_kwh) }),
  };
}

function productionOfPeriod({ period: { start, end, stepHours }, supply }: Case, pv: YearCurve): Float64Array {
  const { startMs, steps } = buildTimeline(start, end, stepHours, supply?.zone);
  return yearlyProductionOn(startMs, steps, stepHours * HOUR_MS, pv);
}
