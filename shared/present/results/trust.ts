import type { Phrase } from "@ecotrim/contracts/phrase";
import { completeInput, type SimulationInput } from "@ecotrim/contracts/simulations/input";
import { type Assumption, isSpendReplaced, type Results } from "@ecotrim/contracts/simulations/result";
import { DEFAULT_CONTRACT_KIND } from "@ecotrim/contracts/simulations/tariff";
import { KNOWLEDGE_LEVELS, type KnowledgeLevel, type Uncertainty } from "@ecotrim/contracts/simulations/uncertainty";
import { isOfOldModel } from "@ecotrim/contracts/simulations/verdict";
import { amount, percent, phrase, roundEuros, toThreeFigures } from "../phrase.ts";
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
  next: {
    level: KnowledgeLevel;
    sentence: Phrase;
    /** What the reader can do about it here; null where the product does not ask for it yet. */
    action: "contract" | null;
  };
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
  { assumptions, engine_version }: Pick<Results, "assumptions" | "engine_version">,
  input: SimulationInput,
  uncertainty: Pick<Uncertainty, "saving_by_knowledge"> | null,
): Trust | null {
  if (isOfOldModel(engine_version)) return null;
  const stated = countAssumptions(assumptions);
  const own = answersIn(input) + stated.own;
  const assumed = stated.all - stated.own;
  const isContractKnown = (input.contract_kind ?? DEFAULT_CONTRACT_KIND) !== "unknown" || arePricesGiven(assumptions);
  const narrows = (from: KnowledgeLevel, to: KnowledgeLevel) => narrowing(uncertainty?.saving_by_knowledge, from, to);
  return {
    level: isContractKnown ? "contract" : "orientative",
    own,
    assumed,
    counts: phrase`${amount(own)} ${own === 1 ? "dato suyo" : "datos suyos"} · ${amount(assumed)} ${assumed === 1 ? "supuesto" : "supuestos"}`,
    next: isContractKnown
      ? { level: "bill", sentence: billStep(narrows("contract", "bill")), action: null }
      : { level: "contract", sentence: contractStep(narrows("orientative", "contract")), action: "contract" },
  };
}

/** Answers about the site and the battery that no assumption states. */
const ANSWERS = ["pv_value", "demand_value", "total_spending", "battery_capacity", "province", "tariff"] as const;
/** Together they are one answer: the shape of the consumption. */
const SHAPE = ["shifts", "two_turnes", "weekends"] as const;
const DEFAULTS = completeInput({}, { demandGiven: true });

/** Records hold complete inputs, so what equals its default counts as not given. */
function answersIn(input: SimulationInput): number {
  const isAnswered = (key: (typeof ANSWERS | typeof SHAPE)[number]) =>
    input[key] !== undefined && input[key] !== DEFAULTS[key];
  return ANSWERS.filter(isAnswered).length + (SHAPE.some(isAnswered) ? 1 : 0);
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

/** The present model states a contract unless the prices of every hour were given. */
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

const billStep = (narrows: Narrowing | null): Phrase =>
  narrows
    ? phrase`Con su factura la banda del ahorro se estrecharía un ${percent(narrows.share, 0)}: de ±${amount(toThreeFigures(narrows.from), { decimals: 0 })} a ±${roundEuros(narrows.to)}.`
    : phrase`Con su factura el consumo y los precios serían los suyos; la banda del ahorro apenas cambiaría, porque la decide el mercado.`;
