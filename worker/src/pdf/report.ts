import type { PdfKind } from "@ecotrim/contracts/reports/report";
import { calendarDate, shortDate } from "@ecotrim/present/dates";
import { basicReport } from "./basic.ts";
import type { ReportContent } from "./content.ts";
import { batterySize } from "./format.ts";
import { plantName } from "./parts.ts";
import { premiumReport } from "./premium.ts";
import { Sheet } from "./sheet.ts";

const TITLES: Record<PdfKind, string> = {
  basic: "Informe básico",
  premium: "Informe premium",
};

/**
 * The report as a tagged PDF with embedded fonts. Rendering is deterministic: the same content gives the same pages at
 * any time and place.
 * @throws where the results do not have their stored shape
 */
export function renderReport(kind: PdfKind, report: ReportContent): Promise<Buffer> {
  const { simulation, issuedAt } = report;
  const { summary, period, engine_version } = simulation.results;
  const size = batterySize({ capacity_kwh: summary.battery_capacity_kwh, power_kw: summary.battery_power_kw });
  const plant = plantName(simulation);
  const sheet = new Sheet({
    title: `${TITLES[kind]}: ${plant}`,
    subject: `Batería de ${size} en una planta con fotovoltaica, del ${calendarDate(period.start)} al ${calendarDate(period.end)}`,
    keywords: `batería, fotovoltaica, autoconsumo, TIR, VAN, LCOE, ${simulation.id}`,
    issuedAt: new Date(issuedAt),
    header: { left: plant, right: `EcoTrim · ${TITLES[kind]} · ${shortDate(issuedAt)}` },
    footer: `Estimación, no es una oferta ni un proyecto · motor ${engine_version}`,
  });
  if (kind === "basic") basicReport(sheet, report);
  else premiumReport(sheet, report);
  return sheet.finish();
}
