import {
  BATTERY_KEYS,
  type BatteryConfiguration,
  type BatteryConfigurations,
  type BatterySelectionQuery,
} from "@ecotrim/contracts/simulations/battery-options";
import { AUTONOMY_HOURS, MEAN_PV_KW_PER_KWP } from "@ecotrim/contracts/simulations/battery-rule";
import { type CalculatorContext, inputFromContext, type SiteAnswers } from "@ecotrim/contracts/simulations/context";
import {
  AverageDemand,
  AzimuthDeg,
  CapacityKwh,
  PowerKw,
  PvKwp,
  TiltDeg,
  YearlySpending,
} from "@ecotrim/contracts/simulations/fields";
import { SimulationInput } from "@ecotrim/contracts/simulations/input";
import type { PlaneInput } from "@ecotrim/contracts/simulations/plane";
import { DEFAULT_PROVINCE, PROVINCES, type ProvinceCode, provinceCode } from "@ecotrim/contracts/simulations/provinces";
import { CONSUMPTION_TYPES } from "@ecotrim/contracts/simulations/shifts";
import type { Suggestion } from "@ecotrim/contracts/simulations/suggestion";
import {
  CONTRACT_KINDS,
  type ContractKind,
  DEFAULT_CONTRACT_KIND,
  DEFAULT_TARIFF,
  TARIFFS,
  type TariffName,
} from "@ecotrim/contracts/simulations/tariff";
import type { SimulationHandle } from "../../lib/api.ts";
import { DEFAULT_GENERATION_KWP, WIZARD_STEPS } from "./constants.ts";
import {
  answersOfContract,
  type ContractAnswers,
  NO_CONTRACT,
  type ReadContractAnswers,
  readContractAnswers,
  readStoredAnswers,
} from "./contract-answers.ts";

/** State of the wizard and its rules, as pure functions: the store keeps the state, the steps show it. */

export type ConsumptionType = CalculatorContext["demand"]["type"];

/** Where the consumption comes from: a file of the visitor, or a shape and its level. */
export const DEMAND_SOURCES = ["curve", "shape"] as const;
export type DemandSource = (typeof DEMAND_SOURCES)[number];

/** A curve that was sent. */
export interface SentCurve {
  /** Names the draft in this browser that it was sent from. */
  key: string;
  id: string;
  /** Null where an account holds it. */
  accessToken: string | null;
  hash: string;
  /** Of a consumption: a plant stands behind its meter. */
  hasPlant: boolean;
  /** Of a consumption: it is what the site buys with no plant behind its meter. */
  isBeforePlant?: boolean;
  /** The server has it no more, nor this browser a draft of it. */
  isLost?: boolean;
}

export const CONSUMPTION_UNITS = ["kwh_hour", "kwh_month", "mwh_year", "kw_mean"] as const;
export type ConsumptionUnit = (typeof CONSUMPTION_UNITS)[number];

type Refinements = Pick<
  CalculatorContext,
  "zero_export" | "province" | "pv_tilt_deg" | "pv_azimuth_deg" | "contract_kind" | "tariff"
>;

export interface BatteryOptions {
  /** Answers for which the options were asked, see `batteryQuery`. */
  basis: string;
  source: "api" | "default";
  configurations: BatteryConfigurations;
}

type BatterySize = Pick<BatteryConfiguration, "capacity_kwh" | "power_kw">;

/** The battery of an offer, as the visitor types it; null while a field is empty. */
export interface OwnBattery {
  capacity_kwh: number | null;
  power_kw: number | null;
  /** The offer's price, EUR; without one the engine's estimate holds. */
  capex_eur: number | null;
}

/** A battery of step 5: one of the cards that are offered, or the visitor's own. */
export const OWN_BATTERY = "own";
const BATTERY_CHOICES = [...BATTERY_KEYS, OWN_BATTERY] as const;
export type BatteryChoice = (typeof BATTERY_CHOICES)[number];

