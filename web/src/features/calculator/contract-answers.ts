import { AppError } from "@ecotrim/contracts/errors";
import { roundDecimal } from "@ecotrim/contracts/numbers";
import {
  ContractedKw,
  ContractInput,
  checkAbovePowers,
  checkPowers,
  LOAD_SWINGS,
  type LoadSwing,
  MaximeterKw,
  PERIODS,
  ReactiveKvarh,
  type Zone,
} from "@ecotrim/contracts/simulations/contract";
import type { ProvinceCode } from "@ecotrim/contracts/simulations/provinces";
import {
  type ContractKind,
  TARIFF_YEARS,
  type TariffName,
  type TariffYear,
} from "@ecotrim/contracts/simulations/tariff";
import { ZONES, zoneOf } from "@ecotrim/contracts/simulations/zones";
import { readFigures, type Texts } from "./bill/figures.ts";

/** What a bill says of the contract, as it is typed, and the contract that it makes. */

export const MONTHS_OF_YEAR = 12;

/** Rows of figures that are typed. */
export interface ContractTexts {
  kw: Texts;
  prices: Texts;
  /** The one price of a contract with a single one. */
  price: Texts;
  fee: Texts;
  keep_p6: Texts;
  allow_p6: Texts;
  highest_ever: Texts;
  /** Six of each month, one month after another. */
  maximeters: Texts;
  /** As the maximeters. */
  reactive: Texts;
}

export interface ContractAnswers extends ContractTexts {
  /** null: that of the province. */
  zone: Zone | null;
  atr_included: boolean;
  reduction: boolean;
  /** Of a duplicate; the wizard does not ask for it. */
  tariff_year: TariffYear | null;
  /** As `tariff_year`: it is of use with a curve alone. */
  load_swing: LoadSwing | null;
}

const empty = (count: number): Texts => new Array<string>(count).fill("");
const { pricing } = ContractInput.properties;
const ROWS: Record<keyof ContractTexts, number> = {
  ...{ kw: PERIODS.length, prices: PERIODS.length, price: 1, fee: 1 },
  ...{ keep_p6: 1, allow_p6: 1, highest_ever: 1 },
  ...{ maximeters: MONTHS_OF_YEAR * PERIODS.length, reactive: MONTHS_OF_YEAR * PERIODS.length },
};
const ROW_NAMES = Object.keys(ROWS) as (keyof ContractTexts)[];
const LIMITS = {
  kw: ContractedKw,
  prices: pricing.properties.price_eur_kwh,
  price: pricing.properties.price_eur_kwh,
  fee: pricing.properties.fee_eur_mwh,
  keep_p6: ContractInput.properties.keep_p6_kw,
  allow_p6: ContractInput.properties.allow_p6_kw,
  highest_ever: ContractInput.properties.highest_ever_kw,
  maximeters: MaximeterKw,
  reactive: ReactiveKvarh,
};

export const NO_CONTRACT: ContractAnswers = {
  ...{ kw: empty(ROWS.kw), prices: empty(ROWS.prices), price: empty(ROWS.price), fee: empty(ROWS.fee) },
  ...{ keep_p6: empty(ROWS.keep_p6), allow_p6: empty(ROWS.allow_p6), highest_ever: empty(ROWS.highest_ever) },
  ...{ maximeters: empty(ROWS.maximeters), reactive: empty(ROWS.reactive) },
  ...{ zone: null, atr_included: true, reduction: false, tariff_year: null, load_swing: null },
};

/** By row and place. */
export type ContractFaults = Partial<Record<keyof ContractTexts, Record<number, string>>>;
type RowFaults = Record<number, string> | undefined;

export interface ReadContractAnswers {
  /** Undefined where none is given, and where one that is cannot be used. */
  contract: ContractInput | undefined;
  faults: ContractFaults;
}

/** What the other answers of the wizard say of the contract. */
export interface ContractSite {
  tariff: TariffName;
  contract_kind: ContractKind;
}

const isTyped = (texts: Texts): boolean => texts.some((text) => text.trim() !== "");

