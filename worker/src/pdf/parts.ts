import { oneLine } from "@ecotrim/contracts/line";
import type { SimulationInput } from "@ecotrim/contracts/simulations/input";
import { DEFAULT_PROVINCE, provinceCode, provinceName } from "@ecotrim/contracts/simulations/provinces";
import type { Results } from "@ecotrim/contracts/simulations/result";
import { longDate } from "@ecotrim/present/dates";
import { figuresOf, labelOf, type ResultKey } from "@ecotrim/present/figures";
import { INFO_TONE, PALETTE, TONES } from "@ecotrim/present/palette";
import { type BarChart, drawBars } from "./charts/bars.ts";
import { flowTexture } from "./charts/texture.ts";
import type { ReportContent } from "./content.ts";
import { plain, spell } from "./format.ts";
import type { Box, Sheet } from "./sheet.ts";
import { drawTable } from "./table.ts";

/** Elements that several sections share. */

type Plots = NonNullable<Results["operative_analysis"]>;

/** Text in place of content that a simulation without details lacks. */
export const NO_DETAILS = "No disponible: la simulación se pidió sin el detalle de la operación.";

/** Reason why a part that is calculated after the simulation is missing. */
export function whyMissing(run: { status: string } | null): string {
  if (run === null) return "No aplicable: en esta simulación no hay un ahorro que evaluar.";
  if (run.status === "completed")
    return "No aplicable: el periodo simulado es demasiado corto para calcular una rentabilidad.";
  return "No se ha podido calcular. El resto del informe es válido.";
}

/** The formatted value of an assumption; undefined where the run did not use it. */
export const assumption = ({ assumptions }: Results, key: string): string | undefined =>
  assumptions.find((one) => one.key === key)?.value;

/** "No aplicable" always comes with its reason. */
export const reasonOf = ({ null_reasons }: Results, key: string): string => null_reasons[key] ?? "";

/** Month labels without the year where all are of one year. */
function shortened(categories: readonly string[]): string[] {
  const years = new Set(categories.map((category) => category.match(/ (\d{4})$/)?.[1]));
  return categories.map((category) =>
    years.size === 1 ? category.replace(/ \d{4}$/, "") : category.replace(/ 20(\d\d)$/, " $1"),
  );
}

/**
 * Bars of a stored chart. Where stacks stand side by side, the series' names contain the stack, which the caption
 * explains instead.
 */
function barsOf({ data, layout }: Plots["stackbar_plot"]): BarChart {
  return {
    categories: shortened(data[0]?.x?.map(String) ?? []),
    unit: layout.yaxis?.title ?? "",
    series: data.map(({ name, flow, stack, y }) => ({
      name: (name ?? "").replace(` (${stack})`, ""),
      texture: flowTexture(flow),
      stack,
      values: y ?? [],
    })),
  };
}

/** A stored bar chart with its sentence, or the sentence alone for an empty chart. */
export function barFigure(sheet: Sheet, plot: Plots["stackbar_plot"], height: number): void {
  const { title, description } = plot.layout;
  const isEmpty = plot.data.every(({ y }) => (y ?? []).every((value) => !value));
  if (isEmpty) {
    sheet.heading(title);
    sheet.paragraph(description);
    return;
  }
  const stacks = [...new Set(plot.data.flatMap(({ stack }) => stack ?? []))];
  const sides = stacks.length === 2 ? `En cada mes, barra izquierda: ${stacks[0]}; derecha: ${stacks[1]}. ` : "";
  sheet.figure(title, height, description, (box) => drawBars(sheet, box, barsOf(plot)));
  sheet.note(`${sides}${description}`);
}

export type Tone = keyof typeof TONES;

/** A sentence on a tinted background, with a note in small type. @param tone null for neither good nor bad */
export function callout(sheet: Sheet, tone: Tone | null, sentence: string, note: string): void {
  const pad = 12;
  const { text, soft } = tone ? TONES[tone] : INFO_TONE;
  const width = sheet.width - 2 * pad;
  const style = { weight: "bold", size: 13, color: text, lineGap: 3 } as const;
  const noteStyle = { size: 8.5, color: text } as const;
  const sentenceHeight = sheet.heightOf(sentence, width, style);
  const height = 2 * pad + sentenceHeight + (note ? 5 + sheet.heightOf(note, width, noteStyle) : 0);
  sheet.ensure(height);
  sheet.mark("P", () => {
    sheet.doc.roundedRect(sheet.left, sheet.y, sheet.width, height, 6).fill(soft);
    sheet.write(sentence, sheet.left + pad, sheet.y + pad, width, style);
    if (note) sheet.write(note, sheet.left + pad, sheet.y + pad + sentenceHeight + 5, width, noteStyle);
  });
  sheet.y += height + 12;
}

