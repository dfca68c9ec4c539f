import { gunzipSync } from "node:zlib";
import { isOfOldModel } from "@ecotrim/contracts/simulations/verdict";
import { economics } from "@ecotrim/engine/economics/economics";
import { readStoredCase } from "@ecotrim/engine/economics/own-capex";
import { financingOf } from "@ecotrim/engine/economics/ways";
import { isTrusted } from "@ecotrim/present/results/trust";
import { type WriteSheet, writeXlsx } from "hucre/xlsx";
import type { ReportContent } from "../pdf/content.ts";
import { NO_DETAILS, reasonOf } from "../pdf/parts.ts";
import { givenLine, STYLES, text } from "./cells.ts";
import type { DefinedName } from "./names.ts";
import { GAP, paragraph, printTitles, sheetOf } from "./page.ts";
import { assumptionsSheet } from "./sheets/assumptions.ts";
import { billSheet } from "./sheets/bill.ts";
import { CASH_FLOW_SHEET, cashFlowSheet, longestLife } from "./sheets/cash-flow.ts";
import { hoursSheet, readHours } from "./sheets/hours.ts";
import { monthsSheet } from "./sheets/months.ts";
import { sourcesSheet } from "./sheets/sources.ts";
import { summarySheet } from "./sheets/summary.ts";
import { waysSheet } from "./sheets/ways.ts";

/**
 * A simulation as a workbook: its stored figures, and a cash flow of formulas that its reader can change. The same
 * content gives the same file at any time and place.
 */
export async function renderWorkbook(report: ReportContent): Promise<Buffer> {
  const { simulation, issuedAt } = report;
  const { results, id, name } = simulation;
  const money = isTrusted(results) ? moneySheets(simulation) : { sheets: [], names: [] };
  const sheets = [
    summarySheet(report, new Set(money.names.map((defined) => defined.name))),
    ...money.sheets,
    ...(isTrusted(results) ? [...energySheets(report), billSheet(results)] : []),
    sourcesSheet({ results, reference: id }),
  ];
  const file = await writeXlsx({
    sheets,
    namedRanges: [...money.names, ...sheets.flatMap(printTitles)],
    properties: {
      title: `Simulación: ${name === null ? id : givenLine(name)}`,
      creator: "EcoTrim",
      created: new Date(issuedAt),
      modified: new Date(issuedAt),
    },
  });
  return Buffer.from(file.buffer, file.byteOffset, file.byteLength);
}

/** The assumptions, the cash flow that follows from them and the ways to pay, or why there are none. */
function moneySheets({ results, financeTerms }: ReportContent["simulation"]): {
  sheets: WriteSheet[];
  names: DefinedName[];
} {
  const { economic_case: given, economic_model, summary } = results;
  if (!given) return { sheets: [without(CASH_FLOW_SHEET, `No aplicable. ${reasonOf(results, "savings")}`)], names: [] };
  if (!economic_model) return { sheets: [without(CASH_FLOW_SHEET, NO_DETAILS)], names: [] };
  if (isOfOldModel(results.engine_version)) return { sheets: [without(CASH_FLOW_SHEET, OLD_MODEL)], names: [] };
  const assumptions = assumptionsSheet(results, given, longestLife(given));
  const cashFlow = cashFlowSheet({
    given,
    economics: economics(readStoredCase(given)),
    noRate: summary.npv === null ? reasonOf(results, "npv") : null,
  });
  const financing = financingOf(results, financeTerms ?? {});
  const sheets = [
    assumptions.sheet,
    cashFlow.sheet,
    ...(financing.ways ? [waysSheet(financing, financing.ways, given.assumptions.discount_rate)] : []),
  ];
  return { sheets, names: [...assumptions.names, ...cashFlow.names] };
}

const OLD_MODEL =
  "No disponible: esta simulación es de una versión anterior del cálculo. Calcúlela de nuevo para tener su flujo de caja con fórmulas.";

/** Every step and its sums by month. */
function energySheets({ simulation: { results }, hourly }: ReportContent): WriteSheet[] {
  if (!hourly || !results.operative_analysis) return [without("Horas", NO_DETAILS)];
  const hours = readHours(JSON.parse(gunzipSync(hourly).toString()));
  return [monthsSheet(results, hours), hoursSheet(hours)];
}

/** A sheet that says why it has nothing else. */
const without = (name: string, reason: string): WriteSheet =>
  sheetOf({ name, widths: [100], rows: [[text(name, STYLES.title)], GAP, paragraph(reason, STYLES.wrapped)] });
