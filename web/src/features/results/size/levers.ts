import type { NumberLimits } from "@ecotrim/contracts/limits";
import { nearestPower, nearestSize, nextPower, nextSize } from "@ecotrim/contracts/simulations/battery-options";
import { readCase, SimulationInput, storedInput } from "@ecotrim/contracts/simulations/input";
import { defaultCapexEur } from "@ecotrim/engine/economics/assumptions";
import { efficienciesOf } from "@ecotrim/engine/site/efficiencies";
import { variantInputs } from "@ecotrim/engine/studies/variant";
import type { NumberStyle } from "../../../lib/number-style.ts";
import type { CompletedRecord } from "../completed-record.ts";

/** What the explorer moves: kWh, kW, EUR, years; factors and rates as fractions. */
export const LEVER_KEYS = [
  "capacity",
  "power",
  "capex",
  "level",
  "spread",
  "rate",
  "growth",
  "life",
  "roundTrip",
] as const;
export type LeverKey = (typeof LEVER_KEYS)[number];
export type LeverValues = Record<LeverKey, number>;
/** Only what differs from the calculated case. */
export type Moved = Partial<LeverValues>;

interface Lever {
  label: string;
  /** Its name in the address. */
  parameter: string;
  write: (value: number, style: NumberStyle) => string;
  /** Positions of the slider; the calculated value is one more. */
  stops: (calculated: LeverValues, inputs: SimulationInput) => number[];
  inputs: (value: number, inputs: SimulationInput) => SimulationInput;
}

const percent =
  (decimals: number) =>
  (value: number, { percent }: NumberStyle) =>
    percent(value, decimals);
const FACTORS = evenly(0.5, 2, 0.05);

export const LEVERS: Record<LeverKey, Lever> = {
  capacity: {
    label: "Capacidad",
    parameter: "capacidad",
    write: (value, { given }) => given(value, "kWh"),
    stops: ({ capacity }) => sold(nearestSize(capacity / 5), 3 * capacity, nextSize),
    inputs: (value) => ({ battery_capacity: value }),
  },
  power: {
    label: "Potencia",
    parameter: "potencia",
    write: (value, { given }) => given(value, "kW"),
    stops: ({ power }) => sold(nearestPower(power / 5), 4 * power, nextPower),
    inputs: (value) => ({ max_charge_power: value, max_discharge_power: value }),
  },
  /** At its calculated value as long as the size is; else at what a battery of the size costs. */
  capex: {
    label: "Precio pagado",
    parameter: "precio",
    write: (value, { euros }) => euros(value),
    stops: ({ capex }) => {
      const step = roundStep(capex / 50);
      return evenly(Math.ceil((0.3 * capex) / step) * step, 1.7 * capex, step);
    },
    inputs: (value) => ({ capex_eur: value }),
  },
  level: {
    label: "Nivel de precio de la energía",
    parameter: "nivel",
    write: percent(0),
    stops: () => FACTORS,
    inputs: (value) => ({ price_level_fct: value }),
  },
  spread: {
    label: "Diferencia entre horas",
    parameter: "diferencia",
    write: percent(0),
    stops: () => FACTORS,
    inputs: (value) => ({ price_spread_fct: value }),
  },
  rate: {
    label: "Tasa de descuento",
    parameter: "tasa",
    write: percent(2),
    stops: () => evenly(0, 0.15, 0.0025),
    inputs: (value) => ({ discount_rate: value }),
  },
  growth: {
    label: "Crecimiento del precio al año",
    parameter: "crecimiento",
    write: percent(2),
    stops: () => evenly(-0.03, 0.06, 0.0025),
    inputs: (value) => ({ price_growth: value }),
  },
  life: {
    label: "Vida útil",
    parameter: "vida",
    write: (value, { given }) => given(value, "años"),
    stops: () => evenly(8, 25, 1),
    inputs: (value) => ({ life_years: value }),
  },
  roundTrip: {
    label: "Rendimiento de ida y vuelta",
    parameter: "rendimiento",
    write: percent(1),
    stops: (_, inputs) => {
      const most = roundTripOfBattery(inputs);
      return evenly(Math.ceil(75 * most) / 100, most, 0.01);
    },
    inputs: (value, inputs) => ({ conversion_efficiency: value / roundTripOfBattery(inputs) }),
  },
};

