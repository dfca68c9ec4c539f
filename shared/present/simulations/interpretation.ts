import { IRR_HIGH_PERCENT, IRR_MARGINAL_PERCENT } from "@ecotrim/contracts/simulations/irr-thresholds";
import type { Results } from "@ecotrim/contracts/simulations/result";

/**
 * Grades of figures in reports: the specification's thresholds, each reached at its own value. A grade concerns one
 * figure; the investment as a whole has the label of `profitability`.
 */
export interface Interpretation {
  /** One word or two: "Excelente". */
  grade: string;
  sentence: string;
  tone: "good" | "fair" | "bad";
}

type Step = Interpretation & { from: number };

/** The first step, from the highest down, that the value reaches. */
const reached = (steps: readonly Step[], value: number): Interpretation =>
  steps.find(({ from }) => value >= from) ?? steps.at(-1)!;

const IRR_PERCENT: readonly Step[] = [
  { from: 15, grade: "Excelente", tone: "good", sentence: "Muy por encima de lo que suele exigirse en la industria." },
  { from: 10, grade: "Excelente", tone: "good", sentence: "Por encima de lo que suele exigirse en la industria." },
  {
    from: IRR_HIGH_PERCENT,
    grade: "Excelente",
    tone: "good",
    sentence: "Supera el umbral de alta rentabilidad, aunque con poco margen.",
  },
  {
    from: IRR_MARGINAL_PERCENT,
    grade: "Aceptable",
    tone: "fair",
    sentence: "Rentabilidad moderada: compárela con el coste de su financiación.",
  },
  { from: -Infinity, grade: "Insuficiente", tone: "bad", sentence: "Por debajo de lo que suele costar el capital." },
];

const SAVINGS_EUR: readonly Step[] = [
  { from: 100_000, grade: "Excelente", tone: "good", sentence: "Ahorro anual de gran tamaño." },
  { from: 50_000, grade: "Bueno", tone: "good", sentence: "Ahorro anual apreciable." },
  { from: 0, grade: "Moderado", tone: "fair", sentence: "Ahorro anual moderado." },
  {
    from: -Infinity,
    grade: "Negativo",
    tone: "bad",
    sentence: "La batería encarece la energía en lugar de abaratarla.",
  },
];

const NPV_EUR: readonly Step[] = [
  { from: 500_000, grade: "Muy alto", tone: "good", sentence: "La inversión crea mucho valor sobre la tasa exigida." },
  { from: 100_000, grade: "Alto", tone: "good", sentence: "La inversión crea valor sobre la tasa exigida." },
  { from: 0, grade: "Positivo", tone: "fair", sentence: "La inversión recupera su coste y la tasa exigida." },
  { from: -Infinity, grade: "Negativo", tone: "bad", sentence: "La inversión no alcanza la tasa exigida." },
];

/** Thresholds in EUR/MWh, each including its own value. */
const LCOE_EUR_MWH: readonly (Interpretation & { upTo: number })[] = [
  { upTo: 50, grade: "Muy competitivo", tone: "good", sentence: "Coste de la energía muy bajo." },
  { upTo: 80, grade: "Competitivo", tone: "good", sentence: "Coste de la energía bajo." },
  { upTo: 120, grade: "Aceptable", tone: "fair", sentence: "Coste de la energía en la media." },
  { upTo: Infinity, grade: "Alto", tone: "bad", sentence: "Coste de la energía alto." },
];

/** @param irr fraction */
export const interpretIrr = (irr: number): Interpretation => reached(IRR_PERCENT, irr * 100);
/** @param savings EUR a year */
export const interpretSavings = (savings: number): Interpretation => reached(SAVINGS_EUR, savings);
/** @param npv EUR */
export const interpretNpv = (npv: number): Interpretation => reached(NPV_EUR, npv);
/** @param lcoe EUR/MWh */
export const interpretLcoe = (lcoe: number): Interpretation => LCOE_EUR_MWH.find(({ upTo }) => lcoe <= upTo)!;

type Interpreted = "savings" | "irr" | "npv" | "lcoe";

/**
 * The grade of each headline figure; null where the figure does not exist, or where the threshold would praise an
 * investment that does not recover its cost, or a cost of energy that rises.
 */
export function interpret({
  savings,
  irr,
  npv,
  lcoe,
  lcoe_without_battery,
}: Pick<Results["summary"], Interpreted> & { lcoe_without_battery: number | null }) {
  const isLosing = npv !== null && npv < 0;
  const rises = lcoe !== null && lcoe_without_battery !== null && lcoe > lcoe_without_battery;
  const graded = (value: number | null, gradeOf: (value: number) => Interpretation, isWithheld: boolean) => {
    const grade = value === null ? null : gradeOf(value);
    return isWithheld && grade?.tone !== "bad" ? null : grade;
  };
  return {
    savings: graded(savings, interpretSavings, isLosing),
    irr: graded(irr, interpretIrr, isLosing),
    npv: graded(npv, interpretNpv, isLosing),
    lcoe: graded(lcoe, interpretLcoe, isLosing || rises),
  } satisfies Record<Interpreted, Interpretation | null>;
}
