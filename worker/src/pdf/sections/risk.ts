import type { Results } from "@ecotrim/contracts/simulations/result";
import type { SizePoint, Sizing } from "@ecotrim/contracts/simulations/sizing";
import type { Band, Estimate, Uncertainty } from "@ecotrim/contracts/simulations/uncertainty";
import { labelOf } from "@ecotrim/present/figures";
import { spell as spellPhrase } from "@ecotrim/present/phrase";
import { calculatedFigures } from "@ecotrim/present/simulations/calculated";
import {
  BILL_SIZES_NOTE,
  COLUMNS_NOTE,
  distinctSizes,
  emptyCellsNote,
  sizeRows,
  starMeaning,
} from "@ecotrim/present/studies/size-map";
import { contractSurfaceNote, groundsOf, NO_MARKET_YEARS } from "@ecotrim/present/studies/uncertainty";
import { drawHeatMap, HEAT_FRAME, HEAT_ROW, type HeatCell } from "../charts/heat-map.ts";
import { drawHistogram } from "../charts/histogram.ts";
import { drawTornado, TORNADO_FRAME, TORNADO_ROW } from "../charts/tornado.ts";
import type { ReportContent } from "../content.ts";
import { batterySize, euros, number, percent, plain, spell } from "../format.ts";
import { callout, whyMissing } from "../parts.ts";
import type { Sheet } from "../sheet.ts";
import { drawTable } from "../table.ts";

type Simulation = ReportContent["simulation"];

const FIRST_YEAR_SAVING = labelOf("savings", "firstYear");

/** The sentences of what the value depends on, and of other sizes. */
export function dependence(sheet: Sheet, { sensitivity: run }: Simulation): void {
  const sentences = [run?.tornado?.sentence, run?.sizing?.sentence].filter((sentence) => sentence !== undefined);
  if (sentences.length === 0) return;
  sheet.heading("De qué depende", 30);
  sheet.bullets(sentences);
}

/** Sensitivity of the net present value. */
export function sensitivity(sheet: Sheet, { sensitivity: run }: Simulation): void {
  const tornado = run?.tornado ?? null;
  sheet.section("Sensibilidad");
  if (tornado === null) {
    sheet.paragraph(whyMissing(run));
    return;
  }
  const { npv_eur, drivers, sentence } = tornado;
  if (npv_eur === null || drivers.length === 0) {
    sheet.paragraph(`No aplicable. ${sentence}`);
    return;
  }
  sheet.lead(`${sentence} Cada barra cambia un solo factor; el resto queda como en el caso calculado.`);
  const alt = `${sentence} VAN calculado: ${euros(npv_eur)}.`;
  const height = drivers.length * TORNADO_ROW + TORNADO_FRAME;
  sheet.figure("De qué depende el VAN", height, alt, (box) => drawTornado(sheet, box, drivers, npv_eur));
  sheet.heading("Cada factor, en cifras");
  drawTable(sheet, {
    size: 8,
    dense: true,
    columns: [
      { title: "Factor, y por qué ese margen", share: 0.36 },
      { title: "Valor bajo", share: 0.195 },
      { title: "VAN con el bajo", share: 0.125, align: "right" },
      { title: "Valor alto", share: 0.195 },
      { title: "VAN con el alto", share: 0.125, align: "right" },
    ],
    rows: drivers.map(({ label, low, high, reason, null_reason }) => ({
      cells: [
        { text: label, note: null_reason ? `${reason}. ${null_reason}` : reason },
        low.text,
        euros(low.npv_eur),
        high.text,
        euros(high.npv_eur),
      ],
    })),
  });
}

type BatterySize = Pick<SizePoint, "capacity_kwh" | "power_kw">;

const ownSize = ({ summary }: Results): BatterySize => ({
  capacity_kwh: summary.battery_capacity_kwh,
  power_kw: summary.battery_power_kw,
});

const same = (a: BatterySize, b: BatterySize | null): boolean =>
  b !== null && a.capacity_kwh === b.capacity_kwh && a.power_kw === b.power_kw;

/** Values below it are written in tenths of thousands on the map. */
const SMALL_EUR = 20_000;

const hours = (rating: number): string =>
  `${number(1 / rating, Number.isInteger(Math.round(100 / rating) / 100) ? 0 : 1)} h`;

