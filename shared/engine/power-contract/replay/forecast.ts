import type { DispatchProblem } from "../../dispatch/problem.ts";
import type { Timeline } from "../../site/site.ts";
import { comparableDays, indexByLocalTime } from "./comparable-days.ts";

/** Memory of the level correction, hours: how far back the deviation of the load is averaged. */
const LEVEL_HOURS = 0.7;
/** Time in which a deviation is expected to fade to a third, hours. */
const FADE_HOURS = 4;
/** Hours before and after a step in which a peak of a comparable day may come instead. */
const PEAK_SHIFT_HOURS = 0.5;

/** What an operator expects who has seen the steps of a site up to the present one. Energies in kWh per step. */
export interface Forecast {
  /** Takes note of the load of step `t`; to be called for each step in order. */
  see(t: number): void;
  /**
   * Fills what is expected of the steps from `t` up to but not `end`, which is no later than the end of tomorrow. The
   * present step is known.
   * @param reserveKwh filled with how far the net load may exceed what is expected of it
   */
  fill(t: number, end: number, demandKwh: Float64Array, pvKwh: Float64Array, reserveKwh: Float64Array): void;
  /** The step whose price stands for that of step `t` while it is unknown. */
  priceStep(t: number): number;
}

/**
 * Load: that of the last comparable day at the same time, corrected by its deviation in the last hours, which fades. PV:
 * yesterday's. Reserve: the highest net load of comparable days about that time, less the expected one. Until there is
 * a comparable day, the load is expected to stay as it is.
 */
export function forecastOf({ demandKwh, pvKwh, stepHours }: DispatchProblem, timeline: Timeline): Forecast {
  const { steps, day } = timeline;
  const earlier = comparableDays(timeline);
  const sameTime = indexByLocalTime(timeline);
  const shift = Math.ceil(PEAK_SHIFT_HOURS / stepHours);
  const alike = new Int32Array(steps).fill(-1);
  const highestKwh = new Float64Array(steps).fill(-Infinity);
  for (let t = 0; t < steps; t++) {
    for (const [i, other] of earlier[day[t]!]!.entries()) {
      const then = sameTime(t, other);
      if (i === 0) alike[t] = then;
      for (let s = Math.max(then - shift, 0); s <= then + shift; s++) {
        highestKwh[t] = Math.max(highestKwh[t]!, demandKwh[s]! - pvKwh[s]!);
      }
    }
  }

  const weight = 1 - Math.exp(-stepHours / LEVEL_HOURS);
  const fade = Math.exp(-stepHours / FADE_HOURS);
  let deviationKwh = 0;
  return {
    see(t) {
      if (alike[t] !== -1) deviationKwh += weight * (demandKwh[t]! - demandKwh[alike[t]!]! - deviationKwh);
    },
    fill(t, end, demand, pv, reserveKwh) {
      demand[t] = demandKwh[t]!;
      pv[t] = pvKwh[t]!;
      reserveKwh[t] = 0;
      const yesterday = day[t]! - 1;
      let expectedDeviation = deviationKwh;
      for (let s = t + 1; s < end; s++) {
        expectedDeviation *= fade;
        demand[s] = alike[s] === -1 ? demandKwh[t]! : Math.max(demandKwh[alike[s]!]! + expectedDeviation, 0);
        pv[s] = yesterday < 0 ? 0 : pvKwh[sameTime(s, yesterday)]!;
        reserveKwh[s] = Math.max(highestKwh[s]! - (demand[s]! - pv[s]!), 0);
      }
    },
    priceStep: (t) => (alike[t] === -1 ? sameTime(t, Math.max(day[t]! - 1, 0)) : alike[t]!),
  };
}