/** The simulation of step 6, kept so that a reload or a second tab joins it instead of starting another. */
export interface Run {
  /** What the run computes, see `runBasis`. */
  basis: string;
  /** One idempotency key a run: a repeated request creates nothing new. */
  idempotencyKey: string;
  handle: SimulationHandle | null;
  /** The results of the run were shown: the wizard is over. */
  seen: boolean;
  /** An account holds the simulation: it was created with a session, or associated since. */
  claimed: boolean;
}

/** Inputs that a variant of the result may suppose, and that no step asks for. */
export const SUPPOSED_KEYS = [
  "price_level_fct",
  "price_spread_fct",
  "price_growth",
  "discount_rate",
  "life_years",
  "conversion_efficiency",
] as const satisfies (keyof SimulationInput)[];
export type SupposedInputs = Pick<SimulationInput, (typeof SUPPOSED_KEYS)[number]>;

/** What a variant of the result changes, by which it is left again. */
type BatteryAnswers = Pick<CalculatorState, "selectedBattery" | "ownBattery" | "supposed" | "run">;

export type PlaneAnswers = Pick<CalculatorState, "pv_tilt_deg" | "pv_azimuth_deg">;

export interface CalculatorState {
  /** kWp of the whole plant; null while the field is empty. */
  generation: number | null;
  /** kWp of it that stand behind the meter of the curve; null for all. */
  pv_installed: number | null;
  /** The site may not feed anything into the grid. */
  zero_export: boolean;
  province: ProvinceCode;
  /** The plane of the panels, degrees; null where it is the best of the province. */
  pv_tilt_deg: number | null;
  pv_azimuth_deg: number | null;
  demand: {
    source: DemandSource;
    type: ConsumptionType;
    weekend: boolean;
    /** kWh per hour of an operating day; null while the field is empty, or while it is computed from `figure`. */
    average: number | null;
    /** The consumption as typed, where that is not the average itself; null while the field is empty. */
    figure: number | null;
    unit: ConsumptionUnit;
    /** The figure is what the grid delivers, without what the PV plant covers. */
    net: boolean;
  };
  /** The consumption's curve; a run computes with it as long as it is the source. */
  curve: SentCurve | null;
  /** The production's, of the plant itself or of a design. */
  pv_curve: SentCurve | null;
  /** EUR a year; null while the field is empty. */
  total_spendings: number | null;
  contract_kind: ContractKind;
  tariff: TariffName;
  /** What the bill at hand says; empty texts where there is none. */
  contract: ContractAnswers;
  batteryOptions: BatteryOptions | null;
  selectedBattery: BatteryChoice | null;
  ownBattery: OwnBattery;
  /**
   * Battery of a simulation that is being duplicated: chosen where it is offered again. As long as the other answers,
   * its `basis`, are the same, it is the visitor's own where it is not offered.
   */
  copiedBattery: (BatterySize & { basis: string }) | null;
  /** Doubts about answers that the visitor has said are right. */
  confirmed: string[];
  /** The site of the account that the answers are of, and what it holds. */
  installation: { id: string; name: string; basis: string } | null;
  /** Step shown last, where the wizard resumes. */
  step: number;
  /** Furthest step shown. */
  reached: number;
  run: Run | null;
  /** What a variant supposes beside the answers, as long as these are those of its `basis`. */
  supposed: { basis: string; inputs: SupposedInputs } | null;
  /** The simulation whose variant this is; null where it is none. */
  origin: BatteryAnswers | null;
}

export const INTRO_STEP = 1;
export const FIRST_STEP = 2;
export const SPENDING_STEP = 4;
export const BATTERY_STEP = 5;
export const RESULTS_STEP = WIZARD_STEPS;

export const INITIAL_STATE: CalculatorState = {
  generation: DEFAULT_GENERATION_KWP,
  pv_installed: null,
  zero_export: false,
  province: DEFAULT_PROVINCE,
  pv_tilt_deg: null,
  pv_azimuth_deg: null,
  demand: {
    ...{ source: "shape", type: "constante", weekend: true },
    ...{ average: null, figure: null, unit: "kwh_hour", net: false },
  },
  curve: null,
  pv_curve: null,
  total_spendings: null,
  contract_kind: DEFAULT_CONTRACT_KIND,
  tariff: DEFAULT_TARIFF,
  contract: NO_CONTRACT,
  batteryOptions: null,
  selectedBattery: null,
  ownBattery: { capacity_kwh: null, power_kw: null, capex_eur: null },
  copiedBattery: null,
  confirmed: [],
  installation: null,
  step: INTRO_STEP,
  reached: INTRO_STEP,
  run: null,
  supposed: null,
  origin: null,
};

