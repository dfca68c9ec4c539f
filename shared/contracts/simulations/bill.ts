import Type, { type Static } from "typebox";
import { AppError } from "../errors.ts";
import { Line } from "../line.ts";
import { validate } from "../validation.ts";
import {
  ContractedKw,
  checkPowers,
  MaximeterKw,
  type Meter,
  meterOfPower,
  PERIODS,
  type Period,
  ReactiveKvarh,
  Zone,
} from "./contract.ts";
import { flag, number } from "./fields.ts";
import { Tariff, TariffYear } from "./tariff.ts";

/** A bill as a supplier printed it. Members that are not named here are notes, and are not read. */

const MOST_KWH = 2_000_000_000;
const MOST_EUR = 100_000_000;
/** Longest period that is read, days. */
const MOST_DAYS = 400;
const DAY_MS = 86_400_000;

const optional = Type.Optional;

const byPeriod = (schema: typeof ContractedKw, title: string) => {
  const value = optional(schema);
  return Type.Object(
    { P1: value, P2: value, P3: value, P4: value, P5: value, P6: value },
    { title, additionalProperties: false },
  );
};

const Days = Type.Integer({ title: "El número de días", unit: "días", minimum: 1, maximum: MOST_DAYS });
const Kwh = number("La energía", "kWh", -MOST_KWH, MOST_KWH);
const Amount = number("El importe", "€", -MOST_EUR, MOST_EUR);
const Percent = number("El porcentaje", "%", 0, 100);

/** A printed price; `regulated` stands for the one of the tables. */
export const REGULATED = "regulated";
const price = (title: string, unit: string) =>
  Type.Union([number(title, unit, -1000, 1000), Type.Literal(REGULATED)], { title });

const kindName = Line({ title: "El concepto", minLength: 1, maxLength: 40 });

const BillLineInput = Type.Object(
  {
    kind: kindName,
    period: optional(Type.Enum([...PERIODS], { title: "El periodo" })),
    amount: optional(Amount),
    /** What the line is multiplied by, such as the sign of a correction. */
    factor: optional(number("El factor", "", -1000, 1000)),
    days: optional(Days),
    kw: optional(ContractedKw),
    eur_kw_day: optional(price("El precio de la potencia", "€/kW y día")),
    kwh: optional(Kwh),
    eur_kwh: optional(price("El precio de la energía", "€/kWh")),
    /** Toll or charge of the energy or power alone, where a supplier prints them apart. */
    part: optional(Line({ title: "La parte", maxLength: 40 })),
    /** Root of the sum of the squares, as bills print it. */
    excess_kw: optional(number("El exceso", "kW", 0, 1_000_000_000)),
    ep_kw: optional(byPeriod(number("El exceso", "kW", 0, 1_000_000_000), "El exceso de cada periodo")),
    max_kw: optional(MaximeterKw),
    contracted_kw: optional(ContractedKw),
    eur_kw: optional(price("El precio del exceso", "€/kW")),
    /** Days billed, and days of their month. */
    month_share: optional(Type.Array(Days, { title: "La parte del mes", minItems: 2, maxItems: 2 })),
    kvarh: optional(ReactiveKvarh),
    eur_kvarh: optional(price("El precio de la energía reactiva", "€/kVArh")),
    eur_day: optional(price("El precio por día", "€ al día")),
    pct: optional(Percent),
    /** Kind of line that a discount is taken off. */
    of: optional(kindName),
  },
  { title: "La línea" },
);
export type BillLineInput = Static<typeof BillLineInput>;

const TaxInput = {
  rate_pct: optional(Percent),
  base: optional(number("La base", "€", -MOST_EUR, MOST_EUR)),
  amount: optional(Amount),
};

const BillFile = Type.Object(
  {
    tariff: Tariff,
    zone: optional(Zone),
    meter_type: optional(Type.Integer({ title: "El tipo de contador", minimum: 1, maximum: 5 })),
    first_day: optional(Type.String({ title: "El primer día", format: "date" })),
    last_day: optional(Type.String({ title: "El último día", format: "date" })),
    issued: optional(Type.String({ title: "La fecha de emisión", format: "date" })),
    days: optional(Days),
    year: optional(TariffYear),
    /** `full` where left out; any other text says that lines of the bill are missing here. */
    status: optional(Type.String({ title: "El estado", maxLength: 200 })),
    contracted_kw: optional(byPeriod(ContractedKw, "La potencia contratada")),
    max_kw: optional(byPeriod(MaximeterKw, "El maxímetro")),
    metered_kwh: optional(byPeriod(number("La energía medida", "kWh", 0, MOST_KWH), "La energía medida")),
    reactive_kvarh: optional(byPeriod(ReactiveKvarh, "La energía reactiva")),
    electricity_tax_reduction: optional(flag("La reducción del impuesto eléctrico")),
    lines: Type.Array(BillLineInput, { title: "La lista de líneas", maxItems: 500, minItems: 1 }),
    electricity_tax: optional(
      Type.Object(
        {
          ...TaxInput,
          minimum_eur_mwh: optional(number("El mínimo del impuesto eléctrico", "€/MWh", 0, 1000)),
          kwh: optional(Kwh),
          base_kinds: optional(Type.Array(kindName, { title: "La lista de conceptos de la base" })),
        },
        { title: "El impuesto eléctrico" },
      ),
    ),
    vat: optional(Type.Object(TaxInput, { title: "El IVA" })),
    total: optional(Amount),
    /** Printed sums of lines that may themselves be missing. */
    sum_power: optional(Amount),
    excess_total: optional(Amount),
    reactive_total: optional(Amount),
  },
  { title: "El archivo" },
);

