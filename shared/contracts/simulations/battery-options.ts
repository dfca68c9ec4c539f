import Type, { type Static } from "typebox";
import { AUTONOMY_HOURS } from "./battery-rule.ts";
import { ConsumptionType, refinements } from "./context.ts";
import { ContractInput } from "./contract.ts";
import { AverageDemand, CapacityKwh, PowerKw, PvKwp, YearlySpending } from "./fields.ts";
import { SimulationInput } from "./input.ts";

/** The three batteries step 5 offers, and the rule that sizes them. */

export const BATTERY_KEYS = ["conservative", "balanced", "aggressive"] as const;
export type BatteryKey = (typeof BATTERY_KEYS)[number];

export const BatteryConfiguration = Type.Object({
  capacity_kwh: CapacityKwh,
  power_kw: PowerKw,
  description: Type.String(),
  is_recommended: Type.Boolean(),
  /** Power over capacity, 1/h. */
  c_rating: Type.Number(),
  discharge_duration_hours: Type.Number(),
  investment_level: Type.String(),
  use_case: Type.String(),
  /** Present only where the site is known. EUR, `saving_eur` of year 1. */
  npv_eur: Type.Optional(Type.Number()),
  saving_eur: Type.Optional(Type.Number()),
  capex_eur: Type.Optional(Type.Number()),
  /** Whether its NPV is positive, and one sentence that says so; the verdict itself waits for scenarios. */
  pays: Type.Optional(Type.Boolean()),
  verdict: Type.Optional(Type.String()),
});
export type BatteryConfiguration = Static<typeof BatteryConfiguration>;

export const BatteryConfigurations = Type.Object({
  conservative: BatteryConfiguration,
  balanced: BatteryConfiguration,
  aggressive: BatteryConfiguration,
});
export type BatteryConfigurations = Static<typeof BatteryConfigurations>;

export const BatterySelectionQuery = Type.Object(
  {
    /** Up to `MEAN_PV_KW_PER_KWP` times the largest installation. */
    pv_generation: Type.Number({ title: "La generación fotovoltaica media", unit: "kW", minimum: 0, maximum: 34_000 }),
    demand_load: AverageDemand,
    autonomy_hours: Type.Optional(Type.Number({ title: "La autonomía", unit: "h", minimum: 0.25, maximum: 24 })),
    pv_kwp: Type.Optional(PvKwp),
    /** Of `pv_kwp`, the plant that the spending was paid with: all of it by default. */
    pv_installed: SimulationInput.properties.pv_installed,
    type: Type.Optional(ConsumptionType),
    weekend: Type.Optional(Type.Boolean({ title: "El consumo en fin de semana" })),
    total_spendings: Type.Optional(YearlySpending),
    ...refinements,
    /** Values the cards on the whole bill where its maximeters are known. */
    contract: Type.Optional(ContractInput),
  },
  { additionalProperties: false },
);
export type BatterySelectionQuery = Static<typeof BatterySelectionQuery>;

/** A query that describes the site well enough to value batteries on it. */
export type KnownSiteQuery = BatterySelectionQuery &
  Required<Pick<BatterySelectionQuery, "pv_kwp" | "type" | "weekend" | "total_spendings">>;

export const isSiteKnown = (query: BatterySelectionQuery): query is KnownSiteQuery =>
  [query.pv_kwp, query.type, query.weekend, query.total_spendings].every((answer) => answer !== undefined);