export const stepPath = (step: number): string => (step <= INTRO_STEP ? "/calculadora" : `/calculadora/paso/${step}`);

/**
 * The refinements that were given. What holds by default is left out, so that a run begun before it was asked is still
 * joined.
 */
function refinementsOf(state: CalculatorState): Refinements {
  const { zero_export, province, contract_kind, tariff } = state;
  return {
    ...(zero_export ? { zero_export } : {}),
    ...(province === INITIAL_STATE.province ? {} : { province }),
    ...planeInput(state),
    ...(contract_kind === INITIAL_STATE.contract_kind ? {} : { contract_kind }),
    ...(tariff === INITIAL_STATE.tariff ? {} : { tariff }),
  };
}

/** The angles that were given, as inputs have them. */
export const planeInput = ({ pv_tilt_deg, pv_azimuth_deg }: PlaneAnswers): PlaneInput => ({
  ...(pv_tilt_deg === null ? {} : { pv_tilt_deg }),
  ...(pv_azimuth_deg === null ? {} : { pv_azimuth_deg }),
});

/**
 * Query of the battery recommendation; undefined while an answer is missing. With the yearly spending the batteries are
 * sized and valued for this very site.
 */
export function batteryQuery(state: CalculatorState): BatterySelectionQuery | undefined {
  const { generation, demand, total_spendings } = state;
  if (generation === null || demand.average === null) return undefined;
  const { contract } = contractOf(state);
  return {
    // To the watt: 0.17 x 1250.5 is not exact in floating point.
    pv_generation: Math.round(generation * MEAN_PV_KW_PER_KWP * 1000) / 1000,
    demand_load: demand.average,
    autonomy_hours: AUTONOMY_HOURS,
    ...(total_spendings === null
      ? {}
      : {
          pv_kwp: generation,
          ...installedPlant(state),
          type: demand.type,
          weekend: demand.weekend,
          total_spendings,
          ...refinementsOf(state),
          ...(contract?.maximeters ? { contract } : {}),
        }),
  };
}

const basisOf = (value: unknown): string => JSON.stringify(value);

export const batteryBasis = (state: CalculatorState): string | undefined => {
  const query = batteryQuery(state);
  return query && basisOf(query);
};

const current = (state: CalculatorState): BatteryOptions | null =>
  state.batteryOptions !== null && state.batteryOptions.basis === batteryBasis(state) ? state.batteryOptions : null;

/** The chosen battery; undefined also when it was chosen among options of other answers. */
export function chosenBattery(state: CalculatorState): BatterySize | undefined {
  const { selectedBattery, ownBattery } = state;
  if (selectedBattery === OWN_BATTERY) return completeSize(ownBattery);
  const options = current(state);
  return options && selectedBattery ? options.configurations[selectedBattery] : undefined;
}

const completeSize = ({ capacity_kwh, power_kw }: OwnBattery): BatterySize | undefined =>
  capacity_kwh === null || power_kw === null ? undefined : { capacity_kwh, power_kw };

/** The contract that a bill says, and what cannot be read of it. */
export const contractOf = ({ contract, tariff, contract_kind }: CalculatorState): ReadContractAnswers =>
  readContractAnswers(contract, { tariff, contract_kind });

const hasFaultyContract = (state: CalculatorState): boolean => Object.keys(contractOf(state).faults).length > 0;

/** Whether the curve that counts says that a plant stands behind its meter. */
export const hasPlantBehind = ({ demand, curve }: CalculatorState): boolean =>
  demand.source === "curve" && curve?.hasPlant === true;

/**
 * How much of the plant stands behind the meter of the curve, where that is known. Told of a whole plant too, so that a
 * duplicate knows that it stands there, and a greater one what is new.
 */
