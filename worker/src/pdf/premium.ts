import { longDate } from "@ecotrim/present/dates";
import { FLOW_COLORS, PALETTE } from "@ecotrim/present/palette";
import { isTrusted } from "@ecotrim/present/results/trust";
import type { ReportContent } from "./content.ts";
import { batterySize, euros, number, percent } from "./format.ts";
import { holderLines } from "./parts.ts";
import { allAssumptions, givenData, measuredCurves } from "./sections/case.ts";
import { breakEvenCapex, cashFlow, investmentFigures, operationByYear } from "./sections/economics.ts";
import {
  balance,
  batteryOperation,
  energyFlow,
  MONTHS_KEEP,
  monthlyChart,
  monthlyTable,
  peaks,
  typicalWeeks,
} from "./sections/energy.ts";
import {
  band,
  bigNumber,
  interpretations,
  keyFigures,
  notIncluded,
  notTrusted,
  returnCurve,
  verdict,
  warnings,
} from "./sections/headline.ts";
import { disclaimer, glossary, method } from "./sections/method.ts";
import { marketYears, sensitivity, sizes, sources, uncertainty } from "./sections/risk.ts";
import {
  billByMonth,
  contractBill,
  contractMonths,
  contractRange,
  costTable,
  savingsSplit,
} from "./sections/savings.ts";
import type { Sheet, TextStyle } from "./sheet.ts";

const CHAPTER_NEEDS = 300;
const MAP_NEEDS = 520;

/** The questions of a finance director before a decision: the answer first, then its basis. */
export function premiumReport(sheet: Sheet, report: ReportContent): void {
  const { simulation } = report;
  const { results } = simulation;
  const contentsTop = cover(sheet, report);
  /** @param need height, pt, below which a chapter begins on a page of its own */
  const chapter = (title: string, fill: () => void, need = CHAPTER_NEEDS) => {
    if (sheet.chapters.length > 0 && sheet.room >= need) sheet.space(24);
    else sheet.newPage();
    sheet.chapter(title);
    fill();
  };

  if (isTrusted(results)) {
    chapter("Resumen ejecutivo", () => {
      bigNumber(sheet, results);
      verdict(sheet, simulation);
      band(sheet, simulation);
      returnCurve(sheet, simulation);
      keyFigures(sheet, results);
      notIncluded(sheet);
      sheet.heading("Lo que conviene saber");
      sheet.bullets(conclusions(simulation));
      interpretations(sheet, results);
      warnings(sheet, results);
      givenData(sheet, simulation);
    });
    chapter("Dinero", () => {
      savingsSplit(sheet, results);
      billByMonth(sheet, results, 290);
      contractBill(sheet, results);
      contractMonths(sheet, results);
      cashFlow(sheet, results);
      contractRange(sheet, simulation);
      costTable(sheet, results);
      investmentFigures(sheet, results);
    });
    chapter("Riesgo", () => {
      uncertainty(sheet, simulation);
      sensitivity(sheet, simulation);
      marketYears(sheet, simulation);
    });
    chapter("Energía", () => {
      energyFlow(sheet, results, Math.min(270, Math.max(185, sheet.room - 115)));
      monthlyChart(sheet, results, 230);
      // Below its chart where that leaves room, so that no page stays half empty before the weeks.
      const isTableNext = sheet.room > MONTHS_KEEP + 40;
      if (isTableNext) monthlyTable(sheet, results);
      typicalWeeks(sheet, results);
      if (!isTableNext) monthlyTable(sheet, results);
      balance(sheet, results);
      peaks(sheet, results);
      batteryOperation(sheet, results);
      operationByYear(sheet, results);
    });
    chapter("Tamaño de la batería", () => sizes(sheet, simulation), MAP_NEEDS);
  } else
    chapter("Resumen ejecutivo", () => {
      notTrusted(sheet, simulation);
      givenData(sheet, simulation);
    });
  if (results.curve || results.pv_curve) chapter("Curvas medidas", () => measuredCurves(sheet, results));
  chapter("Supuestos y fuentes", () => {
    allAssumptions(sheet, results);
    if (isTrusted(results)) sources(sheet, simulation);
  });
  chapter("Método", () => method(sheet, simulation));
  chapter("Glosario y aviso legal", () => {
    glossary(sheet);
    disclaimer(sheet);
  });
  contents(sheet, contentsTop);
}

const ON_DARK: TextStyle = { color: PALETTE.white };

