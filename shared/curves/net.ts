import type { Repair } from "@ecotrim/contracts/curves/curve";
import type { NetCase } from "@ecotrim/contracts/curves/reading";
import type { Timeline } from "@ecotrim/engine/site/site";
import { numbersOf } from "./columns.ts";
import { showPlant } from "./exports.ts";
import { HOUR_MS, MINUTE_MS } from "./stamps.ts";
import { sumOf } from "./statistics.ts";
import { instantOf, timelineOf } from "./timeline.ts";
import type { YearCurve } from "./year.ts";

/** What the factory uses, out of what its meter counted and what its plant produced; kWh of each step. */

export interface Net {
  net_case: NetCase;
  /** Consumption; left out where the plant is to be modelled. */
  demand_kwh?: Float64Array;
  /** Import less export, to which the modelled production is to be added; only where `demand_kwh` is left out. */
  net_kwh?: Float64Array;
  /** Production of the year's own steps, moved to where it fits the exports. */
  pv_kwh?: Float64Array;
  /** By how much it was moved, minutes later. */
  shift_minutes: number;
  /** More is exported than produced, beyond what meters may differ by: one of the files is another plant's. */
  is_doubtful: boolean;
  repairs: Repair[];
}

interface Plant {
  /** Whether the meter counts behind a plant of its own. */
  hasPlant: boolean;
  /** Production of another file on the year's steps: of that plant, or of one that is to come. */
  pv?: Float64Array | undefined;
}

/** Rebuilds the consumption of a year by what is known of the plant behind its meter. */
export function netOf(year: YearCurve, { hasPlant, pv }: Plant): Net {
  const { demand, import: imports, export: exports, pv: own } = year.values;
  const none = { shift_minutes: 0, is_doubtful: false, repairs: [] };
  const produced = own ?? pv;
  if (demand) return { ...none, net_case: "E", demand_kwh: demand, ...(produced && { pv_kwh: produced }) };
  if (!imports) throw new RangeError("A production has no consumption.");
  const net_kwh = exports ? imports.map((kwh, t) => kwh - exports[t]!) : imports;
  if (own) return rebuilt("A", year, net_kwh, own, 0);
  if (!hasPlant) return { ...none, net_case: "E", demand_kwh: imports, ...(pv && { pv_kwh: pv }) };
  if (!pv) return { ...none, net_case: exports?.some((kwh) => kwh > 0) ? "C" : "D", net_kwh };
  const shift = bestShift(year, net_kwh, pv);
  return rebuilt("B", year, net_kwh, moved(pv, shift), shift);
}

/** Rounding of meters, kWh a step, as the engine counts it. */
const METER_TOLERANCE_KWH = 0.001;
/** Share of the steps, and of the production's energy, by which exports may exceed it. */
const MOST_BELOW = 0.01;

function rebuilt(net_case: "A" | "B", year: YearCurve, netKwh: Float64Array, pv_kwh: Float64Array, shift: number): Net {
  const sums = netKwh.map((kwh, t) => kwh + pv_kwh[t]!);
  const below = sums.filter((kwh) => kwh < -METER_TOLERANCE_KWH);
  const kwh = -sumOf(below);
  const isDoubtful = net_case === "A" ? below.length > MOST_BELOW * year.steps : kwh > MOST_BELOW * sumOf(pv_kwh);
  const isBelow = (sum: number): boolean => sum < -METER_TOLERANCE_KWH;
  return {
    net_case,
    demand_kwh: sums.map((sum) => Math.max(0, sum)),
    pv_kwh,
    shift_minutes: shift * year.step_minutes,
    is_doubtful: isDoubtful,
    repairs:
      below.length === 0
        ? []
        : [
            {
              code: "pv_below_export",
              count: below.length,
              kwh,
              from: instantOf(year, sums.findIndex(isBelow)),
              to: instantOf(year, sums.findLastIndex(isBelow)),
            },
          ],
  };
}

const SHIFTS = [0, -1, 1, -2, 2];

/** The steps by which a production has to be moved so that fewest exports exceed it. */
function bestShift({ step_minutes }: YearCurve, netKwh: Float64Array, pv: Float64Array): number {
  const hour = HOUR_MS / MINUTE_MS / step_minutes;
  const excess = (shift: number): number => {
    const later = moved(pv, shift);
    return netKwh.reduce((count, kwh, t) => count + (kwh + later[t]! < -METER_TOLERANCE_KWH ? 1 : 0), 0);
  };
  let best = { shift: 0, count: Number.POSITIVE_INFINITY };
  for (const shift of [...SHIFTS, -hour, hour]) {
    const count = excess(shift);
    if (count < best.count) best = { shift, count };
  }
  return best.shift;
}

const moved = (pv: Float64Array, shift: number): Float64Array =>
  shift === 0 ? pv : numbersOf(pv.length, (t) => pv[t - shift] ?? 0);

/** Noon over morning and evening below which the sun takes part of the load. */
const DIP = 0.7;
/** Local hours: those of the sun, and those beside it. */
const NOON = [12, 16] as const;
const SHOULDERS = [
  [8, 10],
  [18, 20],
] as const;
const SUMMER = [6, 7, 8];
const WINTER = [1, 2, 11, 12];

/** Whether a plant stands behind the meter, as exports or a dip at noon in summer alone suggest. */
export function guessesPlant(year: YearCurve): boolean {
  const { import: imports, pv } = year.values;
  if (!imports) return false;
  if (pv || showPlant(year.values)) return true;
  const timeline = timelineOf(year);
  return dipIn(timeline, imports, SUMMER) < DIP && dipIn(timeline, imports, WINTER) >= DIP;
}

/** Mean of noon over that of the shoulders, on working days of some months. */
function dipIn({ steps, hour, month, nonWorking }: Timeline, imports: Float64Array, months: readonly number[]): number {
  const isIn = (t: number, [from, to]: readonly [number, number]): boolean => hour[t]! >= from && hour[t]! < to;
  const [noon, shoulder] = [
    { sum: 0, count: 0 },
    { sum: 0, count: 0 },
  ];
  for (let t = 0; t < steps; t++) {
    if (nonWorking[t] || !months.includes(month[t]!)) continue;
    const mean = isIn(t, NOON) ? noon : SHOULDERS.some((range) => isIn(t, range)) ? shoulder : undefined;
    if (!mean) continue;
    mean.sum += imports[t]!;
    mean.count += 1;
  }
  return noon.sum / noon.count / (shoulder.sum / shoulder.count);
}