/** Value of other battery sizes. */
export function sizes(sheet: Sheet, { sensitivity: run, results }: Simulation): void {
  const sizing = run?.sizing ?? null;
  sheet.section("Tamaño de la batería");
  if (sizing === null) {
    sheet.paragraph(whyMissing(run));
    return;
  }
  const { capacities_kwh, sentence, approximate_steps, warnings, best, smallest_within_5_percent: smallest } = sizing;
  const points = distinctSizes(sizing);
  const own = ownSize(results);
  const paying = points.filter(({ npv_eur }) => npv_eur > 0).length;
  sheet.lead(
    `${sentence} ${paying === 0 ? "" : `De los ${number(points.length)} tamaños calculados ${paying === 1 ? "compensa uno" : `compensan ${number(paying)}`}.`}`.trim(),
  );
  comparedSizes(sheet, sizing, results);
  if (sizing.levers) levers(sheet, sizing.levers);
  sheet.figure(
    "VAN por tamaño, en miles de euros",
    capacities_kwh.length * HEAT_ROW + HEAT_FRAME,
    `Mapa del VAN de ${number(points.length)} tamaños. ${sentence}`,
    (box) => drawHeatMap(sheet, box, mapOf(sizing, own)),
  );
  const marks = [
    `★: ${starMeaning(sizing)}.`,
    ...(points.some((point) => same(point, own)) ? ["Recuadro continuo: la de esta simulación."] : []),
    ...(smallest && !same(smallest, best) && !same(smallest, own)
      ? ["Recuadro discontinuo: la menor con al menos el 95 % de ese VAN."]
      : []),
  ];
  sheet.note(`${marks.join(" ")} Verde, VAN positivo; rojo, negativo. ${COLUMNS_NOTE}`);
  const repeated = emptyCellsNote(sizing);
  const ownWarnings = warnings.filter(({ code }) => !results.warnings.some((said) => said.code === code));
  const approximate =
    approximate_steps > 0 ? " En algunas horas hay precios que el cálculo exacto no admite: es una cota inferior." : "";
  const valued = results.bill
    ? BILL_SIZES_NOTE
    : "Cada tamaño, con su propia operación óptima del año entero y la misma parte realizable; los mejores, con la suya.";
  sheet.note(
    `${valued}${approximate}${repeated ? ` ${repeated}` : ""} ${ownWarnings.map(({ message }) => message).join(" ")}`.trim(),
  );
}

function mapOf(sizing: Sizing, own: BatterySize) {
  const { points, capacities_kwh, c_ratings, best, smallest_within_5_percent: smallest } = sizing;
  const greatest = Math.max(...points.map(({ npv_eur }) => Math.abs(npv_eur)));
  const short = (value: number) => number(value / 1000, greatest < SMALL_EUR ? 1 : 0);
  const cellOf = (point: SizePoint): HeatCell => ({
    value: point.npv_eur,
    text: `${short(point.npv_eur)}${same(point, best) ? " ★" : ""}`,
    outline: same(point, own) ? "solid" : same(point, smallest) && !same(point, best) ? "dashed" : undefined,
  });
  return {
    rows: capacities_kwh.map((capacity) => number(capacity)),
    rowsTitle: "Capacidad (kWh)",
    columns: c_ratings.map(hours),
    columnsTitle: "Horas de descarga a plena potencia, aproximadas",
    cells: sizeRows(sizing).map((row) => row.map((point) => point && cellOf(point))),
  };
}

function comparedSizes(sheet: Sheet, sizing: Sizing, results: Results): void {
  const { best, smallest_within_5_percent: smallest, pays } = sizing;
  const { summary } = results;
  const calculated = calculatedFigures(results);
  const row = (
    label: string,
    point: Pick<SizePoint, "capacity_kwh" | "power_kw" | "capex_eur">,
    npv: number | null,
    saving: number | null,
  ) => ({
    cells: [
      label,
      batterySize(point),
      spell("npv", npv),
      spell("savings", saving),
      spell("capex_eur", point.capex_eur),
    ],
  });
  const own = { ...ownSize(results), capex_eur: summary.capex_eur };
  sheet.heading("Tamaños comparados");
  drawTable(sheet, {
    columns: [
      { title: "Batería", share: 0.28 },
      { title: "Tamaño", share: 0.23 },
      { title: labelOf("npv"), share: 0.16, align: "right" },
      { title: FIRST_YEAR_SAVING, share: 0.17, align: "right" },
      { title: labelOf("capex_eur"), share: 0.16, align: "right" },
    ],
    rows: [
      row(pays ? "★ Mejor tamaño" : "★ El que menos pierde", best, best.npv_eur, best.saving_eur),
      ...(smallest && !same(smallest, best)
        ? [row("La menor con al menos el 95 % de ese VAN", smallest, smallest.npv_eur, smallest.saving_eur)]
        : []),
      row("La de esta simulación", own, calculated.npv_eur, calculated.saving_eur),
    ],
  });
}

