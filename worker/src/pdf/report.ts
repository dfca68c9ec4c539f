import { oneLine } from "@ecotrim/contracts/line";
import type { PdfKind } from "@ecotrim/contracts/reports/report";
import { calendarDate, longDate, shortDate } from "@ecotrim/present/dates";
import { PALETTE } from "@ecotrim/present/palette";
import { basicReport } from "./basic.ts";
import type { ReportContent } from "./content.ts";
import { batterySize } from "./format.ts";
import { plantName } from "./parts.ts";
import { premiumReport } from "./premium.ts";
import { Sheet } from "./sheet.ts";

const TITLES: Record<PdfKind, string> = {
  basic: "Informe básico",
  premium: "Informe premium",
  proposal: "Propuesta",
};

const PRODUCT = "EcoTrim";

/**
 * The report as a tagged PDF with embedded fonts. Rendering is deterministic: the same content gives the same pages at
 * any time and place.
 * @throws where the results do not have their stored shape
 */
export function renderReport(kind: PdfKind, report: ReportContent): Promise<Buffer> {
  const { simulation, issuedAt, proposal } = report;
  const { summary, period, engine_version } = simulation.results;
  const size = batterySize({ capacity_kwh: summary.battery_capacity_kwh, power_kw: summary.battery_power_kw });
  const plant = plantName(simulation);
  const author = proposal ? oneLine(proposal.company) : PRODUCT;
  const sheet = new Sheet({
    title: `${TITLES[kind]}: ${proposal ? `${oneLine(proposal.client)}, ` : ""}${plant}`,
    subject: `Batería de ${size} en una planta con fotovoltaica, del ${calendarDate(period.start)} al ${calendarDate(period.end)}`,
    keywords: `batería, fotovoltaica, autoconsumo, TIR, VAN, LCOE, ${simulation.id}`,
    issuedAt: new Date(issuedAt),
    header: { left: plant, right: `${TITLES[kind]} · ${shortDate(issuedAt)}` },
    footer: proposal
      ? `${author} · propuesta válida hasta el ${longDate(proposal.validUntil)}`
      : `${PRODUCT} · estimación, no es una oferta ni un proyecto · motor ${engine_version}`,
    author,
    accent: proposal?.accent ?? PALETTE.petrol,
  });
  if (kind === "basic") basicReport(sheet, report);
  else premiumReport(sheet, report);
  return sheet.finish();
}
