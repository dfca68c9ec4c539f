import type { Timeline } from "../../site/site.ts";

/** Comparable days that the highest load is taken from. */
const MOST_DAYS = 5;

/**
 * For each day of a timeline the earlier days that it is expected to resemble, the most alike first: those of its weekday,
 * then others, both from the latest on. Working days are comparable with working days only. Yesterday is none, because a
 * plan for tomorrow has not seen all of today.
 */
export function comparableDays({ steps, day, nonWorking }: Timeline): number[][] {
  const isNonWorking: number[] = [];
  for (let t = 0; t < steps; t++) isNonWorking[day[t]!] = nonWorking[t]!;
  return isNonWorking.map((kind, today) => {
    const alike: number[] = [];
    const collect = (first: number, apart: number): void => {
      for (let d = first; d >= 0 && alike.length < MOST_DAYS; d -= apart) {
        if (isNonWorking[d] === kind && !alike.includes(d)) alike.push(d);
      }
    };
    collect(today - 7, 7);
    collect(today - 2, 1);
    return alike;
  });
}

/** Finds the step of the same local time on another day. */
export type SameTime = (t: number, day: number) => number;

/**
 * Indexes a timeline by local time. On a day that lacks an hour its steps are the last one before; of an hour that comes
 * twice the first is taken.
 */
export function indexByLocalTime({ steps, stepHours, day, hour }: Timeline): SameTime {
  const stepsAnHour = Math.round(1 / stepHours);
  const slots = 24 * stepsAnHour;
  const slotOf = new Uint16Array(steps);
  const stepAt = new Int32Array((day[steps - 1]! + 1) * slots).fill(-1);
  let hourBegan = 0;
  for (let t = 0; t < steps; t++) {
    if (hour[t] !== hour[hourBegan]) hourBegan = t;
    slotOf[t] = hour[t]! * stepsAnHour + ((t - hourBegan) % stepsAnHour);
    const place = day[t]! * slots + slotOf[t]!;
    if (stepAt[place] === -1) stepAt[place] = t;
  }
  for (let place = 1; place < stepAt.length; place++) {
    if (stepAt[place] === -1) stepAt[place] = stepAt[place - 1]!;
  }
  return (t, otherDay) => stepAt[otherDay * slots + slotOf[t]!]!;
}
