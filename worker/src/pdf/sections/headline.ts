import { isProvisional, type Results } from "@ecotrim/contracts/simulations/result";
import type { Uncertainty } from "@ecotrim/contracts/simulations/uncertainty";
import type { VerdictCode } from "@ecotrim/contracts/simulations/verdict";
import { savesOnWholeBill } from "@ecotrim/present/bill/contract-bill";
import { figuresOf, labelOf, type ResultKey } from "@ecotrim/present/figures";
import { PALETTE } from "@ecotrim/present/palette";
import { spell as written } from "@ecotrim/present/phrase";
import { trustLine } from "@ecotrim/present/results/curve-words";
import { investmentHolds, NOT_INCLUDED, NOT_INCLUDED_TITLE } from "@ecotrim/present/results/not-included";
import { classification } from "@ecotrim/present/results/profitability";
import { PROVISIONAL_NOTE } from "@ecotrim/present/results/provisional";
import { curveMarks, curveWords, replacementYearOf } from "@ecotrim/present/results/return-curve";
import { isTrusted, trustOf } from "@ecotrim/present/results/trust";
import { verdictFacts, verdictOf } from "@ecotrim/present/results/verdict";
import { oddsOf, VERDICT_TONES } from "@ecotrim/present/results/verdict-words";
import { assumedSavings } from "@ecotrim/present/simulations/calculated";
import { type Interpretation, interpret } from "@ecotrim/present/simulations/interpretation";
import { BAND_HEIGHT, drawBand } from "../charts/band.ts";
import { drawCashFlowCurve } from "../charts/cash-flow-curve.ts";
import type { ReportContent } from "../content.ts";
import { batterySize, euros, spell } from "../format.ts";
import { assumption, type Card, callout, cards, reasonOf } from "../parts.ts";
import type { Sheet } from "../sheet.ts";

/** The headline number and its parts. */
export function bigNumber(sheet: Sheet, results: Results): void {
  const { savings, battery_capacity_kwh, battery_power_kw } = results.summary;
  const size = batterySize({ capacity_kwh: battery_capacity_kwh, power_kw: battery_power_kw });
  sheet.paragraph(`${labelOf("savings")} con una batería de ${size}`, {
    size: 10.5,
    weight: "medium",
    color: PALETTE.muted,
  });
  const text = spell("savings", savings, "headline");
  sheet.ensure(46);
  sheet.y -= 4;
  sheet.mark("P", () =>
    sheet.fit(text, sheet.left, sheet.y, sheet.width, {
      size: 32,
      weight: "bold",
      color: savings === null ? PALETTE.muted : sheet.accent,
    }),
  );
  sheet.y += 46;
  const assumed = assumedSavings(results);
  const basis = [
    savings === null ? reasonOf(results, "savings") : "Primer año, antes de impuestos y sin IVA.",
    ...(savings !== null && assumed > 0 ? [`De ellos, ${euros(assumed)} son supuestos, no calculados.`] : []),
    ...(results.curve ? [written(trustLine(results.curve))] : []),
  ];
  sheet.paragraph(basis.join(" "), { color: PALETTE.muted });
  sheet.space(2);
}

const NO_BAND = "no estaba calculada al emitir este informe; está en la página de la simulación.";

/** Where the saving lies in 8 of 10 scenarios, or why that is not known. */
export function band(sheet: Sheet, simulation: ReportContent["simulation"]): void {
  const spread = simulation.uncertainty?.result;
  const [p10, p50, p90] = [spread?.saving_eur.p10.value, spread?.saving_eur.p50.value, spread?.saving_eur.p90.value];
  if (!spread || p10 == null || p50 == null || p90 == null) {
    sheet.note(`Banda de escenarios: ${spread ? (spread.null_reasons.saving_eur ?? NO_BAND) : NO_BAND}`);
    return;
  }
  sheet.note(`${spread.sentence}${oddsBeside(simulation, spread)}`);
  sheet.figure(null, BAND_HEIGHT, spread.sentence, (box) => drawBand(sheet, box, { p10, p50, p90 }));
}

/** In how many scenarios money is lost, where the verdict has not said it. */
function oddsBeside(
  { results, inputParameters, ...studies }: ReportContent["simulation"],
  spread: Uncertainty,
): string {
  const probability = spread.probability_npv_positive?.value ?? null;
  if (probability === null) return "";
  const odds = written(oddsOf({ loss: 1 - probability, scenarios: spread.count }));
  const { sentence } = verdictOf(verdictFacts(results, studies, inputParameters));
  return sentence.includes(odds) ? "" : ` La batería ${odds}.`;
}

/** When the investment comes back: cumulative and undiscounted, within the band of the scenarios. */
export function returnCurve(sheet: Sheet, { results, uncertainty }: ReportContent["simulation"], height: number): void {
  const years = results.economic_model?.cashflow_df.map(({ cumulative_eur }) => cumulative_eur) ?? [];
  if (years.length < 2 || results.summary.npv === null) return;
  const band = uncertainty?.result?.cumulative_eur ?? null;
  const payback = (results.owner ?? results.kpi_new_table.economics).payback_years;
  const { basis, recovery } = curveWords(years, payback, {
    hasBand: band !== null,
    isOwners: results.owner !== undefined,
  });
  const alt = `${basis}. ${recovery}`;
  const marks = curveMarks(years, payback, replacementYearOf(results));
  sheet.figure("Flujo de caja acumulado", height, alt, (box) => drawCashFlowCurve(sheet, box, { years, band, marks }));
  sheet.note(alt);
}

