import { dispatchWithoutBattery } from "../dispatch/no-battery.ts";
import { SWING_LIFTS } from "../site/maximeter-lift.ts";
import { type ContractedSite, type ContractValue, powerCaseOf, quickYear } from "./contract-value.ts";
import { powerBill, sortImports } from "./excess.ts";

/** The least and the greatest lift of a quarter above its hour that a load is likely to have. */
export const SWINGS = { least: 0.05, greatest: 0.2 };

/** What is saved at a lift, EUR a year. */
export interface SwungSaving {
  /** By the best powers without battery. */
  withoutEur: number;
  /** By the battery, net of wear and before electricity tax; null where there is none. */
  batteryEur: number | null;
}

export type SwingRange = Record<keyof typeof SWINGS, SwungSaving>;

/**
 * What powers and battery would save if the load swung less or more within its hours than was assumed. The battery keeps
 * the share of the quick rule that it is expected to keep at the assumed swing.
 */
export function swingRange(site: ContractedSite, { battery }: Pick<ContractValue, "battery">): SwingRange {
  const { annualFactor } = site.timeline;
  const assumed = SWING_LIFTS[site.supply.load_swing!];
  const expected = battery?.expected;
  const kept = expected && expected.quickEur > 0 ? expected.contract.savingEur / expected.quickEur : 1;
  const savingAt = (lift: number) => {
    const { withoutEur, quickEur } = savingsOf(swung(site, lift / assumed));
    return { withoutEur: withoutEur * annualFactor, batteryEur: battery && quickEur * kept * annualFactor };
  };
  return { least: savingAt(SWINGS.least), greatest: savingAt(SWINGS.greatest) };
}

const QUARTERS = 4;

/** The site with every quarter-hour's distance from the mean of its hour multiplied. */
function swung(site: ContractedSite, factor: number): ContractedSite {
  const { problem } = site;
  const demandKwh = problem.demandKwh.map((kwh, t) => {
    const hour = problem.demandKwh.subarray(t - (t % QUARTERS), t - (t % QUARTERS) + QUARTERS);
    const mean = hour.reduce((sum, one) => sum + one, 0) / hour.length;
    return mean + factor * (kwh - mean);
  });
  const { importKwh } = dispatchWithoutBattery({
    ...problem,
    demandKwh,
    importLimitKwh: problem.importLimitKwh.map(() => Infinity),
  }).schedule;
  // The site's own peak may be above the limit that was made for another swing.
  const importLimitKwh = problem.importLimitKwh.map((limit, t) => Math.max(limit, importKwh[t]!));
  return { ...site, problem: { ...problem, demandKwh, importLimitKwh } };
}

function savingsOf(site: ContractedSite): { withoutEur: number; quickEur: number } {
  const { supply } = site;
  const { powerCase, terms, withoutBattery, without, withoutEur: bestEur, plan } = quickYear(powerCaseOf(site));
  const { groups } = powerCase;
  const asIs = powerBill(
    sortImports(groups, withoutBattery.importKwh),
    groups,
    terms.prices,
    supply.meter,
    supply.contracted_kw,
  );
  const withoutEur = without.powerEur + without.excessEur;
  return {
    withoutEur: asIs.powerEur + asIs.excessEur - withoutEur,
    quickEur: bestEur - plan.totalEur,
  };
}
