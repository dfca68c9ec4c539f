import Type, { type Static } from "typebox";
import { FinanceTerms, FinanceTermsInput } from "./finance-terms.ts";

/** What a battery is worth in each of the ways to have it. EUR by year of life, year 0 first; receipts are positive. */

export const WAYS = ["purchase", "loan", "lease", "service", "sharing"] as const;
export const WayKey = Type.Enum([...WAYS]);
export type WayKey = Static<typeof WayKey>;

export const SAVING_LINES = [
  "energy",
  "power",
  "excess",
  "reactive",
  "electricity_tax",
  "operation",
  "auxiliaries",
  "extra_power",
  "srad",
] as const;
export const UPKEEP_LINES = ["om", "insurance", "replacement"] as const;
/** The lines of a cash flow, in the order of every table. */
export const LINES = [
  "investment",
  ...SAVING_LINES,
  ...UPKEEP_LINES,
  "fee",
  "opening_fee",
  "loan",
  "interest",
  "principal",
  "buyout",
  "grant",
  "property_tax",
  "corporate_tax",
] as const;
export type Line = (typeof LINES)[number];

const Nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const Row = Type.Array(Type.Number());

/** The cash flow of a party: lines that are nothing in every year are left out, and `net` is the sum of the others. */
export const Party = Type.Object({
  rows: Type.Object(
    Object.fromEntries(LINES.map((line) => [line, Type.Optional(Row)])) as Record<Line, Type.TOptional<typeof Row>>,
  ),
  net: Row,
  /** Paid in year 0; below 0 where more is received. */
  outlayEur: Type.Number(),
  firstYearEur: Type.Number(),
  npvEur: Type.Number(),
  /** Whether the outlay is enough of the investment for a rate of return on it. */
  isInvesting: Type.Boolean(),
  /** Null where nothing is invested, or where no rate exists. */
  irr: Nullable(Type.Number()),
  /** The year of life that brings least. */
  worstYear: Type.Object({ year: Type.Integer(), eur: Type.Number() }),
});
export type Party = Static<typeof Party>;

export const Way = Type.Object({
  key: WayKey,
  customer: Party,
  /** Who owns the battery, or a part of it, beside the customer. */
  owner: Nullable(Party),
  /** Of the first year, EUR a month. */
  feeEurMonth: Nullable(Type.Number()),
  /** Years of loan, lease or service within the life of the battery. */
  termYears: Nullable(Type.Integer()),
  /** Cash flow before the debt over its payment, by year from 1; null in a year without a payment. */
  dscr: Nullable(Type.Array(Nullable(Type.Number()))),
});
export type Way = Static<typeof Way>;

/** The terms of a simulation and what they make of it; `ways` is null where the result has no saving over its life. */
export const Financing = Type.Object({
  /** As they were given. */
  given: FinanceTermsInput,
  terms: FinanceTerms,
  ways: Nullable(Type.Array(Way)),
});
export type Financing = Static<typeof Financing>;