export function installedPlant(state: CalculatorState): Pick<SiteAnswers, "pv_installed"> {
  const { generation, pv_installed, demand, curve } = state;
  if (hasPlantBehind(state)) return { pv_installed: Math.min(pv_installed ?? generation!, generation!) };
  return demand.source === "curve" && curve?.isBeforePlant ? { pv_installed: 0 } : {};
}

/** The curves that a run computes with. */
const ofCurves = ({ demand, curve, pv_curve }: CalculatorState) => ({
  ...(demand.source === "curve" && curve ? { curve_id: curve.id } : {}),
  ...(pv_curve ? { pv_curve_id: pv_curve.id } : {}),
});

/** What proves that the visitor may use the curves; empty where an account holds them. */
export const curveTokens = ({ curve, pv_curve }: CalculatorState): string[] =>
  [curve, pv_curve].flatMap((sent) => sent?.accessToken ?? []);

/** A curve that counts is lost: its step tells so, and how to go on. */
export const hasLostCurve = ({ demand, curve, pv_curve }: CalculatorState): boolean =>
  (demand.source === "curve" && curve?.isLost === true) || pv_curve?.isLost === true;

/** The answers about the factory; undefined while one is missing. */
export function siteAnswers(state: CalculatorState): SiteAnswers | undefined {
  if (hasLostCurve(state)) return undefined;
  const { generation, demand, total_spendings } = state;
  if (generation === null || demand.average === null || total_spendings === null) return undefined;
  const { contract, faults } = contractOf(state);
  if (Object.keys(faults).length > 0) return undefined;
  return {
    generation,
    demand: { type: demand.type, weekend: demand.weekend, average: demand.average },
    total_spendings,
    ...refinementsOf(state),
    ...ofCurves(state),
    ...installedPlant(state),
    ...(contract ? { contract } : {}),
  };
}

/** Inputs of step 6; undefined while an answer is missing. */
export function calculatorContext(state: CalculatorState): CalculatorContext | undefined {
  const { selectedBattery, ownBattery } = state;
  const site = siteAnswers(state);
  const battery = chosenBattery(state);
  if (!site || !battery || !selectedBattery) return undefined;
  const isOwn = selectedBattery === OWN_BATTERY;
  return {
    ...site,
    ...(isOwn && ownBattery.capex_eur !== null ? { capex_eur: ownBattery.capex_eur } : {}),
    selectedBattery: {
      ...(isOwn ? {} : { name: selectedBattery }),
      capacity_kwh: battery.capacity_kwh,
      power_kw: battery.power_kw,
    },
  };
}

export const contextBasis = (context: CalculatorContext): string => basisOf(context);

/** What the run of these answers supposes beside them. */
export const supposedInputs = ({ supposed }: CalculatorState, context: CalculatorContext): SupposedInputs =>
  supposed?.basis === contextBasis(context) ? supposed.inputs : {};

/** What a run computes: the answers, and what a variant supposes beside them. */
export function runBasis(state: CalculatorState, context: CalculatorContext): string {
  const supposed = supposedInputs(state, context);
  return Object.keys(supposed).length === 0 ? contextBasis(context) : basisOf({ ...context, supposed });
}

/** The run of the present answers: one for other answers counts as none. */
export function currentRun(state: CalculatorState): Run | null {
  const context = calculatorContext(state);
  return context && state.run?.basis === runBasis(state, context) ? state.run : null;
}

/** First step whose answer is missing; `RESULTS_STEP` when none is. */
export function firstIncompleteStep(state: CalculatorState): number {
  // The size has a default, so it counts as answered only once its step was passed.
  if (state.generation === null || state.pv_curve?.isLost || state.reached <= FIRST_STEP) return FIRST_STEP;
  if (state.demand.average === null || (state.demand.source === "curve" && (!state.curve || state.curve.isLost)))
    return 3;
  if (state.total_spendings === null || hasFaultyContract(state)) return SPENDING_STEP;
  return chosenBattery(state) ? RESULTS_STEP : BATTERY_STEP;
}

/** Takes a new plant. What it covers of the consumption changes with it, so that step 3 computes the average again. */
export function withPlant(
  state: CalculatorState,
  plant: Partial<Pick<CalculatorState, "generation" | "pv_installed" | "province"> & PlaneAnswers>,
): CalculatorState {
  const { demand } = state;
  return { ...state, ...plant, demand: demand.net ? { ...demand, average: null } : demand };
}

