import type { Case } from "@ecotrim/contracts/simulations/input";
import type { NullReason } from "@ecotrim/contracts/simulations/result";
import type { SensitivityKey } from "@ecotrim/contracts/simulations/sensitivity";
import { sumMwh } from "../dispatch/flows.ts";
import type { SolveDispatch } from "../dispatch/problem.ts";
import { exactOperation, lifeOf, nullIfInfeasible } from "../economics/aged-operation.ts";
import { engineAssumptions } from "../economics/assumptions.ts";
import { isShortPeriod } from "../economics/economic-figures.ts";
import { contractOperator } from "../power-contract/contract-operator.ts";
import type { SimulationRequest } from "../simulate.ts";
import { buildSite, siteLimits } from "../site/build-site.ts";
import { dispatchProblem } from "../site/dispatch-problem.ts";
import { gridNeed } from "../site/grid-need.ts";
import type { Site } from "../site/site.ts";
import { scaledLevel, scaledSpread, underMarket } from "../tariff/market-change.ts";
import { type DriverKey, demandDeviation, efficienciesAt, endsOf, fractionAround, PV_DEVIATION } from "./drivers.ts";

/** A change of a simulation's battery, finance or site; fields left out stay unchanged. */
interface Change {
  battery?: Partial<Case["battery"]>;
  finance?: Partial<Case["finance"]>;
  site?: Site;
}

/** A value of a driver; names as in the results. */
export interface DriverValue {
  value: number;
  /** Relative change from the base, for drivers that are varied by a share. */
  share?: number;
}

interface DriverEnd extends DriverValue {
  change(): Change;
}

interface Driver {
  key: SensitivityKey;
  /** Whether the ends need a dispatch of their own. */
  solved: boolean;
  base: DriverValue;
  low: DriverEnd;
  high: DriverEnd;
}

type ValuedEnd = DriverValue & { npv_eur: number | null };

export interface ValuedDriver {
  key: SensitivityKey;
  solved: boolean;
  base: ValuedEnd;
  /** `npv_eur` is null where the site does not fit in its contracted power without battery. */
  low: ValuedEnd;
  high: ValuedEnd;
  /** Greatest minus least of the values that exist. */
  swing_eur: number;
}

/** The tornado in numbers and codes. */
export interface SensitivityStudy {
  npv_eur: number | null;
  /** Reason why there is no net present value. */
  reason: NullReason | null;
  /** Drivers by descending swing. */
  drivers: ValuedDriver[];
}

/**
 * Net present value of a simulation's battery with each driver at a low and a high value, all else unchanged: prices
 * keep their calibration. Dispatch drivers are solved exactly with the battery new and aged, as in the simulation.
 * @param solve solver of the dispatches that the exact fast solver cannot do
 * @throws AppError of the solver; INVALID_INPUT for faulty inputs or series
 */
export async function runSensitivity(request: SimulationRequest, solve: SolveDispatch): Promise<SensitivityStudy> {
  const { input, series = {} } = request;
  const withoutNpv = (reason: NullReason) => ({ npv_eur: null, reason, drivers: [] });
  const site = buildSite(input, series);
  if (input.battery.capacityKwh === 0) return withoutNpv("no_battery");
  if (isShortPeriod(site.timeline.hours)) return withoutNpv("short_period");
  const operate = operationOf(request, site, solve);
  const operated = await operate(input, site);
  if (!operated) return withoutNpv("cannot_do_without");
  const { npvEur, fade } = lifeOf(input, site, engineAssumptions(input), operated);

  /** Null where the site does not fit in its contracted power without battery. */
  const npvAt = async ({ change }: DriverEnd, solved: boolean): Promise<number | null> => {
    const { battery, finance, site: changedSite = site } = change();
    const changed = {
      ...input,
      battery: { ...input.battery, ...battery },
      finance: { ...input.finance, ...finance },
    };
    const own = solved ? await operate(changed, changedSite) : operated;
    return own && lifeOf(changed, changedSite, engineAssumptions(changed), own).npvEur;
  };
  const drivers: ValuedDriver[] = [];
  for (const driver of driversOf(request, site, fade)) {
    const { solved, low, high } = driver;
    drivers.push(valuedDriver(driver, npvEur, await npvAt(low, solved), await npvAt(high, solved)));
  }
  drivers.sort((a, b) => b.swing_eur - a.swing_eur);
  return { npv_eur: npvEur, reason: null, drivers };
}

/**
 * The operation of a battery: by the exact dispatch, or by the quick rule under a contract. Null where the site does not
 * fit in its contracted power without battery.
 */
function operationOf({ input, found }: SimulationRequest, site: Site, solve: SolveDispatch) {
  const { supply } = input;
  if (!found || !supply) return (of: Case, at: Site) => exactOperation(of, at, solve);
  const problemOf = (of: Case, at: Site) => dispatchProblem(of, at, engineAssumptions(of));
  const { own, operate } = contractOperator(supply, site, problemOf(input, site), found);
  return async (of: Case, at: Site) =>
    of === input && at === site ? own : nullIfInfeasible(() => operate(problemOf(of, at)));
}

