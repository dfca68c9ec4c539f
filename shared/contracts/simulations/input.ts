import Type, { type Static, type TSchema } from "typebox";
import type { CurveRecord } from "../curves/curve.ts";
import { AppError } from "../errors.ts";
import { Line } from "../line.ts";
import { type Contract, ContractInput, readContract } from "./contract.ts";
import {
  AverageDemand,
  AzimuthDeg,
  CapacityKwh,
  flag,
  number,
  PowerKw,
  PvKwp,
  TiltDeg,
  YearlySpending,
} from "./fields.ts";
import { otherPlane, type Plane } from "./plane.ts";
import { DEFAULT_PROVINCE, type ProvinceCode, provinceCode } from "./provinces.ts";
import {
  ContractKind,
  DEFAULT_CONTRACT_KIND,
  DEFAULT_TARIFF,
  DEFAULT_TARIFF_YEAR,
  Tariff,
  type TariffName,
  TariffYear,
} from "./tariff.ts";
import { zoneOf } from "./zones.ts";

/** The inputs of a simulation. */

const fraction = (title: string, minimum = 0, maximum = 1, extra: object = {}) =>
  number(title, "", minimum, maximum, extra);

const date = (title: string, extra: object = {}) => Type.String({ title, format: "date", ...extra });

export const Province = Type.String({ title: "La provincia", maxLength: 60 });

/** Shifts of an operating day; with three the consumption is constant. */
export const SHIFTS = [1, 2, 3] as const;
export type Shifts = (typeof SHIFTS)[number];

/** The specification's efficiency of the battery, each way. */
const EFFICIENCY = 0.975;

/** Round trip of inverter, transformer and cables around the specification's battery; its AC round trip is then 90 %. */
export const CONVERSION_EFFICIENCY = 0.947;

/** The specification's input payload with its fixed parameters as defaults. */
const payload = {
  demand_value: AverageDemand,
  pv_value: { ...PvKwp, default: 2000 },
  total_spending: YearlySpending,
  start_date: date("La fecha de inicio", { default: "2024-01-01" }),
  end_date: date("La fecha de fin", { default: "2024-12-31" }),
  battery_capacity: { ...CapacityKwh, default: 1000 },
  max_charge_power: {
    ...PowerKw,
    title: "La potencia de carga",
    default: 1000,
  },
  max_discharge_power: {
    ...PowerKw,
    title: "La potencia de descarga",
    default: 1000,
  },
  two_turnes: flag("El consumo a dos turnos", { default: false }),
  weekends: flag("El consumo en fin de semana", { default: true }),
  province: { ...Province, default: DEFAULT_PROVINCE },
  contract_kind: { ...ContractKind, default: DEFAULT_CONTRACT_KIND },
  tariff: { ...Tariff, default: DEFAULT_TARIFF },
  tariff_year: { ...TariffYear, default: DEFAULT_TARIFF_YEAR },
  efficiency_charge: fraction("El rendimiento de carga", 0.5, 1, { default: EFFICIENCY }),
  efficiency_discharge: fraction("El rendimiento de descarga", 0.5, 1, { default: EFFICIENCY }),
  time_step_duration: Type.Enum([1, 0.5, 0.25], {
    title: "La duración del paso",
    unit: "h",
    default: 1,
  }),
  battery_min_soc: fraction("El estado de carga mínimo", 0, 1, {
    default: 0.1,
  }),
  initial_soc: fraction("El estado de carga inicial", 0, 1, { default: 0.5 }),
  limit: number("La potencia contratada", "kW", 0, 2_000_000, { default: 0 }),
  limit_output: number("El límite de vertido", "kW", 0, 2_000_000, {
    default: 0,
  }),
  zero_export: flag("La instalación sin vertido", { default: false }),
  hide_details: flag("La opción de ocultar detalles", { default: false }),
  ahorro_termino_potencia: number("El ahorro en término de potencia", "€ al año", 0, 100_000_000, { default: 1000 }),
  garantia_suministro: number("La garantía de suministro", "€ al año", 0, 100_000_000, { default: 1000 }),
  revenue_share_fct: fraction("La fracción de ingresos compartidos", 0, 1, {
    default: 0,
  }),
};

/** Years of day-ahead prices to choose from. */
export const MARKET_YEARS = [2023, 2024, 2025] as const;
export type MarketYear = (typeof MARKET_YEARS)[number];

/** Inputs whose default follows from others. */
const resolved = {
  conversion_efficiency: fraction("El rendimiento de la conversión", 0.5, 1),
  shifts: Type.Enum([...SHIFTS], { title: "El número de turnos", unit: "" }),
};

