import { PALETTE } from "@ecotrim/present/palette";
import type { ReportContent } from "./content.ts";
import { datesLine, holderLines } from "./parts.ts";
import { givenData, mainAssumptions } from "./sections/case.ts";
import { energyFlow, monthlyChart } from "./sections/energy.ts";
import { bigNumber, keyFigures, verdict, warnings } from "./sections/headline.ts";
import { disclaimer } from "./sections/method.ts";
import { savingsSplit } from "./sections/savings.ts";
import type { Sheet } from "./sheet.ts";

/** Two or three pages: the number and the verdict, the reasons, and their basis. */
export function basicReport(sheet: Sheet, report: ReportContent): void {
  const { simulation } = report;
  const { results } = simulation;
  sheet.newPage();
  sheet.chapter("Informe de la simulación");
  const [first, ...others] = holderLines(report);
  if (first) sheet.paragraph(first, { weight: "semibold", size: 10.5 });
  for (const line of [...others, datesLine(report)]) sheet.paragraph(line, { size: 8.5, color: PALETTE.muted });
  sheet.space(4);
  bigNumber(sheet, results);
  verdict(sheet, simulation);
  keyFigures(sheet, results, { short: true });
  savingsSplit(sheet, results);

  sheet.newPage();
  sheet.chapter("Energía");
  energyFlow(sheet, results, 205);
  monthlyChart(sheet, results, 190);
  warnings(sheet, results);

  sheet.newPage();
  sheet.chapter("Datos y supuestos");
  givenData(sheet, simulation);
  mainAssumptions(sheet, results);
  disclaimer(sheet);
}
