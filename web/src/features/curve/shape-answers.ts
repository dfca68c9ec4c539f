import { CONSUMPTION_TYPES, type ConsumptionTypeName, shiftsOf } from "@ecotrim/contracts/simulations/shifts";
import { sumOf } from "@ecotrim/curves/statistics";
import type { CurveFigures } from "@ecotrim/curves/summary";
import { demandSeries } from "@ecotrim/engine/load/demand";
import { buildTimeline } from "@ecotrim/engine/site/calendar";

/** The answers of step 3 that come nearest to a curve: steps that know no curve go on with them. */
export interface ShapeAnswers {
  type: ConsumptionTypeName;
  weekend: boolean;
  /** kWh per hour of an operating day. */
  average: number;
}

/** A week from Monday without a holiday. */
const WEEK = ["2024-01-15", "2024-01-21"] as const;
const HOURS_A_YEAR = 8760;

/** @param demandKwh consumption of the year, where the curve is what the grid alone delivers of it */
export function shapeAnswers(
  { week, series, totals_kwh }: Pick<CurveFigures, "week" | "series" | "totals_kwh">,
  demandKwh = totals_kwh[series]!,
): ShapeAnswers {
  const timeline = buildTimeline(...WEEK, 1);
  const own = shareOf(week.map(({ median }) => median));
  const fits = CONSUMPTION_TYPES.flatMap((type) =>
    [true, false].map((weekend) => {
      const model = [...demandSeries(timeline, { averageKw: 1, shifts: shiftsOf(type).shifts, weekends: weekend })];
      const share = shareOf(model);
      const distance = own.reduce((sum, value, hour) => sum + (value - share[hour]!) ** 2, 0);
      return { type, weekend, distance, meanKw: sumOf(model) / model.length };
    }),
  );
  const { type, weekend, meanKw } = fits.reduce((best, fit) => (fit.distance < best.distance ? fit : best));
  const average = demandKwh / HOURS_A_YEAR / meanKw;
  return { type, weekend, average: Math.round(1000 * average) / 1000 };
}

function shareOf(values: readonly number[]): number[] {
  const sum = sumOf(values);
  return values.map((value) => (sum > 0 ? value / sum : 0));
}
