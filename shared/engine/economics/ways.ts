import { completeTerms, type FinanceTerms, type FinanceTermsInput } from "@ecotrim/contracts/simulations/finance-terms";
import {
  type Financing,
  LINES,
  type Line,
  type Party,
  type SAVING_LINES,
  type UPKEEP_LINES,
  type Way,
} from "@ecotrim/contracts/simulations/financing";
import type { Results } from "@ecotrim/contracts/simulations/result";
import { cashFlow } from "./cash-flow.ts";
import { type Asset, depreciation, taxOn } from "./corporate-tax.ts";
import { feeFor, frenchLoan } from "./debt.ts";
import { isShortPeriod } from "./economic-figures.ts";
import type { EconomicCase } from "./economics.ts";
import { irr, npv } from "./finance.ts";
import { type CountedIncentives, countIncentives } from "./incentives.ts";
import { readStoredCase } from "./own-capex.ts";

type SavingLine = (typeof SAVING_LINES)[number];
type UpkeepLine = (typeof UPKEEP_LINES)[number];
/** EUR by year of life, year 0 first; what is received is positive. */
type Row = number[];

/** The part of a result that its financing depends on. */
export type FinancedResults = Pick<Results, "economic_case" | "period" | "bill" | "summary">;

/** Lines of capital, which the tax knows by the depreciation alone. */
const CAPITAL: readonly Line[] = ["investment", "loan", "principal", "grant"];

/** The shares of a year's saving by the bill's terms; they add up to 1. */
type BillShares = Partial<Record<"energy" | "power" | "excess" | "reactive" | "electricity_tax", number>>;

/** Everything that the ways have in common. */
interface Common {
  given: EconomicCase;
  terms: FinanceTerms;
  capexEur: number;
  life: number;
  saving: Record<SavingLine, Row>;
  upkeep: Record<UpkeepLine, Row>;
  incentives: CountedIncentives;
  powerKw: number;
}

/** Terms as they were given, complete, and what they make of a result; without a result only the terms. */
export function financingOf(results: FinancedResults | null, given: FinanceTermsInput): Financing {
  const terms = completeTerms(given, results?.economic_case?.revenue_share_fct);
  return { given, terms, ways: results && financingWays(results, terms) };
}

/**
 * The five ways to have the battery of a result, on the same dispatch. Null where the result has no saving over its life.
 */
export function financingWays(
  { economic_case, period, bill, summary }: FinancedResults,
  terms: FinanceTerms,
): Way[] | null {
  if (!economic_case || economic_case.fixed_items_eur !== undefined || isShortPeriod(period.hours)) return null;
  const common = commonOf(readStoredCase(economic_case), terms, billShares(bill), summary.battery_power_kw);
  return [purchase(common), loan(common), lease(common), service(common), sharing(common)];
}

/** Of a bill under a contract; without one all of the saving is energy. */
function billShares(bill: Results["bill"]): BillShares {
  if (!bill) return { energy: 1 };
  const { best_without: before, best_with: after } = bill;
  const surplus = after.surplus_eur - before.surplus_eur;
  const all = before.total_eur - after.total_eur + surplus;
  if (all === 0) return { energy: 1 };
  return {
    energy: (before.energy_eur - after.energy_eur + surplus) / all,
    power: (before.power_eur - after.power_eur) / all,
    excess: (before.excess_eur - after.excess_eur) / all,
    reactive: (before.reactive_eur - after.reactive_eur) / all,
    electricity_tax: (before.tax_eur - after.tax_eur) / all,
  };
}

function commonOf(given: EconomicCase, terms: FinanceTerms, shares: BillShares, powerKw: number): Common {
  const { assumptions, operation } = given;
  const { capex_eur: capexEur, availability, realisable_fct, om_indexation, life_years: life } = assumptions;
  const realised = availability * realisable_fct;
  const years = cashFlow({
    ...given,
    capexEur,
    netSavingEur: operation.map(({ energySavingEur }) => energySavingEur * realised - given.auxiliariesEur),
    revenueShare: 0,
  });
  const byYear = (value: (index: number) => number): Row => [0, ...years.map((_, index) => value(index))];
  const bill = (share = 0) => byYear((index) => share * operation[index]!.energySavingEur * years[index]!.growth);
  const { srad } = terms;
  const sradEur = srad.offered_mw * srad.hours * srad.eur_mw_hour * srad.availability * (1 - srad.aggregator_fct);
  return {
    given,
    terms,
    capexEur,
    life,
    powerKw,
    saving: {
      energy: bill(shares.energy),
      power: bill(shares.power),
      excess: bill(shares.excess),
      reactive: bill(shares.reactive),
      electricity_tax: bill(shares.electricity_tax),
      operation: byYear((index) => (realised - 1) * operation[index]!.energySavingEur * years[index]!.growth),
      auxiliaries: byYear((index) => -given.auxiliariesEur * years[index]!.growth),
      extra_power: byYear(() => -given.extraPowerEur),
      srad: byYear(() => sradEur),
    },
    upkeep: {
      om: byYear((index) => -years[index]!.omEur),
      insurance: byYear((index) => -terms.insurance_fct * capexEur * (1 + om_indexation) ** index),
      replacement: byYear((index) => -years[index]!.replacementEur),
    },
    incentives: countIncentives(terms, capexEur, life),
  };
}

