import Type, { type Static } from "typebox";
import { AppError } from "../errors.ts";
import { validate } from "../validation.ts";
import { flag, number } from "./fields.ts";
import { ContractKind, DEFAULT_TARIFF_YEAR, Tariff, type TariffName, TariffYear } from "./tariff.ts";
import { DEFAULT_ZONE, ZONES, type ZoneName } from "./zones.ts";

/** The supply contract of a site with six contracted powers, and what its bills say. */

export const Zone = Type.Enum([...ZONES], { title: "La zona" });
export type Zone = ZoneName;

/** What the meter counts power by: the mean of every quarter of an hour, or the highest of each period. */
export const METERS = ["quarter_hours", "maximeter"] as const;
export type Meter = (typeof METERS)[number];

/** How a load swings within the hour, where only its hourly curve is known. */
export const LOAD_SWINGS = ["steady", "normal", "starts"] as const;
export type LoadSwing = (typeof LOAD_SWINGS)[number];

export const PERIODS = ["P1", "P2", "P3", "P4", "P5", "P6"] as const;
export type Period = (typeof PERIODS)[number];

const MONTHS = 12;
const MOST_KW = 2_000_000;
const MOST_KVARH = 2_000_000_000;
/** Dearer than any kilowatt-hour; a price in EUR/MWh lies above. */
const MOST_EUR_KWH = 5;

export const ContractedKw = number("La potencia contratada", "kW", 0, MOST_KW);
export const MaximeterKw = number("El maxímetro", "kW", 0, MOST_KW);
export const ReactiveKvarh = number("La energía reactiva", "kVArh", 0, MOST_KVARH);
const PriceEurKwh = number("El precio de la energía", "€/kWh", 0, MOST_EUR_KWH);

const ofPeriods = (value: typeof ContractedKw, title: string) =>
  Type.Array(value, { title, minItems: PERIODS.length, maxItems: PERIODS.length });

const ofMonths = (value: typeof ContractedKw, title: string) =>
  Type.Array(ofPeriods(value, title), { title, minItems: MONTHS, maxItems: MONTHS });

const Pricing = Type.Object(
  {
    kind: ContractKind,
    fee_eur_mwh: Type.Optional(number("El margen de la comercializadora", "€/MWh", -100, 500)),
    prices_eur_kwh: Type.Optional(ofPeriods(PriceEurKwh, "La lista de precios de P1 a P6")),
    price_eur_kwh: Type.Optional(PriceEurKwh),
    /** Whether the prices hold tolls and charges. */
    atr_included: Type.Optional(flag("La inclusión de peajes y cargos en los precios")),
  },
  { title: "El precio de la energía", additionalProperties: false },
);

/** `contract` as callers send it. */
export const ContractInput = Type.Object(
  {
    tariff: Tariff,
    zone: Type.Optional(Zone),
    tariff_year: Type.Optional(TariffYear),
    contracted_kw: ofPeriods(ContractedKw, "La potencia contratada de P1 a P6"),
    meter: Type.Optional(Type.Enum([...METERS], { title: "El contador" })),
    pricing: Type.Optional(Pricing),
    maximeters: Type.Optional(ofMonths(MaximeterKw, "La tabla de maxímetros por mes y periodo")),
    reactive_kvarh: Type.Optional(ofMonths(ReactiveKvarh, "La tabla de energía reactiva por mes y periodo")),
    electricity_tax_reduction: Type.Optional(flag("La reducción del impuesto eléctrico")),
    /** Power that P6 is never lowered below, to keep the right to it. */
    keep_p6_kw: Type.Optional(number("La potencia que se conserva en P6", "kW", 0, MOST_KW)),
    /** Power in P6, above today's, that the battery may reach; it is contracted then. */
    allow_p6_kw: Type.Optional(number("La potencia que se permite en P6", "kW", 0, MOST_KW)),
    /** Power above it costs an access right; today's highest where left out. */
    highest_ever_kw: Type.Optional(number("La mayor potencia que se ha contratado", "kW", 0, MOST_KW)),
    load_swing: Type.Optional(Type.Enum([...LOAD_SWINGS], { title: "La variación de la carga dentro de la hora" })),
  },
  { title: "El contrato", additionalProperties: false },
);
export type ContractInput = Static<typeof ContractInput>;

type Defaulted = "zone" | "tariff_year" | "meter" | "pricing" | "electricity_tax_reduction";

/** A contract with its defaults. */
export type Contract = ContractInput & Required<Pick<ContractInput, Defaulted>>;

