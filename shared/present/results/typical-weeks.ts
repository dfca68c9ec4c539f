import { dateOfDay } from "@ecotrim/engine/site/local-dates";
import type { Site, Timeline } from "@ecotrim/engine/site/site";
import { dayAndMonth } from "../local-dates.ts";

const WEEK_DAYS = 7;

const SEASONS = [
  { name: "Invierno", months: [12, 1, 2] },
  { name: "Primavera", months: [3, 4, 5] },
  { name: "Verano", months: [6, 7, 8] },
  { name: "Otoño", months: [9, 10, 11] },
] as const;

export interface Week {
  /** "Invierno: 15 ene – 21 ene". */
  label: string;
  /** Steps [from, to). */
  from: number;
  to: number;
}

/**
 * One week of each season, Monday to Sunday: the week whose PV, demand, mean price and discharge lie nearest the
 * season's mean. A period without a whole week gives its first days, at most seven.
 */
export function typicalWeeks(site: Site, dischargeKwh: Float64Array): Week[] {
  const weeks = wholeWeeks(site.timeline);
  const chosen = SEASONS.flatMap(({ name, months }) => {
    const ofSeason = weeks.filter(({ month }) => (months as readonly number[]).includes(month));
    const week = nearestToMean(site, dischargeKwh, ofSeason);
    return week ? [{ ...week, label: `${name}: ${week.label}` }] : [];
  });
  return chosen.length > 0 ? chosen : [firstDays(site.timeline)];
}

/** First step of each local day, with the number of steps at the end. */
function dayStarts({ day, steps }: Timeline): number[] {
  const starts: number[] = [];
  for (let t = 0; t < steps; t++) if (day[t] === starts.length) starts.push(t);
  return [...starts, steps];
}

function wholeWeeks(timeline: Timeline): (Week & { month: number })[] {
  const starts = dayStarts(timeline);
  const weeks: (Week & { month: number })[] = [];
  for (let day = 0; day + WEEK_DAYS < starts.length; day++) {
    const monday = dateOfDay(timeline, day);
    if (monday.getUTCDay() !== 1) continue;
    const thursday = dateOfDay(timeline, day + 3);
    weeks.push({
      label: `${dayAndMonth(monday)} – ${dayAndMonth(dateOfDay(timeline, day + WEEK_DAYS - 1))}`,
      from: starts[day]!,
      to: starts[day + WEEK_DAYS]!,
      month: thursday.getUTCMonth() + 1,
    });
  }
  return weeks;
}

function firstDays(timeline: Timeline): Week {
  const starts = dayStarts(timeline);
  const days = Math.min(WEEK_DAYS, starts.length - 1);
  const [first, last] = [dateOfDay(timeline, 0), dateOfDay(timeline, days - 1)];
  return {
    label: days === 1 ? dayAndMonth(first) : `${dayAndMonth(first)} – ${dayAndMonth(last)}`,
    from: 0,
    to: starts[days]!,
  };
}

/** The week whose mean figures, each relative to the mean of all weeks, are nearest 1. */
function nearestToMean<W extends Week>(site: Site, dischargeKwh: Float64Array, weeks: W[]): W | undefined {
  const series = [site.pvKwh, site.demandKwh, site.buyEurMwh, dischargeKwh];
  const means = weeks.map(({ from, to }) => series.map((values) => mean(values.subarray(from, to))));
  const ofSeason = series.map((_, feature) => mean(means.map((week) => week[feature]!)));
  const distance = (week: number[]) =>
    week.reduce((sum, value, feature) => {
      const typical = ofSeason[feature]!;
      return sum + (typical === 0 ? 0 : (value / typical - 1) ** 2);
    }, 0);
  const nearest = means.reduce((best, week, index) => (distance(week) < distance(means[best]!) ? index : best), 0);
  return weeks[nearest];
}

const mean = (values: ArrayLike<number>): number =>
  Array.from(values).reduce((sum, value) => sum + value, 0) / values.length;
