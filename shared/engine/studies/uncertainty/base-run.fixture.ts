import { readCase, type SimulationInput } from "@ecotrim/contracts/simulations/input";
import type { GivenSeries } from "../../site/site.ts";
import { type BaseRun, baseRun } from "./base.ts";

/** A base run of scenarios: 500 kWh per hour and a battery of 2000 kWh by default. */
export const sampleRun = (fields: SimulationInput = {}, series: GivenSeries = {}): BaseRun =>
  baseRun({
    input: readCase({ demand_value: 500, total_spending: 400_000, battery_capacity: 2000, ...fields }),
    series,
  });

/** A fortnight, for tests that do not need a year. */
export const FORTNIGHT = { start_date: "2024-06-03", end_date: "2024-06-16" };
