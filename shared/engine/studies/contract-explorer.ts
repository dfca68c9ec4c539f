import { type Case, withRealisableShare } from "@ecotrim/contracts/simulations/input";
import type { StoredEconomicCase } from "@ecotrim/contracts/simulations/result";
import type { SizePoint, Sizing } from "@ecotrim/contracts/simulations/sizing";
import type { Surfaces } from "@ecotrim/contracts/simulations/uncertainty";
import { engineAssumptions, yearlyFade } from "../economics/assumptions.ts";
import { cashFlow, ownerFlows } from "../economics/cash-flow.ts";
import { cyclesOf } from "../economics/cycles.ts";
import { AGED_HEALTH } from "../economics/economic-case.ts";
import { economicFigures, LEAST_DAYS } from "../economics/economic-figures.ts";
import { type EconomicCase, economics, type YearOperation } from "../economics/economics.ts";
import { npv } from "../economics/finance.ts";
import { readStoredCase } from "../economics/own-capex.ts";
import { efficienciesOf } from "../site/efficiencies.ts";
import { type Explored, type ExplorerRisk, estimateOf, probabilityOf } from "./explorer.ts";
import { valueAt } from "./uncertainty/response-surface.ts";
import { coordinates, SURFACE_ORIGIN } from "./uncertainty/surface-coordinates.ts";

/** What the explorer reads of a run under a contract and of its studies: it solves nothing itself. */
export interface ContractReading {
  /** With a saving in year 1. */
  economicCase: StoredEconomicCase;
  /** Share of the optimum that the run's operation keeps. */
  realised: number;
  sizes: Pick<Sizing, "capacities_kwh" | "points">;
  surface: Surfaces;
}

/**
 * Prepares a case under a contract. The saving of another size is read off the map, that of another market or round trip
 * off the surface of the scenarios. The case itself has the figures of its run.
 */
export function createContractExplorer(
  base: Case,
  risk: ExplorerRisk | null,
  { economicCase, realised, sizes, surface }: ContractReading,
): (variant: Case) => Explored {
  const ofRun = readStoredCase(economicCase);
  const first = ofRun.operation[0]!;
  const share = ofRun.assumptions.realisable_fct;
  const fade = yearlyFade(base, ofRun.assumptions, cyclesOf(base, first.dischargedMwh) ?? 0);
  const lossAt = lossOf(ofRun.operation);
  const sizeAt = readSizes(base, ofRun, lossAt, sizes);
  const ofOwn = sizeAt(base);
  const marketAt = readSurface(base, surface);
  const estimate = risk && estimateOf(risk);
  const [meanBuyEurMwh] = surface.mean_buy_eur_mwh as [number];

  return (variant) => {
    const size = sizeAt(variant);
    const market = marketAt(variant);
    const assumptions = engineAssumptions(withRealisableShare(variant, share));
    const { revenueShare, capexEur } = variant.finance;
    const larger = variant.battery.capacityKwh / base.battery.capacityKwh;
    const energySavingEur = first.energySavingEur * (size.grossEur / ofOwn.grossEur) * market.saving;
    const keptAt = (year: number) => Math.max(0, 1 - lossAt(year) * (size.ageing / ofOwn.ageing));
    const auxiliariesEur = ofRun.auxiliariesEur * larger;
    const life = economics({
      ...ofRun,
      assumptions,
      operation: Array.from({ length: assumptions.life_years }, (_, year) => ({
        energySavingEur: energySavingEur * keptAt(year),
        dischargedMwh: first.dischargedMwh * larger * keptAt(year),
        chargeCostEur: first.chargeCostEur * larger * keptAt(year) * market.price,
      })),
      costWithoutBatteryEur: ofRun.costWithoutBatteryEur * market.price,
      auxiliariesEur: auxiliariesEur * market.price,
      revenueShare,
    });
    return {
      figures: economicFigures(life, true, 24 * LEAST_DAYS).figures,
      economics: life,
      assumptions,
      contracts: [],
      probability:
        estimate &&
        probabilityOf(
          {
            assumptions: { ...assumptions, realisable_fct: share * realised },
            fade,
            capexGiven: capexEur !== undefined,
            revenueShare,
            auxiliariesMwhYear: auxiliariesEur / meanBuyEurMwh,
            healthShares: [1, ...AGED_HEALTH].map((stateOfHealth) => ({
              stateOfHealth,
              share: fade > 0 ? keptAt((1 - stateOfHealth) / fade) : stateOfHealth,
            })),
          },
          {
            energySavingEur: energySavingEur / realised,
            meanBuyEurMwh: meanBuyEurMwh * market.price,
            extraPowerEur: 0,
          },
          estimate,
        ),
      approximateSteps: 0,
    };
  };
}

