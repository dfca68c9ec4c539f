import type { EngineAssumptions } from "./assumptions.ts";
import { type CashFlowYear, cashFlow, ownerFlows } from "./cash-flow.ts";
import { type InternalRate, irr, type LevelisedYear, levelisedCost, npv, payback, simplePayback } from "./finance.ts";

/** A year of the site with the battery at one state of health. Annual figures at today's prices. */
export interface OperationPoint {
  /** Capacity left, fraction of the new battery's. */
  stateOfHealth: number;
  /** Saving on the energy bill by the optimal dispatch. */
  energySavingEur: number;
  /** PV to demand plus PV to battery. */
  selfConsumedMwh: number;
  importMwh: number;
  exportMwh: number;
  dischargedMwh: number;
  /** Cost of the charged energy: grid energy at the buy price, PV at the sell price it would have earned. */
  chargeCostEur: number;
}

/**
 * Operation at a state of health, by linear inter- and extrapolation between the solved points.
 * @param points solved, from the new battery down; the last two give the line below them
 * @param dead the site with a battery of no capacity left
 */
export function operationAt(
  points: readonly OperationPoint[],
  dead: OperationPoint,
  stateOfHealth: number,
): OperationPoint {
  if (stateOfHealth <= 0) return dead;
  const upper = points.findLastIndex(
    (point, index) => point.stateOfHealth >= stateOfHealth && index < points.length - 1,
  );
  const [above, below] = [points[Math.max(upper, 0)]!, points[Math.max(upper, 0) + 1]];
  if (!below) return { ...above, stateOfHealth };
  const weight = (above.stateOfHealth - stateOfHealth) / (above.stateOfHealth - below.stateOfHealth);
  const between = (key: keyof OperationPoint) => above[key] + (below[key] - above[key]) * weight;
  return {
    stateOfHealth,
    energySavingEur: between("energySavingEur"),
    selfConsumedMwh: between("selfConsumedMwh"),
    importMwh: between("importMwh"),
    exportMwh: between("exportMwh"),
    dischargedMwh: between("dischargedMwh"),
    chargeCostEur: between("chargeCostEur"),
  };
}

/** The part of a year's operation that the economics depend on. */
export type YearOperation = Pick<OperationPoint, "energySavingEur" | "dischargedMwh" | "chargeCostEur">;

/** All annual, at today's prices. */
export interface EconomicCase {
  assumptions: EngineAssumptions;
  /** Operation in each year of life, year 1 first. */
  operation: readonly YearOperation[];
  costWithoutBatteryEur: number;
  demandMwh: number;
  auxiliariesEur: number;
  /** Power term of the contracted power the battery adds. */
  extraPowerEur: number;
  /** Share of the saving that goes to the investor; 0: the site invests and keeps all of it. */
  revenueShare: number;
}

/** The parts of the first year's saving of the site, EUR; they add up to it. */
export interface SavingParts {
  energy: number;
  operation: number;
  auxiliaries: number;
  extraPower: number;
  /** What a revenue share gives to who invests; absent without one. */
  owner?: number;
}

export interface OwnerFigures {
  share: number;
  /** Saving of year 1 that the owner receives. */
  savingEur: number;
  /** Cost of the site's energy with the battery's own costs in it, EUR/MWh of demand; null without demand. */
  lcoe: number | null;
}

export interface Economics {
  years: CashFlowYear[];
  firstYear: SavingParts;
  npvEur: number;
  irr: InternalRate;
  paybackYears: number | null;
  /** The specification's ratio of the investment to the first year's net flow. */
  simplePaybackYears: number | null;
  /** Figures of who invests, where a revenue share makes that somebody else than the site; else null. */
  owner: OwnerFigures | null;
  /** Cost of the site's energy, EUR/MWh of demand; null without demand. */
  lcoe: number | null;
  lcoeWithoutBattery: number | null;
  /** EUR/MWh discharged; null where the battery discharges nothing. */
  lcos: number | null;
  /** Investment at which the net present value would be 0, EUR, all other assumptions unchanged. */
  breakEvenCapexEur: number;
}

/**
 * Economics of a battery over its life: nominal, before corporate tax. With a revenue share the rates, the value and the
 * payback are those of who invests; saving and cost of energy are those of the site, and the owner's stand beside.
 */
export function economics(given: EconomicCase): Economics {
  const { assumptions, operation } = given;
  const { capex_eur, discount_rate: rate, availability, realisable_fct } = assumptions;
  const realised = availability * realisable_fct;
  const netSavingEur = operation.map(({ energySavingEur }) => energySavingEur * realised - given.auxiliariesEur);
  const years = cashFlow({ ...given, capexEur: capex_eur, netSavingEur });

  const costs: LevelisedYear[] = [];
  const costsWithout: LevelisedYear[] = [];
  const storage: LevelisedYear[] = [];
  const customerCosts: LevelisedYear[] = [];
  for (const [index, { growth, customerSavingEur, omEur, replacementEur }] of years.entries()) {
    const { dischargedMwh, chargeCostEur } = operation[index]!;
    const energyEur = (given.costWithoutBatteryEur - netSavingEur[index]!) * growth;
    costs.push({ energy: given.demandMwh, cost: energyEur + given.extraPowerEur + omEur + replacementEur });
    customerCosts.push({ energy: given.demandMwh, cost: given.costWithoutBatteryEur * growth - customerSavingEur });
    costsWithout.push({ energy: given.demandMwh, cost: given.costWithoutBatteryEur * growth });
    storage.push({ energy: dischargedMwh, cost: omEur + replacementEur + chargeCostEur * growth });
  }

  const flows = ownerFlows(capex_eur, years);
  const npvEur = npv(rate, flows);
  const first = years[0]!;
  const isShared = given.revenueShare > 0;
  const lcoe = levelisedCost(rate, capex_eur, costs);
  const newBattery = operation[0]!;
  const upkeepPerCapex =
    capex_eur === 0
      ? 0
      : npv(rate, [0, ...years.map(({ omEur, replacementEur }) => omEur + replacementEur)]) / capex_eur;
  return {
    years,
    firstYear: {
      energy: newBattery.energySavingEur,
      operation: newBattery.energySavingEur * (realised - 1),
      auxiliaries: -given.auxiliariesEur,
      extraPower: -given.extraPowerEur,
      ...(isShared ? { owner: -first.ownerSavingEur } : {}),
    },
    npvEur,
    irr: irr(flows, rate),
    paybackYears: payback(flows),
    simplePaybackYears: simplePayback(capex_eur, first.ownerSavingEur - first.omEur, years.length),
    owner: isShared ? { share: given.revenueShare, savingEur: first.ownerSavingEur, lcoe } : null,
    lcoe: isShared ? levelisedCost(rate, 0, customerCosts) : lcoe,
    lcoeWithoutBattery: levelisedCost(rate, 0, costsWithout),
    lcos: levelisedCost(rate, capex_eur, storage),
    breakEvenCapexEur: capex_eur + npvEur / (1 + upkeepPerCapex),
  };
}
