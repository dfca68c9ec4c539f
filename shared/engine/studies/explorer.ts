import type { TrustLevel } from "@ecotrim/contracts/curves/reading";
import type { Case } from "@ecotrim/contracts/simulations/input";
import type { Surfaces } from "@ecotrim/contracts/simulations/uncertainty";
import { type FastOperator, fastOperator, operatorAtOtherPrices } from "../dispatch/fast-operation.ts";
import type { DispatchProblem } from "../dispatch/problem.ts";
import { createWorkspace } from "../dispatch/value-function-solver.ts";
import { type AgedOperation, lifeOf, operateAged, operateNew, ownShare } from "../economics/aged-operation.ts";
import { type EngineAssumptions, engineAssumptions } from "../economics/assumptions.ts";
import { ownerFlows } from "../economics/cash-flow.ts";
import { auxiliaryEnergyMwh } from "../economics/economic-case.ts";
import { type EconomicFigures, economicFigures } from "../economics/economic-figures.ts";
import type { Economics, OperationPoint } from "../economics/economics.ts";
import { npv } from "../economics/finance.ts";
import { buildSite, sitePriced, siteUnder } from "../site/build-site.ts";
import { dispatchProblem } from "../site/dispatch-problem.ts";
import type { GivenSeries, Site } from "../site/site.ts";
import { PRICED_KINDS, type PricedKind } from "../tariff/contract-kind.ts";
import { underAskedMarket } from "../tariff/market-change.ts";
import type { YearOutcome } from "./uncertainty/energy-year.ts";
import { type CashFlowBase, lifeYears } from "./uncertainty/life.ts";
import { valueAt } from "./uncertainty/response-surface.ts";
import { laterCoordinates, laterYears, lifeOfYears, type ScenarioLifeBase } from "./uncertainty/scenario-life.ts";
import { type ScenarioPoint, scenarioPoint } from "./uncertainty/scenarios.ts";
import { shareAboveZero } from "./uncertainty/statistics.ts";
import { coordinates, SURFACE_ORIGIN } from "./uncertainty/surface-coordinates.ts";

/** Scenarios behind the probability of a variant: its standard error is 2 points at most. */
export const EXPLORED_SCENARIOS = 500;

/** The risk of the calculated case, from which that of its variants is estimated. */
export interface ExplorerRisk {
  surface: Surfaces;
  seed: number;
  /** Of a measured curve of the demand. */
  curveTrust?: TrustLevel | undefined;
}

/** What a variant of a case is worth. */
export interface Explored {
  figures: EconomicFigures;
  economics: Economics;
  assumptions: EngineAssumptions;
  /** Of the own kind of contract, and of every other where the case does not say which it has. */
  contracts: { key: PricedKind; savingEur: number; npvEur: number }[];
  /** Share of the scenarios with a positive NPV; null where the risk of the case is not known. */
  probability: number | null;
  /** Steps whose prices are not convex: the saving is a lower bound, which the simulation certifies. */
  approximateSteps: number;
}

/** One kind of contract at one market, with batteries of one efficiency. */
interface Supply {
  site: Site;
  operator: FastOperator;
}

/** A battery at one supply. */
interface Operated extends Supply {
  operated: AgedOperation;
  problem: DispatchProblem;
}

/**
 * Prepares a case, so that each variant of it costs a few dispatches, and none where only its finance differs. Variants
 * may differ in size, efficiency and reserve of the battery, in the finance, and in level and spread of the market.
 * Saving, NPV, IRR and payback are those of a simulation. The other kinds of contract take their realisable shares from
 * the case, moved as that of the variant's own kind, and lose saving with the battery's health as that kind does.
 * @throws AppError INFEASIBLE where the site does not fit in its contracted power without battery
 */
