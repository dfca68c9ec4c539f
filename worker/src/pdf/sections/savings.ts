import { isProvisional, type Results } from "@ecotrim/contracts/simulations/result";
import {
  billSentences,
  COUNTED_EXCESS,
  type ContractBills,
  conceptRows,
  excessRows,
  type FigureTable,
  isOrientative,
  monthConcepts,
  monthExcess,
  monthNames,
  monthTotals,
  powerRows,
  STEPS,
  savesOnWholeBill,
} from "@ecotrim/present/bill/contract-bill";
import { ECONOMICS_COLUMNS, ECONOMICS_ROWS } from "@ecotrim/present/economics-rows";
import { labelOf } from "@ecotrim/present/figures";
import { FLOW_COLORS, type Flow, PALETTE } from "@ecotrim/present/palette";
import { spell as spellPhrase } from "@ecotrim/present/phrase";
import { contractRows, noContractRows } from "@ecotrim/present/results/contract-rows";
import { PROVISIONAL_NOTE } from "@ecotrim/present/results/provisional";
import { drawBars } from "../charts/bars.ts";
import type { Texture } from "../charts/texture.ts";
import { drawWaterfall, WATERFALL_ROW, type WaterfallPart } from "../charts/waterfall.ts";
import type { ReportContent } from "../content.ts";
import { euros, number, percent, spell } from "../format.ts";
import { NO_DETAILS, reasonOf } from "../parts.ts";
import type { Sheet } from "../sheet.ts";
import { drawTable } from "../table.ts";

/** Parts that a flow earns have its colour. */
const PART_FLOWS: Record<string, Flow> = { solar: "pv", shifting: "grid" };
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
    ({ key, label, value_eur, assumed }): WaterfallPart => ({
      label: assumed ? `${label} (supuesto, no calculado)` : label,
      value: value_eur,
      ...(PART_FLOWS[key] ? { flow: PART_FLOWS[key] } : {}),
      ...(assumed ? { assumed } : {}),
    }),
  );
  const total = { label: labelOf("savings", "firstYear"), value: summary.savings ?? 0 };
  const alt = [...parts, total].map(({ label, value }) => `${label}: ${euros(value)}`).join("; ");
  sheet.figure(SPLIT_TITLE, (parts.length + 1) * WATERFALL_ROW, alt, (box) => drawWaterfall(sheet, box, parts, total));
  const { fct, optimum_eur } = realisable;
  // The ceiling of a whole bill stands beside it.
  if (!savesOnWholeBill(results) && optimum_eur !== null && optimum_eur > 0)
    sheet.note(
      `En energía se cuenta el ${percent(fct)} del ahorro óptimo (${euros(optimum_eur)}), que es la cota superior: solo se alcanza conociendo el futuro.${parts.some(({ assumed }) => assumed) ? " El rayado marca las partidas supuestas." : ""}`,
    );
  if (possible_extras.length > 0)
    sheet.note(
      `Posible extra, no calculado, que no entra en ninguna cifra: ${possible_extras.map(({ label, value_eur }) => `${label}, ${euros(value_eur)} al año`).join("; ")}.`,
    );
}

/** The bill of each month before and after: that of energy alone, without a contract. */
export function billByMonth(sheet: Sheet, results: Results, height: number): void {
  const { bill, bill_by_month: months, costs } = results;
  if (bill) {
    wholeBillByMonth(sheet, bill, height);
    return;
  }
  if (!months || months.length < 2) {
    sheet.heading(BILL_TITLE);
    sheet.paragraph(billLine(results));
    return;
  }
  const bars = {
    categories: monthNames(months),
    unit: "€",
    series: [
      ...(costs.without_battery_eur === null
        ? []
        : [{ name: "Sin batería", texture: WITHOUT, values: months.map((month) => month.without_battery_eur) }]),
      { name: "Con batería", texture: WITH, values: months.map(({ with_battery_eur }) => with_battery_eur) },
    ],
  };
  const line = billLine(results);
  sheet.figure(BILL_TITLE, height, line, (box) => drawBars(sheet, box, bars));
  sheet.note(line);
}

const BILL_TITLE = "Factura de energía por mes";
const WITHOUT: Texture = { color: PALETTE.petrolSoft, pattern: "solid" };
const WITH: Texture = { color: PALETTE.petrol, pattern: "solid" };
const STEP_TEXTURES: Texture[] = [{ color: FLOW_COLORS.lost, pattern: "solid" }, WITHOUT, WITH];

