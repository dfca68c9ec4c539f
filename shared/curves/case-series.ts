import { type Net, netOf } from "./net.ts";
import type { Curve } from "./read-curve.ts";
import { startDateOf } from "./timeline.ts";
import { productionOn, type YearCurve, yearOf } from "./year.ts";

/** The series of a simulation's case out of curves: their year, on its own dates. */

export interface CaseOfCurve {
  start_date: string;
  time_step_duration: number;
  series: { demand_kwh?: number[]; net_kwh?: number[]; pv_kwh?: number[] };
}

/** Why a curve is no year of a case. */
export type NoCase = "no_year" | "no_load" | "no_pv" | "other_pv";

/** Twelve months of a load, and of a production where one is given; else the reason. */
export function caseOfCurves(load: Curve, pv?: Curve): CaseOfCurve | NoCase {
  if (!load.values.import && !load.values.demand) return "no_load";
  if (pv && !pv.values.pv) return "no_pv";
  const year = yearOf(load)?.curve;
  if (!year) return "no_year";
  const production = pv && productionOn(year, pv);
  if (pv && !production) return "no_pv";
  const hasPlant = year.values.export?.some((kwh) => kwh > 0) ?? false;
  const net = netOf(year, { hasPlant, pv: production });
  return net.is_doubtful ? "other_pv" : caseOfYear(year, net);
}

/** The series of a year as the engine takes them. */
export function caseOfYear(year: YearCurve, { demand_kwh, net_kwh, pv_kwh }: Net): CaseOfCurve {
  return {
    start_date: startDateOf(year),
    time_step_duration: year.step_minutes / 60,
    series: {
      ...(demand_kwh && { demand_kwh: Array.from(demand_kwh) }),
      ...(net_kwh && { net_kwh: Array.from(net_kwh) }),
      ...(pv_kwh && { pv_kwh: Array.from(pv_kwh) }),
    },
  };
}
