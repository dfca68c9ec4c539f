import { oneLine } from "@ecotrim/contracts/line";
import { FLOW_COLORS, PALETTE } from "@ecotrim/present/palette";
import { PREMIUM_CHAPTERS } from "@ecotrim/present/reports/chapters";
import { isTrusted } from "@ecotrim/present/results/trust";
import type { ReportContent } from "./content.ts";
import { batterySize, euros, number, percent } from "./format.ts";
import { datesLine, holderLines, plantName } from "./parts.ts";
import { allAssumptions, givenData, measuredCurves } from "./sections/case.ts";
import { breakEvenCapex, cashFlow, investmentFigures, operationByYear, ways } from "./sections/economics.ts";
import {
  balance,
  batteryOperation,
  energyFlow,
  monthlyChart,
  monthlyTable,
  peaks,
  typicalWeeks,
} from "./sections/energy.ts";
import {
  band,
  FIRST_FIGURES,
  figureCards,
  interpretations,
  investmentLine,
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

/** Heights of the curve of the cash flow and of the months' bill, pt. */
const CURVE_HEIGHT = 200;
const BILL_HEIGHT = 230;

/** The questions of a finance director before a decision: the answer first, then its basis. A proposal bears a brand. */
export function premiumReport(sheet: Sheet, report: ReportContent): void {
  const { simulation } = report;
  const { results } = simulation;
  const contentsTop = cover(sheet, report);
  const chapter = (key: keyof typeof PREMIUM_CHAPTERS, fill: () => void) => {
    sheet.chapter(PREMIUM_CHAPTERS[key].title);
    fill();
  };
  const trusted = isTrusted(results);

  chapter("summary", () => {
    if (report.proposal?.text) sheet.lead(oneLine(report.proposal.text));
    if (!trusted) return notTrusted(sheet, report);
    verdict(sheet, simulation);
    figureCards(sheet, results, FIRST_FIGURES);
    investmentLine(sheet, results);
    band(sheet, simulation);
    notIncluded(sheet);
    sheet.heading("Lo que conviene saber");
    sheet.bullets(conclusions(simulation));
    interpretations(sheet, results);
    warnings(sheet, report);
  });
  if (trusted) {
    chapter("cashFlow", () => {
      returnCurve(sheet, simulation, CURVE_HEIGHT);
      cashFlow(sheet, results);
      investmentFigures(sheet, results);
      ways(sheet, simulation);
    });
    chapter("risk", () => {
      uncertainty(sheet, simulation);
      marketYears(sheet, simulation);
      contractRange(sheet, simulation);
    });
    chapter("sensitivity", () => {
      sensitivity(sheet, simulation);
      sizes(sheet, simulation);
    });
    chapter("bill", () => {
      savingsSplit(sheet, results);
      billByMonth(sheet, results, BILL_HEIGHT);
      contractBill(sheet, results);
      contractMonths(sheet, results);
      costTable(sheet, results);
    });
    chapter("energy", () => {
      energyFlow(sheet, results, Math.min(270, Math.max(185, sheet.room - 115)));
      monthlyChart(sheet, results, 230);
      monthlyTable(sheet, results);
      typicalWeeks(sheet, results);
      balance(sheet, results);
      peaks(sheet, results);
      batteryOperation(sheet, results);
      operationByYear(sheet, results);
    });
  }
  chapter("method", () => {
    givenData(sheet, simulation);
    measuredCurves(sheet, results);
    method(sheet, simulation);
    allAssumptions(sheet, results);
    if (trusted) sources(sheet, simulation);
    glossary(sheet);
    disclaimer(sheet);
  });
  contents(sheet, contentsTop);
}

const ON_DARK: TextStyle = { color: PALETTE.white };
const LINE_GAP = 4;

/** Draws the cover. @returns top of its table of contents, pt */
function cover(sheet: Sheet, report: ReportContent): number {
  const { doc, left, width } = sheet;
  const { simulation } = report;
  const { summary } = simulation.results;
  sheet.newPage();
  sheet.withoutHeader();
  const plant = plantName(simulation);
  const nameStyle: TextStyle = { ...ON_DARK, size: 15, weight: "semibold", lineGap: 3 };
  const lines = [...holderLines(report), datesLine(report)];
  const lineStyle: TextStyle = { color: PALETTE.line, size: 9.5 };
  const nameHeight =
    sheet.heightOf(plant, width, nameStyle) +
    lines.reduce((sum, line) => sum + sheet.heightOf(line, width, lineStyle) + LINE_GAP, 0);
  const bandHeight = 290 + nameHeight;
  sheet.decorate(() => {
    doc.rect(0, 0, doc.page.width, bandHeight).fill(sheet.accent);
    const share = doc.page.width / 4;
    for (const [index, flow] of (["pv", "battery", "grid", "export"] as const).entries())
      doc.rect(index * share, bandHeight, share, 5).fill(FLOW_COLORS[flow]);
  });
  letterhead(sheet, report);
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
    sheet.write(`${report.proposal ? "Propuesta" : "Informe premium"} · ${size}`, left, 218, width, {
      ...ON_DARK,
      size: 13,
      weight: "medium",
    }),
  );
  let y = 258;
  sheet.mark("P", () => {
    y += sheet.write(plant, left, y, width, nameStyle) + 8;
  });
  for (const line of lines)
    sheet.mark("P", () => {
      y += sheet.write(line, left, y, width, lineStyle) + LINE_GAP;
    });
  return bandHeight + 44;
}

