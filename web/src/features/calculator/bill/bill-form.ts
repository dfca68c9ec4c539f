import { AppError } from "@ecotrim/contracts/errors";
import type { NumberLimits } from "@ecotrim/contracts/limits";
import { type BillInput, readBill } from "@ecotrim/contracts/simulations/bill";
import {
  ContractedKw,
  MaximeterKw,
  meterOfPower,
  PERIODS,
  type Period,
  type Zone,
} from "@ecotrim/contracts/simulations/contract";
import type { TariffName } from "@ecotrim/contracts/simulations/tariff";
import { readFigures, type Texts } from "./figures.ts";

/** A printed bill as it is typed in, and how it is read. */

export const ROWS = ["kw", "kwh", "price", "kw_price", "max_kw", "amounts", "total"] as const;
export type Row = (typeof ROWS)[number];

export interface BillForm extends Record<Row, Texts> {
  tariff: TariffName;
  zone: Zone;
  first_day: string;
  last_day: string;
  issued: string;
  /** Whether the prices hold tolls and charges. */
  atr_included: boolean;
}

/** Amounts that a bill prints beside power and energy. */
export const AMOUNTS = ["Excesos", "Reactiva", "Bono social", "Alquiler", "Descuentos", "Otros"] as const;

const EMPTY_SIX = PERIODS.map(() => "");
export const EMPTY_ROWS: Record<Row, Texts> = {
  ...{ kw: EMPTY_SIX, kwh: EMPTY_SIX, price: EMPTY_SIX, kw_price: EMPTY_SIX, max_kw: EMPTY_SIX },
  ...{ amounts: AMOUNTS.map(() => ""), total: [""] },
};

const MONEY: NumberLimits = { title: "El importe", unit: "€", minimum: -10_000_000, maximum: 10_000_000, money: true };
const LIMITS: Record<Row, NumberLimits> = {
  kw: ContractedKw,
  kwh: { title: "La energía", unit: "kWh", minimum: 0, maximum: 200_000_000 },
  price: { title: "El precio de la energía", unit: "€/kWh", minimum: -5, maximum: 5 },
  kw_price: { title: "El precio de la potencia", unit: "€/kW y día", minimum: 0, maximum: 5 },
  max_kw: MaximeterKw,
  amounts: MONEY,
  total: MONEY,
};

export interface BillFaults {
  rows: Partial<Record<Row, Record<number, string>>>;
  /** Of the dates and of the whole, by the name of the bill's member. */
  others: Record<string, string>;
}

export type ReadForm = { bill: BillInput; faults?: undefined } | { bill?: undefined; faults: BillFaults };

/** Reads the form: the bill, or every fault by its place. */
export function readForm(form: BillForm): ReadForm {
  const faults: BillFaults = { rows: {}, others: {} };
  const values = {} as Record<Row, (number | null)[]>;
  for (const row of ROWS) {
    const read = readFigures(form[row], LIMITS[row]);
    values[row] = read.values;
    if (Object.keys(read.faults).length > 0) faults.rows[row] = read.faults;
  }
  for (const [index, period] of PERIODS.entries()) {
    if (!values.kwh[index] || form.price[index]!.trim() !== "") continue;
    faults.rows.price = { ...faults.rows.price, [index]: `Falta el precio de la energía de ${period}.` };
  }
  for (const day of ["first_day", "last_day"] as const) if (form[day] === "") faults.others[day] = "Escriba la fecha.";
  if (Object.keys(faults.rows).length > 0 || Object.keys(faults.others).length > 0) return { faults };
  return readContent(contentOf(form, values), faultsOfForm);
}

/** Reads a bill in the form of the command line. */
export const readBillContent = (content: unknown): ReadForm => readContent(content, faultsOfContent);

function readContent(content: unknown, faultsOf: (error: AppError) => BillFaults): ReadForm {
  try {
    return { bill: readBill(content) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { faults: faultsOf(error) };
  }
}

/** A refused power stands at its cell, anything else at the member it names. */
function faultsOfForm({ field = "", message }: AppError): BillFaults {
  const [member, period] = field.split(".");
  const index = PERIODS.indexOf(period as Period);
  if (member === "contracted_kw" && index >= 0) return { rows: { kw: { [index]: message } }, others: {} };
  return { rows: {}, others: { [field]: message } };
}

/** Of what was not typed here, the member is named. */
const faultsOfContent = ({ field, message }: AppError): BillFaults => ({
  rows: {},
  others: { file: field ? `${message} Está en «${field}».` : message },
});

function contentOf(form: BillForm, values: Record<Row, (number | null)[]>) {
  const { tariff, zone, first_day, last_day, issued, atr_included } = form;
  const given = values.kw.filter((kw) => kw !== null);
  const [excess, reactive, bono, rental, discount, other] = values.amounts;
  const [total] = values.total;
  const isMaximeter = meterOfPower(given) === "maximeter";
  const energy = PERIODS.flatMap((period, index) => {
    const [kwh, eur_kwh] = [values.kwh[index], values.price[index]];
    if (!kwh) return [];
    const regulated = { kind: "energy", period, kwh, eur_kwh: "regulated", part: "peajes y cargos" };
    return [{ kind: "energy", period, kwh, eur_kwh }, ...(atr_included ? [] : [regulated])];
  });
  // A maximeter says what excess costs; the highest powers of quarter-hours do not.
  const excesses = PERIODS.filter(
    (_, index) => isMaximeter && (values.max_kw[index] ?? 0) > (values.kw[index] ?? Infinity),
  );
  const line = (kind: string, amount: number | null | undefined) => (amount ? [{ kind, amount }] : []);
  return {
    ...{ tariff, zone, first_day, last_day },
    ...(issued === "" ? {} : { issued }),
    ...{ contracted_kw: values.kw, max_kw: values.max_kw, metered_kwh: values.kwh },
    lines: [
      ...PERIODS.flatMap((period, index) =>
        values.kw[index] === null ? [] : [{ kind: "power", period, eur_kw_day: values.kw_price[index] }],
      ),
      ...energy,
      ...excesses.map((period) => ({ kind: "excess", period })),
      ...(isMaximeter ? [] : line("excess", excess)),
      ...line("reactive", reactive),
      { kind: "bono_social", ...(bono === null ? {} : { amount: bono, eur_day: "regulated" }) },
      ...line("rental", rental),
      ...line("discount", -Math.abs(discount ?? 0)),
      ...line("other", other),
    ],
    ...(isMaximeter ? { excess_total: excess } : {}),
    total,
  };
}
