import { formatNumber, formatPercent } from "@ecotrim/contracts/numbers";
import type { ComputedInput } from "@ecotrim/contracts/simulations/input";
import type {
  Sensitivity,
  SensitivityDriver,
  SensitivityEnd,
  SensitivityKey,
} from "@ecotrim/contracts/simulations/sensitivity";
import { sumMwh } from "../dispatch/flows.ts";
import type { SolveDispatch } from "../dispatch/problem.ts";
import { exactOperation, lifeOf } from "../economics/aged-operation.ts";
import { engineAssumptions } from "../economics/assumptions.ts";
import { isShortPeriod } from "../economics/economic-figures.ts";
import type { SimulationRequest } from "../simulate.ts";
import { buildSite, gridNeed } from "../site/build-site.ts";
import type { Site } from "../site/site.ts";
import { importLimits } from "../tariff/contracted-power.ts";
import { scaledLevel, scaledSpread, underMarket } from "../tariff/market-change.ts";

/** A simulation with something else than its own inputs or site; what is not named stays. */
interface Change {
  input?: Partial<ComputedInput>;
  site?: Site;
}

type DriverValue = Pick<SensitivityEnd, "value" | "text">;
type DriverEnd = DriverValue & { change(): Change };

interface Driver {
  key: SensitivityKey;
  label: string;
  unit: string;
  reason: string;
  /** Whether the ends need a dispatch of their own. */
  solved: boolean;
  base: DriverValue;
  low: DriverEnd;
  high: DriverEnd;
}

const NO_BATTERY = "No hay batería que evaluar: su capacidad es 0.";
const SHORT_PERIOD = "El periodo simulado dura menos de 330 días: no basta para calcular una rentabilidad.";
const CANNOT_DO_WITHOUT =
  "La planta sin batería no cabe en su potencia contratada, así que no hay un coste sin batería con el que comparar.";

/**
 * Net present value of a simulation's battery with each driver at a low and a high value and all else as it is: prices
 * keep their calibration. Dispatch drivers are solved exactly with the battery new and aged, as the simulation is.
 * @param solve solver of the dispatches the exact fast solver cannot do
 * @throws AppError of the solver; INVALID_INPUT for faulty inputs or series
 */
export async function runSensitivity(request: SimulationRequest, solve: SolveDispatch): Promise<Sensitivity> {
  const { input, series = {} } = request;
  const site = buildSite(input, series);
  if (input.battery_capacity === 0) return withoutNpv(NO_BATTERY);
  if (isShortPeriod(site.timeline.hours)) return withoutNpv(SHORT_PERIOD);
  const operated = await exactOperation(input, site, solve);
  if (!operated) return withoutNpv(CANNOT_DO_WITHOUT);
  const { npvEur, fade } = lifeOf(input, site, engineAssumptions(input), operated);

  /** Null where the site does not fit in its contracted power without battery. */
  const npvAt = async ({ change }: DriverEnd, solved: boolean): Promise<number | null> => {
    const { input: changes, site: changedSite = site } = change();
    const changed = { ...input, ...changes };
    const own = solved ? await exactOperation(changed, changedSite, solve) : operated;
    return own && lifeOf(changed, changedSite, engineAssumptions(changed), own).npvEur;
  };
  const drivers: SensitivityDriver[] = [];
  for (const driver of driversOf(request, site, fade)) {
    const { solved, low, high } = driver;
    drivers.push(evaluatedDriver(driver, npvEur, await npvAt(low, solved), await npvAt(high, solved)));
  }
  drivers.sort((a, b) => b.swing_eur - a.swing_eur);
  return { npv_eur: npvEur, drivers, sentence: sentenceOf(npvEur, drivers), null_reasons: {} };
}

const withoutNpv = (reason: string): Sensitivity => ({
  npv_eur: null,
  drivers: [],
  sentence: reason,
  null_reasons: { npv: reason },
});

