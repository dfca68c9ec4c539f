/** Different inputs of a whole year, so that no run hits another's cached results. */
export const loadInput = (number: number) => ({
  demand_value: 300 + number / 8,
  total_spending: 400_000,
  battery_capacity: 500 + (number % 7) * 250,
});