export interface Card {
  label: string;
  value: string;
  /** Grade of the figure, on its tone. */
  grade?: { text: string; tone: Tone } | undefined;
  note: string;
}

const CARD_PAD = 10;

/** Figures side by side, all as high as the highest. */
export function cards(sheet: Sheet, content: readonly Card[], columns: number): void {
  const gap = 10;
  const width = (sheet.width - gap * (columns - 1)) / columns;
  const inner = width - 2 * CARD_PAD;
  const noteStyle = { size: 7.5, color: PALETTE.muted, lineGap: 1.5 } as const;
  for (let from = 0; from < content.length; from += columns) {
    const row = content.slice(from, from + columns);
    const height = 66 + Math.max(...row.map(({ note }) => sheet.heightOf(note, inner, noteStyle)));
    sheet.ensure(height);
    for (const [index, { label, value, grade, note }] of row.entries()) {
      const box: Box = { x: sheet.left + index * (width + gap), y: sheet.y, width, height };
      sheet.mark("P", () => {
        sheet.doc.roundedRect(box.x, box.y, width, height, 6).lineWidth(0.8).fillAndStroke(PALETTE.white, PALETTE.line);
        const x = box.x + CARD_PAD;
        sheet.fit(label, x, box.y + 9, inner, { size: 8, weight: "medium", color: PALETTE.muted });
        sheet.fit(value, x, box.y + 21, inner, { size: 16, weight: "bold", color: sheet.accent });
        if (grade) pill(sheet, grade, x, box.y + 43);
        sheet.write(note, x, box.y + (grade ? 59 : 45), inner, noteStyle);
      });
    }
    sheet.y += height + gap;
  }
}

function pill(sheet: Sheet, { text, tone }: { text: string; tone: Tone }, x: number, y: number): void {
  const style = { size: 7.5, weight: "semibold", color: TONES[tone].text } as const;
  const width = sheet.widthOf(text, style) + 12;
  sheet.doc.roundedRect(x, y, width, 13, 6.5).fill(TONES[tone].soft);
  sheet.write(text, x + 6, y + 2, width, style);
}

/** A figure's name and value, or the reason why it has none. */
export function figureRow(results: Results, key: ResultKey): readonly [name: string, amount: string] {
  const value = figuresOf(results)[key];
  const written = spell(key, value, "report");
  return [labelOf(key, "report"), value === null ? `${written}. ${reasonOf(results, key)}` : written];
}

/** Names with amounts, one below the other. */
export function amounts(
  sheet: Sheet,
  titles: readonly [string, string],
  rows: readonly (readonly [name: string, amount: string])[],
  { total }: { total?: readonly [string, string] } = {},
): void {
  drawTable(sheet, {
    columns: [
      { title: titles[0], share: 0.5 },
      { title: titles[1], share: 0.5, align: "right" },
    ],
    rows: [...rows.map((cells) => ({ cells })), ...(total ? [{ cells: total, strong: true }] : [])],
  });
}

/** Who the report is of, in lines: company, then person; of a proposal both sides, and how long it holds. */
export function holderLines({ holder, proposal }: ReportContent): string[] {
  if (proposal)
    return [
      `Para ${oneLine(proposal.client)}`,
      `De ${oneLine(proposal.company)}`,
      `Válida hasta el ${longDate(proposal.validUntil)}`,
    ];
  const person = oneLine(`${holder.firstName} ${holder.lastName}`);
  return [oneLine(holder.company ?? ""), person].filter(Boolean);
}

/** What a report is about, as its holder calls it, else in plain words: a reader knows no identifiers. */
export function plantName({ name, site, inputParameters }: ReportContent["simulation"]): string {
  const given = [site, name].flatMap((one) => (one === null ? [] : [oneLine(one)]));
  if (given.length > 0) return given.join(" · ");
  const { pv_value = 0 } = inputParameters;
  const place = placeOf(inputParameters);
  return pv_value > 0 ? `Planta fotovoltaica de ${plain(pv_value, "kWp")} en ${place}` : `Planta en ${place}`;
}

/** The province, which is that of the calculation where none was given. */
export const placeOf = ({ province = DEFAULT_PROVINCE }: SimulationInput): string =>
  provinceName(provinceCode(province));

/** Dates of the simulation and of the report, in Madrid's time zone. */
export const datesLine = ({ simulation, issuedAt }: ReportContent): string =>
  `Simulación del ${longDate(simulation.createdAt)} · informe emitido el ${longDate(issuedAt)}`;