/** Takes a production that was sent, or none. A consumption that was balanced with another one has to be read again. */
export function withProduction(state: CalculatorState, sent: SentCurve | null): CalculatorState {
  const { curve, pv_curve } = state;
  const isOutdated = curve?.hasPlant === true && pv_curve?.key !== sent?.key;
  return { ...state, pv_curve: sent, curve: isOutdated ? null : curve };
}

/** Takes a curve that was sent, and for the steps that know none the answers nearest to it. */
export function withCurve(
  state: CalculatorState,
  curve: SentCurve,
  shape: Pick<CalculatorState["demand"], "type" | "weekend" | "average">,
): CalculatorState {
  const demand = { ...state.demand, ...shape, figure: null, unit: "kwh_hour", net: false } as const;
  return { ...state, curve, demand };
}

/** Takes new options; the choice of a card stays only where the same battery is still offered. */
export function withBatteryOptions(state: CalculatorState, options: BatteryOptions): CalculatorState {
  const { selectedBattery, batteryOptions, copiedBattery } = state;
  const taken = { ...state, batteryOptions: options };
  if (selectedBattery === OWN_BATTERY) return taken;
  const before = (selectedBattery && batteryOptions?.configurations[selectedBattery]) ?? copiedBattery;
  const isSame = ({ capacity_kwh, power_kw }: BatterySize) =>
    capacity_kwh === before?.capacity_kwh && power_kw === before.power_kw;
  const same = BATTERY_KEYS.find((key) => isSame(options.configurations[key]));
  const isCopied = selectedBattery === null && copiedBattery?.basis === options.basis;
  return { ...taken, selectedBattery: same ?? (isCopied ? OWN_BATTERY : null) };
}

/**
 * Takes a variant of the result: its battery as an own one, and beside the answers what no step asks for. The run of the
 * result is kept, so that it can be returned to.
 */
export function withVariant(state: CalculatorState, inputs: SimulationInput): CalculatorState {
  const before = calculatorContext(state);
  const { battery_capacity, max_charge_power, capex_eur = null } = inputs;
  if (!before || battery_capacity === undefined || max_charge_power === undefined) return state;
  const own = { capacity_kwh: battery_capacity, power_kw: max_charge_power, capex_eur };
  const { capacity_kwh, power_kw } = before.selectedBattery;
  const isSameBattery =
    capacity_kwh === own.capacity_kwh && power_kw === own.power_kw && (before.capex_eur ?? null) === capex_eur;
  const { selectedBattery, ownBattery, supposed, run } = state;
  const answered: CalculatorState = {
    ...state,
    ...(isSameBattery ? {} : { selectedBattery: OWN_BATTERY, ownBattery: own }),
    origin: state.origin ?? { selectedBattery, ownBattery, supposed, run },
  };
  const context = calculatorContext(answered)!;
  const ofWizard: SimulationInput = inputFromContext(context);
  const others = SUPPOSED_KEYS.filter((key) => inputs[key] !== undefined && inputs[key] !== ofWizard[key]);
  const supposes = Object.fromEntries(others.map((key) => [key, inputs[key]])) as SupposedInputs;
  return { ...answered, supposed: { basis: contextBasis(context), inputs: supposes } };
}

/** Returns from a variant; undefined where there is no run of these answers to return to. */
export function withoutVariant(state: CalculatorState): CalculatorState | undefined {
  if (!state.origin) return undefined;
  const returned = { ...state, ...state.origin, origin: null };
  return currentRun(returned) ? returned : undefined;
}

/** The answers with a repair taken. A repaired consumption is one of kWh per hour. */
export function repaired(state: CalculatorState, { field, value }: Suggestion): CalculatorState {
  const { demand } = state;
  if (field === "total_spending" && typeof value === "number") return { ...state, total_spendings: value };
  if (field === "pv_value" && typeof value === "number")
    return withPlant(state, { generation: value, pv_installed: null });
  if (field === "weekends" && typeof value === "boolean") return { ...state, demand: { ...demand, weekend: value } };
  if (field === "demand_value" && typeof value === "number")
    return { ...state, demand: { ...demand, unit: "kwh_hour", net: false, figure: null, average: value } };
  return state;
}