/** Top and height of the cover's first line, and the width of a logo, pt. */
const LETTERHEAD = { y: 58, height: 44, width: 190, pad: 6 };

/** Who speaks: the product, or a brand by its logo, on white since it may be of any colour. */
function letterhead(sheet: Sheet, { proposal }: ReportContent): void {
  const { left, width } = sheet;
  const { y, height, width: most, pad } = LETTERHEAD;
  const company = proposal ? oneLine(proposal.company) : "EcoTrim";
  if (!proposal?.logo) {
    sheet.mark("P", () => sheet.fit(company, left, y + 4, width, { ...ON_DARK, size: 15, weight: "bold" }));
    return;
  }
  const logo = Buffer.from(proposal.logo);
  sheet.mark(
    "Figure",
    () => {
      sheet.doc.roundedRect(left - pad, y - pad, most + 2 * pad, height + 2 * pad, 4).fill(PALETTE.white);
      sheet.doc.image(logo, left, y, { fit: [most, height], align: "center", valign: "center" });
    },
    { alt: `Logotipo de ${company}` },
  );
}

const CONTENTS_ROWS = { chapter: 17, section: 13.5 };
const SECTION_INDENT = 14;

/** Table of contents on the cover, drawn last, when all page numbers are known. */
function contents(sheet: Sheet, top: number): void {
  const { left, width, doc } = sheet;
  sheet.onPage(0, () => {
    sheet.mark("H2", () =>
      sheet.write("Contenido", left, top, width, { size: 12.5, weight: "semibold", color: sheet.accent }),
    );
    sheet.group("TOC", () => {
      let y = top + 26;
      for (const { title, page, isSection = false } of sheet.chapters) {
        const row = CONTENTS_ROWS[isSection ? "section" : "chapter"];
        sheet.mark("TOCI", () => {
          const style: TextStyle = isSection ? { size: 8, color: PALETTE.muted } : { size: 9.5, weight: "semibold" };
          sheet.write(title, left + (isSection ? SECTION_INDENT : 0), y, width * 0.8, style);
          sheet.write(number(page + 1), left, y, width, { ...style, align: "right" });
          doc
            .moveTo(left, y + row - 2)
            .lineTo(left + width, y + row - 2)
            .lineWidth(0.5)
            .stroke(PALETTE.line);
        });
        y += row;
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
