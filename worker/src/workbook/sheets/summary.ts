import { isProvisional } from "@ecotrim/contracts/simulations/result";
import { figuresOf, labelOf, type ResultKey, unitOf } from "@ecotrim/present/figures";
import { PROVISIONAL_NOTE } from "@ecotrim/present/results/provisional";
import { isTrusted } from "@ecotrim/present/results/trust";
import { verdictFacts, verdictOf } from "@ecotrim/present/results/verdict";
import type { WriteSheet } from "hucre/xlsx";
import type { ReportContent } from "../../pdf/content.ts";
import { datesLine, holderLines, reasonOf } from "../../pdf/parts.ts";
import { givenRows } from "../../pdf/sections/case.ts";
import { INVESTMENT_FIGURES } from "../../pdf/sections/economics.ts";
import { BALANCE_FIGURES } from "../../pdf/sections/energy.ts";
import { FORMATS, figure, formula, type GridCell, givenText, STYLES, text } from "../cells.ts";
import { INPUT_NAMES, OUTPUT_NAMES } from "../names.ts";
import { columnOf, GAP, paragraph, type Row, sheetOf } from "../page.ts";

const FORMAT_OF_UNIT: Record<string, string> = {
  "€": FORMATS.euros,
  "%": FORMATS.percent,
  años: FORMATS.years,
  "€/MWh": FORMATS.price,
  "€/kW": FORMATS.power,
  MWh: FORMATS.mwh,
};

/** Figures that follow from the assumptions: the cells that calculate them. */
const LIVING: Partial<Record<ResultKey, string>> = { ...OUTPUT_NAMES, capex_eur: INPUT_NAMES.capex_eur };

/** Of who invests, under a revenue share. */
const OWNERS: readonly ResultKey[] = ["npv", "irr"];

/** The answer first: the verdict, the figures of the investment, and of what the saving is made. */
export function summarySheet(report: ReportContent, names: ReadonlySet<string>): WriteSheet {
  const { simulation } = report;
  const { results, inputParameters } = simulation;
  const { sentence } = verdictOf(verdictFacts(results, simulation, inputParameters));
  const isLiving = names.size > 0;
  const rows: Row[] = [
    [text("Resumen de la simulación", STYLES.title)],
    ...holderLines(report).map((line) => [givenText(line)]),
    [text(datesLine(report), STYLES.remark)],
    GAP,
    paragraph(sentence, STYLES.verdict),
    ...(isProvisional(results) ? [paragraph(PROVISIONAL_NOTE)] : []),
    GAP,
  ];
  if (isTrusted(results)) {
    rows.push([text("Cifras de la inversión", STYLES.heading)]);
    rows.push(...INVESTMENT_FIGURES.map((key) => figureRow(results, key, names)));
    if (isLiving)
      rows.push(
        paragraph(
          "Las cifras marcadas con «fórmula» cambian con la hoja Supuestos; las demás son las de la simulación. Las fórmulas llevan ya su valor: en la vista protegida se leen igual.",
        ),
      );
    rows.push(...savingRows(results, rows.length));
    rows.push(GAP, [text("Energía del periodo simulado", STYLES.heading)]);
    rows.push(...BALANCE_FIGURES.map((key) => figureRow(results, key, names)));
  } else {
    rows.push(
      paragraph(
        "Por eso este libro no da cifras de ahorro ni de rentabilidad. Con el dato corregido, vuelva a pedirlo.",
        STYLES.wrapped,
      ),
    );
  }
  rows.push(GAP, [text("Datos de la simulación", STYLES.heading)]);
  rows.push(...givenRows(simulation).map(([name, value]) => [text(name, STYLES.wrapped), givenText(value)]));
  return sheetOf({ name: "Resumen", widths: [58, 34, 30], rows });
}

type Results = ReportContent["simulation"]["results"];

function figureRow(results: Results, key: ResultKey, names: ReadonlySet<string>): GridCell[] {
  const value = figuresOf(results)[key];
  const format = FORMAT_OF_UNIT[unitOf(key)] ?? FORMATS.whole;
  const name = LIVING[key];
  const label = text(labelOf(key, "report"));
  const owners = results.owner && OWNERS.includes(key) ? "; de quien invierte" : "";
  if (name && names.has(name) && value !== null)
    return [label, formula(name, value, format, STYLES.strong), text(`fórmula${owners}`, STYLES.remark)];
  return [
    label,
    figure(value, format, STYLES.strong),
    text(value === null ? reasonOf(results, key) : "", STYLES.remark),
  ];
}

/** @param first row of the sheet where they begin */
function savingRows({ savings_split, summary }: Results, first: number): Row[] {
  if (savings_split.length === 0 || summary.savings === null) return [];
  const from = first + 2;
  return [
    GAP,
    [text("De dónde sale el ahorro del primer año", STYLES.heading)],
    ...savings_split.map(({ label, value_eur }) => [text(label), figure(value_eur, FORMATS.euros)]),
    [
      text(labelOf("savings", "report"), STYLES.total),
      formula(
        `SUM(${columnOf(1, from, from + savings_split.length - 1)})`,
        summary.savings,
        FORMATS.euros,
        STYLES.total,
      ),
    ],
  ];
}
