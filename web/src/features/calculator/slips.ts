import { shiftsOf } from "@ecotrim/contracts/simulations/context";
import { readCase } from "@ecotrim/contracts/simulations/input";
import type { Suggestion } from "@ecotrim/contracts/simulations/suggestion";
import { siteFacts } from "@ecotrim/engine/site/plausibility";
import { type Slip, slipsOf } from "@ecotrim/present/simulations/slips";
import type { CalculatorState } from "./state.ts";

/** Slips in the answers given so far, held against a year of the site's own hours. */
export function slipsIn(state: CalculatorState): Slip[] {
  const { generation, province, demand, total_spendings, contract_kind, tariff } = state;
  if (generation === null || demand.average === null) return [];
  const shape = shiftsOf(demand.type);
  const input = readCase({
    ...{ pv_value: generation, province, contract_kind, tariff, demand_value: demand.average, ...shape },
    weekends: demand.weekend,
    ...(total_spendings === null ? {} : { total_spending: total_spendings }),
  });
  return slipsOf(
    {
      ...{ demandKw: demand.average, spendingEurYear: total_spendings, spendingPer: "month" },
      ...{ shifts: shape.shifts, weekends: demand.weekend },
    },
    siteFacts(input),
  );
}

/** The answers with a repair taken. A repaired consumption is one of kWh per hour. */
export function repaired(state: CalculatorState, { field, value }: Suggestion): CalculatorState {
  const { demand } = state;
  if (field === "total_spending" && typeof value === "number") return { ...state, total_spendings: value };
  if (field === "weekends" && typeof value === "boolean") return { ...state, demand: { ...demand, weekend: value } };
  if (field === "demand_value" && typeof value === "number")
    return { ...state, demand: { ...demand, unit: "kwh_hour", net: false, figure: null, average: value } };
  return state;
}