/** The longest life of a battery that is calculated. */
export const LONGEST_LIFE_YEARS = 40;

/** Overrides of the engine's assumptions; absent means the engine's default. */
const overrides = {
  capex_eur: number("La inversión", "€", 0, 10_000_000_000),
  om_fct: fraction("El coste de operación y mantenimiento", 0, 0.5),
  om_indexation: fraction("La indexación de operación y mantenimiento", -0.1, 0.3),
  price_growth: fraction("El crecimiento del precio de la energía", -0.1, 0.3),
  discount_rate: fraction("La tasa de descuento", 0, 0.5),
  life_years: Type.Integer({
    title: "La vida útil",
    unit: "años",
    minimum: 1,
    maximum: LONGEST_LIFE_YEARS,
  }),
  replacement_fct: fraction("La sustitución del inversor", 0, 1),
  replacement_year: Type.Integer({
    title: "El año de sustitución del inversor",
    unit: "",
    minimum: 1,
    maximum: LONGEST_LIFE_YEARS,
  }),
  fade: fraction("La pérdida anual de capacidad", 0, 0.2),
  warranty_cycles: number("Los ciclos en garantía", "ciclos", 1, 100_000),
  availability: fraction("La disponibilidad"),
  realisable_fct: fraction("La fracción realizable"),
  auxiliary_kw_per_mwh: number("El consumo auxiliar", "kW por MWh", 0, 100),
  wear_eur_mwh: number("El coste de desgaste", "€/MWh", 0, 1000),
  battery_export: flag("El vertido desde la batería"),
  market_year: Type.Enum([...MARKET_YEARS], {
    title: "El año de mercado",
    unit: "",
  }),
  /** Factors on the market's level and on its hourly differences, once the prices are fitted to the spending. */
  price_level_fct: number("El nivel del precio de mercado", "", 0.2, 3),
  price_spread_fct: number("La diferencia de precio entre horas", "", 0.2, 3),
  /** Of `pv_value`, the plant that a metered curve already has behind it; all of it by default. */
  pv_installed: { ...PvKwp, title: "La potencia fotovoltaica ya instalada" },
  /** The plane of the panels where it is not the best of the province, see `PlaneInput`. */
  pv_tilt_deg: TiltDeg,
  pv_azimuth_deg: AzimuthDeg,
};

/** Stored curves, by their ids: they take the place of the period and of the default consumption or production. */
const curves = {
  curve_id: Type.String({ title: "La curva de consumo", format: "uuid" }),
  pv_curve_id: Type.String({ title: "La curva de producción", format: "uuid" }),
};

/** Descriptive fields: stored with the simulation, never computed with. */
const descriptive = {
  battery_type: Line({ title: "El tipo de batería", maxLength: 160 }),
  battery_size_mwh: number("El tamaño de la batería", "MWh", 0, 2000),
  battery_power_mw: number("La potencia de la batería", "MW", 0, 2000),
  pv_size_mw: number("El tamaño de la fotovoltaica", "MW", 0, 200),
  demand_annual_mwh: number("El consumo anual", "MWh", 0, 5_000_000),
  business_type: Line({ title: "El tipo de negocio", maxLength: 160 }),
  scenario_id: Line({ title: "El escenario", maxLength: 160 }),
  fct_bess_to_customer: fraction("La fracción de batería para el cliente"),
};

const optional = <P extends Record<string, TSchema>>(properties: P) => Type.Partial(Type.Object(properties)).properties;

/** `inputParameters` as callers send them: all optional but the demand, for which a given series may stand. */
export const SimulationInput = Type.Object(
  {
    ...optional(payload),
    ...optional(resolved),
    ...optional(overrides),
    ...optional(descriptive),
    ...optional(curves),
    contract: Type.Optional(ContractInput),
  },
  { additionalProperties: false },
);
export type SimulationInput = Static<typeof SimulationInput>;

const OVERRIDE_KEYS = Object.keys(overrides);

const Payload = Type.Object({ ...payload, ...resolved });
const Overrides = Type.Partial(Type.Object(overrides));

/** The complete payload that a case is made from: overrides and contract only where given, without descriptive fields. */
export type CompleteInput = Omit<Static<typeof Payload>, "total_spending" | "province"> & {
  province: ProvinceCode;
  contract?: Contract;
} & GivenCurves &
  Pick<SimulationInput, "total_spending"> &
  Static<typeof Overrides>;

/** A stored curve as a computation has it: its content by hash, what was read of it, and how far it is to be trusted. */
export type CaseCurve = Pick<CurveRecord, "hash" | "start" | "end" | "step_minutes" | "steps" | "summary" | "report">;

