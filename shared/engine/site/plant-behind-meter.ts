import type { Timeline } from "./site.ts";

/** The part of a clear month's steps that lies below the mark by which two of them are compared. */
const CLEAR_SHARE = 0.95;
const MONTHS = 12;

/** Production and export of the closed days of a month, kWh per step of sun, and what is bought without sun. */
interface ClosedDays {
  modelKwh: number[];
  exportKwh: number[];
  nightKwh: number[];
}

/**
 * Production of a plant that only its exports tell of, kWh per step. On closed days a site uses little more than by
 * night, so that exports and this base together are the production. Each month of the model is scaled until its clear
 * hours agree with them. No step produces less than it exports.
 * @param netKwh imports less exports, kWh per step
 */
export function plantBehindMeter(
  timeline: Pick<Timeline, "month" | "nonWorking">,
  modelKwh: Float64Array,
  netKwh: readonly number[],
): Float64Array {
  const factors = closedDaysOf(timeline, modelKwh, netKwh).map(factorOf);
  return modelKwh.map((kwh, t) => Math.max(kwh * factors[timeline.month[t]! - 1]!, -netKwh[t]!, 0));
}

function closedDaysOf(
  { month, nonWorking }: Pick<Timeline, "month" | "nonWorking">,
  modelKwh: Float64Array,
  netKwh: readonly number[],
): ClosedDays[] {
  const months = Array.from({ length: MONTHS }, (): ClosedDays => ({ modelKwh: [], exportKwh: [], nightKwh: [] }));
  for (const [t, kwh] of modelKwh.entries()) {
    if (nonWorking[t] === 0) continue;
    const ofMonth = months[month[t]! - 1]!;
    if (kwh === 0) ofMonth.nightKwh.push(Math.max(netKwh[t]!, 0));
    else {
      ofMonth.modelKwh.push(kwh);
      ofMonth.exportKwh.push(Math.max(-netKwh[t]!, 0));
    }
  }
  return months;
}

/** 1 where a month exports nothing on closed days, so that nothing is known of it. */
function factorOf({ modelKwh, exportKwh, nightKwh }: ClosedDays): number {
  const exported = quantile(exportKwh, CLEAR_SHARE);
  return exported > 0 ? (exported + quantile(nightKwh, 0.5)) / quantile(modelKwh, CLEAR_SHARE) : 1;
}

function quantile(values: readonly number[], share: number): number {
  const ordered = values.toSorted((a, b) => a - b);
  return ordered[Math.floor(share * (ordered.length - 1))] ?? 0;
}