/** Draws the cover. @returns top of its table of contents, pt */
function cover(sheet: Sheet, report: ReportContent): number {
  const { doc, left, width } = sheet;
  const { simulation, issuedAt } = report;
  const { summary } = simulation.results;
  sheet.newPage();
  sheet.withoutHeader();
  const [first, ...others] = holderLines(report);
  const nameStyle: TextStyle = { ...ON_DARK, size: 15, weight: "semibold", lineGap: 3 };
  const nameHeight = first ? sheet.heightOf(first, width, nameStyle) : 0;
  const bandHeight = 330 + nameHeight;
  sheet.decorate(() => {
    doc.rect(0, 0, doc.page.width, bandHeight).fill(PALETTE.petrol);
    const share = doc.page.width / 4;
    for (const [index, flow] of (["pv", "battery", "grid", "export"] as const).entries())
      doc.rect(index * share, bandHeight, share, 5).fill(FLOW_COLORS[flow]);
  });
  sheet.mark("P", () => sheet.write("EcoTrim", left, 62, width, { ...ON_DARK, size: 15, weight: "bold" }));
  sheet.mark("Title", () =>
    sheet.write("Una batería para su planta fotovoltaica", left, 130, width * 0.85, {
      ...ON_DARK,
      size: 31,
      weight: "bold",
      lineGap: 2,
    }),
  );
  const size = batterySize({ capacity_kwh: summary.battery_capacity_kwh, power_kw: summary.battery_power_kw });
  sheet.mark("P", () =>
    sheet.write(`Informe premium · ${size}`, left, 218, width, { ...ON_DARK, size: 13, weight: "medium" }),
  );
  let y = 262;
  if (first) sheet.mark("P", () => sheet.write(first, left, y, width, nameStyle));
  y += nameHeight + 8;
  const lines = [
    ...others,
    `Simulación del ${longDate(simulation.createdAt)}`,
    `Informe emitido el ${longDate(issuedAt)} · ref. ${simulation.id}`,
  ];
  for (const line of lines) {
    sheet.mark("P", () => sheet.write(line, left, y, width, { color: PALETTE.line, size: 9.5 }));
    y += 15;
  }
  return bandHeight + 44;
}

const CONTENTS_ROW = 17;
const SECTION_INDENT = 14;

/** Table of contents on the cover, drawn last, when all page numbers are known. */
function contents(sheet: Sheet, top: number): void {
  const { left, width, doc } = sheet;
  sheet.onPage(0, () => {
    sheet.mark("H2", () =>
      sheet.write("Contenido", left, top, width, { size: 12.5, weight: "semibold", color: PALETTE.petrol }),
    );
    sheet.group("TOC", () => {
      for (const [index, { title, page, isSection = false }] of sheet.chapters.entries()) {
        const y = top + 26 + index * CONTENTS_ROW;
        sheet.mark("TOCI", () => {
          const style: TextStyle = isSection ? { size: 9, color: PALETTE.muted } : { size: 9.5, weight: "semibold" };
          sheet.write(title, left + (isSection ? SECTION_INDENT : 0), y, width * 0.8, style);
          sheet.write(number(page + 1), left, y, width, { ...style, align: "right" });
          doc
            .moveTo(left, y + 15)
            .lineTo(left + width, y + 15)
            .lineWidth(0.5)
            .stroke(PALETTE.line);
        });
      }
    });
  });
}

/** The result of each part of the report in a sentence, and the steps before a decision. */
function conclusions({ results, uncertainty: spread, sensitivity: hangs }: ReportContent["simulation"]): string[] {
  const { contract_range, summary, curve } = results;
  const breakEven = breakEvenCapex(results);
  const savings = contract_range.map(({ energy_saving_eur }) => energy_saving_eur);
  const probability = spread?.result?.probability_npv_positive?.value ?? null;
  const atBreakEven =
    breakEven === null
      ? []
      : [
          breakEven > 0
            ? `Inversión máxima: el VAN es cero con ${euros(breakEven)}. La estimación es de ${euros(summary.capex_eur)}; compárela con una oferta en firme.`
            : "El VAN no llegaría a cero ni con una inversión nula.",
        ];
  const inScenarios = spread?.result
    ? [
        `${spread.result.sentence}${probability === null ? "" : ` El VAN es positivo en el ${percent(probability)} de ellos.`}`,
      ]
    : [];
  const byContract =
    savings.length > 0 && Math.max(...savings) > 0
      ? [
          `Según cómo compre la energía, el ahorro óptimo de energía va de ${euros(Math.min(...savings))} a ${euros(Math.max(...savings))} al año. Confírmelo con su contrato.`,
        ]
      : [];
  return [
    ...inScenarios,
    ...(hangs?.tornado ? [hangs.tornado.sentence] : []),
    ...(hangs?.sizing ? [hangs.sizing.sentence] : []),
    ...atBreakEven,
    ...byContract,
    `Antes de decidir: pida una oferta en firme${curve ? "" : ", contraste el consumo con la curva de su contador"} y revise la garantía de ciclos y de capacidad.`,
  ];
}
