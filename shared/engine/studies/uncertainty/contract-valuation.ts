import type { Contract } from "@ecotrim/contracts/simulations/contract";
import type { OperationPoint } from "../../economics/economics.ts";
import { contractOperator } from "../../power-contract/contract-operator.ts";
import type { FoundContract } from "../../power-contract/found-contract.ts";
import type { SimulationRequest } from "../../simulate.ts";
import { siteLimits } from "../../site/build-site.ts";
import { gridNeed } from "../../site/grid-need.ts";
import {
  type BaseRun,
  baseRun,
  type ContractSurface,
  marketYearsOf,
  priceModel,
  type ScenarioBase,
  scenarioBase,
  type Valuation,
} from "./base.ts";
import { fitTerms, valueAt } from "./response-surface.ts";
import { blankYear, fillYear, scenarioPoint } from "./scenarios.ts";
import { coordinates, SURFACE_ORIGIN, type YearPoint, yearAt } from "./surface-coordinates.ts";

/**
 * Prepares the scenarios of a run: of energy alone, or of the whole bill where the run found its contract.
 * @param seed whole number; the same seed gives the same scenarios
 */
export function scenariosOf(request: SimulationRequest, seed: number): ScenarioBase {
  const run = baseRun(request);
  const { input, found } = request;
  return scenarioBase(run, seed, found && input.supply && contractValuation(run, input.supply, found, seed));
}

const [LEVEL, HOURLY, PV, DEMAND, ROUND_TRIP] = [0, 1, 2, 3, 4];
/** Coordinates that move the saving most: curved, and with each other. */
const MAIN = [LEVEL, HOURLY, DEMAND];
/** Terms of the surface. Sun and round trip vary so little that a straight line will do. */
const TERMS: readonly (readonly number[])[] = [
  [],
  ...SURFACE_ORIGIN.map((_, axis) => [axis]),
  ...MAIN.flatMap((axis, i) => MAIN.slice(i).map((other) => [axis, other])),
];

/** How far out the surface is solved: along an axis, and in the corners of the main axes. */
const [ALONG, CORNER] = [2, 1.2];
const SIGNS = [-1, 1];
const on = (axis: number, value: number) => SURFACE_ORIGIN.map((_, i) => (i === axis ? value : 0));
/** A central composite design. */
const DESIGN: readonly (readonly number[])[] = [
  SURFACE_ORIGIN,
  ...[LEVEL, HOURLY, PV, DEMAND].flatMap((axis) => SIGNS.map((sign) => on(axis, sign * ALONG))),
  ...SIGNS.map((sign) => on(ROUND_TRIP, sign)),
  ...SIGNS.flatMap((level) =>
    SIGNS.flatMap((hourly) => SIGNS.map((demand) => [level * CORNER, hourly * CORNER, 0, demand * CORNER, 0])),
  ),
];
/** Scenarios that the surface is not fitted to: they tell its error. */
const CHECKS = 8;

/** Scenarios of the whole bill: a few years are solved by the quick rule, all others read off the surface between. */
function contractValuation(run: BaseRun, supply: Contract, found: FoundContract, seed: number): Valuation {
  const { input, site, problem } = run;
  const operator = contractOperator(supply, site, problem, found);
  const base = { problem, prices: priceModel(run), freeP6: site.freeP6 };
  const year = blankYear(problem);
  const solve = (point: YearPoint) => {
    fillYear(base, point, year);
    year.importLimitKwh = siteLimits(input, site.timeline, gridNeed(year.pvKwh, year.demandKwh), site.freeP6);
    return { savingEur: operator.savingEur(year), meanBuyEurMwh: meanOf(year.buyEurMwh) };
  };

  const solved = DESIGN.map((at) => solve(yearAt(at)));
  const savings = fitTerms(
    DESIGN,
    solved.map(({ savingEur }) => savingEur),
    TERMS,
  );
  const prices = fitTerms(
    DESIGN,
    solved.map(({ meanBuyEurMwh }) => meanBuyEurMwh),
    TERMS,
  );
  const [newOne, ...aged] = operator.own.points as [OperationPoint, ...OperationPoint[]];
  // The run itself is no estimate.
  savings.coefficients[0] = newOne.energySavingEur;

  const terms = new Float64Array(savings.coefficients.length);
  const errors = Array.from({ length: CHECKS }, (_, index) => {
    const point = scenarioPoint(seed, index, input.curve?.summary.trust);
    return Math.abs(valueAt(savings, coordinates(point, point), terms) - solve(point).savingEur);
  });
  const contract: ContractSurface = {
    savings,
    prices,
    solved: DESIGN.length,
    checked: CHECKS,
    error: newOne.energySavingEur > 0 ? Math.max(...errors) / newOne.energySavingEur : null,
  };
  const yearOf = (energySavingEur: number, buyEurMwh: Float64Array) => ({
    energySavingEur,
    meanBuyEurMwh: meanOf(buyEurMwh),
    extraPowerEur: 0,
    approximateSteps: 0,
  });
  return {
    base: yearOf(newOne.energySavingEur, problem.buyEurMwh),
    healthShares: aged.map(({ stateOfHealth, energySavingEur }) => ({
      stateOfHealth,
      share: newOne.energySavingEur > 0 ? energySavingEur / newOne.energySavingEur : 1,
    })),
    // Other kinds of contract value energy alone.
    contractShares: [],
    marketYears: marketYearsOf(run, !run.given.buy_eur_mwh, (changed) =>
      yearOf(operator.savingEur(changed), changed.buyEurMwh),
    ),
    contract,
  };
}

const meanOf = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0) / values.length;