/** A value of some of P1..P6. */
export type ByPeriod = Partial<Record<Period, number>>;

const PERIOD_FIELDS = ["contracted_kw", "max_kw", "metered_kwh", "reactive_kvarh"] as const;

export type BillInput = Static<typeof BillFile>;

/**
 * Reads a bill. Values of periods come by name or as six in a row; null counts as not given.
 * @throws AppError INVALID_INPUT naming the field: `contracted_kw.P3`, `lines[2].kwh`
 */
export function readBill(content: unknown): BillInput {
  const bill = validate(BillFile, given(named(content)));
  const { first_day, last_day, contracted_kw = {} } = bill;
  if (first_day && last_day) {
    if (last_day < first_day) throw invalid("last_day", "El último día debe ser igual o posterior al primero.");
    if (daysBetween(first_day, last_day) > MOST_DAYS)
      throw invalid("last_day", `La factura no puede abarcar más de ${MOST_DAYS} días.`);
  }
  checkPowers(
    bill.tariff,
    PERIODS.map((period) => contracted_kw[period]),
    (index) => `contracted_kw.${PERIODS[index]}`,
  );
  for (const [index, line] of bill.lines.entries()) checkLine(bill, line, `lines[${index}]`);
  return bill;
}

/** Days that a bill covers, where it says so. */
export function daysOf({ days, first_day, last_day }: BillInput): number | undefined {
  return days ?? (first_day && last_day ? daysBetween(first_day, last_day) : undefined);
}

/** Meters of type 4 and 5 have no quarter-hours. */
const LAST_QUARTER_HOUR_TYPE = 3;

/** The meter of a bill; where it does not say, the one that its power asks for. */
export const meterOfBill = ({ meter_type, contracted_kw = {} }: BillInput): Meter => {
  if (meter_type === undefined) return meterOfPower(Object.values(contracted_kw));
  return meter_type <= LAST_QUARTER_HOUR_TYPE ? "quarter_hours" : "maximeter";
};

/** Days of a period, both ends included. */
export const daysBetween = (first: string, last: string): number =>
  Math.round((Date.parse(last) - Date.parse(first)) / DAY_MS) + 1;

/** Without what is null, at any depth. */
function given(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(given);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, entry]) => entry !== null)
      .map(([key, entry]) => [key, given(entry)]),
  );
}

/** Six values in a row get the names of their periods. */
function named(value: unknown): unknown {
  if (value === null || typeof value !== "object") return value;
  const bill: Record<string, unknown> = { ...value };
  for (const field of PERIOD_FIELDS) if (Array.isArray(bill[field])) bill[field] = withNames(bill[field]);
  return bill;
}

/** What lies beyond six gets a name that no period has, and is refused by it. */
const withNames = (values: unknown[]): ByPeriod =>
  Object.fromEntries(values.map((value, index) => [`P${index + 1}`, value]));

/** A line without an amount needs what it is made from. */
function checkLine(bill: BillInput, line: BillLineInput, field: string): void {
  if (line.amount !== undefined) return;
  const missing = missingOf(bill, line);
  if (missing === undefined) return;
  throw invalid(`${field}.${missing}`, `Falta un dato obligatorio de la línea «${line.kind}»: «${missing}».`);
}

/** The first member that a line of a kind lacks; the contract or the bill may have it. */
function missingOf(bill: BillInput, line: BillLineInput): string | undefined {
  const { period } = line;
  const has = (of: ByPeriod | undefined) => period !== undefined && of?.[period] !== undefined;
  const needs = (name: keyof BillLineInput, elsewhere = false) =>
    line[name] === undefined && !elsewhere ? name : undefined;
  const days = () => needs("days", daysOf(bill) !== undefined);
  switch (line.kind) {
    case "power":
      return needs("period") ?? needs("kw", has(bill.contracted_kw)) ?? days();
    case "energy":
      return needs("kwh", has(bill.metered_kwh)) ?? needs("eur_kwh");
    case "excess":
      if (line.ep_kw) return undefined;
      if (line.excess_kw !== undefined) return needs("period", typeof line.eur_kw === "number");
      if (meterOfBill(bill) === "quarter_hours" && line.eur_kw_day === undefined) return "excess_kw";
      if (line.max_kw === undefined && !has(bill.max_kw)) return "max_kw";
      return needs("period") ?? needs("contracted_kw", has(bill.contracted_kw)) ?? days();
    case "reactive":
      return (
        needs("kvarh", has(bill.reactive_kvarh) && has(bill.metered_kwh)) ??
        needs("period", line.eur_kvarh !== undefined)
      );
    case "bono_social":
      return days();
    case "rental":
      return needs("eur_day") ?? days();
    case "discount":
      return needs("pct") ?? needs("of");
    default:
      return "amount";
  }
}

const invalid = (field: string, message: string): AppError => new AppError("INVALID_INPUT", { field, message });
