import type { Results } from "@ecotrim/contracts/simulations/result";
import { PALETTE, type TONES } from "@ecotrim/present/palette";
import { PROFITABILITY, profitability, qualifiesLabel } from "@ecotrim/present/results/profitability";
import { type Interpretation, interpret } from "@ecotrim/present/simulations/interpretation";
import { batterySize, euroMwh, euros, percent, years } from "../format.ts";
import { assumption, type Card, callout, cards, reasonOf } from "../parts.ts";
import type { Sheet } from "../sheet.ts";

const LABEL_TONE = { high: "good", marginal: "fair", none: "bad" } as const satisfies Record<
  keyof typeof PROFITABILITY,
  keyof typeof TONES
>;

/** Part of the saving that is assumed, not computed, EUR a year. */
const assumedSavings = ({ savings_split }: Results): number =>
  savings_split.reduce((sum, { assumed, value_eur }) => sum + (assumed ? value_eur : 0), 0);

/** The one number first, and what it is made of. */
export function bigNumber(sheet: Sheet, results: Results): void {
  const { savings, battery_capacity_kwh, battery_power_kw } = results.summary;
  const size = batterySize({ capacity_kwh: battery_capacity_kwh, power_kw: battery_power_kw });
  sheet.paragraph(`Ahorro anual con una batería de ${size}`, { size: 10.5, weight: "medium", color: PALETTE.muted });
  const text = savings === null ? euros(null) : `${euros(savings, 2)} al año`;
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
      : `Primer año, antes de impuestos y sin IVA: ${euros(savings - assumed)} calculados y ${euros(assumed)} supuestos.`,
    { color: PALETTE.muted },
  );
  sheet.space(2);
}

/** The label of the specification and, in the same place, what it leaves unsaid. */
export function verdict(sheet: Sheet, results: Results): void {
  const { savings, irr, npv, payback_years, capex_eur } = results.summary;
  const label = profitability(savings, irr);
  const qualified = results.warnings.filter(qualifiesLabel).map(({ message }) => message);
  const rate = assumption(results, "discount_rate");
  const positive =
    npv !== null && npv >= 0 && qualified.length === 0
      ? [
          `La inversión de ${euros(capex_eur)} recupera su coste y el ${rate} exigido, y deja ${euros(npv)} de valor actual neto${payback_years === null ? "" : `, con un periodo de retorno de ${years(payback_years)}`}.`,
        ]
      : [];
  const missing =
    npv === null && qualified.length === 0 ? [reasonOf(results, savings === null ? "savings" : "npv")] : [];
  const tone = qualified.length > 0 ? (label === "high" ? "fair" : "bad") : LABEL_TONE[label];
  callout(sheet, tone, PROFITABILITY[label], [...qualified, ...positive, ...missing]);
}

/** The four figures beside the saving, each with the word the specification has for it. */
export function keyFigures(sheet: Sheet, results: Results, { short = false } = {}): void {
  const { economics } = results.kpi_new_table;
  const words = interpret(results.summary);
  const graded = (word: Interpretation | null) => word && { text: word.grade, tone: word.tone };
  const card = (key: string, label: string, value: string, word: Interpretation | null, note: string): Card => {
    const sentence = word && !short ? `${word.sentence} ` : "";
    const why = reasonOf(results, key);
    return { label, value, grade: graded(word) ?? undefined, note: why || `${sentence}${note}` };
  };
  const ratio = economics.spending_to_savings;
  cards(
    sheet,
    [
      card(
        "irr",
        "Tasa interna de retorno (TIR)",
        percent(economics.irr, 2),
        words.irr,
        `Antes de impuestos, ${assumption(results, "life_years")}.`,
      ),
      card(
        "npv",
        "Valor actual neto (VAN)",
        euros(economics.npv, 2),
        words.npv,
        `Al ${assumption(results, "discount_rate")}.`,
      ),
      card(
        "lcoe",
        "Coste de su energía (LCOE)",
        euroMwh(economics.lcoe),
        words.lcoe,
        `Sin batería: ${euroMwh(economics.lcoe_without_battery)}.`,
      ),
      card(
        "payback_years",
        "Periodo de retorno",
        years(economics.payback_years),
        null,
        `Inversión: ${euros(economics.capex_eur)}.`,
      ),
      card(
        "savings",
        "Ahorro del primer año",
        euros(economics.savings, 2),
        words.savings,
        "Con la energía, los costes propios de la batería y las partidas supuestas.",
      ),
      card(
        "spending_to_savings",
        "Gasto energético / ahorro",
        ratio === null ? years(null) : years(ratio),
        null,
        "Su gasto anual en energía dividido entre el ahorro. No es el periodo de retorno.",
      ),
    ],
    3,
  );
}

/** What else the reader must know before using the figures. */
export function warnings(sheet: Sheet, results: Results): void {
  const others = results.warnings.filter((warning) => !qualifiesLabel(warning)).map(({ message }) => message);
  if (others.length === 0) return;
  sheet.heading("Avisos");
  sheet.bullets(others);
}
