import type { Results } from "@ecotrim/contracts/simulations/result";
import { ECONOMICS_COLUMNS, ECONOMICS_ROWS } from "@ecotrim/present/economics-rows";
import { labelOf } from "@ecotrim/present/figures";
import { drawWaterfall, WATERFALL_ROW, type WaterfallPart } from "../charts/waterfall.ts";
import { euros, number, percent } from "../format.ts";
import { amounts, NO_DETAILS, reasonOf } from "../parts.ts";
import type { Sheet } from "../sheet.ts";
import { drawTable } from "../table.ts";

const SPLIT_TITLE = "De dónde sale el ahorro";

/** The parts of the first year's saving, which add up to it. */
export function savingsSplit(sheet: Sheet, results: Results): void {
  const { savings_split, summary, realisable, possible_extras = [] } = results;
  if (savings_split.length === 0) {
    sheet.heading(SPLIT_TITLE);
    sheet.paragraph(`No aplicable. ${reasonOf(results, "savings")}`);
    return;
  }
  const parts = savings_split.map(
    ({ label, value_eur, assumed }): WaterfallPart => ({
      label: assumed ? `${label} (supuesto, no calculado)` : label,
      value: value_eur,
      ...(assumed ? { assumed } : {}),
    }),
  );
  const total = { label: labelOf("savings", "firstYear"), value: summary.savings ?? 0 };
  const alt = [...parts, total].map(({ label, value }) => `${label}: ${euros(value)}`).join("; ");
  sheet.figure(SPLIT_TITLE, (parts.length + 1) * WATERFALL_ROW, alt, (box) => drawWaterfall(sheet, box, parts, total));
  const { fct, optimum_eur } = realisable;
  if (optimum_eur !== null && optimum_eur > 0)
    sheet.note(
      `En energía se cuenta el ${percent(fct)} del ahorro óptimo (${euros(optimum_eur)}), que es la cota superior: solo se alcanza conociendo el futuro.${parts.some(({ assumed }) => assumed) ? " El rayado marca las partidas supuestas." : ""}`,
    );
  if (possible_extras.length > 0)
    sheet.note(
      `Posible extra, no calculado, que no entra en ninguna cifra: ${possible_extras.map(({ label, value_eur }) => `${label}, ${euros(value_eur)} al año`).join("; ")}.`,
    );
}

/** Energy saving by kind of supply contract. */
export function contractRange(sheet: Sheet, { contract_range }: Results): void {
  sheet.heading("Según su contrato");
  if (contract_range.length === 0) {
    sheet.paragraph("No aplicable: los precios vienen dados.");
    return;
  }
  amounts(
    sheet,
    ["Cómo compra la energía", "Ahorro de energía al año"],
    contract_range.map(({ label, energy_saving_eur }) => [label, euros(energy_saving_eur)] as const),
  );
  sheet.note(
    "Su gasto dice cuánto paga de media, no cómo. Es el ahorro óptimo de energía, antes de descontar disponibilidad, operación real y auxiliares. Esta diferencia no forma parte de la banda de escenarios.",
  );
}

const TOTALS: string[] = [ECONOMICS_ROWS.totalCost, ECONOMICS_ROWS.totalSaving];

/** Energies, prices and costs without and with battery. */
export function costTable(sheet: Sheet, { project_economics_table: rows, period }: Results): void {
  sheet.heading("Costes sin y con batería");
  if (!rows) {
    sheet.paragraph(NO_DETAILS);
    return;
  }
  drawTable(sheet, {
    size: 8,
    dense: true,
    columns: [
      { title: "Concepto", share: 0.35 },
      ...["sin", "con"].flatMap((scenario) =>
        ECONOMICS_COLUMNS.map(({ key, unit }) => ({
          title: `${unit} ${scenario}`,
          share: key === "amount_mwh" ? 0.095 : 0.115,
          align: "right" as const,
        })),
      ),
    ],
    rows: rows.map((row) => ({
      strong: TOTALS.includes(row.var_name),
      cells: [
        row.var_name,
        ...(["sb", "cb"] as const).flatMap((scenario) =>
          ECONOMICS_COLUMNS.map(({ key, decimals }) => {
            const value = row[`${key}-${scenario}`];
            return value === null ? "–" : number(value, decimals);
          }),
        ),
      ],
    })),
  });
  sheet.note(
    `«Sin» y «con»: sin batería y con ella, en el periodo simulado (${number(period.hours)} horas). Un ingreso es un coste negativo; «–» no procede en esa fila.`,
  );
}

/** The bill of the period in one line: cost of energy without and with battery. */
export function billLine(results: Results): string {
  const { without_battery_eur, with_battery_eur } = results.costs;
  const { mean_buy_eur_mwh } = results.calibration;
  if (without_battery_eur === null) return reasonOf(results, "without_battery_eur");
  const mean = mean_buy_eur_mwh === null ? "" : `, a ${number(mean_buy_eur_mwh, 2, "€/MWh")} comprado de media`;
  return `En el periodo simulado la energía cuesta ${euros(without_battery_eur)} sin batería${mean}, y ${euros(with_battery_eur)} con la operación óptima de la batería. Es solo energía: sin término de potencia ni IVA.`;
}