/** What stands in place of the figures of a result that is not to be relied on, and how to repair it. */
export function notTrusted(sheet: Sheet, report: ReportContent): void {
  verdict(sheet, report.simulation);
  sheet.paragraph(
    "Por eso este informe no da cifras de ahorro ni de rentabilidad. Con el dato corregido, vuelva a pedirlo.",
  );
  warnings(sheet, report);
}

/** The verdict with its reason and, in small type, the specification's label. */
export function verdict(sheet: Sheet, simulation: ReportContent["simulation"]): void {
  const { results, inputParameters } = simulation;
  const { savings, irr, npv } = results.summary;
  const { code, sentence } = verdictOf(verdictFacts(results, simulation, inputParameters));
  const label = isTrusted(results) && !isProvisional(results) ? classification(savings, irr, npv) : null;
  callout(sheet, VERDICT_TONES[code], sentence, label === null ? "" : `Clasificación: ${label}`);
  if (isProvisional(results)) sheet.note(PROVISIONAL_NOTE);
}

const STEPS: Partial<Record<VerdictCode, string>> = {
  pays: "Pida una oferta en firme desde la página de la simulación, y compare su precio con la inversión de este informe.",
  depends: "Aclare primero de qué depende; después pida una oferta en firme desde la página de la simulación.",
  does_not_pay:
    "Con estos datos no pida esta batería: pruebe otro tamaño o su precio real en la página de la simulación.",
};

/** What to do with the answer, and what would make it surer. */
export function nextSteps(sheet: Sheet, simulation: ReportContent["simulation"]): void {
  const { results, inputParameters, uncertainty } = simulation;
  const { code } = verdictOf(verdictFacts(results, simulation, inputParameters));
  const surer = trustOf(results, simulation, uncertainty?.result ?? null)?.next;
  const steps = [STEPS[code], surer && written(surer.sentence)].filter((step) => step !== undefined && step !== null);
  if (steps.length === 0) return;
  sheet.heading("Siguiente paso", 30);
  sheet.bullets(steps);
}

const gradesOf = (results: Results): Partial<Record<ResultKey, Interpretation | null>> =>
  interpret({ ...results.summary, lcoe_without_battery: figuresOf(results).lcoe_without_battery });

type CardKey = "savings" | "npv" | "irr" | "payback_years" | "lcoe" | "spending_to_savings";
/** What a finance director reads first. */
export const FIRST_FIGURES: readonly CardKey[] = ["savings", "npv", "irr"];
export const ALL_FIGURES: readonly CardKey[] = [
  "irr",
  "npv",
  "lcoe",
  "payback_years",
  "savings",
  "spending_to_savings",
];

const investment = (results: Results): string =>
  `${labelOf("capex_eur")}: ${spell("capex_eur", results.summary.capex_eur)}, ${investmentHolds(results)}.`;

/** What is to be known of a figure beside it. */
const NOTES: Record<CardKey, (results: Results) => string> = {
  savings: (results) =>
    `${savesOnWholeBill(results) ? "La factura entera, con potencia y excesos," : "La energía"} menos los costes propios de la batería.`,
  npv: (results) => `Al ${assumption(results, "discount_rate")}.`,
  irr: (results) => `Antes de impuestos, ${assumption(results, "life_years")}.`,
  payback_years: investment,
  lcoe: (results) => `Sin batería: ${spell("lcoe_without_battery", figuresOf(results).lcoe_without_battery)}.`,
  spending_to_savings: () => "Su gasto anual en energía dividido entre el ahorro. No es el periodo de retorno.",
};

/** Figures side by side, each with its grade. */
export function figureCards(sheet: Sheet, results: Results, keys: readonly CardKey[]): void {
  const figures = figuresOf(results);
  const grades = gradesOf(results);
  const content = keys.map((key): Card => {
    const place = key === "lcoe" ? "reportCard" : "report";
    const word = grades[key];
    return {
      label: labelOf(key, place),
      value: spell(key, figures[key], place),
      grade: word ? { text: word.grade, tone: word.tone } : undefined,
      note: reasonOf(results, key) || NOTES[key](results),
    };
  });
  cards(sheet, content, 3);
}

/** What is paid, and when it comes back. */
export function investmentLine(sheet: Sheet, results: Results): void {
  const { payback_years: payback } = figuresOf(results);
  const back = payback === null ? "" : ` Se recupera en ${spell("payback_years", payback)}.`;
  sheet.paragraph(`${investment(results)}${back}`);
}

/** What no figure of the report holds. */
export function notIncluded(sheet: Sheet): void {
  sheet.note(`${NOT_INCLUDED_TITLE}. ${NOT_INCLUDED.join(" ")}`);
}

/** What each graded figure means. */
export function interpretations(sheet: Sheet, results: Results): void {
  const figures = figuresOf(results);
  const grades = Object.entries(gradesOf(results)) as [ResultKey, Interpretation | null][];
  const graded = grades.flatMap(([key, grade]) =>
    grade ? [`${labelOf(key, "report")}, ${spell(key, figures[key], "report")}: ${grade.sentence}`] : [],
  );
  if (graded.length === 0) return;
  sheet.heading("Qué dicen las cifras");
  sheet.bullets(graded);
}

/**
 * Warnings that the reader needs before using the figures. A repair is a button of the screen: on paper it is quoted,
 * but for the reader of a proposal, who has no such screen.
 */
export function warnings(sheet: Sheet, { simulation: { results }, proposal }: ReportContent): void {
  if (results.warnings.length === 0) return;
  sheet.heading("Avisos");
  sheet.bullets(
    results.warnings.map(({ message, suggestion }) =>
      suggestion && !proposal ? `${message} La página de la simulación propone: «${suggestion.label}».` : message,
    ),
  );
}
