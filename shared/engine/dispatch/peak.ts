import type { Site } from "../site/site.ts";
import type { DispatchSchedule } from "./problem.ts";

/** Highest import of a tariff period, or of all without one, kW. */
export function importPeakKw({ timeline }: Site, { importKwh }: DispatchSchedule, period?: number): number {
  const peakKwh = importKwh.reduce(
    (peak, kwh, t) => (period === undefined || timeline.tariffPeriod[t] === period ? Math.max(peak, kwh) : peak),
    0,
  );
  return peakKwh / timeline.stepHours;
}