/** Differences between the cards; `factor` scales the energy that one autonomy covers. */
const CARDS = {
  conservative: {
    factor: 0.5,
    c_rating: 0.25,
    is_recommended: false,
    investment_level: "Baja",
    description: "Batería pequeña y de descarga lenta, con la menor inversión.",
    use_case:
      "El excedente del mediodía se guarda y se reparte durante unas 4 horas de la tarde y la noche. Para empezar con poco riesgo o con pocos excedentes.",
  },
  balanced: {
    factor: 1,
    c_rating: 0.5,
    is_recommended: true,
    investment_level: "Media",
    description: "Equilibrio entre la energía que guarda y la potencia que entrega; la elección más habitual.",
    use_case:
      "Traslada la energía solar y la de horas baratas a las 2 horas más caras de cada punta. Adecuada para la mayoría de las fábricas.",
  },
  aggressive: {
    factor: 1.5,
    c_rating: 1,
    is_recommended: false,
    investment_level: "Alta",
    description: "Mayor potencia, normalmente menos rentable.",
    use_case:
      "Entrega toda su energía en 1 hora. Para consumos con picos muy altos y breves, o si necesita respaldo de mucha potencia.",
  },
} as const satisfies Record<BatteryKey, object>;

function configuration(key: BatteryKey, capacity_kwh: number): BatteryConfiguration {
  const { factor: _, ...card } = CARDS[key];
  return {
    ...card,
    capacity_kwh,
    power_kw: capacity_kwh * card.c_rating,
    discharge_duration_hours: 1 / card.c_rating,
  };
}

const SMALL_SIZES = [100, 125, 150, 200, 250, 300, 400, 500, 600, 750, 1000];

/** The next size on the market above a given one, kWh. */
export function nextSize(size: number): number {
  return SMALL_SIZES.find((step) => step > size) ?? size + (size < 5000 ? 250 : 1000);
}

/** The size on the market below one of them, kWh; undefined below the smallest. */
export function previousSize(size: number): number | undefined {
  if (size > 1000) return size - (size > 5000 ? 1000 : 250);
  return SMALL_SIZES.findLast((step) => step < size);
}

/** The size on the market nearest to an energy, kWh; the larger one half-way. */
export function nearestSize(energy: number): number {
  if (energy >= 5000) return Math.round(energy / 1000) * 1000;
  if (energy >= 1000) return Math.round(energy / 250) * 250;
  return SMALL_SIZES.reduce((best, step) => (Math.abs(step - energy) <= Math.abs(best - energy) ? step : best));
}

/** Distance from a power that is sold to the next above it, kW: 50 up to 500, 100 up to 2,000, 250 above. */
const powerStep = (kw: number): number => (kw < 500 ? 50 : kw < 2000 ? 100 : 250);

/** The power that is sold nearest to another, kW. */
export const nearestPower = (kw: number): number => Math.max(50, Math.round(kw / powerStep(kw)) * powerStep(kw));

/** The power that is sold next above one of them, kW. */
export const nextPower = (kw: number): number => kw + powerStep(kw);

/** The power that is sold next below one of them, kW; 0 below the smallest. */
export const previousPower = (kw: number): number => kw - powerStep(kw - 1);

/**
 * Sizes the three cards: the smaller of mean PV power and demand (kW), over the autonomy (h), times each card's
 * factor, at the nearest size on the market. Sizes always ascend: where two would meet the upper takes the next step.
 */
export function batteryConfigurations({
  pv_generation,
  demand_load,
  autonomy_hours = AUTONOMY_HOURS,
}: BatterySelectionQuery): BatteryConfigurations {
  const energy = Math.min(pv_generation, demand_load) * autonomy_hours;
  const size = (key: BatteryKey, above: number) => {
    const nearest = nearestSize(energy * CARDS[key].factor);
    return nearest > above ? nearest : nextSize(above);
  };
  const conservative = size("conservative", 0);
  const balanced = size("balanced", conservative);
  const aggressive = size("aggressive", balanced);
  return {
    conservative: configuration("conservative", conservative),
    balanced: configuration("balanced", balanced),
    aggressive: configuration("aggressive", aggressive),
  };
}

/** The specification's cards, used where no recommendation is available. */
export const DEFAULT_BATTERY_CONFIGURATIONS: BatteryConfigurations = {
  conservative: configuration("conservative", 1000),
  balanced: configuration("balanced", 2000),
  aggressive: configuration("aggressive", 3000),
};
