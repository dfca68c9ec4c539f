import { readCase, type SimulationInput } from "@ecotrim/contracts/simulations/input";
import type { FoundContract } from "../power-contract/found-contract.ts";
import { steelYear } from "../power-contract/steel-year.fixture.ts";
import type { SimulationRequest } from "../simulate.ts";

const { problem } = steelYear(250, 500);

/** What a run of the steel works found, as its results have it. */
export const FOUND: FoundContract = {
  contractedKw: [377, 427, 427, 427, 427, 427],
  meter: "quarter_hours",
  savingEur: 15_800,
  realised: 0.78,
  dischargedMwh: 180,
  chargeCostEur: 9000,
  costWithoutEur: 129_000,
};

export const STEEL: SimulationInput = {
  ...{ pv_value: 0, demand_value: 0 },
  ...{ battery_capacity: 500, max_charge_power: 250, max_discharge_power: 250 },
  ...{ efficiency_charge: 0.95, efficiency_discharge: 0.95, battery_min_soc: 0.1, initial_soc: 0.5, wear_eur_mwh: 20 },
  contract: { tariff: "6.1TD", contracted_kw: new Array(6).fill(629), pricing: { kind: "indexed" } },
};

const HOURS = problem.demandKwh.length / 4;
const hourly = (valueAt: (quarter: number) => number) => Array.from({ length: HOURS }, (_, hour) => valueAt(4 * hour));
const { demandKwh, buyEurMwh } = problem;
const series = {
  demand_kwh: hourly((t) => demandKwh[t]! + demandKwh[t + 1]! + demandKwh[t + 2]! + demandKwh[t + 3]!),
  buy_eur_mwh: hourly((t) => buyEurMwh[t]!),
  sell_eur_mwh: hourly(() => 0),
};

/** What studies of the run start from, in hours: a quarter of the work. */
export const followed = (fields: SimulationInput = {}): SimulationRequest => ({
  input: readCase({ ...STEEL, ...fields }),
  series,
  found: FOUND,
});
