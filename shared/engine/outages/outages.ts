import type { Case } from "@ecotrim/contracts/simulations/input";
import { fillConvexPrices } from "../dispatch/convex-prices.ts";
import type { DispatchProblem, DispatchSchedule } from "../dispatch/problem.ts";
import { solveByValueFunction } from "../dispatch/value-function-solver.ts";
import { engineAssumptions } from "../economics/assumptions.ts";
import { paymentsWorth } from "../economics/debt.ts";
import { powerCaseOf, quickYear } from "../power-contract/contract-value.ts";
import { contractedSite } from "../power-contract/contracted-site.ts";
import type { PowerPlan } from "../power-contract/quick-rule.ts";
import { buildSite } from "../site/build-site.ts";
import { dispatchProblem } from "../site/dispatch-problem.ts";
import type { GivenSeries, Site } from "../site/site.ts";
import { createExplorer } from "../studies/explorer.ts";
import { survivalCurve, survivedHours } from "./survival.ts";

/** What is asked about the grid's outages. */
export interface OutageQuestion {
  /** The load that must go on: a constant power, or a share of what the site uses. */
  load: { kw: number } | { share: number };
  /** Least state of charge of the daily operation, a fraction; an outage may use it down to the battery's own minimum. */
  reserveSoc: number;
  /** The plant goes on without the grid. */
  isIslanded: boolean;
}

/** Why a battery carries nothing. */
export type NotSurvived =
  | { code: "no_battery" | "no_load" }
  /** In every step the load is above what the battery gives, kW. */
  | { code: "load_above_power"; leastKw: number; dischargeKw: number };

export interface Survival {
  code: "survival";
  /** Share of the outages that are survived so many quarter-hours and more, see `survivalCurve`. */
  curve: number[];
  /** Hours that half, nine of ten and all outages are survived. */
  medianHours: number;
  tenthHours: number;
  leastHours: number;
  /** Share of the outages that begin with a load above what the battery gives, kW. */
  aboveShare: number;
  dischargeKw: number;
  reserve: ReserveCost | null;
}

/** What a reserve takes from the first year and the life, EUR. */
export interface ReserveCost {
  soc: number;
  savingEur: number;
  npvEur: number;
  /** The fast solver is not exact here, or six powers are chosen by the quick rule: both are estimates. */
  isApproximate: boolean;
}

export type OutageResult = NotSurvived | Survival;

/**
 * Prepares a case, so that outages of its variants, as those of `createExplorer`, are answered. The new battery is
 * operated as without any outage, by the exact dispatch with the reserve as its least state of charge; under a contract
 * of six powers by the quick rule.
 * @throws AppError INFEASIBLE where the site does not fit in its contracted power without battery
 */
export function createOutages(
  base: Case,
  series: GivenSeries = {},
): (variant: Case, question: OutageQuestion) => OutageResult {
  let explore: ReturnType<typeof createExplorer> | undefined;
  const siteOf = ({ tariff }: Case): Site => buildSite({ ...base, tariff }, series);
  const problemOf = (variant: Case, site: Site) => dispatchProblem(variant, site, engineAssumptions(variant));
  /** The plan of energy and powers; null without a contract whose power term is known. */
  const planOf = (variant: Case, site: Site, problem: DispatchProblem): PowerPlan | null => {
    const contracted = contractedSite({ input: { ...variant, period: base.period }, series }, site, problem);
    return contracted && quickYear(powerCaseOf(contracted)).plan;
  };
  const costOf = (variant: Case, kept: Case): ReserveCost => {
    explore ??= createExplorer(base, null, series);
    const [without, withReserve] = [explore(variant), explore(kept)];
    return {
      soc: kept.battery.minSoc,
      savingEur: without.figures.savings! - withReserve.figures.savings!,
      npvEur: without.figures.npv! - withReserve.figures.npv!,
      isApproximate: without.approximateSteps > 0,
    };
  };
  return (variant, question) => {
    const { battery } = variant;
    if (battery.capacityKwh === 0 || battery.dischargeKw === 0) return { code: "no_battery" };
    const kept = withReserve(variant, question.reserveSoc);
    const site = siteOf(variant);
    const problem = problemOf(kept, site);
    const plan = planOf(kept, site, problem);
    const loadKwh = loadOf(problem, question.load);
    if (loadKwh.every((kwh) => kwh === 0)) return { code: "no_load" };
    const pvKwh = question.isIslanded ? problem.pvKwh : null;
    const { stepHours } = problem;
    const { dischargeKw } = battery;
    const needsKw = loadKwh.map((kwh, t) => (kwh - (pvKwh?.[t] ?? 0)) / stepHours);
    const leastKw = needsKw.reduce((least, kw) => Math.min(least, kw), Infinity);
    if (leastKw > dischargeKw) return { code: "load_above_power", leastKw, dischargeKw };
    const hours = survivedHours({
      ...{ stepHours, loadKwh, pvKwh, storedKwh: storedBefore(problem, plan?.schedule ?? convexSchedule(problem)) },
      battery: { ...problem.battery, minSoc: battery.minSoc },
    });
    const ordered = hours.slice().sort();
    return {
      code: "survival",
      curve: survivalCurve(hours),
      medianHours: ordered[Math.floor(0.5 * (ordered.length - 1))]!,
      tenthHours: ordered[Math.floor(0.1 * (ordered.length - 1))]!,
      leastHours: ordered[0]!,
      aboveShare: needsKw.filter((kw) => kw > dischargeKw).length / needsKw.length,
      dischargeKw,
      reserve:
        kept.battery.minSoc === battery.minSoc
          ? null
          : plan
            ? costUnderContract(kept, plan.totalEur - planOf(variant, site, problemOf(variant, site))!.totalEur, site)
            : costOf(variant, kept),
    };
  };
}

function withReserve({ battery, ...others }: Case, reserveSoc: number): Case {
  const minSoc = Math.max(battery.minSoc, reserveSoc);
  return { ...others, battery: { ...battery, minSoc, initialSoc: Math.max(battery.initialSoc, minSoc) } };
}

const loadOf = ({ demandKwh, stepHours }: DispatchProblem, load: OutageQuestion["load"]): Float64Array =>
  "kw" in load ? demandKwh.map(() => load.kw * stepHours) : demandKwh.map((kwh) => load.share * kwh);

/** What a reserve costs on the whole bill of the period, as the first year and over the life. */
function costUnderContract(kept: Case, periodEur: number, { timeline }: Site): ReserveCost {
  const { discount_rate, life_years, price_growth } = engineAssumptions(kept);
  const savingEur = periodEur * timeline.annualFactor;
  return {
    soc: kept.battery.minSoc,
    savingEur,
    npvEur: savingEur * paymentsWorth(discount_rate, life_years, price_growth),
    isApproximate: true,
  };
}

/** The dispatch that convex prices plan. */
function convexSchedule(problem: DispatchProblem): DispatchSchedule {
  const convex = { ...problem, buyEurMwh: problem.buyEurMwh.slice(), sellEurMwh: problem.sellEurMwh.slice() };
  fillConvexPrices(problem, convex.buyEurMwh, convex.sellEurMwh);
  const planned = solveByValueFunction(convex);
  if (!planned.ok) throw new Error(`Convex prices are not convex in step ${planned.step}.`);
  return planned.solution.schedule;
}

/** Energy stored as each step begins, kWh. */
function storedBefore({ battery }: DispatchProblem, { socKwh }: DispatchSchedule): Float64Array {
  const { initialSoc, capacityKwh } = battery;
  return socKwh.map((_, t) => (t === 0 ? initialSoc * capacityKwh : socKwh[t - 1]!));
}
