import type { Results } from "@ecotrim/contracts/simulations/result";
import { figuresOf, labelOf, type Place, type ResultKey } from "@ecotrim/present/figures";
import { PALETTE } from "@ecotrim/present/palette";
import { classification } from "@ecotrim/present/results/profitability";
import { verdictFacts, verdictOf } from "@ecotrim/present/results/verdict";
import { VERDICT_TONES } from "@ecotrim/present/results/verdict-words";
import { assumedSavings } from "@ecotrim/present/simulations/calculated";
import { type Interpretation, interpret } from "@ecotrim/present/simulations/interpretation";
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
      color: savings === null ? PALETTE.muted : PALETTE.petrol,
    }),
  );
  sheet.y += 46;
  const assumed = assumedSavings(results);
  sheet.paragraph(
    savings === null
      ? reasonOf(results, "savings")
      : `Primer año, antes de impuestos y sin IVA.${assumed > 0 ? ` De ellos, ${euros(assumed)} son supuestos, no calculados.` : ""}`,
    { color: PALETTE.muted },
  );
  sheet.space(2);
}

/** The verdict with its reason and, in small type, the specification's label. */
export function verdict(sheet: Sheet, simulation: ReportContent["simulation"]): void {
  const { results, inputParameters } = simulation;
  const { savings, irr, npv } = results.summary;
  const { code, sentence } = verdictOf(verdictFacts(results, simulation, inputParameters));
  const label = savings === null ? "" : `Clasificación: ${classification(savings, irr, npv)}`;
  callout(sheet, VERDICT_TONES[code], sentence, label);
}

/** The figures beside the saving, each with the specification's grade. */
export function keyFigures(sheet: Sheet, results: Results, { short = false } = {}): void {
  const figures = figuresOf(results);
  const graded = interpret(results.summary);
  // No saving is praised that does not recover its investment.
  const savings = (results.summary.npv ?? 0) < 0 ? null : graded.savings;
  const words: Partial<Record<ResultKey, Interpretation | null>> = { ...graded, savings };
  const card = (key: ResultKey, note: string, place: Place = "report"): Card => {
    const word = words[key];
    const sentence = word && !short ? `${word.sentence} ` : "";
    return {
      label: labelOf(key, place),
      value: spell(key, figures[key], place),
      grade: word ? { text: word.grade, tone: word.tone } : undefined,
      note: reasonOf(results, key) || `${sentence}${note}`,
    };
  };
  cards(
    sheet,
    [
      card("irr", `Antes de impuestos, ${assumption(results, "life_years")}.`),
      card("npv", `Al ${assumption(results, "discount_rate")}.`),
      card("lcoe", `Sin batería: ${spell("lcoe_without_battery", figures.lcoe_without_battery)}.`, "reportCard"),
      card("payback_years", `${labelOf("capex_eur")}: ${spell("capex_eur", figures.capex_eur)}.`),
      card("savings", "La energía menos los costes propios de la batería."),
      card("spending_to_savings", "Su gasto anual en energía dividido entre el ahorro. No es el periodo de retorno."),
    ],
    3,
  );
}

/** Warnings that the reader needs before using the figures. */
export function warnings(sheet: Sheet, results: Results): void {
  if (results.warnings.length === 0) return;
  sheet.heading("Avisos");
  sheet.bullets(results.warnings.map(({ message }) => message));
}