/**
 * Takes the repair that a result proposes. Cards are of the answers before, so that of the result stays as an own battery,
 * unless it was sized for another consumption: then one chooses again.
 */
export function withResultRepaired(state: CalculatorState, suggestion: Suggestion): CalculatorState {
  const after = { ...repaired(state, suggestion), supposed: null, origin: null };
  const battery = chosenBattery(state);
  if (!battery || state.selectedBattery === OWN_BATTERY || suggestion.field === "demand_value") return after;
  const { capacity_kwh, power_kw } = battery;
  return { ...after, selectedBattery: OWN_BATTERY, ownBattery: { capacity_kwh, power_kw, capex_eur: null } };
}

/** Takes the answers given on another page that are within their limits. */
export function withGivenAnswers(state: CalculatorState, given: unknown): CalculatorState {
  if (!isFields(given)) return state;
  const { generation, average, total_spendings } = given;
  return readState({ ...state, generation, demand: { ...state.demand, average }, total_spendings });
}

/** Takes what is answered about a factory; its battery is still to be chosen. */
function withSite(
  state: CalculatorState,
  { contract, curve_id, pv_curve_id, ...answers }: SiteAnswers,
): CalculatorState {
  const fresh = { supposed: null, origin: null, reached: BATTERY_STEP };
  // With nothing there yet, the field for what is there stays empty.
  const pv_installed = answers.pv_installed || null;
  const plant = { hasPlant: pv_installed !== null, isBeforePlant: answers.pv_installed === 0 };
  const curves = { pv_installed, curve: copiedCurve(curve_id, plant), pv_curve: copiedCurve(pv_curve_id) };
  const demand = { ...answers.demand, source: curve_id === undefined ? "shape" : "curve" };
  const ofContract = contract
    ? {
        ...{ tariff: contract.tariff, contract_kind: contract.pricing?.kind },
        contract: answersOfContract(contract, provinceCode(answers.province ?? DEFAULT_PROVINCE)),
      }
    : { contract: NO_CONTRACT };
  return readState({ ...state, ...answers, demand, ...curves, ...fresh, ...ofContract });
}

/** Takes every answer of a simulation that is being duplicated. */
export function withAnswersOf(state: CalculatorState, context: CalculatorContext): CalculatorState {
  const { selectedBattery, capex_eur, ...site } = context;
  const { capacity_kwh, power_kw } = selectedBattery;
  const ownBattery = readOwnBattery({ capacity_kwh, power_kw, capex_eur });
  const answered = { ...withSite(state, site), ownBattery };
  // Only an own battery has a price of its own.
  if (capex_eur !== undefined) return { ...answered, selectedBattery: OWN_BATTERY };
  return { ...answered, copiedBattery: { capacity_kwh, power_kw, basis: batteryBasis(answered) ?? "" } };
}

/** A curve that an account holds, of which this browser has no draft. */
const copiedCurve = (
  id: string | undefined,
  plant: Pick<SentCurve, "hasPlant" | "isBeforePlant"> = { hasPlant: false },
): SentCurve | null => (id === undefined ? null : { key: id, id, accessToken: null, hash: "", ...plant });

/** Takes the answers of a site of the account. */
export function withInstallation(
  state: CalculatorState,
  { id, name, answers }: { id: string; name: string; answers: SiteAnswers },
): CalculatorState {
  const answered = withSite(state, answers);
  // As these answers are read here, so that only what is changed here differs.
  return { ...answered, installation: { id, name, basis: basisOf(siteAnswers(answered)) } };
}

/** The answers, where they are no longer those that their site holds. */
export function changedAnswers(state: CalculatorState): SiteAnswers | undefined {
  const answers = siteAnswers(state);
  return answers && state.installation && basisOf(answers) !== state.installation.basis ? answers : undefined;
}

