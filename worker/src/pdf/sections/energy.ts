import type { Results } from "@ecotrim/contracts/simulations/result";
import type { ResultKey } from "@ecotrim/present/figures";
import { drawBars } from "../charts/bars.ts";
import { drawLegend } from "../charts/legend.ts";
import { drawSankey } from "../charts/sankey.ts";
import { flowTexture } from "../charts/texture.ts";
import { drawWeek, WEEK_LEGEND } from "../charts/week.ts";
import { number } from "../format.ts";
import { amounts, barFigure, figureRow, NO_DETAILS } from "../parts.ts";
import type { Sheet } from "../sheet.ts";
import { drawTable } from "../table.ts";

/** The Sankey diagram of the energy. */
export function energyFlow(sheet: Sheet, { operative_analysis: plots }: Results, height: number): void {
  const plot = plots?.sankey_plot;
  const trace = plot?.data[0];
  if (!plot || !trace?.link?.value.length) {
    sheet.heading("Por dónde va su energía");
    sheet.paragraph(plot ? "No hay energía que mostrar: ni consumo ni generación." : NO_DETAILS);
    return;
  }
  sheet.figure(`${plot.layout.title} (MWh)`, height, plot.layout.description, (box) => drawSankey(sheet, box, trace));
  sheet.note(plot.layout.description);
}

export const BALANCE_FIGURES: ResultKey[] = [
  "total_demand",
  "total_generation",
  "total_autoconsume",
  "self_consumption_fct",
  "self_sufficiency_fct",
  "total_import",
  "total_export",
  "total_curtailed",
  "total_charge",
  "total_discharge",
  "fct_bess_to_customer",
  "cycles_per_year",
];

/** Annual energy balance: sources and uses, with the battery. */
export function balance(sheet: Sheet, results: Results): void {
  sheet.heading("Balance de energía con batería");
  amounts(
    sheet,
    ["Concepto", "Periodo simulado"],
    BALANCE_FIGURES.map((key) => figureRow(results, key)),
  );
}

/** Chart of each month's sources of the demand. */
export function monthlyChart(sheet: Sheet, { operative_analysis: plots }: Results, height: number): void {
  if (plots) barFigure(sheet, plots.stackbar_plot, height);
  else {
    sheet.heading("Quién cubre su consumo cada mes");
    sheet.paragraph(NO_DETAILS);
  }
}

/** Table of each month's sources of the demand. */
export function monthlyTable(sheet: Sheet, { operative_analysis: plots }: Results): void {
  if (!plots) return;
  const { data } = plots.stackbar_plot;
  const months = data[0]?.x ?? [];
  const cells = (index: number) => data.map(({ y }) => number(y?.[index], 1));
  const sums = data.map(({ y }) =>
    number(
      (y ?? []).reduce<number>((sum, value) => sum + (value ?? 0), 0),
      1,
    ),
  );
  sheet.section("Balance mensual, en MWh", MONTHS_KEEP);
  drawTable(sheet, {
    columns: [
      { title: "Mes", share: 0.2 },
      ...data.map(({ name }) => ({ title: name ?? "", share: 0.8 / data.length, align: "right" as const })),
    ],
    rows: [
      ...months.map((month, index) => ({ cells: [String(month), ...cells(index)] })),
      { cells: ["Total", ...sums], strong: true },
    ],
  });
}

/** Heights of a chart with its introduction, of a year of months, of a week, and of one with its heading, pt. */
const PEAKS_KEEP = 230;
const MONTHS_KEEP = 240;
const WEEK_HEIGHT = 232;
const WEEK_KEEP = WEEK_HEIGHT + 40;

/** A typical week of each season by the hour. */
export function typicalWeeks(sheet: Sheet, { operative_analysis: plots }: Results): void {
  const plot = plots?.energy_plot;
  sheet.section("Semanas típicas por estación", plot?.layout.weeks ? WEEK_KEEP + 60 : undefined);
  if (!plot?.layout.weeks) {
    sheet.paragraph(NO_DETAILS);
    return;
  }
  sheet.paragraph(
    "Para cada estación, la semana más parecida a la media de la estación, hora a hora. La batería se carga con el sol que sobra y en las horas baratas, y se descarga cuando comprar es caro.",
  );
  for (const [index, week] of plot.layout.weeks.entries()) {
    if (sheet.ensure(WEEK_KEEP) || index === 0)
      sheet.decorate(() => {
        sheet.y += drawLegend(sheet, { x: sheet.left, y: sheet.y, width: sheet.width }, WEEK_LEGEND) + 4;
      });
    sheet.figure(week.label, WEEK_HEIGHT, `Operación hora a hora, ${week.label}. ${plot.layout.description}`, (box) =>
      drawWeek(sheet, box, plot, week),
    );
  }
}

/** Hours and prices of the battery's operation. */
export function batteryOperation(sheet: Sheet, { operative_analysis: plots }: Results): void {
  sheet.section("Operación de la batería", plots ? PEAKS_KEEP : undefined);
  if (!plots) {
    sheet.paragraph(NO_DETAILS);
    return;
  }
  for (const plot of [plots.battery_cha, plots.battery_dis, plots.battery_spread]) barFigure(sheet, plot, 146);
}

/** Import peak of each tariff period. */
export function peaks(sheet: Sheet, { peaks: rows = [] }: Results): void {
  sheet.section("Puntas de compra", PEAKS_KEEP);
  sheet.paragraph(
    "La potencia máxima que la planta compra de la red en cada periodo de su tarifa, de la que depende la potencia que contrata.",
  );
  if (rows.length === 0) {
    sheet.paragraph("No aplicable: el periodo simulado es demasiado corto.");
    return;
  }
  const bars = {
    categories: rows.map(({ period }) => period),
    unit: "kW",
    series: [
      { name: "Sin batería", texture: flowTexture("demand"), values: rows.map((row) => row.without_battery_kw) },
      { name: "Con batería", texture: flowTexture("battery"), values: rows.map((row) => row.with_battery_kw) },
    ],
  };
  const kw = (value: number | null) => number(value, 0, "kW");
  const alt = rows
    .map((row) => `${row.period}: ${kw(row.without_battery_kw)} sin batería, ${kw(row.with_battery_kw)} con batería`)
    .join("; ");
  sheet.figure(null, 160, alt, (box) => drawBars(sheet, box, bars));
  drawTable(sheet, {
    columns: [
      { title: "Periodo", share: 0.25 },
      { title: "Sin batería (kW)", share: 0.25, align: "right" },
      { title: "Con batería (kW)", share: 0.25, align: "right" },
      { title: "Diferencia (kW)", share: 0.25, align: "right" },
    ],
    rows: rows.map(({ period, without_battery_kw: without, with_battery_kw: withBattery }) => ({
      cells: [
        period,
        number(without),
        number(withBattery),
        number(without === null ? null : Math.round(withBattery) - Math.round(without)),
      ],
    })),
  });
  sheet.note(
    "El cálculo no rebaja la potencia contratada de P1 a P5: la batería se opera sin superar la punta actual. La potencia adicional en P6, si la hay, está restada del ahorro.",
  );
}
