import { PALETTE } from "@ecotrim/present/palette";
import { isTrusted } from "@ecotrim/present/results/trust";
import type { ReportContent } from "./content.ts";
import { datesLine, holderLines, plantName } from "./parts.ts";
import { givenData, mainAssumptions, measuredCurves } from "./sections/case.ts";
import { energyFlow, monthlyChart } from "./sections/energy.ts";
import {
  ALL_FIGURES,
  band,
  bigNumber,
  figureCards,
  nextSteps,
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

/** Heights, pt: what the page of the curve holds below it, and how low and high the curve may be. */
const BELOW_CURVE = 280;
const [LEAST_CURVE, MOST_CURVE] = [100, 240];

/** Height of the months, pt: without a battery they have the room of its return. */
const [MONTHS_PT, MONTHS_ALONE_PT] = [160, 330];

/** Four pages, more under a contract or with a measured curve: the number and the verdict, the money, the energy, and their basis. */
export function basicReport(sheet: Sheet, report: ReportContent): void {
  const { simulation } = report;
  const { results } = simulation;
  sheet.chapter("Informe de la simulación");
  sheet.paragraph(plantName(simulation), { weight: "semibold", size: 10.5 });
  for (const line of [holderLines(report).join(" · "), datesLine(report)])
    sheet.paragraph(line, { size: 8.5, color: PALETTE.muted });
  sheet.space(4);
  if (!isTrusted(results)) {
    notTrusted(sheet, report);
    givenData(sheet, simulation);
    disclaimer(sheet);
    return;
  }
  bigNumber(sheet, results);
  verdict(sheet, simulation);
  band(sheet, simulation);
  returnCurve(sheet, simulation, Math.min(Math.max(sheet.room - BELOW_CURVE, LEAST_CURVE), MOST_CURVE));
  figureCards(sheet, results, ALL_FIGURES);
  notIncluded(sheet);

  sheet.chapter("Dinero y riesgo");
  savingsSplit(sheet, results);
  billByMonth(sheet, results, 122);
  contractBill(sheet, results);
  contractRange(sheet, simulation);
  dependence(sheet, simulation);
  nextSteps(sheet, simulation);

  sheet.chapter("Energía");
  energyFlow(sheet, results, 170);
  monthlyChart(sheet, results, results.summary.battery_capacity_kwh > 0 ? MONTHS_PT : MONTHS_ALONE_PT);
  warnings(sheet, report);

  sheet.chapter("Datos y supuestos");
  givenData(sheet, simulation);
  measuredCurves(sheet, results);
  mainAssumptions(sheet, results);
  disclaimer(sheet);
}
