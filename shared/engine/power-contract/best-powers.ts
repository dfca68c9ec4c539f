import {
  excessOf,
  excessPricesOf,
  type Groups,
  type Meter,
  type PowerBill,
  type PowerPrices,
  powerBill,
  quartersPerStep,
  type SortedGroup,
  sortImports,
} from "./excess.ts";

/** What the choice of contracted powers depends on, beside the imports. */
export interface PowerTerms {
  prices: PowerPrices;
  /** Derived from the highest power where it is not given. */
  meter?: Meter;
  /** Power in P6 whose rights are kept, kW. */
  keepP6Kw?: number;
}

export interface BestPowers extends PowerBill {
  /** P1..P6, never falling; whole kW, but for a least power in P6 that is none. */
  contractedKw: number[];
  meter: Meter;
}

/** Highest contracted power that a maximeter measures, kW. */
export const MAXIMETER_KW = 50;

/** Least power that can be contracted in a period, kW. */
const LEAST_KW = 1;

const PERIODS = 6;
const P6 = 5;

/** Bounds of the contracted power in P6, kW. */
interface Range {
  least: number;
  most: number;
}

/**
 * The contracted powers with the least power term and excess for given imports, kWh per step. Exact: both parts are
 * convex in each power, and the powers must not fall from P1 to P6.
 */
export function bestPowers(groups: Groups, importKwh: Float64Array, terms: PowerTerms): BestPowers {
  const sorted = sortImports(groups, importKwh);
  const choices = metersOf(terms).map(([meter, range]): BestPowers => {
    const contractedKw = cheapestChain(sorted, groups, terms.prices, meter, range);
    return { contractedKw, meter, ...powerBill(sorted, groups, terms.prices, meter, contractedKw) };
  });
  return choices.reduce((best, choice) => (costOf(choice) < costOf(best) ? choice : best));
}

const costOf = ({ powerEur, excessEur }: PowerBill): number => powerEur + excessEur;

/** Least contracted power in P6, kW. */
export const leastP6Of = ({ prices, keepP6Kw = 0 }: PowerTerms): number => Math.max(prices.leastP6Kw, keepP6Kw);

/** The meters to choose from, each with the powers in P6 that it allows. */
function metersOf(terms: PowerTerms): [Meter, Range][] {
  const least = leastP6Of(terms);
  const range = { least, most: Infinity };
  if (terms.meter === "quarter_hours" || least > MAXIMETER_KW) return [["quarter_hours", range]];
  const maximeter: [Meter, Range] = ["maximeter", { least, most: MAXIMETER_KW }];
  if (terms.meter === "maximeter") return [maximeter];
  return [maximeter, ["quarter_hours", { least: MAXIMETER_KW + 1, most: Infinity }]];
}

interface Block {
  first: number;
  last: number;
  kw: number;
}

/** Pools adjacent periods whose own best powers would fall. Each block has the best whole power for all its periods. */
function cheapestChain(
  sorted: readonly SortedGroup[],
  groups: Groups,
  prices: PowerPrices,
  meter: Meter,
  p6: Range,
): number[] {
  const excessPrices = excessPricesOf(prices, meter);
  const quarters = quartersPerStep(groups);
  const highest = Math.ceil(sorted.reduce((peak, { kw }) => Math.max(peak, kw.at(-1)!), LEAST_KW));
  const contracted = (period: number, kw: number) => (period === P6 ? Math.max(kw, p6.least) : kw);

  const blockCost = (first: number, last: number, kw: number) => {
    let eur = 0;
    for (let p = first; p <= last; p++) eur += prices.powerEurKw[p]! * contracted(p, kw);
    for (const group of sorted) {
      if (group.period < first || group.period > last) continue;
      eur += excessPrices[group.period]! * excessOf(group, contracted(group.period, kw), meter, quarters);
    }
    return eur;
  };
  const blockOf = (first: number, last: number): Block => {
    let low = last === P6 ? Math.max(LEAST_KW, Math.floor(p6.least)) : LEAST_KW;
    let high = Math.max(low, last === P6 ? Math.min(highest, p6.most) : highest);
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (blockCost(first, last, middle + 1) >= blockCost(first, last, middle)) high = middle;
      else low = middle + 1;
    }
    return { first, last, kw: low };
  };

  const blocks: Block[] = [];
  for (let p = 0; p < PERIODS; p++) {
    let block = blockOf(p, p);
    while (blocks.length > 0 && blocks.at(-1)!.kw > block.kw) block = blockOf(blocks.pop()!.first, block.last);
    blocks.push(block);
  }
  return blocks.flatMap(({ first, last, kw }) =>
    Array.from({ length: last - first + 1 }, (_, i) => contracted(first + i, kw)),
  );
}