/** The curves of the ids in the inputs, as their owner may use them. */
export interface GivenCurves {
  curve?: CaseCurve;
  pv_curve?: CaseCurve;
}

const DAY_MS = 86_400_000;

/** What replaces inputs: a series of the demand, or stored curves. */
export interface GivenBeside extends GivenCurves {
  demandGiven?: boolean;
}

/**
 * Fills in the specification's defaults and checks rules between fields. `demand_value` may be missing only where a
 * demand series replaces it, when it counts as 0, or a curve, whose mean it then is. The period is that of the curve.
 * @throws AppError INVALID_INPUT naming the field.
 */
export function completeInput(
  input: SimulationInput,
  { curve, pv_curve, demandGiven = (curve ?? input.curve_id) !== undefined }: GivenBeside = {},
): CompleteInput {
  const computed: Record<string, unknown> = {};
  for (const [key, schema] of Object.entries(payload)) {
    const value = input[key as keyof SimulationInput] ?? ("default" in schema ? schema.default : undefined);
    if (value !== undefined) computed[key] = value;
  }
  for (const key of OVERRIDE_KEYS) {
    const value = input[key as keyof SimulationInput];
    if (value !== undefined) computed[key] = value;
  }
  const complete = computed as unknown as CompleteInput;
  complete.province = provinceCode(complete.province);
  setPlane(complete);
  complete.conversion_efficiency = input.conversion_efficiency ?? defaultConversion(input);
  complete.shifts = input.shifts ?? (complete.two_turnes ? 2 : 3);
  complete.two_turnes = complete.shifts === 2;
  if (input.contract) addContract(complete, input, input.contract);
  if (curve) addCurve(complete, input, curve);
  if (pv_curve) complete.pv_curve = pv_curve;
  checkTogether(complete);
  if (input.two_turnes !== undefined && input.two_turnes !== complete.two_turnes)
    throw invalid("shifts", "El número de turnos no coincide con el consumo a dos turnos.");
  if (input.demand_value === undefined) {
    if (!demandGiven) throw invalid("demand_value", "Falta un dato obligatorio: el consumo medio.");
    complete.demand_value = curve ? meanKw(curve) : 0;
  }
  return complete;
}

/** Both angles of another plane than the best of the province, and neither of that one. */
function setPlane(complete: CompleteInput): void {
  const plane = otherPlane(complete.province, complete);
  delete complete.pv_tilt_deg;
  delete complete.pv_azimuth_deg;
  if (plane) Object.assign(complete, { pv_tilt_deg: plane.tiltDeg, pv_azimuth_deg: plane.azimuthDeg });
}

const HOUR_MS = 3_600_000;

/** Mean power of a curve, in whole watts. */
const meanKw = ({ summary, steps, step_minutes }: CaseCurve): number =>
  Math.round((1000 * summary.annual_kwh) / ((steps * step_minutes) / 60)) / 1000;

/** The period and step of a year that begins at a midnight of the peninsula, an hour or two before that of UTC. */
function addCurve(complete: CompleteInput, given: SimulationInput, curve: CaseCurve): void {
  const dateAt = (ms: number) => new Date(ms).toISOString().slice(0, "YYYY-MM-DD".length);
  const ofCurve = {
    start_date: dateAt(Date.parse(curve.start) + 2 * HOUR_MS),
    end_date: dateAt(Date.parse(curve.end) - 1 + HOUR_MS),
    time_step_duration: (curve.step_minutes / 60) as CompleteInput["time_step_duration"],
  };
  for (const [field, value] of Object.entries(ofCurve))
    if (![undefined, value].includes(given[field as keyof typeof ofCurve]))
      throw invalid(field, "El periodo y el paso son los de la curva de consumo; no dé otros.");
  Object.assign(complete, ofCurve, { curve });
}

const DISAGREEMENTS = {
  tariff: "La tarifa de acceso no coincide con la del contrato.",
  tariff_year: "El año de los peajes y cargos no coincide con el del contrato.",
  contract_kind: "El tipo de contrato no coincide con el del precio de la energía.",
};

/** Its tariff, year and kind have flat fields as well, which stand for what the contract leaves out. */
function addContract(complete: CompleteInput, flat: SimulationInput, given: ContractInput): void {
  const contract = readContract({
    zone: zoneOf(complete.province),
    ...(flat.tariff_year !== undefined && { tariff_year: flat.tariff_year }),
    ...(flat.contract_kind !== undefined && { pricing: { kind: flat.contract_kind } }),
    ...given,
  });
  const { tariff, tariff_year, pricing } = contract;
  const ofContract = { tariff, tariff_year, contract_kind: pricing.kind };
  for (const field of ["tariff", "tariff_year", "contract_kind"] as const)
    if (flat[field] !== undefined && flat[field] !== ofContract[field]) throw invalid(field, DISAGREEMENTS[field]);
  Object.assign(complete, ofContract, { contract });
}

