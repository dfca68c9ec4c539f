import type { BillInput } from "@ecotrim/contracts/simulations/bill";
import type { Period } from "@ecotrim/contracts/simulations/contract";
import { hasPeriod, ruledLines } from "./bill-lines.ts";
import { centsOf, eurOfCents } from "./cents.ts";
import { type CheckedBill, type CheckedLine, type Subtotal, sumOfKinds, TAXED_KINDS } from "./checked-bill.ts";
import { causeOfLine, type DifferenceCause } from "./line-cause.ts";
import { TABLES } from "./tables.ts";
import { electricityTaxEur } from "./taxes.ts";

/** Where a printed bill departs from its calculation, and the likely cause. */

/** Money in EUR; null where a side has no such line. */
export interface BillDifference {
  /** Of a line, or `electricity_tax_base`, `electricity_tax`, `vat_base`, `vat`, `total`. */
  kind: string;
  period: Period | null;
  printed: number | null;
  ours: number | null;
  cause: DifferenceCause;
}

export function differencesOf(bill: BillInput, checked: CheckedBill): BillDifference[] {
  const lines = [
    ...checked.lines.flatMap((line) => lineDifference(bill, line)),
    ...checked.subtotals.flatMap(subtotalDifference),
    ...missingLines(bill, checked),
  ];
  const taxes = [
    ...taxBaseDifference(bill, checked),
    ...taxDifference(bill, checked),
    ...vatDifferences(bill, checked),
  ];
  return [...lines, ...taxes, ...totalDifference(bill, checked, lines.length + taxes.length > 0)];
}

const difference = (
  kind: string,
  printedCents: number | null,
  oursCents: number | null,
  cause: DifferenceCause,
  period: Period | null = null,
): BillDifference => ({
  kind,
  period,
  printed: printedCents === null ? null : eurOfCents(printedCents),
  ours: oursCents === null ? null : eurOfCents(oursCents),
  cause,
});

/** Only a bill whose lines are all there says that one is missing. */
const isWhole = ({ status = "full" }: BillInput): boolean => status === "full";

function lineDifference(bill: BillInput, { input, cents, printedCents }: CheckedLine): BillDifference[] {
  if (printedCents === undefined || printedCents === cents) return [];
  const cause = causeOfLine(bill, input, printedCents);
  return [difference(input.kind, printedCents, cents, cause, input.period ?? null)];
}

const subtotalDifference = ({ kind, cents, printedCents }: Subtotal): BillDifference[] =>
  cents === printedCents ? [] : [difference(kind, printedCents, cents, "sum")];

/** The lines that the rules ask for, where the bill has neither them nor a sum of their kind. */
function missingLines(bill: BillInput, { lines, subtotals }: CheckedBill): BillDifference[] {
  if (!isWhole(bill)) return [];
  const isThere = (kind: string, period: Period | null) =>
    subtotals.some((sum) => sum.kind === kind) ||
    lines.some(({ input }) => input.kind === kind && (input.period === undefined || input.period === period));
  return ruledLines(bill)
    .filter(({ kind, period }) => !isThere(kind, period) && (kind === "power" || hasPeriod(bill, period)))
    .map(({ kind, period, eur }) => difference(kind, null, centsOf(eur), "missing_line", period))
    .filter(({ ours }) => ours !== 0);
}

const printedOrOurs = ({ printedCents, cents }: CheckedLine | Subtotal): number => printedCents ?? cents;

/** What lines sum up to as printed and as calculated: a base that holds either is no further difference. */
const sumsOf = (checked: CheckedBill, kinds?: readonly string[]): number[] =>
  [printedOrOurs, ({ cents }: CheckedLine | Subtotal) => cents].map((centsOfOne) =>
    sumOfKinds(checked, centsOfOne, kinds),
  );

/** Kinds that suppliers put into the base of the electricity tax, or leave out of it. */
const DOUBTFUL_KINDS = ["bono_social", "rental", "excess", "reactive", "discount", "financial", "surplus"];

/** Sums of the base with one kind more or less, in cents. */
function otherBases(checked: CheckedBill, kinds: readonly string[]): number[] {
  const baseOf = (taken: readonly string[]) => sumOfKinds(checked, printedOrOurs, taken);
  return DOUBTFUL_KINDS.map((kind) =>
    baseOf(kinds.includes(kind) ? kinds.filter((other) => other !== kind) : [...kinds, kind]),
  );
}