const scaled = (row: Row, factor: number): Row => row.map((eur) => factor * eur);
/** The row where a year counts, 0 elsewhere. */
const within = (row: Row, counts: (year: number) => boolean): Row => row.map((eur, year) => (counts(year) ? eur : 0));
const once = ({ life }: Common, year: number, eur: number): Row =>
  Array.from({ length: life + 1 }, (_, index) => (index === year ? eur : 0));

type Rows = Party["rows"];

/** Share of the investment below which a rate of return on it says nothing. */
const LEAST_OUTLAY = 0.05;

const scaledAll = <K extends Line>(rows: Record<K, Row>, factor: number): Record<K, Row> =>
  mapRows(rows, (row) => scaled(row, factor));

function mapRows<K extends Line>(rows: Record<K, Row>, change: (row: Row) => Row): Record<K, Row> {
  return Object.fromEntries(Object.entries<Row>(rows).map(([line, row]) => [line, change(row)])) as Record<K, Row>;
}

/** A party's rows with its tax, its net and its figures. */
function party(common: Common, rows: Rows, assets: readonly Asset[]): Party {
  const { terms, life, given, incentives } = common;
  const all: Rows = { ...rows };
  if (terms.tax.applies) {
    const written = depreciation(assets, incentives.isFreeDepreciation ? 1 : terms.tax.depreciation_years, life);
    // Whoever sells the battery has an income; whoever buys it depreciates what was paid.
    const income = { ...rows, buyout: rows.buyout?.map((eur) => Math.max(0, eur)) ?? [] };
    const profits = sumOf(income, life, (line) => !CAPITAL.includes(line)).map((eur, year) => eur - written[year]!);
    all.corporate_tax = taxOn(profits, terms.tax.rate).map((eur) => -eur);
  }
  const seen = Object.fromEntries(Object.entries(all).filter(([, row]) => row.some((eur) => eur !== 0)));
  const net = sumOf(all, life, () => true);
  const rate = given.assumptions.discount_rate;
  const later = net.slice(1);
  const worst = Math.min(...later);
  const isInvesting = -net[0]! > LEAST_OUTLAY * common.capexEur;
  return {
    rows: seen,
    net,
    outlayEur: 0 - net[0]!,
    firstYearEur: later[0]!,
    npvEur: npv(rate, net),
    isInvesting,
    irr: isInvesting ? irr(net, rate).irr : null,
    worstYear: { year: later.indexOf(worst) + 1, eur: worst },
  };
}

const sumOf = (rows: Rows, life: number, counts: (line: Line) => boolean): number[] =>
  Array.from({ length: life + 1 }, (_, year) =>
    LINES.reduce((sum, line) => sum + (counts(line) ? (rows[line]?.[year] ?? 0) : 0), 0),
  );

const grantsOf = ({ incentives }: Common): number => incentives.grants.reduce((sum, eur) => sum + eur, 0);

/** Who buys the battery depreciates what no grant has paid. */
const bought = (common: Common, share = 1): Asset => ({
  eur: share * Math.max(0, common.capexEur - grantsOf(common)),
  bought: 0,
});

const owned = (common: Common): Rows => ({
  investment: once(common, 0, -common.capexEur),
  ...common.saving,
  ...common.upkeep,
  grant: common.incentives.grants,
  property_tax: common.incentives.propertyTax,
});

const WITHOUT_FEE = { owner: null, feeEurMonth: null, termYears: null, dscr: null };

const purchase = (common: Common): Way => ({
  key: "purchase",
  ...WITHOUT_FEE,
  customer: party(common, owned(common), [bought(common)]),
});

function loan(common: Common): Way {
  const { capexEur, life, terms } = common;
  const { share_fct, rate, years, opening_fct } = terms.loan;
  const termYears = Math.min(years, life);
  const amount = share_fct * capexEur;
  const debt = frenchLoan(amount, rate, termYears);
  const customer = party(
    common,
    {
      ...owned(common),
      loan: once(common, 0, amount),
      opening_fee: once(common, 0, -opening_fct * amount),
      interest: Array.from({ length: life + 1 }, (_, year) => -(debt[year - 1]?.interest ?? 0)),
      principal: Array.from({ length: life + 1 }, (_, year) => -(debt[year - 1]?.principal ?? 0)),
    },
    [bought(common)],
  );
  const dscr = customer.net.slice(1).map((net, index) => {
    const { interest = 0, principal = 0 } = debt[index] ?? {};
    const payment = interest + principal;
    return payment > 0 ? (net + payment) / payment : null;
  });
  return { key: "loan", ...WITHOUT_FEE, customer, termYears, dscr };
}