/** Where the input sets a figure its range moves with it. */
function driversOf({ input, series = {} }: SimulationRequest, site: Site, fade: number): Driver[] {
  const assumptions = engineAssumptions(input);
  const { annualFactor, steps } = site.timeline;
  const quoted = input.capex_eur !== undefined;

  const percent = (value: number) => formatPercent(value);
  const mwh = (value: number) => formatNumber(value, { decimals: 0, unit: "MWh" });
  const euroMwh = (value: number) => formatNumber(value, { decimals: 1, unit: "€/MWh" });
  const eur = (value: number) => formatNumber(value, { decimals: 0, unit: "€" });
  const years = (value: number) => formatNumber(value, { unit: "años" });

  /** A driver between two values. */
  const between = (
    about: Pick<Driver, "key" | "label" | "unit" | "reason" | "solved">,
    text: (value: number) => string,
    [low, base, high]: readonly [number, number, number],
    change: (value: number) => Change,
  ): Driver => {
    const end = (value: number) => ({ value, text: text(value), change: () => change(value) });
    return { ...about, base: { value: base, text: text(base) }, low: end(low), high: end(high) };
  };
  /** A driver up and down by a share of its value. */
  const scaled = (
    about: Pick<Driver, "key" | "label" | "unit" | "reason" | "solved">,
    text: (value: number) => string,
    base: number,
    share: number,
    change: (factor: number) => Change,
  ): Driver => {
    const end = (factor: number) => ({
      value: base * factor,
      text: `${signedPercent(factor - 1)} (${text(base * factor)})`,
      change: () => change(factor),
    });
    return { ...about, base: { value: base, text: text(base) }, low: end(1 - share), high: end(1 + share) };
  };
  const around = (base: number, below: number, above: number, least: number, greatest: number) =>
    [Math.max(base - below, least), base, Math.min(base + above, greatest)] as const;

  const energies = (pvKwh: Float64Array, demandKwh: Float64Array): Change => {
    const importLimitKwh = importLimits(site.timeline, input.limit, gridNeed(pvKwh, demandKwh), site.freeP6);
    return { site: { ...site, pvKwh, demandKwh, importLimitKwh } };
  };
  const times = (values: Float64Array, factor: number) => values.map((value) => value * factor);
  const roundTrip = input.efficiency_charge * input.efficiency_discharge;

  return [
    scaled(
      {
        key: "market_level",
        label: "Nivel del precio de mercado",
        unit: "€/MWh",
        reason: "OMIE: medias anuales de 87, 63 y 65 €/MWh en 2023, 2024 y 2025",
        solved: true,
      },
      euroMwh,
      site.marketEurMwh.reduce((sum, price) => sum + price, 0) / steps,
      0.2,
      (factor) => ({ site: underMarket(site, series, scaledLevel(site, factor)) }),
    ),
    scaled(
      {
        key: "market_spread",
        label: "Diferencia de precio entre horas",
        unit: "€/MWh",
        reason: "OMIE: la dispersión media dentro del día fue de 22, 22 y 30 €/MWh en 2023, 2024 y 2025",
        solved: true,
      },
      euroMwh,
      meanSpread(site),
      0.18,
      (factor) => ({ site: underMarket(site, series, scaledSpread(site, factor)) }),
    ),
    scaled(
      {
        key: "pv",
        label: "Producción fotovoltaica",
        unit: "MWh al año",
        reason: "Variación habitual de la radiación de un año a otro y error del perfil solar",
        solved: true,
      },
      mwh,
      sumMwh(site.pvKwh) * annualFactor,
      0.05,
      (factor) => energies(times(site.pvKwh, factor), site.demandKwh),
    ),
    scaled(
      {
        key: "demand",
        label: "Consumo",
        unit: "MWh al año",
        reason: "Cambios de actividad de la planta; criterio propio",
        solved: true,
      },
      mwh,
      sumMwh(site.demandKwh) * annualFactor,
      0.1,
      (factor) => energies(site.pvKwh, times(site.demandKwh, factor)),
    ),
    between(
      {
        key: "round_trip",
        label: "Rendimiento de ida y vuelta",
        unit: "",
        reason: "Del 85 % en operación, con pérdidas a carga parcial, al 95 % de catálogo; criterio propio",
        solved: true,
      },
      percent,
      [Math.min(0.85, roundTrip), roundTrip, Math.max(0.95, roundTrip)],
      (value) => ({ input: efficienciesOf(input, value) }),
    ),
    scaled(
      {
        key: "capex",
        label: "Inversión",
        unit: "€",
        reason: quoted
          ? "Desviaciones de obra sobre una oferta en firme; criterio propio"
          : "Distancia habitual entre una estimación y una oferta en firme; criterio propio",
        solved: false,
      },
      eur,
      assumptions.capex_eur,
      quoted ? 0.05 : 0.2,
      (factor) => ({ input: { capex_eur: assumptions.capex_eur * factor } }),
    ),
    between(
      {
        key: "discount_rate",
        label: "Tasa de descuento",
        unit: "",
        reason: "Según quién invierta y con qué financiación; criterio propio",
        solved: false,
      },
      percent,
      around(assumptions.discount_rate, 0.015, 0.025, 0, 1),
      (discount_rate) => ({ input: { discount_rate } }),
    ),
    between(
      {
        key: "price_growth",
        label: "Crecimiento del precio de la energía",
        unit: "",
        reason: "De precios que no suben a precios que suben el doble de la inflación objetivo; criterio propio",
        solved: false,
      },
      percent,
      around(assumptions.price_growth, 0.02, 0.02, -1, 1),
      (price_growth) => ({ input: { price_growth } }),
    ),
    between(
      {
        key: "fade",
        label: "Pérdida anual de capacidad",
        unit: "",
        reason: "De una batería que envejece menos de lo previsto a una que envejece más; criterio propio",
        solved: false,
      },
      percent,
      around(fade, 0.005, 0.01, 0, 1),
      (value) => ({ input: { fade: value } }),
    ),
    between(
      {
        key: "availability",
        label: "Disponibilidad",
        unit: "",
        reason: "Una semana más o menos de paradas al año; criterio propio",
        solved: false,
      },
      percent,
      around(assumptions.availability, 0.02, 0.02, 0, 1),
      (availability) => ({ input: { availability } }),
    ),
    scaled(
      {
        key: "om",
        label: "Operación y mantenimiento",
        unit: "€ al año",
        reason: "Diferencia habitual entre contratos de mantenimiento; criterio propio",
        solved: false,
      },
      (value) => `${eur(value)} al año`,
      assumptions.om_fct * assumptions.capex_eur,
      0.25,
      (factor) => ({ input: { om_fct: assumptions.om_fct * factor } }),
    ),
    between(
      {
        key: "life",
        label: "Vida útil",
        unit: "años",
        reason: "Tres años menos o más de los previstos; criterio propio",
        solved: false,
      },
      years,
      around(assumptions.life_years, 3, 3, 1, Infinity),
      (life_years) => ({ input: { life_years } }),
    ),
    between(
      {
        key: "realisable",
        label: "Ahorro realizable",
        unit: "",
        reason: "Error al estimar cuánto del óptimo se logra sin conocer el futuro; criterio propio",
        solved: false,
      },
      percent,
      around(assumptions.realisable_fct, 0.02, 0.02, 0, 1),
      (realisable_fct) => ({ input: { realisable_fct } }),
    ),
  ];
}