/** Loss of saving by the year of life, as a share of year 1. It is extrapolated linearly beyond the life of the run. */
function lossOf(operation: readonly YearOperation[]): (year: number) => number {
  const losses = operation.map(({ energySavingEur }) => 1 - energySavingEur / operation[0]!.energySavingEur);
  return (year) => {
    const before = Math.max(0, Math.min(Math.floor(year), losses.length - 2));
    const [from, to] = [losses[before]!, losses[before + 1] ?? 0];
    return from + (year - before) * (to - from);
  };
}

/** A size by the map: saving of year 1 before auxiliaries, and its loss with age over that of the run. */
interface ReadSize {
  grossEur: number;
  ageing: number;
}

interface MapPoint extends ReadSize {
  at: number;
}

/** The map between its points, linear in power and capacity. */
function readSizes(
  base: Case,
  ofRun: EconomicCase,
  lossAt: (year: number) => number,
  { capacities_kwh, points }: ContractReading["sizes"],
): (variant: Case) => ReadSize {
  const rows = capacities_kwh.map((capacity) =>
    points
      .filter(({ capacity_kwh }) => capacity_kwh === capacity)
      .map((point): MapPoint => ({ at: point.power_kw, ...readPoint(base, ofRun, lossAt, point) })),
  );
  return ({ battery: { capacityKwh, dischargeKw } }) =>
    between(
      rows.map((row, i) => ({ at: capacities_kwh[i]!, ...between(row, dischargeKw) })),
      capacityKwh,
    );
}

/** The value between points, ascending: below the first the saving falls to 0, beyond the last nothing is added. */
function between(points: readonly MapPoint[], at: number): ReadSize {
  const after = points.findIndex((point) => point.at >= at);
  const { grossEur, ageing } = points[after < 0 ? points.length - 1 : after]!;
  if (after < 0) return { grossEur, ageing };
  const before = points[after - 1] ?? { at: 0, grossEur: 0, ageing };
  const weight = (at - before.at) / (points[after]!.at - before.at);
  return {
    grossEur: before.grossEur + weight * (grossEur - before.grossEur),
    ageing: before.ageing + weight * (ageing - before.ageing),
  };
}

/** What value and saving of a point of the map say: its NPV is linear in how fast its saving falls. */
function readPoint(
  base: Case,
  { assumptions, auxiliariesEur: ofOwn, revenueShare }: EconomicCase,
  lossAt: (year: number) => number,
  { capacity_kwh, capex_eur: capexEur, saving_eur, npv_eur }: SizePoint,
): ReadSize {
  const auxiliariesEur = (ofOwn * capacity_kwh) / base.battery.capacityKwh;
  const grossEur = saving_eur / (revenueShare > 0 ? 1 - revenueShare : 1) + auxiliariesEur;
  const npvAt = (ageing: number) => {
    const netSavingEur = Array.from(
      { length: assumptions.life_years },
      (_, year) => grossEur * (1 - ageing * lossAt(year)) - auxiliariesEur,
    );
    const years = cashFlow({ assumptions, capexEur, netSavingEur, extraPowerEur: 0, revenueShare });
    return npv(assumptions.discount_rate, ownerFlows(capexEur, years));
  };
  const lossEur = npvAt(0) - npvAt(1);
  return { grossEur, ageing: lossEur > 0 ? (npvAt(0) - npv_eur) / lossEur : 1 };
}

/** Saving and mean price in another market or with another round trip, over those of the case. */
function readSurface(base: Case, { saving_eur, mean_buy_eur_mwh }: Surfaces) {
  const terms = new Float64Array(saving_eur.length);
  const relative = (values: number[], point: readonly number[]) => {
    const surface = { coefficients: Float64Array.from(values) };
    return valueAt(surface, point, terms) / valueAt(surface, SURFACE_ORIGIN, terms);
  };
  const { priceLevel = 1, priceSpread = 1 } = base.tariff;
  return (variant: Case) => {
    const { priceLevel: level = 1, priceSpread: spread = 1 } = variant.tariff;
    const roundTripShift = efficienciesOf(variant).roundTrip - efficienciesOf(base).roundTrip;
    const lnLevel = Math.log(level / priceLevel);
    const lnSpread = Math.log(spread / priceSpread);
    const point = coordinates({ pv: 1, demand: 1, roundTripShift }, { lnLevel, lnSpread });
    return { saving: Math.max(0, relative(saving_eur, point)), price: relative(mean_buy_eur_mwh, point) };
  };
}
