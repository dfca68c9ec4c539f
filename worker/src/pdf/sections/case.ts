import { oneLine } from "@ecotrim/contracts/line";
import { formatNumber } from "@ecotrim/contracts/numbers";
import type { ReadCurve, Results } from "@ecotrim/contracts/simulations/result";
import { calendarDate } from "@ecotrim/present/dates";
import { labelOf } from "@ecotrim/present/figures";
import { nameOfMonth } from "@ecotrim/present/local-dates";
import { spell as spellPhrase } from "@ecotrim/present/phrase";
import {
  CURVE_TITLE,
  curveSentences,
  measuredSentence,
  PV_CURVE_TITLE,
  readSentences,
  trustLine,
} from "@ecotrim/present/results/curve-words";
import { isOwnJudgement } from "@ecotrim/present/results/own-judgement";
import { countAssumptions, isTrusted } from "@ecotrim/present/results/trust";
import { batteryName } from "@ecotrim/present/simulations/battery-name";
import { spendingOf } from "@ecotrim/present/simulations/spending";
import type { ReportContent } from "../content.ts";
import { batterySize, number, percent, plain, spell } from "../format.ts";
import { placeOf } from "../parts.ts";
import type { Sheet } from "../sheet.ts";
import { drawTable } from "../table.ts";

type Simulation = ReportContent["simulation"];

/** The given data of site and battery, by name. */
export function givenRows(simulation: Simulation): (readonly [name: string, value: string])[] {
  const { name, site, inputParameters, calculatorContext, results } = simulation;
  const { summary, period, calibration } = results;
  const { demand_value, pv_value, two_turnes, weekends } = inputParameters;
  const spending = spendingOf({ ...simulation, source: "platform" });
  const size = batterySize({ capacity_kwh: summary.battery_capacity_kwh, power_kw: summary.battery_power_kw });
  return [
    ...(name === null ? [] : [["Nombre de la simulación", oneLine(name)] as const]),
    ...(site === null ? [] : [["Emplazamiento", oneLine(site)] as const]),
    ["Lugar", placeOf(inputParameters)],
    ["Potencia fotovoltaica", plain(pv_value, "kWp")],
    ...(results.curve
      ? [[CURVE_TITLE, spellPhrase(trustLine(results.curve))] as const]
      : ([
          ["Consumo medio en un día de trabajo", plain(demand_value, "kWh por hora")],
          ["Forma del consumo", two_turnes ? "Dos turnos, de 6 a 22 h" : "Constante"],
          ["Consumo en fin de semana", weekends === false ? "No" : "Sí"],
        ] as const)),
    ["Gasto anual en energía, sin IVA ni término de potencia", spending ? number(spending, 2, "€") : "No indicado"],
    ...(isTrusted(results)
      ? [["Precio medio de compra que resulta", number(calibration.mean_buy_eur_mwh, 2, "€/MWh")] as const]
      : []),
    ["Contrato de suministro", contractOf(results)],
    ["Batería", oneLine(batteryName({ inputParameters, calculatorContext }))],
    ["Tamaño de la batería", size],
    [labelOf("capex_eur"), spell("capex_eur", summary.capex_eur)],
    [
      "Periodo simulado",
      `del ${calendarDate(period.start)} al ${calendarDate(period.end)}, ${number(period.hours)} horas`,
    ],
  ];
}

export function givenData(sheet: Sheet, simulation: Simulation): void {
  sheet.heading("Datos de la simulación");
  drawTable(sheet, {
    dense: true,
    columns: [
      { title: "Dato", share: 0.48 },
      { title: "Valor", share: 0.52 },
    ],
    rows: givenRows(simulation).map((cells) => ({ cells })),
  });
}

/** The supply contract as the assumptions state it, told or supposed. */
function contractOf({ assumptions }: Results): string {
  const [stated] = ["contract", "contract_kind"].flatMap((key) => assumptions.filter((one) => one.key === key));
  if (!stated) return "No procede: los precios vienen dados";
  const tariff = assumptions.find(({ key }) => key === "tariff");
  const access = stated.key === "contract" || !tariff ? "" : `, con tarifa ${tariff.value}`;
  return `${stated.value}${access}${stated.overridden ? "" : " (supuesto: no se ha indicado)"}`;
}

/** The curves behind the result: their trust, origin, conventions and repairs. No supply is named. */
export function measuredCurves(sheet: Sheet, { curve, pv_curve, summary }: Results): void {
  if (curve) {
    sheet.heading(CURVE_TITLE);
    for (const sentence of curveSentences(curve, summary.savings)) sheet.paragraph(spellPhrase(sentence));
    if (curve.read) {
      sheet.bullets(readSentences(curve.read));
      curveMonths(sheet, curve.read.report);
    }
  }
  if (pv_curve) {
    sheet.heading(PV_CURVE_TITLE);
    sheet.paragraph(spellPhrase(measuredSentence(pv_curve.measured_share)));
    if (pv_curve.read) sheet.bullets(readSentences(pv_curve.read));
  }
}

/** Height of a year of months, pt. */
const MONTHS_KEEP = 210;

/** What a curve counts in each month, and how much of it was filled in. */
function curveMonths(sheet: Sheet, { months }: ReadCurve["report"]): void {
  sheet.subheading("Su curva mes a mes", MONTHS_KEEP);
  drawTable(sheet, {
    size: 8,
    dense: true,
    columns: [
      { title: "Mes", share: 0.4 },
      { title: "Energía (kWh)", share: 0.3, align: "right" },
      { title: "Completado", share: 0.3, align: "right" },
    ],
    rows: months.map(({ kwh, filled_share }, index) => ({
      cells: [nameOfMonth(index + 1), number(kwh), percent(filled_share)],
    })),
  });
}

/** The assumptions with the greatest weight, for the short report. */
const MAIN = [
  "capex_eur",
  "discount_rate",
  "life_years",
  "price_growth",
  "om_fct",
  "fade",
  "realisable_fct",
  "pv_profile",
  "market_year",
  "calibration",
  "taxes",
];

export function mainAssumptions(sheet: Sheet, { assumptions }: Results): void {
  sheet.heading("Supuestos principales");
  drawTable(sheet, {
    size: 8,
    dense: true,
    columns: [
      { title: "Supuesto", share: 0.4 },
      { title: "Valor", share: 0.6 },
    ],
    rows: assumptions.filter(({ key }) => MAIN.includes(key)).map(({ label, value }) => ({ cells: [label, value] })),
  });
}

/** Every assumption behind the figures, with its source. */
export function allAssumptions(sheet: Sheet, { assumptions }: Results): void {
  const { all, own, judged } = countAssumptions(assumptions);
  sheet.section("Todos los supuestos, con su fuente o marcados");
  sheet.paragraph(
    `De ${formatNumber(all)} supuestos, ${formatNumber(judged)} son criterio propio (○) y ${own === 0 ? "ninguno lo fija usted" : `${formatNumber(own)} los fijan los datos de la simulación (●)`}.`,
  );
  drawTable(sheet, {
    size: 8,
    dense: true,
    columns: [
      { title: "Supuesto", share: 0.25 },
      { title: "Valor", share: 0.31 },
      { title: "Fuente", share: 0.44 },
    ],
    rows: assumptions.map(({ label, value, source, overridden: own }) => ({
      cells: [own ? `● ${label}` : isOwnJudgement({ source }) ? `○ ${label}` : label, value, source],
    })),
  });
}