/** Rows that a kind of contract has; what was typed for another is kept and not read. */
const rowsOf = (kind: ContractKind): (keyof ContractTexts)[] =>
  ROW_NAMES.filter((row) => {
    if (row === "prices") return kind === "fixed_by_period";
    if (row === "price") return kind === "fixed";
    if (row === "fee") return kind === "fixed_margin";
    return true;
  });

/** Whether anything of a contract is typed. */
export const hasContract = (answers: ContractAnswers): boolean => ROW_NAMES.some((row) => isTyped(answers[row]));

export function readContractAnswers(answers: ContractAnswers, site: ContractSite): ReadContractAnswers {
  const rows = rowsOf(site.contract_kind);
  if (!rows.some((row) => isTyped(answers[row]))) return { contract: undefined, faults: {} };
  const values = {} as Record<keyof ContractTexts, (number | null)[]>;
  const faults: ContractFaults = {};
  for (const row of ROW_NAMES) {
    const read = readFigures(answers[row], LIMITS[row]);
    values[row] = read.values;
    if (!rows.includes(row)) continue;
    const found = Object.keys(read.faults).length > 0 ? read.faults : faultsOfRow(row, read.values, site.tariff);
    if (found) faults[row] = found;
  }
  if (Object.keys(faults).length > 0) return { contract: undefined, faults };
  const contract = contractOf(answers, values, site);
  const above = faultsAbovePowers(contract);
  return { contract: above ? undefined : contract, faults: above ?? {} };
}

const ROW_OF_FIELD: Record<string, keyof ContractTexts> = {
  "contract.allow_p6_kw": "allow_p6",
  "contract.highest_ever_kw": "highest_ever",
};

function faultsAbovePowers(contract: ContractInput): ContractFaults | undefined {
  try {
    checkAbovePowers(contract);
  } catch (error) {
    if (error instanceof AppError) return { [ROW_OF_FIELD[error.field!]!]: { 0: error.message } };
    throw error;
  }
  return undefined;
}

function faultsOfRow(row: keyof ContractTexts, values: (number | null)[], tariff: TariffName): RowFaults {
  if (row === "kw") return faultsOfPowers(values, tariff);
  if (row === "prices") return faultsOfPrices(values);
  return row === "maximeters" || row === "reactive" ? faultsOfMonths(values) : undefined;
}

function faultsOfPowers(kw: (number | null)[], tariff: TariffName): RowFaults {
  const missing = kw.flatMap((value, index) => (value === null ? [[index, "Escriba la potencia contratada."]] : []));
  if (missing.length > 0) return Object.fromEntries(missing.length === kw.length ? missing.slice(0, 1) : missing);
  try {
    checkPowers(
      tariff,
      kw.map((value) => value!),
      String,
    );
  } catch (error) {
    if (error instanceof AppError) return { [Number(error.field)]: error.message };
    throw error;
  }
  return undefined;
}

/** Prices are given for all periods or for none. */
function faultsOfPrices(prices: (number | null)[]): RowFaults {
  const missing = prices.flatMap((value, index) => (value === null ? [[index, "Falta el precio."]] : []));
  return missing.length === 0 || missing.length === prices.length ? undefined : Object.fromEntries(missing);
}

/** An empty cell is a period that the month does not have; a month without any figure is missing. */
function faultsOfMonths(values: (number | null)[]): RowFaults {
  const missing = months(values).flatMap((row, month) =>
    isGiven(row) ? [] : [[month * PERIODS.length, "Falta el mes."]],
  );
  return missing.length === 0 || missing.length === MONTHS_OF_YEAR ? undefined : Object.fromEntries(missing);
}

const months = (values: (number | null)[]): (number | null)[][] =>
  Array.from({ length: MONTHS_OF_YEAR }, (_, month) =>
    values.slice(month * PERIODS.length, (month + 1) * PERIODS.length),
  );

