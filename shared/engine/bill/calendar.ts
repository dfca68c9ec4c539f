import type { Zone } from "@ecotrim/contracts/simulations/contract";
import calendar from "../data/tariffs/calendar.json" with { type: "json" };

/** The periods of the five zones, the same in every tariff of six periods. */

/** The period of the night and of days that are not worked. */
const CHEAPEST = 6;
const [NIGHT_FROM = 0, NIGHT_TO = 0] = calendar.night_hours;

const within = (hour: number, [from, to]: readonly number[]): boolean => hour >= from! && hour < to!;

/** [month 1..12][hour 0..23] -> period 1..6 of a working day. */
function workingDays({ peak_hours, month_periods }: (typeof calendar.zones)[Zone]): number[][] {
  const hours = Array.from({ length: 24 }, (_, hour) => hour);
  const months = month_periods.map(([peak, other]) =>
    hours.map((hour) => {
      if (within(hour, [NIGHT_FROM, NIGHT_TO])) return CHEAPEST;
      return peak_hours.some((range) => within(hour, range)) ? peak! : other!;
    }),
  );
  return [[], ...months];
}

const WORKING_DAYS = Object.fromEntries(
  Object.entries(calendar.zones).map(([zone, periods]) => [zone, workingDays(periods)]),
) as Record<Zone, number[][]>;

/** Period 1..6 of a local hour of a zone; every hour of a non-working day is P6. */
export function periodOf(zone: Zone, month: number, hour: number, nonWorking: boolean): number {
  return nonWorking ? CHEAPEST : WORKING_DAYS[zone][month]![hour]!;
}

/** The periods 1..6 that a month of a zone has, in order: only in those a power can be exceeded. */
export const periodsOfMonth = (zone: Zone, month: number): number[] => [...new Set(WORKING_DAYS[zone][month])].sort();

const HOLIDAYS = new Set(calendar.holidays);

/** Whether a month and day (`MM-DD`) is a national holiday of the calendar; those have a fixed date every year. */
export const isNationalHoliday = (monthAndDay: string): boolean => HOLIDAYS.has(monthAndDay);