/**
 * Inputs as they were stored, whatever the version. The one before 2.0.0 of the engine asked no conversion and wrote its
 * default efficiencies into every row, so these count as not given.
 */
export function storedInput(stored: SimulationInput): SimulationInput {
  if (stored.conversion_efficiency !== undefined) return stored;
  const { efficiency_charge, efficiency_discharge, ...others } = stored;
  const areDefaults = efficiency_charge === EFFICIENCY && efficiency_discharge === EFFICIENCY;
  return areDefaults ? others : stored;
}

/** Efficiencies of a caller's own include the conversion. */
const defaultConversion = ({ efficiency_charge, efficiency_discharge }: SimulationInput): number =>
  efficiency_charge === undefined && efficiency_discharge === undefined ? CONVERSION_EFFICIENCY : 1;

function checkTogether({ start_date, end_date, initial_soc, battery_min_soc, ...given }: CompleteInput): void {
  const [start, end] = [Date.parse(start_date), Date.parse(end_date)];
  const year = Number(start_date.slice(0, 4));
  if (year < 2000 || year > 2100)
    throw invalid("start_date", "La fecha de inicio debe estar entre los años 2000 y 2100.");
  if (end < start) throw invalid("end_date", "La fecha de fin debe ser igual o posterior a la de inicio.");
  const twoYearsOn = new Date(start);
  twoYearsOn.setUTCFullYear(twoYearsOn.getUTCFullYear() + 2);
  if (end + DAY_MS > twoYearsOn.getTime()) throw invalid("end_date", "El periodo debe durar entre un día y dos años.");
  if (given.zero_export && given.limit_output > 0)
    throw invalid("zero_export", "Una instalación sin vertido no puede tener además un límite de vertido.");
  checkInstalled(given.pv_installed, given.pv_value);
  if (initial_soc < battery_min_soc)
    throw invalid("initial_soc", "El estado de carga inicial no puede ser menor que el estado de carga mínimo.");
}

/** @throws AppError INVALID_INPUT for a part of a plant that is greater than the whole, kWp */
export function checkInstalled(installed = 0, whole = Infinity): void {
  if (installed > whole)
    throw invalid("pv_installed", "La potencia ya instalada no puede superar la potencia fotovoltaica total.");
}

/** Most steps of a run without an account: a leap year of quarter hours. */
export const VISITOR_STEPS = 366 * 96;

/** Length of the steps by which a meter counts power, h. */
export const QUARTER_HOUR = 0.25;

/** Number of steps that a case is solved in: those of its period, or the quarter-hours that a contract tells of. */
export function stepsOf({ period: { start, end, stepHours }, supply }: Pick<Case, "period" | "supply">): number {
  const hours = 24 * ((Date.parse(end) - Date.parse(start)) / DAY_MS + 1);
  return hours / (supply?.maximeters || supply?.load_swing ? QUARTER_HOUR : stepHours);
}

const invalid = (field: string, message: string): AppError => new AppError("INVALID_INPUT", { field, message });

/**
 * What the engine simulates, in the parts of its domain. Where a part leaves something out, the engine's own assumption
 * holds. Units are in the names; shares are fractions of 1.
 */
