import type { BillInput, BillLineInput } from "@ecotrim/contracts/simulations/bill";
import { DEFAULT_ZONE } from "@ecotrim/contracts/simulations/zones";
import { dateOf, lineEur, type RuledLine, ruledLines } from "./bill-lines.ts";
import { centsOf, eurOfCents } from "./cents.ts";
import { electricityTaxPct } from "./tables.ts";
import { type ElectricityTaxCase, electricityTaxEur, vatOf } from "./taxes.ts";

/** One line: as printed, where it has an amount, and as calculated. */
export interface CheckedLine {
  input: BillLineInput;
  cents: number;
  printedCents: number | undefined;
}

/** A sum that a bill prints of lines that may not be there. */
export interface Subtotal {
  kind: RuledLine["kind"];
  cents: number;
  printedCents: number;
}

/** Everything of a bill in whole cents. */
export interface CheckedBill {
  lines: CheckedLine[];
  subtotals: Subtotal[];
  electricityTax: ElectricityTaxCase & { cents: number };
  vat: { name: string; baseCents: number; cents: number };
  totalCents: number;
}

/** Kinds of line that the electricity tax is paid on, unless the bill says which. */
export const TAXED_KINDS: readonly string[] = ["power", "energy", "excess", "reactive", "discount"];

/** Sums that a bill may print, and the kind of their lines. */
export const SUBTOTALS = { sum_power: "power", excess_total: "excess", reactive_total: "reactive" } as const;
type SubtotalName = keyof typeof SUBTOTALS;
export const SUBTOTAL_NAMES = Object.keys(SUBTOTALS) as SubtotalName[];

/** A bill calculated again from what it says. Lines are recomputed and none is added. */
export function checkedBill(bill: BillInput): CheckedBill {
  const lines = checkedLines(bill);
  const subtotals = subtotalsOf(bill, lines);
  const sum = (kinds?: readonly string[]) => sumOfKinds({ lines, subtotals }, ({ cents }) => cents, kinds);
  const { base_kinds = TAXED_KINDS, base, rate_pct, minimum_eur_mwh, kwh } = bill.electricity_tax ?? {};
  const taxed: ElectricityTaxCase = {
    tariff: bill.tariff,
    hasReduction: bill.electricity_tax_reduction ?? false,
    ratePct: rate_pct ?? electricityTaxPct(bill.issued ?? dateOf(bill)),
    baseEur: base ?? eurOfCents(sum(base_kinds)),
    kwh: kwh ?? billedKwh(bill),
    minimumEurMwh: minimum_eur_mwh,
  };
  const taxCents = centsOf(electricityTaxEur(taxed));

  const { name, pct, rental_pct } = vatOf(bill.zone ?? DEFAULT_ZONE);
  const baseCents = bill.vat?.base === undefined ? sum() + taxCents : centsOf(bill.vat.base);
  const rentalCents = bill.vat?.rate_pct === undefined ? sum(["rental"]) : 0;
  const ratePct = bill.vat?.rate_pct ?? pct;
  const vatEur = ((baseCents - rentalCents) * ratePct + rentalCents * rental_pct) / 100 / 100;
  const vatCents = centsOf(vatEur);
  return {
    lines,
    subtotals,
    electricityTax: { ...taxed, cents: taxCents },
    vat: { name, baseCents, cents: vatCents },
    totalCents: baseCents + vatCents,
  };
}

/** Discounts are a share of lines that are rounded already. */
function checkedLines(bill: BillInput): CheckedLine[] {
  const lines = bill.lines.map((input): CheckedLine => {
    const printedCents = input.amount === undefined ? undefined : centsOf(input.amount);
    const eur = lineEur(bill, input);
    return { input, printedCents, cents: eur === undefined ? (printedCents ?? 0) : centsOf(eur) };
  });
  for (const line of lines) {
    const { kind, pct, of, factor = 1 } = line.input;
    if (kind !== "discount" || pct === undefined || of === undefined) continue;
    const reduced = lines.reduce((sum, { input, cents }) => (input.kind === of ? sum + cents : sum), 0);
    line.cents = centsOf((-reduced * pct * factor) / 100 / 100);
  }
  return lines;
}

function subtotalsOf(bill: BillInput, lines: readonly CheckedLine[]): Subtotal[] {
  const ruled = ruledLines(bill);
  return SUBTOTAL_NAMES.flatMap((name) => {
    const kind = SUBTOTALS[name];
    const printed = bill[name];
    if (printed === undefined) return [];
    const [own, asked] = [lines.filter(({ input }) => input.kind === kind), ruled.filter((line) => line.kind === kind)];
    const printedCents = centsOf(printed);
    const cents =
      own.length > 0
        ? own.reduce((sum, line) => sum + line.cents, 0)
        : asked.length > 0
          ? centsOf(asked.reduce((sum, { eur }) => sum + eur, 0))
          : printedCents;
    return [{ kind, cents, printedCents }];
  });
}

/** Sum of the lines of some kinds, or of all; a printed sum stands for lines that are not there. */
export function sumOfKinds(
  { lines, subtotals }: Pick<CheckedBill, "lines" | "subtotals">,
  centsOfOne: (of: CheckedLine | Subtotal) => number,
  kinds?: readonly string[],
): number {
  const wanted = (kind: string) => kinds === undefined || kinds.includes(kind);
  const there = new Set(lines.map(({ input }) => input.kind));
  const alone = subtotals.filter(({ kind }) => !there.has(kind) && wanted(kind));
  return [...lines.filter(({ input }) => wanted(input.kind)), ...alone].reduce((sum, of) => sum + centsOfOne(of), 0);
}

/** Energy that the least electricity tax is of; suppliers that print its parts repeat it. */
function billedKwh({ metered_kwh, lines }: BillInput): number {
  if (metered_kwh) return Object.values(metered_kwh).reduce((sum, kwh) => sum + kwh, 0);
  const energy = lines.filter(({ kind, part }) => kind === "energy" && (part === undefined || part === "energy"));
  return energy.reduce((sum, { kwh = 0 }) => sum + kwh, 0);
}