/** A supplier that does not say so may have the bono social in the base or not. */
function taxBaseDifference(bill: BillInput, checked: CheckedBill): BillDifference[] {
  const { base, base_kinds = TAXED_KINDS } = bill.electricity_tax ?? {};
  if (base === undefined || !isWhole(bill)) return [];
  const printed = centsOf(base);
  const mayHold = bill.electricity_tax?.base_kinds ? [base_kinds] : [base_kinds, [...base_kinds, "bono_social"]];
  if (mayHold.some((kinds) => sumsOf(checked, kinds).includes(printed))) return [];
  const ours = sumOfKinds(checked, ({ cents }) => cents, base_kinds);
  const cause = otherBases(checked, base_kinds).includes(printed) ? "tax_base" : lackOrExcess(printed, ours);
  return [difference("electricity_tax_base", printed, ours, cause)];
}

const lackOrExcess = (printed: number, ours: number): DifferenceCause =>
  printed > ours ? "missing_line" : "unexplained";

function taxDifference(bill: BillInput, checked: CheckedBill): BillDifference[] {
  const { amount } = bill.electricity_tax ?? {};
  const { electricityTax } = checked;
  if (amount === undefined || centsOf(amount) === electricityTax.cents) return [];
  const printed = centsOf(amount);
  const matches = (change: Partial<CheckedBill["electricityTax"]>) =>
    centsOf(electricityTaxEur({ ...electricityTax, ...change })) === printed;
  const cause: () => DifferenceCause = () => {
    if (matches({ hasReduction: !electricityTax.hasReduction })) return "tax_reduction";
    if (KNOWN_RATES.some((ratePct) => matches({ ratePct }))) return "tax_rate";
    if (matches({ kwh: 0 }) || matches({ minimumEurMwh: 1 }) || matches({ ratePct: 0 })) return "tax_minimum";
    const bases = otherBases(checked, bill.electricity_tax?.base_kinds ?? TAXED_KINDS);
    if (bases.some((cents) => matches({ baseEur: eurOfCents(cents) }))) return "tax_base";
    return nearly(printed, electricityTax.cents);
  };
  return [difference("electricity_tax", printed, electricityTax.cents, cause())];
}

const KNOWN_RATES = [
  ...new Set(Object.values(TABLES).flatMap(({ electricity_tax_pct }) => electricity_tax_pct.map(({ value }) => value))),
];

/** A cent comes from rounding in another order. */
const nearly = (printed: number, ours: number): DifferenceCause =>
  Math.abs(printed - ours) <= 1 ? "price_rounding" : "unexplained";

function vatDifferences(bill: BillInput, checked: CheckedBill): BillDifference[] {
  const { base, amount } = bill.vat ?? {};
  const { vat, electricityTax } = checked;
  const found: BillDifference[] = [];
  if (base !== undefined && isWhole(bill)) {
    const tax = bill.electricity_tax?.amount;
    const taxCents = tax === undefined ? electricityTax.cents : centsOf(tax);
    const ours = sumOfKinds(checked, ({ cents }) => cents) + electricityTax.cents;
    if (centsOf(base) !== ours && !sumsOf(checked).includes(centsOf(base) - taxCents))
      found.push(difference("vat_base", centsOf(base), ours, vatBaseCause(checked, centsOf(base), ours)));
  }
  if (amount !== undefined && centsOf(amount) !== vat.cents) {
    const near = nearly(centsOf(amount), vat.cents);
    found.push(difference("vat", centsOf(amount), vat.cents, near === "unexplained" ? "tax_rate" : near));
  }
  return found;
}

/** A base that lacks one kind of line, or what a line is missing for. */
function vatBaseCause(checked: CheckedBill, printed: number, ours: number): DifferenceCause {
  const lacks = DOUBTFUL_KINDS.some((kind) => ours - sumOfKinds(checked, printedOrOurs, [kind]) === printed);
  return lacks ? "tax_base" : lackOrExcess(printed, ours);
}

function totalDifference(bill: BillInput, checked: CheckedBill, hasOthers: boolean): BillDifference[] {
  const { lines, totalCents } = checked;
  if (bill.total === undefined || centsOf(bill.total) === totalCents) return [];
  // A bill whose lines were not copied may differ in any of them.
  const isCopied = lines.every(({ printedCents }) => printedCents !== undefined);
  const cause = hasOthers ? "follows" : isCopied ? "sum" : "unexplained";
  return [difference("total", centsOf(bill.total), totalCents, cause)];
}