function wholeBillByMonth(sheet: Sheet, bills: ContractBills, height: number): void {
  const series = STEPS.map(({ key, name }, index) => ({
    ...{ name, texture: STEP_TEXTURES[index]! },
    values: bills[key].months.map(({ total_eur }) => total_eur),
  }));
  const alt = `Factura de cada mes, con potencia, excesos e impuesto eléctrico y sin IVA. Al año: ${STEPS.map(({ key, name }) => `${name}, ${euros(bills[key].total_eur)}`).join("; ")}.`;
  const bars = { categories: monthNames(bills.as_is.months), unit: "€", series };
  sheet.figure("Factura por mes", height, alt, (box) => drawBars(sheet, box, bars));
  sheet.note(alt);
}

/** The bill of a year under six powers, before and after; nothing without a contract. */
export function contractBill(sheet: Sheet, results: Results): void {
  const { bill } = results;
  if (!bill) return;
  sheet.section(`Potencias y factura de un año${isOrientative(results) ? " (orientativo)" : ""}`);
  if (isProvisional(results)) sheet.paragraph(PROVISIONAL_NOTE);
  for (const sentence of billSentences(bill, results)) sheet.paragraph(spellPhrase(sentence));
  const columns = STEPS.map(({ name }) => name);
  figureTable(sheet, "Potencia contratada (kW)", { columns, rows: powerRows(bill) }, true);
  figureTable(sheet, "Factura por concepto (€ al año)", { columns, rows: conceptRows(bill) });
  figureTable(sheet, "Excesos", { columns, rows: excessRows(bill) });
  sheet.note(COUNTED_EXCESS);
  figureTable(sheet, "Factura de cada mes (€)", monthTotals(bill), true);
}

/** Each month by concept, and its excess by period, under each of the three contracts. */
export function contractMonths(sheet: Sheet, { bill }: Results): void {
  if (!bill) return;
  sheet.section("Factura de cada mes por concepto");
  for (const { key, name } of STEPS) {
    sheet.subheading(name);
    figureTable(sheet, "Mes (€)", monthConcepts(bill[key]), true);
    const excess = monthExcess(bill[key]);
    if (excess.columns.length > 0) figureTable(sheet, "Exceso de cada mes (€)", excess, true);
  }
}

function figureTable(sheet: Sheet, title: string, { columns, rows }: FigureTable, dense = false): void {
  const [named, others] = [0.34, 0.66 / columns.length];
  drawTable(sheet, {
    dense,
    columns: [
      { title, share: named },
      ...columns.map((name) => ({ title: name, share: others, align: "right" as const })),
    ],
    rows: rows.map(({ label, values, strong }) => ({
      ...(strong ? { strong } : {}),
      cells: [label, ...values.map((value) => (value === null ? "–" : number(value, 0)))],
    })),
  });
}

/** What the battery is worth by kind of supply contract. */
export function contractRange(sheet: Sheet, { results, uncertainty }: ReportContent["simulation"]): void {
  // Its bill says what the contract makes of the battery.
  if (results.bill) return;
  sheet.section("Según su contrato");
  const rows = contractRows(results, uncertainty?.result ?? null);
  if (rows.length === 0) {
    sheet.paragraph(noContractRows(results));
    return;
  }
  drawTable(sheet, {
    columns: [
      { title: "Cómo compra la energía", share: 0.3 },
      { title: labelOf("savings"), share: 0.15, align: "right" },
      { title: labelOf("npv"), share: 0.16, align: "right" },
      { title: "Retorno", share: 0.13, align: "right" },
      { title: "Gana en", share: 0.1, align: "right" },
      { title: "Veredicto", share: 0.16, align: "right" },
    ],
    rows: rows.map(({ label, own, saving, npv, payback, probability, verdict }) => ({
      strong: own,
      cells: [
        own ? `${label} (el de este informe)` : label,
        euros(saving),
        npv === null ? "–" : euros(npv),
        payback === null ? "–" : spell("payback_years", payback),
        probability === null ? "–" : percent(probability, 0),
        verdict?.word ?? "–",
      ],
    })),
  });
  sheet.note(
    "Su gasto dice cuánto paga de media, no cómo. «Gana en»: parte de los escenarios con VAN positivo. «–»: no se recupera, o no se ha calculado. La diferencia entre contratos no forma parte de la banda de escenarios.",
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
function billLine(results: Results): string {
  const { without_battery_eur, with_battery_eur } = results.costs;
  const { mean_buy_eur_mwh } = results.calibration;
  if (without_battery_eur === null) return reasonOf(results, "without_battery_eur");
  const mean = mean_buy_eur_mwh === null ? "" : `, a ${number(mean_buy_eur_mwh, 2, "€/MWh")} comprado de media`;
  return `En el periodo simulado la energía cuesta ${euros(without_battery_eur)} sin batería${mean}, y ${euros(with_battery_eur)} con la operación óptima de la batería. Es lo comprado menos los excedentes vendidos, sin término de potencia ni IVA.`;
}
