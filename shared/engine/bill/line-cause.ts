import { type BillInput, type BillLineInput, daysOf, REGULATED } from "@ecotrim/contracts/simulations/bill";
import { lineEur, monthShare } from "./bill-lines.ts";
import { centsOf } from "./cents.ts";
import { daysOfMonth, monthOf, yearOf } from "./dates.ts";
import { TABLES } from "./tables.ts";

/** Why a printed amount may differ from the calculated one. */
export type DifferenceCause =
  | "price_rounding"
  | "proration"
  | "quantity"
  | "excess_rule"
  | "bono_social"
  | "tax_base"
  | "tax_rate"
  | "tax_minimum"
  | "tax_reduction"
  | "missing_line"
  | "sum"
  | "follows"
  | "unexplained";

const PRICES = ["eur_kw_day", "eur_kwh", "eur_kw", "eur_kvarh", "eur_day"] as const;

/** Digits after the decimal sign that a price was rounded to: those it has, but at least so many. */
const LEAST_DIGITS = 4;
const MOST_DIGITS = 8;

/** Half a unit of the last digit of a price. */
function halfDigit(price: number): number {
  let unit = 10 ** -LEAST_DIGITS;
  while (unit > 10 ** -MOST_DIGITS && Math.abs(price / unit - Math.round(price / unit)) > 1e-6) unit /= 10;
  return unit / 2;
}

const MOST_DAYS = 62;

/** The likely cause of a line that is not what it comes to. */
export function causeOfLine(bill: BillInput, line: BillLineInput, printedCents: number): DifferenceCause {
  const matches = (change: Partial<BillLineInput>): boolean => {
    const eur = lineEur(bill, { ...line, ...change });
    return eur !== undefined && centsOf(eur) === printedCents;
  };
  if (line.kind === "discount") return "sum";
  if (isPriceRounding(bill, line, printedCents)) return "price_rounding";
  if (line.kind === "excess") {
    if (sharesToTry(bill).some((month_share) => matches({ month_share }))) return "proration";
    if (matches({ factor: 2 * (line.factor ?? 1) })) return "excess_rule";
  }
  if (line.kind === "bono_social" && isOtherBonoSocial(bill, line, printedCents)) return "bono_social";
  for (let days = 1; days <= MOST_DAYS; days++) if (matches({ days })) return "proration";
  if (line.period && line.kind === "energy" && matches({ kwh: bill.metered_kwh?.[line.period] ?? Number.NaN }))
    return "quantity";
  return line.kind === "bono_social" ? "bono_social" : "unexplained";
}

/** Whether prices with more digits than were printed give what is printed, or the regulated ones. */
function isPriceRounding(bill: BillInput, line: BillLineInput, printedCents: number): boolean {
  const withPrices = (priceOf: (price: number) => number | typeof REGULATED): number => {
    const prices = PRICES.flatMap((name) => (typeof line[name] === "number" ? [[name, priceOf(line[name])]] : []));
    return centsOf(lineEur(bill, { ...line, ...Object.fromEntries(prices) }) ?? Number.NaN);
  };
  const bounds = [withPrices((price) => price - halfDigit(price)), withPrices((price) => price + halfDigit(price))];
  if (printedCents >= Math.min(...bounds) && printedCents <= Math.max(...bounds)) return true;
  return line.part === undefined && withPrices(() => REGULATED) === printedCents;
}

/** Shares of a month that suppliers take by mistake: all of it, or the bill's. */
function sharesToTry(bill: BillInput): number[][] {
  const { last_day } = bill;
  if (!last_day) return [[1, 1]];
  const days = daysOfMonth(yearOf(last_day), monthOf(last_day));
  return [
    [1, 1],
    [Math.round(monthShare(bill, daysOf(bill)) * days), days],
  ];
}

const isOtherBonoSocial = (bill: BillInput, line: BillLineInput, printedCents: number): boolean =>
  Object.values(TABLES)
    .flatMap(({ bono_social_eur_day }) => bono_social_eur_day)
    .some(({ value }) => centsOf(lineEur(bill, { ...line, eur_day: value }) ?? 0) === printedCents);