function levers(sheet: Sheet, { price, capex, size }: NonNullable<Sizing["levers"]>): void {
  const nearest = `Para la de ${batterySize(size.point)}.`;
  sheet.heading("Qué tendría que cambiar, cada cosa por separado");
  sheet.bullets([
    `Precio. ${price.sentence} ${nearest}`,
    `Inversión. ${capex.sentence} ${nearest}`,
    `Tamaño. ${size.sentence}`,
  ]);
}

/** The spread of the figures over scenarios. */
export function uncertainty(sheet: Sheet, { uncertainty: run, results }: Simulation): void {
  const spread = run?.result ?? null;
  if (spread?.npv_eur?.p10.value != null)
    callout(
      sheet,
      null,
      tailOf(spread.npv_eur.p10.value),
      `VAN de ${number(spread.count)} escenarios, comprando la batería y antes de impuestos.`,
    );
  sheet.section("Incertidumbre");
  if (run === null || spread === null) {
    sheet.paragraph(
      run?.status === "completed" ? "No aplicable: no hay escenarios suficientes para dar una banda." : whyMissing(run),
    );
    return;
  }
  const partial =
    run.status === "completed"
      ? ""
      : ` Resultado parcial: ${number(run.scenarios)} de ${number(run.total)} escenarios; los demás no se han podido calcular.`;
  sheet.lead(
    `${spread.sentence} ${probabilityText(spread.probability_npv_positive)} Calculado con ${number(spread.count)} escenarios de precios, sol, consumo, batería e inversión.${partial}`,
  );
  histogram(sheet, spread, "saving_eur", results.summary.savings);
  histogram(sheet, spread, "npv_eur", results.summary.npv);
  percentiles(sheet, spread);
}

/** What the tenth part of the scenarios, the worst, comes to. @param npv P10, EUR */
const tailOf = (npv: number): string =>
  npv < 0
    ? `1 de cada 10 escenarios pierde más de ${euros(-npv)}.`
    : `9 de cada 10 escenarios ganan más de ${euros(npv)}.`;

const HISTOGRAMS = {
  saving_eur: { title: "Reparto del ahorro del primer año", axis: "Ahorro del primer año (€)" },
  npv_eur: { title: "Reparto del VAN", axis: "VAN (€)" },
} as const;

function bandOf(band: Band | null): { p10: number; p50: number; p90: number } | null {
  const [p10, p50, p90] = [band?.p10.value, band?.p50.value, band?.p90.value];
  return p10 == null || p50 == null || p90 == null ? null : { p10, p50, p90 };
}

function histogram(sheet: Sheet, spread: Uncertainty, key: keyof typeof HISTOGRAMS, calculated: number | null): void {
  const { title, axis } = HISTOGRAMS[key];
  const content = spread.histogram[key];
  if (!content?.counts.some((count) => count > 0)) {
    sheet.heading(title);
    sheet.paragraph(`No aplicable. ${spread.null_reasons[key] ?? ""}`.trim());
    return;
  }
  const band = bandOf(spread[key]);
  const alt = band
    ? `De ${number(spread.count)} escenarios, uno de cada diez queda por debajo de ${euros(band.p10)}, la mitad por debajo de ${euros(band.p50)} y nueve de cada diez por debajo de ${euros(band.p90)}.`
    : `Reparto de ${number(spread.count)} escenarios.`;
  sheet.figure(title, 192, alt, (box) =>
    drawHistogram(sheet, box, { histogram: content, band, calculated, axisTitle: axis }),
  );
}