export function createExplorer(
  base: Case,
  risk: ExplorerRisk | null,
  series: GivenSeries = {},
): (variant: Case) => Explored {
  const { priceLevel: _level, priceSpread: _spread, ...paidTariff } = base.tariff;
  const paid = buildSite({ ...base, tariff: paidTariff }, series);
  // Throws where the site does not fit in its contracted power, which prices do not change.
  fastOperator(dispatchProblem(base, paid, engineAssumptions(base)), paid);
  const workspace = createWorkspace(paid.timeline.steps);
  const kinds = base.tariff.contractKind === "unknown" ? PRICED_KINDS : [paid.contract.kind];
  // The calibration rests on what was paid, which no variant changes.
  const pricedAs = kinds.map(
    (kind) => [kind, kind === paid.contract.kind ? null : siteUnder(kind, base, paid)] as const,
  );
  const supplies = keepLatest<Record<string, Supply>>();
  const operations = keepLatest<OperatedKinds>();
  const estimate = risk && estimateOf(risk);

  const suppliesOf = (variant: Case): Record<string, Supply> => {
    const { priceLevel, priceSpread } = variant.tariff;
    return supplies(JSON.stringify([priceLevel, priceSpread, etasOf(variant)]), () => {
      const own = underAskedMarket(paid, series, variant.tariff);
      return Object.fromEntries(
        pricedAs.map(([kind, priced]) => {
          const site = priced ? sitePriced(own, priced) : own;
          const problem = dispatchProblem(variant, site, engineAssumptions(variant));
          return [kind, { site, operator: operatorAtOtherPrices(problem, site, workspace) }];
        }),
      );
    });
  };
  const operate = (variant: Case, { site, operator }: Supply): Operated => {
    const problem = dispatchProblem(variant, site, engineAssumptions(variant));
    return { site, operator, problem, operated: operateAged(operator, site, problem.battery) };
  };
  const ownKind = paid.contract.kind;
  const otherKinds = kinds.filter((kind) => kind !== ownKind);
  const shareOf = (variant: Case, of: Operated) =>
    variant.battery.realisableShare ?? ownShare(of.problem, of.site, of.operated);

  const ofBase = suppliesOf(base);
  const baseShares = Object.fromEntries(kinds.map((kind) => [kind, shareOf(base, operate(base, ofBase[kind]!))]));

  const operatedKinds = (variant: Case): OperatedKinds => {
    const { capacityKwh, chargeKw, dischargeKw, minSoc, initialSoc } = variant.battery;
    const { priceLevel, priceSpread } = variant.tariff;
    const key = [priceLevel, priceSpread, etasOf(variant), capacityKwh, chargeKw, dischargeKw, minSoc, initialSoc];
    return operations(JSON.stringify(key), () => {
      const at = suppliesOf(variant);
      const own = operate(variant, at[ownKind]!);
      const share = shareOf(variant, own);
      const moved = baseShares[ownKind]! > 0 ? share / baseShares[ownKind]! : 1;
      const { battery } = own.problem;
      return {
        own: { ...own, share },
        others: otherKinds.map((key) => ({
          ...{ key, site: at[key]!.site },
          operated: agedLike(own.operated, operateNew(at[key]!.operator, at[key]!.site, battery)),
          share: Math.min(baseShares[key]! * moved, 1),
        })),
      };
    });
  };

  return (variant) => {
    const { own, others } = operatedKinds(variant);
    const worthOf = ({ site, operated, share }: Shared) => {
      const assumptions = { ...engineAssumptions(variant), realisable_fct: share };
      return { assumptions, life: lifeOf(variant, site, assumptions, operated) };
    };
    const { assumptions, life } = worthOf(own);
    const figuresOf = (of: Economics) => economicFigures(of, true, paid.timeline.hours).figures;
    const contractOf = (key: PricedKind, of: Economics) => ({
      key,
      savingEur: figuresOf(of).savings!,
      npvEur: of.npvEur,
    });
    return {
      figures: figuresOf(life),
      economics: life,
      assumptions,
      contracts: [
        contractOf(ownKind, life),
        ...others.map(({ key, ...other }) => contractOf(key, worthOf(other).life)),
      ],
      probability: estimate && probabilityOf(...livesOf(variant, own, assumptions, life.fade), estimate),
      approximateSteps: own.operator.approximateSteps,
    };
  };
}

/** What a life of a battery needs of its operation. */
type Shared = Pick<Operated, "site" | "operated"> & { share: number };
interface OperatedKinds {
  own: Operated & { share: number };
  others: (Shared & { key: PricedKind })[];
}

/** The operation whose saving with the new battery is known, and falls with its health as another's does. */
function agedLike({ points }: AgedOperation, ofNew: AgedOperation): AgedOperation {
  const [[like], [first]] = [points, ofNew.points] as [[OperationPoint], [OperationPoint]];
  const shareOf = (point: OperationPoint) =>
    like.energySavingEur > 0 ? point.energySavingEur / like.energySavingEur : 1;
  return {
    ...ofNew,
    points: points.map((point) => ({
      ...{ ...first, stateOfHealth: point.stateOfHealth },
      energySavingEur: first.energySavingEur * shareOf(point),
    })),
  };
}

const etasOf = ({ battery }: Case) => [
  battery.chargeEfficiency,
  battery.dischargeEfficiency,
  battery.conversionEfficiency,
];

/** Holds one value: a slider that moves needs that of the position before, and none of the earlier ones. */
function keepLatest<T>(): (key: string, make: () => T) => T {
  let latest: { key: string; value: T } | undefined;
  return (key, make) => {
    if (latest?.key !== key) latest = { key, value: make() };
    return latest.value;
  };
}

