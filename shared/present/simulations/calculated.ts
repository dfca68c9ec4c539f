import type { Results } from "@ecotrim/contracts/simulations/result";

/** Part of the saving that is assumed, EUR a year: 0 but in results older than engine 2.0.0. */
export const assumedSavings = ({ savings_split }: Results): number =>
  savings_split.reduce((sum, part) => sum + (part.assumed ? part.value_eur : 0), 0);

/** Saving and net present value of a result as its studies compute them: without what older results assume. */
export function calculatedFigures(results: Results): { saving_eur: number | null; npv_eur: number | null } {
  const { savings, npv, npv_without_fixed_items } = results.kpi_new_table.economics;
  return {
    saving_eur: savings === null ? null : savings - assumedSavings(results),
    npv_eur: npv_without_fixed_items === undefined ? npv : npv_without_fixed_items,
  };
}
