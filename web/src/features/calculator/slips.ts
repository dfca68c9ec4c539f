import { readCase } from "@ecotrim/contracts/simulations/input";
import { shiftsOf } from "@ecotrim/contracts/simulations/shifts";
import { siteFacts } from "@ecotrim/engine/site/plausibility";
import { type Slip, slipsOf } from "@ecotrim/present/simulations/slips";
import { type CalculatorState, installedPlant, planeInput } from "./state.ts";

/** Slips in the answers given so far, held against a year of the site's own hours. */
export function slipsIn(state: CalculatorState): Slip[] {
  const { generation, province, demand, total_spendings, contract_kind, tariff } = state;
  if (generation === null || demand.average === null) return [];
  const shape = shiftsOf(demand.type);
  const input = readCase({
    ...{ pv_value: generation, province, contract_kind, tariff, demand_value: demand.average, ...shape },
    weekends: demand.weekend,
    ...planeInput(state),
    ...installedPlant(state),
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