/** A year relative to the first of the case. */
interface RelativeYear {
  saving: number;
  meanBuy: number;
}

/** A scenario, and its years relative to the first of the case, as far as a variant has asked for them. */
interface Draw {
  point: ScenarioPoint & { index: number };
  savings: number[];
  meanBuys: number[];
}

/** The scenarios of the case, and the year at a point of its surfaces. */
interface RiskEstimate {
  seed: number;
  draws: Draw[];
  relative: (point: readonly number[]) => RelativeYear;
}

/** EUR a year, and EUR/MWh, which the surfaces must exceed where nothing deviates for shares of them to mean anything. */
const LEAST_AT_ORIGIN = 1;

/** null where the surfaces are about 0 where nothing deviates. */
export function estimateOf({ surface, seed, curveTrust }: ExplorerRisk): RiskEstimate | null {
  const [savings, prices] = [surface.saving_eur, surface.mean_buy_eur_mwh].map((values) => ({
    coefficients: Float64Array.from(values),
  })) as [{ coefficients: Float64Array }, { coefficients: Float64Array }];
  const terms = new Float64Array(savings.coefficients.length);
  const at = (point: readonly number[]) => ({
    saving: valueAt(savings, point, terms),
    meanBuy: valueAt(prices, point, terms),
  });
  const origin = at(SURFACE_ORIGIN);
  if (Math.min(origin.saving, origin.meanBuy) <= LEAST_AT_ORIGIN) return null;
  const relative = (point: readonly number[]) => {
    const { saving, meanBuy } = at(point);
    return { saving: saving / origin.saving, meanBuy: meanBuy / origin.meanBuy };
  };
  const draws = Array.from({ length: EXPLORED_SCENARIOS }, (_, index) => {
    const point = { index, ...scenarioPoint(seed, index, curveTrust) };
    const { saving, meanBuy } = relative(coordinates(point, point));
    return { point, savings: [saving], meanBuys: [meanBuy] };
  });
  return { seed, draws, relative };
}

/** What the life of a variant depends on, and its first year where nothing deviates. */
type VariantLives = [
  of: CashFlowBase & Omit<ScenarioLifeBase, "seed">,
  year: Pick<YearOutcome, "energySavingEur" | "meanBuyEurMwh" | "extraPowerEur">,
];

function livesOf(
  variant: Case,
  { site, operated }: Shared,
  assumptions: EngineAssumptions,
  fade: number,
): VariantLives {
  const { annualFactor } = site.timeline;
  const [{ energySavingEur }] = operated.points as [AgedOperation["points"][number]];
  const of = {
    assumptions,
    fade,
    capexGiven: variant.finance.capexEur !== undefined,
    revenueShare: variant.finance.revenueShare,
    auxiliariesMwhYear: auxiliaryEnergyMwh(variant, site, assumptions) * annualFactor,
    healthShares: operated.points.map((point) => ({
      stateOfHealth: point.stateOfHealth,
      share: energySavingEur > 0 ? point.energySavingEur / energySavingEur : 1,
    })),
  };
  const meanBuyEurMwh = site.buyEurMwh.reduce((sum, price) => sum + price, 0) / site.buyEurMwh.length;
  return [of, { energySavingEur, meanBuyEurMwh, extraPowerEur: operated.extraPowerEur }];
}

const scaled = (relative: readonly number[], years: number, first: number): number[] =>
  Array.from({ length: years }, (_, year) => relative[year]! * first);

/**
 * The probability of a positive NPV: the scenarios of the case, in which the saving moves in the same proportion as
 * that of the case does.
 */
export function probabilityOf(
  of: VariantLives[0],
  { energySavingEur, meanBuyEurMwh, extraPowerEur }: VariantLives[1],
  { seed, draws, relative }: RiskEstimate,
): number {
  const values = draws.map(({ point, savings, meanBuys }) => {
    const years = laterYears(of, point) + 1;
    if (savings.length < years)
      for (const at of laterCoordinates(seed, point, years - 1).slice(savings.length - 1)) {
        const { saving, meanBuy } = relative(at);
        savings.push(Math.max(0, saving));
        meanBuys.push(meanBuy);
      }
    const life = lifeOfYears(of, point, {
      extraPowerEur,
      energySavingEur: scaled(savings, years, energySavingEur),
      meanBuyEurMwh: scaled(meanBuys, years, meanBuyEurMwh),
    });
    return npv(of.assumptions.discount_rate, ownerFlows(life.capexEur, lifeYears(of, life)));
  });
  return shareAboveZero(values).value!;
}