/** Above this contracted power a meter counts quarter-hours by law. */
const MAXIMETER_MOST_KW = 50;

/** Low voltage of six periods begins above this power in some period, which P6 then has. */
export const LOW_VOLTAGE_ABOVE_KW = 15;

/** The meter that the highest contracted power asks for. */
export const meterOfPower = (contractedKw: readonly number[]): Meter =>
  Math.max(...contractedKw) > MAXIMETER_MOST_KW ? "quarter_hours" : "maximeter";

/**
 * Reads a contract: validated, rules between its fields checked, defaults filled in.
 * @throws AppError INVALID_INPUT naming the field: `contract.contracted_kw[3]`
 */
export function readContract(content: unknown): Contract {
  const { contract } = validate(Type.Object({ contract: ContractInput }), { contract: content });
  const { tariff, contracted_kw, meter = meterOfPower(contracted_kw), pricing = { kind: "unknown" } } = contract;
  checkPowers(tariff, contracted_kw, (index) => `contract.contracted_kw[${index}]`);
  if (meter === "maximeter" && meterOfPower(contracted_kw) === "quarter_hours")
    throw invalid(
      "contract.meter",
      `Con más de ${MAXIMETER_MOST_KW} kW contratados el contador mide cuartos de hora; no puede ser de maxímetro.`,
    );
  checkPricing(pricing);
  checkAbovePowers(contract);
  return {
    ...contract,
    zone: contract.zone ?? DEFAULT_ZONE,
    tariff_year: contract.tariff_year ?? DEFAULT_TARIFF_YEAR,
    meter,
    pricing,
    electricity_tax_reduction: contract.electricity_tax_reduction ?? false,
  };
}

/**
 * The rules of contracted powers, of which some may not be known.
 * @param fieldOf the name of a period's power, by its index from 0
 * @throws AppError INVALID_INPUT
 */
export function checkPowers(
  tariff: TariffName,
  contractedKw: readonly (number | undefined)[],
  fieldOf: (index: number) => string,
): void {
  let highest = 0;
  for (const [index, kw] of contractedKw.entries()) {
    if (kw === undefined) continue;
    if (kw < highest)
      throw invalid(
        fieldOf(index),
        `La potencia contratada de ${PERIODS[index]} no puede ser menor que la de un periodo anterior: debe cumplirse P1 ≤ P2 ≤ … ≤ P6.`,
      );
    highest = kw;
  }
  const last = PERIODS.length - 1;
  const p6 = contractedKw[last];
  if (tariff === "3.0TD" && p6 !== undefined && p6 <= LOW_VOLTAGE_ABOVE_KW)
    throw invalid(
      fieldOf(last),
      `En 3.0TD la potencia contratada de P6 debe ser mayor que ${LOW_VOLTAGE_ABOVE_KW} kW.`,
    );
}

/**
 * The rules of powers that are more than what is contracted today.
 * @throws AppError INVALID_INPUT naming the field
 */
export function checkAbovePowers({ contracted_kw, allow_p6_kw, highest_ever_kw }: ContractInput): void {
  // Powers never fall, so that of P6 is the highest.
  const today = contracted_kw.at(-1)!;
  if (allow_p6_kw !== undefined && allow_p6_kw <= today)
    throw invalid("contract.allow_p6_kw", "La potencia que se permite en P6 debe ser mayor que la contratada.");
  if (highest_ever_kw !== undefined && highest_ever_kw < today)
    throw invalid(
      "contract.highest_ever_kw",
      "La mayor potencia que se ha contratado no puede ser menor que la contratada.",
    );
}

/** A price that its kind of contract does not have would be left out in silence. */
function checkPricing({ kind, fee_eur_mwh, prices_eur_kwh, price_eur_kwh }: Contract["pricing"]): void {
  const isFixed = kind === "fixed" || kind === "fixed_by_period";
  if (prices_eur_kwh && kind !== "fixed_by_period")
    throw invalid(
      "contract.pricing.prices_eur_kwh",
      "Solo un contrato de precio fijo por periodos tiene seis precios.",
    );
  if (price_eur_kwh !== undefined && kind !== "fixed")
    throw invalid("contract.pricing.price_eur_kwh", "Solo un contrato de precio fijo tiene un precio único.");
  if (fee_eur_mwh !== undefined && isFixed)
    throw invalid("contract.pricing.fee_eur_mwh", "Un contrato de precio fijo no tiene margen aparte.");
}

const invalid = (field: string, message: string): AppError => new AppError("INVALID_INPUT", { field, message });
