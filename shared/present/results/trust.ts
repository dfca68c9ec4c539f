import type { Phrase } from "@ecotrim/contracts/phrase";
import type { GivenContext } from "@ecotrim/contracts/simulations/context";
import { completeInput, type SimulationInput } from "@ecotrim/contracts/simulations/input";
import type { SimulationRecord } from "@ecotrim/contracts/simulations/record";
import { type Assumption, isSpendReplaced, type Results } from "@ecotrim/contracts/simulations/result";
import { DEFAULT_CONTRACT_KIND } from "@ecotrim/contracts/simulations/tariff";
import { KNOWLEDGE_LEVELS, type KnowledgeLevel, type Uncertainty } from "@ecotrim/contracts/simulations/uncertainty";
import { isOfOldModel } from "@ecotrim/contracts/simulations/verdict";
import { savesOnWholeBill } from "../bill/contract-bill.ts";
import { amount, percent, phrase, roundEuros, toThreeFigures } from "../phrase.ts";
import { trustLine } from "./curve-words.ts";
import { isOwnJudgement } from "./own-judgement.ts";

/**
 * Whether the figures of a result may be shown as its own. Where the engine replaced the spending, the verdict's
 * sentence stands in their place.
 */
export const isTrusted = ({ warnings }: Pick<Results, "warnings">): boolean => !isSpendReplaced(warnings);

/** How far a result is to be trusted: what is known of the site, and what the next answer would be worth. */
export interface Trust {
  level: KnowledgeLevel;
  /** Data of the caller's own: the answers of the wizard that were given, and every assumption set. */
  own: number;
  /** Lines of the assumptions that nobody set, without those that are in no figure. */
  assumed: number;
  counts: Phrase;
  /** How far the curve of the consumption is to be trusted; null without one. */
  curve: Phrase | null;
  /** Null where nothing more can be told. */
  next: {
    level: KnowledgeLevel;
    sentence: Phrase;
    /** What the reader can do about it here; null where the product does not ask for it yet. */
    action: "contract" | null;
  } | null;
}

export const KNOWLEDGE_LABELS: Record<KnowledgeLevel, string> = {
  orientative: "Orientativo",
  contract: "Con contrato",
  bill: "Con factura",
  curve: "Con curva y factura",
};
export const KNOWLEDGE_SCALE = KNOWLEDGE_LEVELS.map((key) => ({ key, label: KNOWLEDGE_LABELS[key] }));

/** Below this share a band is not said to narrow: chance among the scenarios is of that order. */
const WORTH_SAYING = 0.02;

/**
 * Null for results of an old model, which knew nothing of contracts.
 * @param uncertainty null before there are enough scenarios, and where none follow
 */
export function trustOf(
  results: Pick<Results, "assumptions" | "engine_version" | "savings_split" | "bill" | "curve">,
  {
    inputParameters: input,
    calculatorContext: context,
  }: Pick<SimulationRecord, "inputParameters" | "calculatorContext">,
  uncertainty: Pick<Uncertainty, "saving_by_knowledge"> | null,
): Trust | null {
  const { assumptions, engine_version, curve } = results;
  if (isOfOldModel(engine_version)) return null;
  const stated = countAssumptions(assumptions);
  const own = (context ? answersOf(context) : answersIn(input)) + stated.own;
  const assumed = stated.all - stated.own;
  const havePrices = arePricesGiven(assumptions);
  const isContractKnown = (input.contract_kind ?? DEFAULT_CONTRACT_KIND) !== "unknown" || havePrices;
  const withBill = curve ? "curve" : "bill";
  const level = results.bill || savesOnWholeBill(results) ? withBill : isContractKnown ? "contract" : "orientative";
  const narrows = (to: KnowledgeLevel) => narrowing(uncertainty?.saving_by_knowledge, level, to);
  return {
    level,
    own,
    assumed,
    counts: phrase`${amount(own)} ${own === 1 ? "dato suyo" : "datos suyos"} · ${amount(assumed)} ${assumed === 1 ? "supuesto" : "supuestos"}`,
    curve: curve ? trustLine(curve) : null,
    next: {
      orientative: { level: "contract", sentence: contractStep(narrows("contract")), action: "contract" } as const,
      contract: { level: "bill", sentence: billStep(narrows("bill"), havePrices), action: null } as const,
      bill: { level: "curve", sentence: curveStep(narrows("curve")), action: null } as const,
      curve: null,
    }[level],
  };
}

