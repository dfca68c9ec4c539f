import { type CashFlowYear, cashFlow, ownerFlows, ownerShareOf } from "../../economics/cash-flow.ts";
import { IRR_RANGE, irr, npv } from "../../economics/finance.ts";
import type { HealthShare, ScenarioBase } from "./base.ts";

/** The quantities in which the lives of a battery differ. */
export interface LifeCase {
  capexEur: number;
  priceGrowth: number;
  /** Yearly O&M, share of the investment. */
  omShare: number;
  /** Availability x realisable share. */
  realised: number;
  /** Capacity lost each year, fraction. */
  fade: number;
  extraPowerEur: number;
  /** Optimal energy saving of a new battery and mean buy price, by year of life, at today's prices. */
  energySavingEur: readonly number[];
  meanBuyEurMwh: readonly number[];
}

export interface LifeFigures {
  /** Saving of year 1 that the site keeps. */
  savingEur: number;
  /** Net present value of the investor. */
  npvEur: number;
  /** The part of `npvEur` that the energy saving makes. */
  energyNpvEur: number;
  /** Rate of the investor: -Infinity where the investment never comes back, Infinity where it comes back at once. */
  irr: number;
  /** Sum of the investor's flows up to each year, undiscounted; index 0 is the investment. */
  cumulativeEur: number[];
}

/** The part of the base that a cash flow depends on. */
export type CashFlowBase = Pick<ScenarioBase, "assumptions" | "healthShares" | "auxiliariesMwhYear" | "revenueShare">;

/** The figures of one life of the battery. */
export function lifeFigures(base: CashFlowBase, life: LifeCase): LifeFigures {
  const years = lifeYears(base, life);
  const flows = ownerFlows(life.capexEur, years);
  const { discount_rate } = base.assumptions;
  const ownerShare = ownerShareOf(base.revenueShare);
  const energyFlows = realisedSavingEur(base, life).map((eur, index) => ownerShare * eur * years[index]!.growth);
  return {
    savingEur: years[0]!.customerSavingEur,
    npvEur: npv(discount_rate, flows),
    energyNpvEur: npv(discount_rate, [0, ...energyFlows]),
    irr: rateOf(flows, discount_rate),
    cumulativeEur: runningSums(flows),
  };
}

function runningSums(flows: readonly number[]): number[] {
  let sum = 0;
  return flows.map((flow) => {
    sum += flow;
    return sum;
  });
}

/** The cash flow of one life of the battery. */
export function lifeYears(base: CashFlowBase, life: LifeCase): CashFlowYear[] {
  const { assumptions, auxiliariesMwhYear, revenueShare } = base;
  const netSavingEur = realisedSavingEur(base, life).map(
    (saving, index) => saving - auxiliariesMwhYear * life.meanBuyEurMwh[index]!,
  );
  const { capexEur, extraPowerEur } = life;
  const rates = { ...assumptions, price_growth: life.priceGrowth, om_fct: life.omShare };
  return cashFlow({ assumptions: rates, capexEur, netSavingEur, extraPowerEur, revenueShare });
}

/** Energy saving of each year as the battery ages and as it is operated, at today's prices. */
const realisedSavingEur = ({ healthShares }: CashFlowBase, life: LifeCase): number[] =>
  life.energySavingEur.map((optimum, index) => optimum * shareAt(healthShares, 1 - life.fade * index) * life.realised);

/** Share of the new battery's saving at a state of health, interpolated linearly between the solved points. */
export function shareAt(points: readonly HealthShare[], stateOfHealth: number): number {
  if (stateOfHealth <= 0) return 0;
  let below = 1;
  while (below < points.length - 1 && points[below]!.stateOfHealth > stateOfHealth) below++;
  const [from, to] = [points[below - 1]!, points[below]!];
  const weight = (from.stateOfHealth - stateOfHealth) / (from.stateOfHealth - to.stateOfHealth);
  return from.share + (to.share - from.share) * weight;
}

/** Internal rate of return as in `irr`, without its scan where a single change of sign leaves one root. */
function rateOf(flows: readonly number[], discountRate: number): number {
  let changes = 0;
  let sum = 0;
  let sign = 0;
  for (const flow of flows) {
    sum += flow;
    if (flow === 0) continue;
    if (sign !== 0 && Math.sign(flow) !== sign) changes++;
    sign = Math.sign(flow);
  }
  if (changes !== 1 || flows[0]! >= 0) return irr(flows, discountRate).irr ?? (sum > 0 ? Infinity : -Infinity);
  let low: number = IRR_RANGE.from;
  let high: number = IRR_RANGE.to;
  if (npv(low, flows) < 0) return -Infinity;
  if (npv(high, flows) > 0) return Infinity;
  for (let halving = 0; halving < 40; halving++) {
    const middle = (low + high) / 2;
    if (npv(middle, flows) > 0) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