/** A site holds the answers of `sent` from now on; what was changed since it was sent is still to be kept. */
export const keptIn = (
  state: CalculatorState,
  { id, name }: { id: string; name: string },
  sent: CalculatorState,
): CalculatorState => ({ ...state, installation: { id, name, basis: basisOf(siteAnswers(sent)) } });

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isText = (value: unknown): value is string => typeof value === "string" && value !== "";

/** A number's schema, of which only the limits count here. */
interface Limits {
  type?: string;
  minimum?: number;
  maximum?: number;
}

function isWithin(value: unknown, { minimum, maximum }: Limits): value is number {
  return typeof value === "number" && value >= (minimum ?? -Infinity) && value <= (maximum ?? Infinity);
}

const isStep = (value: unknown): value is number =>
  Number.isInteger(value) && isWithin(value, { minimum: INTRO_STEP, maximum: RESULTS_STEP + 1 });

const isOptional = (value: unknown, type: "boolean" | "string" | "number"): boolean =>
  value === undefined || typeof value === type;

function isConfiguration(value: unknown): value is BatteryConfiguration {
  return (
    isFields(value) &&
    ["capacity_kwh", "power_kw", "c_rating", "discharge_duration_hours"].every((key) =>
      isWithin(value[key], { minimum: 0 }),
    ) &&
    ["description", "investment_level", "use_case"].every((key) => typeof value[key] === "string") &&
    typeof value.is_recommended === "boolean" &&
    isOptional(value.pays, "boolean") &&
    isOptional(value.verdict, "string") &&
    ["npv_eur", "saving_eur", "capex_eur"].every((key) => isOptional(value[key], "number"))
  );
}

export function isConfigurations(value: unknown): value is BatteryConfigurations {
  return isFields(value) && BATTERY_KEYS.every((key) => isConfiguration(value[key]));
}

function readOptions(value: unknown): BatteryOptions | null {
  if (!isFields(value) || !isText(value.basis) || !isConfigurations(value.configurations)) return null;
  return {
    basis: value.basis,
    source: value.source === "api" ? "api" : "default",
    configurations: value.configurations,
  };
}

/** The limits of an own battery: one without capacity or power is none. */
export const OwnCapacityKwh = { ...CapacityKwh, minimum: 1 };
export const OwnPowerKw = { ...PowerKw, minimum: 1 };

function readOwnBattery(value: unknown): OwnBattery {
  const { capacity_kwh, power_kw, capex_eur } = isFields(value) ? value : {};
  return {
    capacity_kwh: isWithin(capacity_kwh, OwnCapacityKwh) ? capacity_kwh : null,
    power_kw: isWithin(power_kw, OwnPowerKw) ? power_kw : null,
    capex_eur: isWithin(capex_eur, SimulationInput.properties.capex_eur) ? capex_eur : null,
  };
}

function readCopied(value: unknown): CalculatorState["copiedBattery"] {
  if (!isFields(value)) return null;
  const { capacity_kwh, power_kw, basis } = value;
  if (!isWithin(capacity_kwh, CapacityKwh) || !isWithin(power_kw, PowerKw)) return null;
  return { capacity_kwh, power_kw, basis: isText(basis) ? basis : "" };
}

function readInstallation(value: unknown): CalculatorState["installation"] {
  if (!isFields(value) || !isText(value.id) || !isText(value.name)) return null;
  return { id: value.id, name: value.name, basis: isText(value.basis) ? value.basis : "" };
}

function readRun(value: unknown): Run | null {
  if (!isFields(value) || !isText(value.basis) || !isText(value.idempotencyKey)) return null;
  const handle = isFields(value.handle) ? value.handle : {};
  return {
    basis: value.basis,
    idempotencyKey: value.idempotencyKey,
    handle:
      isText(handle.id) && isText(handle.accessToken)
        ? {
            ...{ id: handle.id, accessToken: handle.accessToken },
            ...(isText(handle.requestId) && { requestId: handle.requestId }),
          }
        : null,
    seen: value.seen === true,
    claimed: value.claimed === true,
  };
}

function readSent(value: unknown): SentCurve | null {
  if (!isFields(value)) return null;
  const { key, id, accessToken, hash, hasPlant, isBeforePlant, isLost } = value;
  if (!isText(key) || !isText(id) || typeof hash !== "string") return null;
  return {
    ...{ key, id, hash, accessToken: isText(accessToken) ? accessToken : null },
    ...{ hasPlant: hasPlant === true, ...(isBeforePlant === true && { isBeforePlant }) },
    ...(isLost === true && { isLost }),
  };
}