/** Values from one end on, at even distances. */
function evenly(from: number, to: number, step: number): number[] {
  return Array.from({ length: Math.floor((to - from) / step + 1e-9) + 1 }, (_, index) =>
    Number((from + index * step).toFixed(6)),
  );
}

/** Sizes of the market from one of them on. */
function sold(from: number, to: number, next: (size: number) => number): number[] {
  const sizes: number[] = [];
  for (let size = from; size <= to; size = next(size)) sizes.push(size);
  return sizes;
}

/** The next round amount: 1, 2 or 5 times a power of ten. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= least)!;
}

/** The round trip of the battery alone, which that of the whole cannot exceed. */
function roundTripOfBattery(inputs: SimulationInput): number {
  const { battery } = readCase(storedInput(inputs));
  return battery.chargeEfficiency * battery.dischargeEfficiency;
}

/** The levers as the simulation was calculated. */
export function calculatedValues({ results, inputParameters }: CompletedRecord): LeverValues {
  const { summary, economic_case } = results;
  const { discount_rate, price_growth, life_years } = economic_case!.assumptions;
  return {
    capacity: summary.battery_capacity_kwh,
    power: summary.battery_power_kw,
    capex: summary.capex_eur,
    level: inputParameters.price_level_fct ?? 1,
    spread: inputParameters.price_spread_fct ?? 1,
    rate: discount_rate,
    growth: price_growth,
    life: life_years,
    roundTrip: efficienciesOf(readCase(storedInput(inputParameters))).roundTrip,
  };
}

/** Inputs that the moved levers stand for. */
export const changesOf = (moved: Moved, inputs: SimulationInput): SimulationInput =>
  Object.assign(
    {},
    ...LEVER_KEYS.flatMap((key) => (moved[key] === undefined ? [] : LEVERS[key].inputs(moved[key], inputs))),
  );

/** Moves a lever; at its neutral value it counts as not moved, as it does with none. */
export function withLever(moved: Moved, key: LeverKey, value: number | null, neutral: LeverValues): Moved {
  const { [key]: _, ...others } = moved;
  return value === null || value === neutral[key] ? others : { ...others, [key]: value };
}

/** Where the levers stand that are not moved: another size has another price. */
export function neutralValues(moved: Moved, calculated: LeverValues, inputs: SimulationInput): LeverValues {
  const { capacity, power } = moved;
  if (capacity === undefined && power === undefined) return calculated;
  const size = { ...(capacity !== undefined && { capacity }), ...(power !== undefined && { power }) };
  const resized = readCase(variantInputs(inputs, changesOf(size, inputs)));
  return { ...calculated, capex: resized.finance.capexEur ?? defaultCapexEur(resized.battery) };
}

/** A price belongs to its size and may be a budget, so that its slider does not bound it. */
function readPrice(written: string): number | null {
  const { maximum = Infinity }: NumberLimits = SimulationInput.properties.capex_eur;
  const eur = Number(written);
  return eur > 0 && eur <= maximum ? eur : null;
}

/** The nearest position; null beyond the ends of the slider. */
function nearest(value: number, stops: readonly number[], neutral: number): number | null {
  if (!(value >= stops[0]! && value <= stops.at(-1)!)) return null;
  return [neutral, ...stops].reduce((best, stop) => (Math.abs(stop - value) < Math.abs(best - value) ? stop : best));
}

/** The levers that an address moves, each to a position of its slider. */
export function readMoved(parameters: URLSearchParams, calculated: LeverValues, inputs: SimulationInput): Moved {
  let moved: Moved = {};
  for (const key of LEVER_KEYS) {
    const { parameter, stops } = LEVERS[key];
    const written = parameters.get(parameter);
    if (!written) continue;
    const neutral = neutralValues(moved, calculated, inputs);
    const value =
      key === "capex" ? readPrice(written) : nearest(Number(written), stops(calculated, inputs), neutral[key]);
    moved = withLever(moved, key, value, neutral);
  }
  return moved;
}

/** An address without levers, or with those that are moved. */
export function writeMoved(parameters: URLSearchParams, moved: Moved): URLSearchParams {
  const next = new URLSearchParams(parameters);
  for (const key of LEVER_KEYS) {
    const { parameter } = LEVERS[key];
    if (moved[key] === undefined) next.delete(parameter);
    else next.set(parameter, String(moved[key]));
  }
  return next;
}
