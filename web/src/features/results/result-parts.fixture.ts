import { DEFAULT_BATTERY_CONFIGURATIONS } from "@ecotrim/contracts/simulations/battery-options";
import type { Results } from "@ecotrim/contracts/simulations/result";
import type { SizePoint, Sizing } from "@ecotrim/contracts/simulations/sizing";
import { amount, phrase, written } from "@ecotrim/present/phrase";

const point = (capacity_kwh: number, rating: number, npv_eur: number): SizePoint => ({
  capacity_kwh,
  power_kw: capacity_kwh * rating,
  capex_eur: capacity_kwh * 300,
  saving_eur: capacity_kwh * 40,
  npv_eur,
  break_even_capex_eur: capacity_kwh * 300 + npv_eur,
});

const PAYING_EUR = [
  [-1000, 50_000],
  [96_000, 80_000],
  [100_000, -20_000],
];

/** Capacities of 500, 1000 and 2000 kWh, each with 4 and 2 hours of discharge. */
export function sizing(values: number[][] = PAYING_EUR): Sizing {
  const capacities_kwh = [500, 1000, 2000];
  const c_ratings = [0.25, 0.5];
  const points = capacities_kwh.flatMap((capacity, row) =>
    c_ratings.map((rating, column) => point(capacity, rating, values[row]![column]!)),
  );
  const best = points.toSorted((a, b) => b.npv_eur - a.npv_eur)[0]!;
  return {
    capacities_kwh,
    c_ratings,
    points,
    best,
    smallest_within_5_percent: points.find(({ npv_eur }) => npv_eur > 0 && npv_eur >= 0.95 * best.npv_eur) ?? null,
    pays: best.npv_eur > 0,
    cards: DEFAULT_BATTERY_CONFIGURATIONS,
    levers: null,
    ...written("sentence", phrase`La batería que más valor crea es la de ${amount(2000, { unit: "kWh" })}.`),
    realisable_fct: 0.96,
    approximate_steps: 0,
    warnings: [],
  };
}

/** The part of the results that these tests look at: a battery of 1000 kWh for 300,000 EUR that saves 50,000 a year. */
export const RESULTS = {
  summary: { savings: 50_000, capex_eur: 300_000, battery_capacity_kwh: 1000, battery_power_kw: 500 },
  kpi_new_table: {
    economics: {
      savings: 50_000,
      irr: 0.13,
      npv: 90_000,
      lcoe: 88.5,
      payback_years: 6.5,
      capex_eur: 300_000,
    },
  },
  savings_split: [],
  warnings: [],
  period: { steps: 8784, hours: 8784, step_hours: 1, start: "2024-01-01", end: "2024-12-31" },
  economic_case: {
    assumptions: {
      capex_eur: 300_000,
      om_fct: 0.015,
      om_indexation: 0.02,
      price_growth: 0.02,
      discount_rate: 0.075,
      life_years: 15,
      replacement_fct: 0.1,
      replacement_year: 12,
      warranty_cycles: 6000,
      availability: 0.97,
      realisable_fct: 0.96,
      auxiliary_kw_per_mwh: 2,
      wear_eur_mwh: 18,
    },
    operation: Array.from({ length: 15 }, () => ({
      energy_saving_eur: 55_000,
      discharged_mwh: 350,
      charge_cost_eur: 9000,
    })),
    cost_without_battery_eur: 390_000,
    demand_mwh: 4392,
    auxiliaries_eur: 2500,
    extra_power_eur: 300,
    revenue_share_fct: 0,
  },
} as unknown as Results;