function readSupposed(value: unknown): CalculatorState["supposed"] {
  if (!isFields(value) || !isText(value.basis) || !isFields(value.inputs)) return null;
  const { basis, inputs } = value;
  const kept = SUPPOSED_KEYS.filter((key) => isWithin(inputs[key], SimulationInput.properties[key]));
  return { basis, inputs: Object.fromEntries(kept.map((key) => [key, inputs[key]])) };
}

function readBatteryAnswers(value: unknown): BatteryAnswers | null {
  if (!isFields(value)) return null;
  return {
    selectedBattery: readOneOf(BATTERY_CHOICES, value.selectedBattery) ?? null,
    ownBattery: readOwnBattery(value.ownBattery),
    supposed: readSupposed(value.supposed),
    run: readRun(value.run),
  };
}

const PROVINCE_CODES = PROVINCES.map(([code]) => code);

const readOneOf = <V extends string>(values: readonly V[], stored: unknown): V | undefined =>
  values.find((value) => value === stored);

/** Reads a stored state field by field: a field that is damaged or out of limits falls back to its initial value. */
export function readState(stored: unknown): CalculatorState {
  if (!isFields(stored)) return INITIAL_STATE;
  const demand = isFields(stored.demand) ? stored.demand : {};
  const type = readOneOf(CONSUMPTION_TYPES, demand.type) ?? INITIAL_STATE.demand.type;
  const step = isStep(stored.step) ? stored.step : INTRO_STEP;
  return {
    generation:
      stored.generation === null || isWithin(stored.generation, PvKwp) ? stored.generation : INITIAL_STATE.generation,
    pv_installed: isWithin(stored.pv_installed, PvKwp) ? stored.pv_installed : null,
    zero_export: stored.zero_export === true,
    province: readOneOf(PROVINCE_CODES, stored.province) ?? INITIAL_STATE.province,
    pv_tilt_deg: isWithin(stored.pv_tilt_deg, TiltDeg) ? stored.pv_tilt_deg : null,
    pv_azimuth_deg: isWithin(stored.pv_azimuth_deg, AzimuthDeg) ? stored.pv_azimuth_deg : null,
    demand: {
      source: readOneOf(DEMAND_SOURCES, demand.source) ?? INITIAL_STATE.demand.source,
      type,
      weekend: typeof demand.weekend === "boolean" ? demand.weekend : INITIAL_STATE.demand.weekend,
      average: isWithin(demand.average, AverageDemand) ? demand.average : null,
      figure: isWithin(demand.figure, { minimum: 0 }) ? demand.figure : null,
      unit: readOneOf(CONSUMPTION_UNITS, demand.unit) ?? INITIAL_STATE.demand.unit,
      net: demand.net === true,
    },
    curve: readSent(stored.curve),
    pv_curve: readSent(stored.pv_curve),
    total_spendings: isWithin(stored.total_spendings, YearlySpending) ? stored.total_spendings : null,
    contract_kind: readOneOf(CONTRACT_KINDS, stored.contract_kind) ?? INITIAL_STATE.contract_kind,
    tariff: readOneOf(TARIFFS, stored.tariff) ?? INITIAL_STATE.tariff,
    contract: readStoredAnswers(stored.contract),
    batteryOptions: readOptions(stored.batteryOptions),
    selectedBattery: readOneOf(BATTERY_CHOICES, stored.selectedBattery) ?? null,
    ownBattery: readOwnBattery(stored.ownBattery),
    copiedBattery: readCopied(stored.copiedBattery),
    confirmed: Array.isArray(stored.confirmed) ? stored.confirmed.filter(isText) : [],
    installation: readInstallation(stored.installation),
    step,
    reached: isStep(stored.reached) ? Math.max(stored.reached, step) : step,
    run: readRun(stored.run),
    supposed: readSupposed(stored.supposed),
    origin: readBatteryAnswers(stored.origin),
  };
}
