import { PALETTE } from "@ecotrim/present/palette";
import { isTrusted } from "@ecotrim/present/results/trust";
import type { ReportContent } from "./content.ts";
import { datesLine, holderLines } from "./parts.ts";
import { givenData, mainAssumptions, measuredCurves } from "./sections/case.ts";
import { energyFlow, monthlyChart } from "./sections/energy.ts";
import {
  band,
  bigNumber,
  keyFigures,
  notIncluded,
  notTrusted,
  returnCurve,
  verdict,
  warnings,
} from "./sections/headline.ts";
import { disclaimer } from "./sections/method.ts";
import { dependence } from "./sections/risk.ts";
import { billByMonth, contractBill, contractRange, savingsSplit } from "./sections/savings.ts";
import type { Sheet } from "./sheet.ts";

/** Four pages, five under a contract or with a measured curve: the number and the verdict, the money, the energy, and their basis. */
export function basicReport(sheet: Sheet, report: ReportContent): void {
  const { simulation } = report;
  const { results } = simulation;
  sheet.newPage();
  sheet.chapter("Informe de la simulación");
  const [first, ...others] = holderLines(report);
  if (first) sheet.paragraph(first, { weight: "semibold", size: 10.5 });
  for (const line of [...others, datesLine(report)]) sheet.paragraph(line, { size: 8.5, color: PALETTE.muted });
  sheet.space(4);
  if (!isTrusted(results)) {
    notTrusted(sheet, simulation);
    givenData(sheet, simulation);
    disclaimer(sheet);
    return;
  }
  bigNumber(sheet, results);
  verdict(sheet, simulation);
  band(sheet, simulation);
  returnCurve(sheet, simulation);
  keyFigures(sheet, results);
  notIncluded(sheet);

  sheet.newPage();
  sheet.chapter("Dinero y riesgo");
  savingsSplit(sheet, results);
  billByMonth(sheet, results, 122);
  contractBill(sheet, results);
  contractRange(sheet, simulation);
  dependence(sheet, simulation);

  sheet.newPage();
  sheet.chapter("Energía");
  energyFlow(sheet, results, 205);
  monthlyChart(sheet, results, 190);
  const below = sheet.room;
  warnings(sheet, results);

  // Many warnings end on a page of their own, which the next chapter shares.
  if (sheet.room > below) sheet.space(24);
  else sheet.newPage();
  sheet.chapter("Datos y supuestos");
  givenData(sheet, simulation);
  measuredCurves(sheet, results);
  mainAssumptions(sheet, results);
  disclaimer(sheet);
}