const signedPercent = (share: number): string => `${share > 0 ? "+" : ""}${formatPercent(share, { decimals: 0 })}`;

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

/** Charge and discharge efficiency changed in the same proportion to a round trip, as far as neither exceeds 1. */
function efficienciesOf({ efficiency_charge, efficiency_discharge }: ComputedInput, roundTrip: number) {
  const factor = Math.sqrt(roundTrip / (efficiency_charge * efficiency_discharge));
  const charge = Math.min(Math.max(efficiency_charge * factor, roundTrip), 1);
  return { efficiency_charge: charge, efficiency_discharge: roundTrip / charge };
}

function evaluatedDriver(
  driver: Driver,
  baseEur: number,
  lowEur: number | null,
  highEur: number | null,
): SensitivityDriver {
  const values = [baseEur, lowEur, highEur].filter((value) => value !== null);
  const { key, label, unit, reason, solved, base, low, high } = driver;
  return {
    ...{ key, label, unit, reason, solved },
    base: { ...base, npv_eur: baseEur },
    low: { value: low.value, text: low.text, npv_eur: lowEur },
    high: { value: high.value, text: high.text, npv_eur: highEur },
    swing_eur: Math.max(...values) - Math.min(...values),
    ...(values.length < 3 ? { null_reason: DOES_NOT_FIT } : {}),
  };
}

const DOES_NOT_FIT = "Con ese valor la planta sin batería no cabe en su potencia contratada.";

function sentenceOf(npvEur: number, drivers: readonly SensitivityDriver[]): string {
  const eur = (value: number) => formatNumber(value, { decimals: 0, unit: "€" });
  const valuesOf = ({ low, base, high }: SensitivityDriver) =>
    [low, base, high].flatMap(({ npv_eur }) => (npv_eur === null ? [] : [npv_eur]));
  const turning = drivers.filter((driver) => valuesOf(driver).some((value) => value > 0 !== npvEur > 0));
  const sign = npvEur > 0 ? "positivo" : "negativo";
  const verdict =
    turning.length === 0
      ? `El VAN sigue siendo ${sign} con cada uno por separado.`
      : `El VAN deja de ser ${sign} con ${turning.length} de los ${drivers.length} por separado.`;
  const first = drivers[0]!;
  const values = valuesOf(first);
  return `De los factores analizados, el que más pesa es «${first.label}»: el VAN va de ${eur(Math.min(...values))} a ${eur(Math.max(...values))}. ${verdict}`;
}
