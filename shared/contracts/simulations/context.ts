import Type, { type Static } from "typebox";
import Value from "typebox/value";
import { AppError } from "../errors.ts";
import { Line } from "../line.ts";
import { ContractInput } from "./contract.ts";
import { AverageDemand, AzimuthDeg, CapacityKwh, PowerKw, PvKwp, TiltDeg, YearlySpending } from "./fields.ts";
import {
  CONVERSION_EFFICIENCY,
  completeInput,
  type GivenCurves,
  Province,
  SimulationInput,
  storedInput,
} from "./input.ts";
import { DEFAULT_PROVINCE, provinceCode } from "./provinces.ts";
import { CONSUMPTION_TYPES, shiftsOf } from "./shifts.ts";
import { ContractKind, DEFAULT_CONTRACT_KIND, DEFAULT_TARIFF, Tariff } from "./tariff.ts";

export const ConsumptionType = Type.Enum([...CONSUMPTION_TYPES], {
  title: "El tipo de consumo",
});

const text = (title: string) => Type.Optional(Type.String({ title, maxLength: 500 }));
const figure = (title: string) => Type.Optional(Type.Number({ title }));

/** Descriptive fields of a battery's card; stored with the context, never computed with. */
const descriptive = {
  capacity: figure("La capacidad"),
  power: figure("La potencia"),
  description: text("La descripción"),
  is_recommended: Type.Optional(Type.Boolean({ title: "La recomendación" })),
  c_rating: figure("La tasa C"),
  discharge_duration_hours: figure("La duración de la descarga"),
  investment_level: text("El nivel de inversión"),
  use_case: text("El uso"),
  npv_eur: figure("El VAN"),
  saving_eur: figure("El ahorro"),
  capex_eur: figure("La inversión"),
  pays: Type.Optional(Type.Boolean({ title: "La rentabilidad" })),
  verdict: text("El veredicto"),
};

const demand = {
  type: ConsumptionType,
  weekend: Type.Boolean({ title: "El consumo en fin de semana" }),
  average: AverageDemand,
};

/**
 * Answers that refine a simulation; missing where nobody gave them, and in what was answered before they were asked.
 * `tariff_year` is none: no step asks for it, so answers stand for the default year, or for that of their contract.
 */
export const refinements = {
  zero_export: Type.Optional(Type.Boolean({ title: "La instalación sin vertido" })),
  province: Type.Optional(Province),
  pv_tilt_deg: Type.Optional(TiltDeg),
  pv_azimuth_deg: Type.Optional(AzimuthDeg),
  contract_kind: Type.Optional(ContractKind),
  tariff: Type.Optional(Tariff),
};

/** The wizard's answers about the factory: all but the battery. */
const ofSite = {
  generation: PvKwp,
  demand: Type.Object(demand, { title: "El consumo", additionalProperties: false }),
  total_spendings: YearlySpending,
  ...refinements,
  contract: Type.Optional(ContractInput),
  /** Stored curves, whose numbers stand for consumption and production. */
  curve_id: SimulationInput.properties.curve_id,
  pv_curve_id: SimulationInput.properties.pv_curve_id,
  /** Of the generation, the plant behind the meter of the curve. */
  pv_installed: SimulationInput.properties.pv_installed,
};
export const SiteAnswers = Type.Object(ofSite, { title: "Las respuestas", additionalProperties: false });
export type SiteAnswers = Static<typeof SiteAnswers>;

/** The visitor's answers in the wizard. */
export const CalculatorContext = Type.Object(
  {
    ...ofSite,
    /** Price of an offer for the battery; that of a card, beside it below, is only shown. */
    capex_eur: SimulationInput.properties.capex_eur,
    selectedBattery: Type.Object(
      {
        name: Type.Optional(Line({ title: "El nombre de la batería", maxLength: 160 })),
        capacity_kwh: CapacityKwh,
        power_kw: PowerKw,
        ...descriptive,
      },
      { title: "La batería", additionalProperties: false },
    ),
  },
  { additionalProperties: false },
);
export type CalculatorContext = Static<typeof CalculatorContext>;

/** `calculatorContext` of the calls: the demand as the wizard has it, or its average alone as `{total}` or `{value}`. */
export const GivenContext = Type.Object(
  {
    ...CalculatorContext.properties,
    demand: Type.Object(
      Type.Partial(Type.Object({ ...demand, total: AverageDemand, value: AverageDemand })).properties,
      {
        title: "El consumo",
        additionalProperties: false,
        anyOf: [{ required: ["average"] }, { required: ["total"] }, { required: ["value"] }],
      },
    ),
  },
  { additionalProperties: false },
);
export type GivenContext = Static<typeof GivenContext>;

/** The specification also writes the generation as `{total}`; any JSON value may come here. */
export function withPlainGeneration(context: unknown): unknown {
  const { generation } = Object(context) as { generation?: { total?: unknown } | null };
  return generation?.total === undefined ? context : { ...Object(context), generation: generation.total };
}

function wholeDemand({ type = "constante", weekend = true, average, total, value }: GivenContext["demand"]) {
  return { type, weekend, average: average ?? total ?? value! };
}

/** What given answers say of the factory. */
export function siteOf({ selectedBattery, capex_eur, demand, ...site }: GivenContext): SiteAnswers {
  return { ...site, demand: wholeDemand(demand) };
}