/** The drivers, each around the value of the case and as wide as in the scenarios; the discount rate is a choice. */
function driversOf({ input, series = {} }: SimulationRequest, site: Site, fade: number): Driver[] {
  const assumptions = engineAssumptions(input);
  const { annualFactor, steps } = site.timeline;
  const quoted = input.finance.capexEur !== undefined;
  const demand = demandDeviation(input.curve?.summary.trust);

  /** A driver between two values. */
  const between = (
    about: Pick<Driver, "key" | "solved">,
    [low, base, high]: readonly [number, number, number],
    change: (value: number) => Change,
  ): Driver => {
    const end = (value: number) => ({ value, change: () => change(value) });
    return { ...about, base: { value: base }, low: end(low), high: end(high) };
  };
  /** A driver varied up and down by a share of its value. */
  const scaled = (
    about: Pick<Driver, "key" | "solved">,
    base: number,
    [low, high]: readonly [number, number],
    change: (factor: number) => Change,
  ): Driver => {
    const end = (share: number) => ({ value: base * (1 + share), share, change: () => change(1 + share) });
    return { ...about, base: { value: base }, low: end(low), high: end(high) };
  };
  const between0And1 = (base: number, key: DriverKey) => {
    const [low, high] = endsOf(key);
    return [fractionAround(base, low, high), base, fractionAround(base, high, high)] as const;
  };
  const moved = (base: number, key: DriverKey, least: number) => {
    const [low, high] = endsOf(key);
    return [Math.max(base + low, least), base, base + high] as const;
  };

  const energies = (pvKwh: Float64Array, demandKwh: Float64Array): Change => {
    const importLimitKwh = siteLimits(input, site.timeline, gridNeed(pvKwh, demandKwh), site.freeP6);
    return { site: { ...site, pvKwh, demandKwh, importLimitKwh } };
  };
  const times = (values: Float64Array, factor: number) => values.map((value) => value * factor);
  const { etaCharge, etaDischarge } = dispatchProblem(input, site, assumptions).battery;
  const withRoundTrip = (value: number): Change => {
    const [charge, discharge] = efficienciesAt(etaCharge, etaDischarge, value);
    const { chargeEfficiency, dischargeEfficiency } = input.battery;
    return {
      battery: {
        chargeEfficiency: chargeEfficiency * (charge / etaCharge),
        dischargeEfficiency: dischargeEfficiency * (discharge / etaDischarge),
      },
    };
  };

  return [
    scaled(
      { key: "market_level", solved: true },
      site.marketEurMwh.reduce((sum, price) => sum + price, 0) / steps,
      endsOf("market_level"),
      (factor) => ({ site: underMarket(site, series, scaledLevel(site, factor)) }),
    ),
    scaled({ key: "market_spread", solved: true }, meanSpread(site), endsOf("market_spread"), (factor) => ({
      site: underMarket(site, series, scaledSpread(site, factor)),
    })),
    scaled({ key: "pv", solved: true }, sumMwh(site.pvKwh) * annualFactor, [-PV_DEVIATION, PV_DEVIATION], (factor) =>
      energies(times(site.pvKwh, factor), site.demandKwh),
    ),
    scaled({ key: "demand", solved: true }, sumMwh(site.demandKwh) * annualFactor, [-demand, demand], (factor) =>
      energies(site.pvKwh, times(site.demandKwh, factor)),
    ),
    between({ key: "round_trip", solved: true }, between0And1(etaCharge * etaDischarge, "round_trip"), withRoundTrip),
    ...(quoted
      ? []
      : [
          scaled({ key: "capex", solved: false }, assumptions.capex_eur, endsOf("capex"), (factor) => ({
            finance: { capexEur: assumptions.capex_eur * factor },
          })),
        ]),
    between(
      { key: "discount_rate", solved: false },
      [
        Math.max(assumptions.discount_rate - 0.015, 0),
        assumptions.discount_rate,
        Math.min(assumptions.discount_rate + 0.025, 1),
      ],
      (discountRate) => ({ finance: { discountRate } }),
    ),
    between(
      { key: "price_growth", solved: false },
      moved(assumptions.price_growth, "price_growth", -1),
      (priceGrowth) => ({ finance: { priceGrowth } }),
    ),
    scaled({ key: "fade", solved: false }, fade, endsOf("fade"), (factor) => ({
      battery: { fadeYear: fade * factor },
    })),
    between(
      { key: "availability", solved: false },
      between0And1(assumptions.availability, "availability"),
      (availability) => ({ battery: { availability } }),
    ),
    scaled({ key: "om", solved: false }, assumptions.om_fct * assumptions.capex_eur, endsOf("om"), (factor) => ({
      finance: { omShare: assumptions.om_fct * factor },
    })),
    between({ key: "life", solved: false }, moved(assumptions.life_years, "life", 1), (lifeYears) => ({
      finance: { lifeYears },
    })),
    between(
      { key: "realisable", solved: false },
      between0And1(assumptions.realisable_fct, "realisable_fct"),
      (realisableShare) => ({ battery: { realisableShare } }),
    ),
  ];
}

/** Root of the mean square deviation of the price from the mean of its local day, averaged over the days, EUR/MWh. */
function meanSpread(site: Site): number {
  const { day } = site.timeline;
  const dayMeans = scaledSpread(site, 0);
  const squares: { sum: number; steps: number }[] = [];
  for (const [t, price] of site.marketEurMwh.entries()) {
    squares[day[t]!] ??= { sum: 0, steps: 0 };
    const ofDay = squares[day[t]!]!;
    ofDay.sum += (price - dayMeans[t]!) ** 2;
    ofDay.steps++;
  }
  return squares.reduce((total, { sum, steps }) => total + Math.sqrt(sum / steps), 0) / squares.length;
}

function valuedDriver(
  { key, solved, base, low, high }: Driver,
  baseEur: number,
  lowEur: number | null,
  highEur: number | null,
): ValuedDriver {
  const values = [baseEur, lowEur, highEur].filter((value) => value !== null);
  const { change: _low, ...lowValue } = low;
  const { change: _high, ...highValue } = high;
  return {
    ...{ key, solved },
    base: { ...base, npv_eur: baseEur },
    low: { ...lowValue, npv_eur: lowEur },
    high: { ...highValue, npv_eur: highEur },
    swing_eur: Math.max(...values) - Math.min(...values),
  };
}
