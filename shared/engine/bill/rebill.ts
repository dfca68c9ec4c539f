import { type BillInput, daysBetween, daysOf } from "@ecotrim/contracts/simulations/bill";
import type { Period } from "@ecotrim/contracts/simulations/contract";
import { eurOfCents } from "./cents.ts";
import { checkedBill, SUBTOTAL_NAMES, SUBTOTALS } from "./checked-bill.ts";
import { type BillDifference, differencesOf } from "./differences.ts";

export type BillWarning = { code: "long_bill"; days: number } | { code: "days_differ"; days: number; between: number };

/** The answer: money in EUR with two decimals. */
export interface Rebill {
  lines: { kind: string; period: Period | null; amount: number }[];
  electricity_tax: { rate_pct: number; base: number; amount: number };
  vat: { name: string; base: number; amount: number };
  total: number;
  /** Of the sums that the bill prints. */
  sum_power?: number;
  excess_total?: number;
  reactive_total?: number;
  differences: BillDifference[];
  warnings: BillWarning[];
}

/** Bills are of a month; one of more days than this is asked about. */
const MOST_USUAL_DAYS = 35;

/** Calculates a bill again. Lines are recomputed and none is added; one that the rules ask for is a difference. */
export function rebill(bill: BillInput): Rebill {
  const checked = checkedBill(bill);
  const { lines, subtotals, electricityTax, vat, totalCents } = checked;
  const sums = SUBTOTAL_NAMES.flatMap((name) =>
    subtotals.filter(({ kind }) => kind === SUBTOTALS[name]).map(({ cents }) => [name, eurOfCents(cents)]),
  );
  return {
    lines: lines.map(({ input: { kind, period = null }, cents }) => ({ kind, period, amount: eurOfCents(cents) })),
    electricity_tax: {
      rate_pct: electricityTax.ratePct,
      base: electricityTax.baseEur,
      amount: eurOfCents(electricityTax.cents),
    },
    vat: { name: vat.name, base: eurOfCents(vat.baseCents), amount: eurOfCents(vat.cents) },
    total: eurOfCents(totalCents),
    ...Object.fromEntries(sums),
    differences: differencesOf(bill, checked),
    warnings: warningsOf(bill),
  };
}

function warningsOf(bill: BillInput): BillWarning[] {
  const { days, first_day, last_day } = bill;
  const billed = daysOf(bill);
  const warnings: BillWarning[] = [];
  if (billed !== undefined && billed > MOST_USUAL_DAYS) warnings.push({ code: "long_bill", days: billed });
  const between = first_day && last_day ? daysBetween(first_day, last_day) : days;
  if (days !== undefined && between !== undefined && between !== days)
    warnings.push({ code: "days_differ", days, between });
  return warnings;
}