export function probabilityText(probability: Estimate | null): string {
  return probability?.value == null
    ? "Probabilidad de VAN positivo: No aplicable."
    : `Probabilidad de VAN positivo: ${percent(probability.value)}.`;
}

function percentiles(sheet: Sheet, spread: Uncertainty): void {
  const points = (fraction: number) => plain(fraction * 100, "pp");
  const rows = [
    { key: "saving_eur", label: FIRST_YEAR_SAVING, band: spread.saving_eur, write: euros, error: euros },
    { key: "npv_eur", label: labelOf("npv"), band: spread.npv_eur, write: euros, error: euros },
    { key: "irr", label: labelOf("irr"), band: spread.irr, write: (rate: number) => spell("irr", rate), error: points },
  ];
  const cell = (estimate: Estimate | undefined, { write, error }: (typeof rows)[number]) => {
    if (estimate?.value == null) return euros(null);
    const deviation = estimate.standard_error === null ? "" : ` (± ${error(estimate.standard_error)})`;
    return `${write(estimate.value)}${deviation}`;
  };
  sheet.heading("Percentiles");
  drawTable(sheet, {
    columns: [
      { title: "Cifra", share: 0.25 },
      { title: "P10", share: 0.25, align: "right" },
      { title: "P50 (mediana)", share: 0.25, align: "right" },
      { title: "P90", share: 0.25, align: "right" },
    ],
    rows: rows.map((row) => ({
      cells: [row.label, cell(row.band?.p10, row), cell(row.band?.p50, row), cell(row.band?.p90, row)],
    })),
  });
  const reasons = [...new Set(rows.flatMap(({ key }) => spread.null_reasons[key] ?? []))];
  sheet.note(
    `± es el error típico de cada percentil (pp: puntos porcentuales). P10: solo 1 de cada 10 escenarios queda por debajo; P90: solo 1 de cada 10, por encima. ${reasons.join(" ")}`.trim(),
  );
}

/** The figures under the markets of other years. */
export function marketYears(sheet: Sheet, { uncertainty: run }: Simulation): void {
  if (!run?.result) return;
  const { market_years } = run.result;
  sheet.section("La misma batería con el mercado de otros años");
  if (market_years.length === 0) {
    sheet.paragraph(NO_MARKET_YEARS);
    return;
  }
  drawTable(sheet, {
    columns: [
      { title: "Mercado de", share: 0.34 },
      { title: FIRST_YEAR_SAVING, share: 0.33, align: "right" },
      { title: labelOf("npv"), share: 0.33, align: "right" },
    ],
    rows: market_years.map(({ year, saving_eur, npv_eur }) => ({
      cells: [String(year), euros(saving_eur), euros(npv_eur)],
    })),
  });
  sheet.note("Mismo consumo, mismo sol y mismo contrato, con los precios de cada año a partir de los de OMIE.");
}

/** What the scenarios vary, and on whose word. */
export function sources(sheet: Sheet, { uncertainty: run }: Simulation): void {
  if (!run?.result) return;
  const { sources: rows, surface_r2, npv_eur, approximate_scenarios } = run.result;
  sheet.section("Qué varía en los escenarios, y según quién");
  drawTable(sheet, {
    size: 8,
    columns: [
      { title: "Qué varía", share: 0.22 },
      { title: "Cuánto", share: 0.25 },
      { title: "Según", share: 0.13 },
      { title: "Fuente", share: 0.4 },
    ],
    rows: rows.map(({ label, value, source, ...grounds }) => ({
      cells: [label, value, groundsOf(grounds), source],
    })),
  });
  const note = contractSurfaceNote(run.result);
  const exact =
    npv_eur !== null && surface_r2 !== null
      ? `El primer año de cada escenario se optimiza hora a hora; los siguientes se leen de una superficie ajustada a todos ellos, que explica el ${percent(surface_r2)} de lo que varía el ahorro.`
      : "";
  const approximate =
    approximate_scenarios > 0
      ? `En ${number(approximate_scenarios)} ${approximate_scenarios === 1 ? "escenario" : "escenarios"} hay precios que el cálculo exacto no admite: su ahorro es una cota inferior.`
      : "";
  const text = `${note ? spellPhrase(note) : exact} ${approximate}`.trim();
  if (text) sheet.note(text);
}
