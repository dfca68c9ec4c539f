import { excessPricesOf, type Groups, type Meter, type PowerPrices, quartersPerStep } from "../excess.ts";

/** Least cost of a month's first kW of excess that is costly, EUR. */
export const COSTLY_EUR_KW = 0.05;

/** Contracted powers P1..P6, kW, and the meter that measures their excess. */
export interface MeteredPowers {
  contractedKw: readonly number[];
  meter: Meter;
}

/** Excess of a month and period up to now, by group: what an operator pays for more of it. */
export interface ExcessSoFar {
  /** Import up to which the group costs nothing more, kW. */
  freeKw: Float64Array;
  /** Mean price of the first `reachKw` of import beyond `freeKw` in one step, EUR/kW. */
  eurKw: Float64Array;
  /** Whether an excess is worth the battery's energy, and being counted. */
  isCostly: readonly boolean[];
  /** Takes note of an import of one step of a group, kW. */
  record(group: number, importKw: number): void;
}

/**
 * A meter with quarter-hours adds squares, so that a month already spoiled is cheaper to spoil more. A maximeter asks
 * nothing below the highest power of the month.
 * @param reachKw excess that the price is averaged over
 */
export function excessSoFar(
  groups: Groups,
  prices: PowerPrices,
  { contractedKw, meter }: MeteredPowers,
  reachKw: number,
): ExcessSoFar {
  const quarters = quartersPerStep(groups);
  const firstEurKw = firstExcessPrices(groups, prices, meter);
  const squares = new Float64Array(groups.period.length);
  const freeKw = Float64Array.from(groups.period, (period) => contractedKw[period]!);
  const priceAfter = (group: number) =>
    (firstEurKw[group]! * (Math.sqrt(squares[group]! + quarters * reachKw ** 2) - Math.sqrt(squares[group]!))) /
    reachKw;
  const eurKw = meter === "maximeter" ? firstEurKw : firstEurKw.map((_, group) => priceAfter(group));
  return {
    freeKw,
    eurKw,
    isCostly: costlyGroups(groups, prices, meter),
    record(group, importKw) {
      const excessKw = importKw - freeKw[group]!;
      if (excessKw <= 0) return;
      if (meter === "maximeter") {
        freeKw[group] = importKw;
      } else {
        squares[group]! += quarters * excessKw ** 2;
        eurKw[group] = priceAfter(group);
      }
    },
  };
}

/** Price of the month's first kW of excess in each group, EUR/kW. */
function firstExcessPrices({ period, days }: Groups, prices: PowerPrices, meter: Meter): Float64Array {
  const priceOf = excessPricesOf(prices, meter);
  return Float64Array.from(period, (p, group) => priceOf[p]! * (meter === "maximeter" ? days[group]! : 1));
}

/** Whether an excess of each group is costly: in 6.1TD that of P5 and P6 is not. */
export const costlyGroups = (groups: Groups, prices: PowerPrices, meter: Meter): boolean[] =>
  Array.from(firstExcessPrices(groups, prices, meter), (eur) => eur > COSTLY_EUR_KW);
