import { DEFAULT_PROVINCE, type ProvinceCode } from "@ecotrim/contracts/simulations/provinces";
import valencia from "../data/pv-days-valencia.json" with { type: "json" };
import provinces from "../data/pv-provinces.json" with { type: "json" };
import madrid from "../data/spain-2024-compact.json" with { type: "json" };
import { DATA_YEAR } from "./calendar.ts";

/**
 * Provinces of the Mediterranean, of the southern coast and of the islands: Valencia's weather is nearer to theirs. The
 * northern coast, nearer to Madrid in latitude, stays with Madrid.
 */
const UNDER_VALENCIAS_SKY: ReadonlySet<ProvinceCode> = new Set([
  ...(["03", "04", "07", "08", "11", "12", "17", "21", "29", "30"] as const),
  ...(["35", "38", "43", "46", "51", "52"] as const),
]);

export type WeatherPlace = "madrid" | "valencia";

/** Where the days come from by which a province's sun varies. */
export const weatherPlace = (province: ProvinceCode): WeatherPlace =>
  UNDER_VALENCIAS_SKY.has(province) ? "valencia" : "madrid";

const DAYS = { madrid: madrid.pv_daily_kwh_per_kwp, valencia: valencia.kwh_per_kwp_day };

const monthOf = (day: number): number => new Date(Date.UTC(DATA_YEAR, 0, 1 + day)).getUTCMonth();

/**
 * Yield of each day of `DATA_YEAR` on the best plane of a province, kWh/kWp: the days of its weather's place, scaled month
 * by month to the province's own table. Madrid keeps the days that the engine ships with.
 */
export function dailyYields(province: ProvinceCode, place = weatherPlace(province)): readonly number[] {
  const days = DAYS[place];
  if (province === DEFAULT_PROVINCE) return days;
  const months = new Array<number>(12).fill(0);
  for (const [day, kwh] of days.entries()) months[monthOf(day)]! += kwh;
  const { kwh_per_kwp_month } = provinces[province];
  return days.map((kwh, day) => (kwh * kwh_per_kwp_month[monthOf(day)]!) / months[monthOf(day)]!);
}
