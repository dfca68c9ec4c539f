import type { Results } from "@ecotrim/contracts/simulations/result";
import { figuresOf, labelOf, type Place, type ResultKey } from "@ecotrim/present/figures";
import { PALETTE, type TONES } from "@ecotrim/present/palette";
import { PROFITABILITY, profitability, qualifiesLabel } from "@ecotrim/present/results/profitability";
import { assumedSavings } from "@ecotrim/present/simulations/calculated";
import { type Interpretation, interpret } from "@ecotrim/present/simulations/interpretation";
import { batterySize, euros, spell } from "../format.ts";
import { assumption, type Card, callout, cards, reasonOf } from "../parts.ts";
import type { Sheet } from "../sheet.ts";

const LABEL_TONE = { high: "good", marginal: "fair", none: "bad" } as const satisfies Record<
  keyof typeof PROFITABILITY,
  keyof typeof TONES
>;

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

/** The specification's label, with the warnings and figures that qualify it. */
export function verdict(sheet: Sheet, results: Results): void {
  const { savings, irr, npv, payback_years, capex_eur } = results.summary;
  const label = profitability(savings, irr);
  const qualified = results.warnings.filter(qualifiesLabel).map(({ message }) => message);
  const rate = assumption(results, "discount_rate");
  const positive =
    npv !== null && npv >= 0 && qualified.length === 0
      ? [
          `La inversión de ${spell("capex_eur", capex_eur)} recupera su coste y el ${rate} exigido, y deja ${spell("npv", npv)} de valor actual neto${payback_years === null ? "" : `, con un periodo de retorno de ${spell("payback_years", payback_years)}`}.`,
        ]
      : [];
  const missing =
    npv === null && qualified.length === 0 ? [reasonOf(results, savings === null ? "savings" : "npv")] : [];
  const tone = qualified.length > 0 ? (label === "high" ? "fair" : "bad") : LABEL_TONE[label];
  callout(sheet, tone, PROFITABILITY[label], [...qualified, ...positive, ...missing]);
}

/** The figures beside the saving, each with the specification's grade. */
export function keyFigures(sheet: Sheet, results: Results, { short = false } = {}): void {
  const figures = figuresOf(results);
  const words: Partial<Record<ResultKey, Interpretation | null>> = interpret(results.summary);
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

/** Further warnings that the reader needs before using the figures. */
export function warnings(sheet: Sheet, results: Results): void {
  const others = results.warnings.filter((warning) => !qualifiesLabel(warning)).map(({ message }) => message);
  if (others.length === 0) return;
  sheet.heading("Avisos");
  sheet.bullets(others);
}