interface FeeTerms {
  key: "lease" | "service";
  rate: number;
  years: number;
  indexation: number;
  /** Of the investment, paid at the end of the term. */
  residual: number;
  upkeepIncluded: boolean;
  /** EUR a month of the first year, where it is given. */
  given: number | undefined;
}

const lease = (common: Common): Way => {
  const { rate, years, residual_fct, upkeep_included, fee_eur_month } = common.terms.lease;
  return byFee(common, {
    ...{ key: "lease", rate, years, indexation: 0, residual: residual_fct },
    ...{ upkeepIncluded: upkeep_included, given: fee_eur_month },
  });
};

const service = (common: Common): Way => {
  const { rate, years, indexation, buyout_fct, fee_eur_month, fee_eur_kw_month } = common.terms.service;
  const given = fee_eur_month ?? (fee_eur_kw_month === undefined ? undefined : fee_eur_kw_month * common.powerKw);
  return byFee(common, { key: "service", rate, years, indexation, residual: buyout_fct, upkeepIncluded: true, given });
};

const MONTHS = 12;

/** Somebody else owns the battery for a fee; the customer buys it at the end of the term. */
function byFee(common: Common, { key, rate, years, indexation, residual, upkeepIncluded, given }: FeeTerms): Way {
  const { capexEur, life, saving, upkeep, incentives } = common;
  const termYears = Math.min(years, life);
  const isIn = (year: number) => year >= 1 && year <= termYears;
  const ownerUpkeep: Rows = upkeepIncluded ? mapRows(upkeep, (row) => within(row, isIn)) : {};
  const customerUpkeep = upkeepIncluded ? mapRows(upkeep, (row) => within(row, (year) => !isIn(year))) : upkeep;
  // At the end of its life nobody buys it.
  const buyoutEur = termYears < life ? residual * capexEur : 0;
  // What is granted later counts at the end of the term.
  const later = incentives.grants.slice(termYears).reduce((sum, eur) => sum + eur, 0);
  const grants = incentives.grants.map((eur, year) => (year < termYears ? eur : year === termYears ? later : 0));
  // What the owner is granted lowers the fee: beyond its rate it keeps nothing.
  const costs = sumOf({ ...ownerUpkeep, grant: grants }, life, () => true)
    .slice(1, termYears + 1)
    .map((eur) => -eur);
  const firstFee =
    given === undefined
      ? feeFor({
          ...{ rate, years: termYears, indexation, residual: buyoutEur, costs },
          investment: capexEur - grants[0]!,
        })
      : MONTHS * given;
  const fee = Array.from({ length: life + 1 }, (_, year) =>
    isIn(year) ? firstFee * (1 + indexation) ** (year - 1) : 0,
  );
  const customer = party(
    common,
    {
      ...saving,
      ...customerUpkeep,
      fee: scaled(fee, -1),
      buyout: once(common, termYears, -buyoutEur),
      property_tax: incentives.propertyTax,
    },
    [{ eur: buyoutEur, bought: termYears }],
  );
  const owner = party(
    common,
    {
      investment: once(common, 0, -capexEur),
      ...ownerUpkeep,
      fee,
      buyout: once(common, termYears, buyoutEur),
      grant: grants,
    },
    [{ ...bought(common), sold: termYears }],
  );
  return { key, customer, owner, feeEurMonth: firstFee / MONTHS, termYears, dscr: null };
}

function sharing(common: Common): Way {
  const { capexEur, saving, upkeep, incentives, terms } = common;
  const { saving_fct, investment_fct } = terms.sharing;
  const partOf = (ofSaving: number, ofInvestment: number, isCustomer: boolean) =>
    party(
      common,
      {
        investment: once(common, 0, -ofInvestment * capexEur),
        ...scaledAll(saving, ofSaving),
        ...scaledAll(upkeep, ofInvestment),
        grant: scaled(incentives.grants, ofInvestment),
        ...(isCustomer ? { property_tax: incentives.propertyTax } : {}),
      },
      [bought(common, ofInvestment)],
    );
  return {
    key: "sharing",
    ...WITHOUT_FEE,
    customer: partOf(1 - saving_fct, 1 - investment_fct, true),
    owner: partOf(saving_fct, investment_fct, false),
  };
}