export interface Case {
  /** Local dates, both included. */
  period: { start: string; end: string; stepHours: 0.25 | 0.5 | 1 };
  /** `exportLimitKw` 0 where nothing limits what the connection exports; `zeroExport` where it may export nothing at all. */
  site: { province: ProvinceCode; exportLimitKw: number; zeroExport?: true };
  /** The profile of a site without a curve of its own: the mean power of an operating day, and its shape. */
  load: { averageKw: number; shifts: Shifts; weekends: boolean };
  pv: {
    kwp: number;
    /** The part that net series and curves already have behind them: all of it by default. */
    installedKwp?: number;
    /** Where it is not the best of the province. */
    plane?: Plane;
  };
  /** Stored curves that the series come from. */
  curve?: CaseCurve;
  pvCurve?: CaseCurve;
  /** 0 where no contracted power is known. */
  contract: { powerKw: number };
  tariff: {
    name: TariffName;
    /** Year of the regulated prices. */
    year: TariffYear;
    contractKind: ContractKind;
    spendingEurYear?: number;
    marketYear?: MarketYear;
    /** Factors on the market's level and on its hourly differences. */
    priceLevel?: number;
    priceSpread?: number;
  };
  /** The supply contract with its six powers, where it is known. */
  supply?: Contract;
  battery: {
    capacityKwh: number;
    chargeKw: number;
    dischargeKw: number;
    chargeEfficiency: number;
    dischargeEfficiency: number;
    /** Round trip of what stands between battery and meter; its square root each way. */
    conversionEfficiency: number;
    minSoc: number;
    initialSoc: number;
    mayExport?: boolean;
    fadeYear?: number;
    warrantyCycles?: number;
    availability?: number;
    /** Of the optimal saving, what an operation without foresight keeps. */
    realisableShare?: number;
    auxiliaryKwPerMwh?: number;
    wearEurMwh?: number;
  };
  finance: {
    powerTermSavingEurYear: number;
    securityOfSupplyEurYear: number;
    revenueShare: number;
    capexEur?: number;
    /** Operation and maintenance of a year over the investment. */
    omShare?: number;
    omIndexation?: number;
    priceGrowth?: number;
    discountRate?: number;
    lifeYears?: number;
    /** Of the investment, what the inverter costs again, and in which year. */
    replacementShare?: number;
    replacementYear?: number;
  };
  /** Whether the results leave out plots and tables. */
  hideDetails: boolean;
}

/** The case that a complete payload of the specification stands for. */
export function caseOf(input: CompleteInput): Case {
  return {
    period: { start: input.start_date, end: input.end_date, stepHours: input.time_step_duration },
    site: {
      province: input.province,
      exportLimitKw: input.limit_output,
      ...(input.zero_export ? { zeroExport: true } : {}),
    },
    load: { averageKw: input.demand_value, shifts: input.shifts, weekends: input.weekends },
    pv: {
      kwp: input.pv_value,
      ...given({ installedKwp: input.pv_installed, plane: otherPlane(input.province, input) }),
    },
    ...given({ curve: input.curve, pvCurve: input.pv_curve }),
    contract: { powerKw: input.limit },
    tariff: {
      name: input.tariff,
      year: input.tariff_year,
      contractKind: input.contract_kind,
      ...given({
        spendingEurYear: input.total_spending,
        marketYear: input.market_year,
        priceLevel: input.price_level_fct,
        priceSpread: input.price_spread_fct,
      }),
    },
    ...given({ supply: input.contract }),
    battery: {
      capacityKwh: input.battery_capacity,
      chargeKw: input.max_charge_power,
      dischargeKw: input.max_discharge_power,
      chargeEfficiency: input.efficiency_charge,
      dischargeEfficiency: input.efficiency_discharge,
      conversionEfficiency: input.conversion_efficiency,
      minSoc: input.battery_min_soc,
      initialSoc: input.initial_soc,
      ...given({
        mayExport: input.battery_export,
        fadeYear: input.fade,
        warrantyCycles: input.warranty_cycles,
        availability: input.availability,
        realisableShare: input.realisable_fct,
        auxiliaryKwPerMwh: input.auxiliary_kw_per_mwh,
        wearEurMwh: input.wear_eur_mwh,
      }),
    },
    finance: {
      powerTermSavingEurYear: input.ahorro_termino_potencia,
      securityOfSupplyEurYear: input.garantia_suministro,
      revenueShare: input.revenue_share_fct,
      ...given({
        capexEur: input.capex_eur,
        omShare: input.om_fct,
        omIndexation: input.om_indexation,
        priceGrowth: input.price_growth,
        discountRate: input.discount_rate,
        lifeYears: input.life_years,
        replacementShare: input.replacement_fct,
        replacementYear: input.replacement_year,
      }),
    },
    hideDetails: input.hide_details,
  };
}

type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Without what is undefined, which neither JSON nor a hash would keep. */
const given = <T extends object>(values: T): Given<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Given<T>;

/**
 * Inputs with the contract that callers send beside them.
 * @throws AppError INVALID_INPUT where there are two
 */
export function withContract<T extends object>(inputs: T, contract: unknown): T {
  if (contract === undefined) return inputs;
  if ("contract" in inputs) throw invalid("contract", "El contrato se ha dado dos veces; dé solo uno.");
  return { ...inputs, contract };
}

/**
 * The case of validated inputs.
 * @throws AppError INVALID_INPUT naming the field, as `completeInput`
 */
export const readCase = (input: SimulationInput, options?: GivenBeside): Case => caseOf(completeInput(input, options));

/** The same case with the share of the optimal saving that an operation without foresight keeps. */
export const withRealisableShare = (input: Case, realisableShare: number): Case => ({
  ...input,
  battery: { ...input.battery, realisableShare },
});