function contractOf(
  { zone, atr_included, reduction, tariff_year, load_swing }: ContractAnswers,
  { kw, prices, price, fee, maximeters, reactive, ...powers }: Record<keyof ContractTexts, (number | null)[]>,
  { tariff, contract_kind: kind }: ContractSite,
): ContractInput {
  const [given_price = null, given_fee = null, kept = null] = [price[0], fee[0], powers.keep_p6[0]];
  const [allowed = null, highest = null] = [powers.allow_p6[0], powers.highest_ever[0]];
  const byPeriod = kind === "fixed_by_period" && prices[0] !== null;
  const single = kind === "fixed" && given_price !== null;
  return {
    tariff,
    contracted_kw: kw.map((value) => value!),
    pricing: {
      kind,
      ...(kind === "fixed_margin" && given_fee !== null ? { fee_eur_mwh: given_fee } : {}),
      ...(byPeriod ? { prices_eur_kwh: prices.map((eur) => eur!) } : {}),
      ...(single ? { price_eur_kwh: given_price } : {}),
      ...(byPeriod || single ? { atr_included } : {}),
    },
    ...(zone === null ? {} : { zone }),
    ...(isGiven(maximeters) ? { maximeters: tableOf(maximeters) } : {}),
    ...(isGiven(reactive) ? { reactive_kvarh: tableOf(reactive) } : {}),
    ...(reduction ? { electricity_tax_reduction: true } : {}),
    ...(kept === null ? {} : { keep_p6_kw: kept }),
    ...(allowed === null ? {} : { allow_p6_kw: allowed }),
    ...(highest === null ? {} : { highest_ever_kw: highest }),
    ...(load_swing === null ? {} : { load_swing }),
    ...(tariff_year === null ? {} : { tariff_year }),
  };
}

const isGiven = (values: (number | null)[]): boolean => values.some((value) => value !== null);

const tableOf = (values: (number | null)[]): number[][] => months(values).map((row) => row.map((value) => value ?? 0));

const MOST_DECIMALS = 8;
const written = (value: number | undefined): string =>
  value === undefined ? "" : String(roundDecimal(value, MOST_DECIMALS)).replace(".", ",");

/** The answers that make a contract, for a duplicate of its simulation. */
export function answersOfContract(contract: ContractInput, province: ProvinceCode): ContractAnswers {
  const { zone = zoneOf(province), contracted_kw, pricing, maximeters, keep_p6_kw } = contract;
  const { electricity_tax_reduction = false, tariff_year = null, load_swing = null, reactive_kvarh } = contract;
  return {
    kw: contracted_kw.map(written),
    prices: pricing?.prices_eur_kwh?.map(written) ?? NO_CONTRACT.prices,
    price: [written(pricing?.price_eur_kwh)],
    fee: [written(pricing?.fee_eur_mwh)],
    keep_p6: [written(keep_p6_kw)],
    allow_p6: [written(contract.allow_p6_kw)],
    highest_ever: [written(contract.highest_ever_kw)],
    maximeters: maximeters?.flat().map(written) ?? NO_CONTRACT.maximeters,
    reactive: reactive_kvarh?.flat().map(written) ?? NO_CONTRACT.reactive,
    zone: zone === zoneOf(province) ? null : zone,
    atr_included: pricing?.atr_included ?? true,
    reduction: electricity_tax_reduction,
    tariff_year,
    load_swing,
  };
}

/** Reads stored answers row by row: what is damaged falls back to what stands there before anything is typed. */
export function readStoredAnswers(stored: unknown): ContractAnswers {
  if (typeof stored !== "object" || stored === null) return NO_CONTRACT;
  const fields = stored as Record<string, unknown>;
  const texts = (row: keyof ContractTexts): Texts => {
    const kept = fields[row];
    const isKept = Array.isArray(kept) && kept.length === ROWS[row] && kept.every((text) => typeof text === "string");
    return isKept ? kept : NO_CONTRACT[row];
  };
  return {
    ...{ kw: texts("kw"), prices: texts("prices"), price: texts("price"), fee: texts("fee") },
    ...{ keep_p6: texts("keep_p6"), allow_p6: texts("allow_p6"), highest_ever: texts("highest_ever") },
    ...{ maximeters: texts("maximeters"), reactive: texts("reactive") },
    zone: ZONES.find((zone) => zone === fields.zone) ?? null,
    atr_included: fields.atr_included !== false,
    reduction: fields.reduction === true,
    tariff_year: TARIFF_YEARS.find((year) => year === fields.tariff_year) ?? null,
    load_swing: LOAD_SWINGS.find((swing) => swing === fields.load_swing) ?? null,
  };
}
