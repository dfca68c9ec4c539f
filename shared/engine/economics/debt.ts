/** Payments at the end of each year; rates are fractions a year. */

/** Present value of yearly payments, the first of 1 and each later one more by the growth. */
export function paymentsWorth(rate: number, years: number, growth: number): number {
  let worth = 0;
  for (let year = 1; year <= years; year++) worth += (1 + growth) ** (year - 1) / (1 + rate) ** year;
  return worth;
}

export interface DebtYear {
  interest: number;
  principal: number;
}

/** A loan with equal payments, year 1 first, in the unit of `amount`. */
export function frenchLoan(amount: number, rate: number, years: number): DebtYear[] {
  const payment = amount / paymentsWorth(rate, years, 0);
  let owed = amount;
  return Array.from({ length: years }, () => {
    const interest = owed * rate;
    const principal = payment - interest;
    owed -= principal;
    return { interest, principal };
  });
}

interface FeeCase {
  rate: number;
  years: number;
  /** Growth of the fee a year. */
  indexation: number;
  investment: number;
  /** What the owner pays in each year of the term, year 1 first. */
  costs: readonly number[];
  /** What the owner receives at the end. */
  residual: number;
}

/** The first year's fee by which the owner earns the rate on the investment, never below 0. */
export function feeFor({ rate, years, indexation, investment, costs, residual }: FeeCase): number {
  let due = investment - residual / (1 + rate) ** years;
  for (let year = 1; year <= years; year++) due += (costs[year - 1] ?? 0) / (1 + rate) ** year;
  return Math.max(0, due / paymentsWorth(rate, years, indexation));
}