/** The inputs that follow from a wizard's answers; all others take the specification's fixed parameters. */
export function inputFromContext(context: GivenContext) {
  const { generation, demand, total_spendings, zero_export = false, selectedBattery } = context;
  const { province = DEFAULT_PROVINCE, pv_tilt_deg, pv_azimuth_deg, capex_eur } = context;
  const { contract, curve_id, pv_curve_id, pv_installed } = context;
  const { contract_kind = contract?.pricing?.kind ?? DEFAULT_CONTRACT_KIND } = context;
  const { tariff = contract?.tariff ?? DEFAULT_TARIFF } = context;
  const { type, weekend, average } = wholeDemand(demand);
  return {
    demand_value: average,
    pv_value: generation,
    total_spending: total_spendings,
    battery_capacity: selectedBattery.capacity_kwh,
    max_charge_power: selectedBattery.power_kw,
    max_discharge_power: selectedBattery.power_kw,
    ...shiftsOf(type),
    weekends: weekend,
    zero_export,
    province: provinceCode(province),
    ...(pv_tilt_deg === undefined ? {} : { pv_tilt_deg }),
    ...(pv_azimuth_deg === undefined ? {} : { pv_azimuth_deg }),
    contract_kind,
    tariff,
    conversion_efficiency: CONVERSION_EFFICIENCY,
    ...(capex_eur === undefined ? {} : { capex_eur }),
    ...(contract === undefined ? {} : { contract }),
    ...(curve_id === undefined ? {} : { curve_id }),
    ...(pv_curve_id === undefined ? {} : { pv_curve_id }),
    ...(pv_installed === undefined ? {} : { pv_installed }),
  } satisfies SimulationInput;
}

const TYPE_OF = { 1: "1turno", 2: "2turnos", 3: "constante" } as const;

/**
 * The answers that lead to these inputs; undefined where the wizard cannot ask for them, such as an assumption of the
 * caller's own, a curve in the place of the mean consumption, or what only older rules allowed.
 */
export function contextFromInput(input: SimulationInput): CalculatorContext | undefined {
  try {
    return readContext(input);
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

/** @throws AppError INVALID_INPUT for inputs that are refused today. */
function readContext(input: SimulationInput): CalculatorContext | undefined {
  if (input.demand_value === undefined || input.total_spending === undefined) return undefined;
  const { curve_id, pv_curve_id } = input;
  // Whether details are stored is no question of the wizard, and changes no figure; nor is the period of a curve.
  const given = completeInput({
    ...(curve_id === undefined ? storedInput(input) : withoutPeriod(storedInput(input))),
    hide_details: false,
  });
  const context: CalculatorContext = {
    generation: given.pv_value,
    demand: {
      type: TYPE_OF[given.shifts],
      weekend: given.weekends,
      average: given.demand_value,
    },
    total_spendings: input.total_spending,
    ...(given.zero_export ? { zero_export: true } : {}),
    ...(given.province === DEFAULT_PROVINCE ? {} : { province: given.province }),
    ...(given.pv_tilt_deg === undefined ? {} : { pv_tilt_deg: given.pv_tilt_deg }),
    ...(given.pv_azimuth_deg === undefined ? {} : { pv_azimuth_deg: given.pv_azimuth_deg }),
    ...(given.contract
      ? { contract: given.contract }
      : {
          ...(given.contract_kind === DEFAULT_CONTRACT_KIND ? {} : { contract_kind: given.contract_kind }),
          ...(given.tariff === DEFAULT_TARIFF ? {} : { tariff: given.tariff }),
        }),
    ...(curve_id === undefined ? {} : { curve_id }),
    ...(pv_curve_id === undefined ? {} : { pv_curve_id }),
    ...(given.pv_installed === undefined ? {} : { pv_installed: given.pv_installed }),
    ...(given.capex_eur === undefined ? {} : { capex_eur: given.capex_eur }),
    selectedBattery: { capacity_kwh: given.battery_capacity, power_kw: given.max_charge_power },
  };
  const asked = completeInput(inputFromContext(context));
  return Value.Equal(asked, given) ? context : undefined;
}

function withoutPeriod({ start_date, end_date, time_step_duration, ...others }: SimulationInput): SimulationInput {
  return others;
}

/**
 * @param input the complete payload of the inputs `sent`, with the curves of their ids
 * @throws AppError CONTEXT_MISMATCH naming the first input that disagrees with the context
 */
export function checkContextAgrees(
  context: GivenContext,
  input: SimulationInput & GivenCurves,
  sent: Pick<SimulationInput, "curve_id" | "pv_curve_id"> = input,
): void {
  for (const key of ["curve_id", "pv_curve_id"] as const)
    if (context[key] !== sent[key]) throw new AppError("CONTEXT_MISMATCH", { field: `inputParameters.${key}` });
  const { type, weekend } = context.demand;
  const { curve_id, pv_curve_id, ...answered } = inputFromContext(context);
  const complete = completeInput(answered, input);
  const keys = Object.keys(answered) as (keyof typeof answered)[];
  // A context without a plane stands for the best of the province.
  for (const key of [...keys, "pv_tilt_deg", "pv_azimuth_deg"] as const) {
    // A demand given as its average alone says nothing about its shape.
    const isOfShape = key === "two_turnes" || key === "shifts";
    if ((isOfShape && type === undefined) || (key === "weekends" && weekend === undefined)) continue;
    // Nor does a context say anything about efficiencies.
    if (key === "conversion_efficiency") continue;
    if (!Value.Equal(input[key], complete[key]))
      throw new AppError("CONTEXT_MISMATCH", {
        field: `inputParameters.${key}`,
      });
  }
}