/** Answers about the site and the battery that no assumption states. */
const ASKED_ALWAYS = ["pv_value", "demand_value", "total_spending", "battery_capacity"] as const;
const ANSWERS = [...ASKED_ALWAYS, "province", "tariff"] as const;
/** Together they are one answer: the shape of the consumption. */
const SHAPE = ["shifts", "two_turnes", "weekends"] as const;
/** So are these: the plane of the panels. */
const PLANE = ["pv_tilt_deg", "pv_azimuth_deg"] as const;
const DEFAULTS = completeInput({}, { demandGiven: true });

/** The answers that the wizard, or a caller in its place, was given: also those that equal a default. */
const answersOf = ({ demand, province, pv_tilt_deg, pv_azimuth_deg, tariff }: GivenContext): number =>
  ASKED_ALWAYS.length +
  [demand.type ?? demand.weekend, province, pv_tilt_deg ?? pv_azimuth_deg, tariff].filter(
    (answer) => answer !== undefined,
  ).length;

/** Without a context records hold complete inputs alone, so what equals its default counts as not given. */
function answersIn(input: SimulationInput): number {
  const isAnswered = (key: (typeof ANSWERS | typeof SHAPE | typeof PLANE)[number]) =>
    input[key] !== undefined && input[key] !== DEFAULTS[key];
  return ANSWERS.filter(isAnswered).length + [SHAPE, PLANE].filter((keys) => keys.some(isAnswered)).length;
}

const EXTRAS: readonly string[] = [
  "ahorro_termino_potencia",
  "garantia_suministro",
] satisfies (keyof SimulationInput)[];
const isExtra = ({ key }: Assumption): boolean => EXTRAS.includes(key);

/** Lines of the assumptions that figures rest on, by who states them. */
export function countAssumptions(assumptions: readonly Assumption[]) {
  const used = assumptions.filter((row) => !isExtra(row));
  const own = used.filter(({ overridden }) => overridden).length;
  const judged = used.filter(isOwnJudgement).length;
  return { all: used.length, own, judged, sourced: used.length - own - judged };
}

/** The present model states how prices follow from the spending unless those of every hour, or of a contract, were given. */
const arePricesGiven = (assumptions: readonly Assumption[]): boolean =>
  !assumptions.some(({ key }) => key === "contract_kind");

interface Narrowing {
  /** Half the widths of the bands, EUR a year. */
  from: number;
  to: number;
  share: number;
}

/** Null where nothing is known of it, or too little to be said. */
function narrowing(
  bands: Uncertainty["saving_by_knowledge"],
  fromLevel: KnowledgeLevel,
  toLevel: KnowledgeLevel,
): Narrowing | null {
  const halfWidth = (level: KnowledgeLevel) => {
    const band = bands?.find(({ key }) => key === level);
    return band && (band.p90 - band.p10) / 2;
  };
  const [from, to] = [halfWidth(fromLevel), halfWidth(toLevel)];
  if (from === undefined || to === undefined || !(from > 0)) return null;
  const share = 1 - to / from;
  return share < WORTH_SAYING ? null : { from, to, share };
}

/** The band on the screen is that of one contract: the doubt about it is drawn nowhere. */
const contractStep = (narrows: Narrowing | null): Phrase =>
  narrows
    ? phrase`Sin saber su contrato la banda es de ±${roundEuros(narrows.from)}, no de ±${roundEuros(narrows.to)}: dígalo y se estrecha un ${percent(narrows.share, 0)}.`
    : phrase`Diga si su precio es fijo o indexado: mientras no se sepa, calculamos con uno indexado al mercado.`;

function billStep(narrows: Narrowing | null, havePrices: boolean): Phrase {
  if (narrows) return phrase`Con su factura la banda del ahorro se estrecharía ${byHowMuch(narrows)}.`;
  return havePrices
    ? phrase`Con las potencias y los maxímetros de su factura se calcularían también la potencia y los excesos.`
    : phrase`Con su factura el consumo y los precios serían los suyos; la banda del ahorro apenas cambiaría, porque la decide el mercado.`;
}

const curveStep = (narrows: Narrowing | null): Phrase =>
  narrows
    ? phrase`Con su curva de cuartos de hora los picos serían los medidos, y la banda del ahorro se estrecharía ${byHowMuch(narrows)}.`
    : phrase`Con su curva de cuartos de hora los picos serían los medidos; la banda del ahorro apenas cambiaría.`;

/** "un 25 %: de ±11.800 a ±8.850 €". */
const byHowMuch = ({ from, to, share }: Narrowing): Phrase =>
  phrase`un ${percent(share, 0)}: de ±${amount(toThreeFigures(from), { decimals: 0 })} a ±${roundEuros(to)}`;
