import type { Repair } from "@ecotrim/contracts/curves/curve";
import {
  ALL_SUPPLIES,
  type CurveConventions,
  type CurveFaultCode,
  type CurveQuestion,
  type CurveUse,
  type FormatId,
  type NoticeCode,
  type QuestionCode,
  type RefusalCode,
  type RefusalHint,
  type RepairCode,
  type SeriesName,
} from "@ecotrim/contracts/curves/reading";
import { formatNumber, formatPercent } from "@ecotrim/contracts/numbers";
import { longDate, longMonth } from "../dates.ts";

/** What people read of a file of a curve: how it was understood, what was repaired, why it is not read. */

const whole = (value: number): string => formatNumber(value, { decimals: 0 });
const energy = (kwh: number): string => formatNumber(kwh, { decimals: 0, unit: "kWh" });

const counted = (count: number, one: string, many: string): string => `${whole(count)} ${count === 1 ? one : many}`;

/** One of two texts, for one and for more. */
const said = (count: number, one: string, many: string): string => (count === 1 ? one : many);

/** "el 5 de mayo de 2025", "entre el … y el …", or nothing where the repair has no date. */
function dated({ from, to }: Repair): string {
  if (from === undefined || to === undefined) return "";
  const [first, last] = [longDate(from), longDate(to)];
  return first === last ? ` el ${first}` : ` entre el ${first} y el ${last}`;
}

const STEPS: Record<number, readonly [one: string, many: string]> = {
  15: ["cuarto de hora", "cuartos de hora"],
  30: ["media hora", "medias horas"],
  60: ["hora", "horas"],
};

const stepName = (minutes: number): readonly [one: string, many: string] =>
  STEPS[minutes] ?? ["intervalo", "intervalos"];

/** What of the curve a sentence about its repairs needs. */
interface Extent {
  step_minutes: number;
  steps: number;
  start?: string;
}

const DAY_MS = 86_400_000;
const MONTH_DAYS = 30.44;
const LAST_MONTHS = "últimos completos";
const daysOf = ({ steps, step_minutes }: Extent): number => (steps * step_minutes) / 1440;

const REPAIRS: Record<RepairCode, (repair: Repair, extent: Extent) => string> = {
  total_rows: ({ count }) =>
    said(count, "Se ha dejado fuera la fila de totales.", `Se han dejado fuera ${whole(count)} filas de totales.`),
  off_grid_rows: ({ count }, { step_minutes }) =>
    `${counted(count, "fila no cae", "filas no caen")} en el paso de ${stepName(step_minutes)[0]} y ${said(count, "se ha dejado fuera", "se han dejado fuera")}.`,
  duplicates_identical: ({ count }) =>
    `${counted(count, "fila venía", "filas venían")} dos veces con el mismo valor; se ha contado una.`,
  duplicates_conflicting: (repair) =>
    `${counted(repair.count, "fila venía", "filas venían")} dos veces con valores distintos${dated(repair)}; se ha tomado el real o, si ambos lo son, el más reciente.`,
  dst_25h_days: ({ from, count }) =>
    `${changeOf(from, count)} 25 horas: la hora repetida está contada dos veces, como la mide el contador.`,
  dst_23h_days: ({ from, count }) => `${changeOf(from, count)} 23 horas por el cambio de hora; no falta ninguna.`,
  dst_hour_merged: (repair) =>
    `Faltaba la hora que se repite al cambiar el reloj${dated(repair)}; se ha repartido o completado.`,
  nonexistent_hour_rows: ({ count }) =>
    `El archivo trae ${counted(count, "fila de una hora que no existió", "filas de una hora que no existió")}; ${said(count, "se ha dejado fuera", "se han dejado fuera")}.`,
  steps_merged: ({ count }, { step_minutes }) =>
    `${counted(count, "valor más corto se ha sumado", "valores más cortos se han sumado")} por ${stepName(step_minutes)[1]}.`,
  register: () => "El archivo da lecturas de contador; la energía es la diferencia entre lecturas.",
  register_resets: (repair) =>
    `El contador volvió a empezar${dated(repair)}; ${said(repair.count, "ese intervalo lleva un valor típico", "esos intervalos llevan un valor típico")}.`,
  negative_to_export: ({ count }) =>
    `${counted(count, "valor negativo se ha leído", "valores negativos se han leído")} como energía vertida a la red.`,
  negative_zeroed: ({ count }) =>
    `${counted(count, "valor negativo pequeño de la producción se ha puesto", "valores negativos pequeños de la producción se han puesto")} a cero.`,
  missing_short: ({ count }) =>
    `${said(count, "Faltaba 1 intervalo", `Faltaban ${whole(count)} intervalos`)} en huecos de hasta 3 horas; se ${said(count, "ha completado", "han completado")} en línea recta.`,
  missing_long: (repair) =>
    `${said(repair.count, "Faltaba 1 intervalo", `Faltaban ${whole(repair.count)} intervalos`)} en huecos de más de 3 horas${dated(repair)}; se ${said(repair.count, "ha completado", "han completado")} con lo habitual en ese día de la semana y a esa hora.`,
  accumulated_spread: (repair) =>
    `Tras un hueco sin datos, ${counted(repair.count, "lectura sumaba", "lecturas sumaban")} el consumo de todo él${dated(repair)}; se ${said(repair.count, "ha repartido", "han repartido")}.`,
  missing_in_spread: ({ count }) => `Ese reparto ha completado ${counted(count, "intervalo", "intervalos")}.`,
  outliers: (repair) =>
    `${counted(repair.count, "valor imposible", "valores imposibles")} para este suministro${dated(repair)} (${energy(repair.kwh ?? 0)}) se ${said(repair.count, "ha sustituido", "han sustituido")}.`,
  peaks_kept: ({ count }) =>
    `Hay ${counted(count, "punta", "puntas")} por encima de su potencia contratada; se ${said(count, "ha conservado, porque se factura", "han conservado, porque se facturan")}.`,
  estimated: ({ count }, { steps }) =>
    `El ${formatPercent(count / steps)} de los valores son estimados por la distribuidora.`,
  zero_run: (repair) => `El consumo es cero${dated(repair)}. Compruebe si estuvo parado o faltan datos.`,
  zeros_cut: (repair) => `Un extremo del archivo está a cero${dated(repair)}, sin publicar; no se ha contado.`,
  ignored_files: ({ count }) =>
    `${counted(count, "archivo no es una curva y se ha dejado fuera", "archivos no son curvas y se han dejado fuera")}.`,
  level_change: ({ from }) =>
    `El consumo cambia de nivel${from === undefined ? "" : ` en ${longMonth(from)}`}. Si fue una ampliación, use solo los meses siguientes.`,
  months_extended: ({ count }, extent) => {
    const missing = Math.round(count / MONTH_DAYS);
    const known = Math.round(daysOf(extent) / MONTH_DAYS) - missing;
    if (missing === 0 || known < 1)
      return `${said(count, "Falta 1 día", `Faltan ${whole(count)} días`)} para un año entero; se ${said(count, "estima", "estiman")} con días parecidos.`;
    return `Hay datos de ${counted(known, "mes", "meses")}; ${said(missing, "el otro se estima", `los otros ${whole(missing)} se estiman`)} con días parecidos.`;
  },
  trimmed_to_year: (repair, extent) =>
    `El archivo cubre ${repair.count > 12 ? `${whole(repair.count)} meses` : "más de un año"}; se usan los 12 ${chosenMonths(repair, extent)}.`,
  pv_below_export: ({ count }) =>
    `En ${counted(count, "intervalo", "intervalos")} se vierte más de lo que da la producción; el consumo queda a cero en ${said(count, "él", "ellos")}.`,
  supplies_added: ({ count }) => `Se han sumado ${whole(count)} suministros en los días que traen todos.`,
  months_joined: (repair) =>
    `Se ${said(repair.count, "conserva 1 valor", `conservan ${whole(repair.count)} valores`)} de la curva anterior${dated(repair)}.`,
  pv_scaled: () =>
    "La producción del archivo se ha llevado a la potencia de sus placas, en la misma proporción toda ella.",
};

/** The last months of a file, or those that a person chose. */
function chosenMonths({ to }: Repair, extent: Extent): string {
  if (to === undefined || extent.start === undefined) return LAST_MONTHS;
  const endMs = Date.parse(extent.start) + daysOf(extent) * DAY_MS;
  const isLast = Date.parse(to) - endMs < 31 * DAY_MS;
  return isLast ? LAST_MONTHS : `que acaban en ${longMonth(new Date(endMs - 1).toISOString())}`;
}

const changeOf = (from: string | undefined, count: number): string =>
  count === 1 && from !== undefined ? `El ${longDate(from)} tuvo` : `${whole(count)} días tuvieron`;

export const repairSentence = (repair: Repair, extent: Extent): string => REPAIRS[repair.code](repair, extent);

const NOTICES: Record<NoticeCode, string> = {
  clock_utc: "Las horas del archivo están en UTC; se han pasado a hora peninsular.",
  clock_winter: "Las horas del archivo son de invierno todo el año; se han pasado a hora peninsular.",
  unit_by_magnitude: "La unidad se ha deducido del tamaño de las cifras: compruebe el consumo anual.",
  power_as_energy: "El archivo da potencia media; se ha pasado a energía.",
  hourly_peaks:
    "Con datos horarios las puntas de cuarto de hora no se ven y pueden ser bastante mayores. No use esta curva para fijar la potencia contratada.",
  total_differs: "La suma de los valores no coincide con el total que trae el archivo.",
};

export const noticeSentence = (code: NoticeCode): string => NOTICES[code];

const REFUSALS: Record<RefusalCode, string> = {
  daily_only: "El archivo trae un valor al día. Descargue la curva horaria o de cuartos de hora.",
  monthly_only: "El archivo trae un valor al mes. Descargue la curva horaria o de cuartos de hora.",
  not_a_curve: "No encontramos en el archivo una curva: una columna de fechas y otra de energía o potencia.",
  too_short: "El archivo trae menos de un día de datos. Descargue un periodo más largo.",
  too_large: "El archivo es demasiado grande. Divídalo por años o expórtelo como CSV; el límite son 20 MB.",
  unreadable: "El archivo está dañado o no es de un tipo que podamos leer. Pruebe a exportarlo como CSV.",
  other_series:
    "El archivo no mide lo mismo que la curva anterior, así que no se pueden unir. Elija sustituirla o descargue las mismas columnas.",
};

/** What a file is that holds no curve, and what to do instead. */
const HINTS: Record<RefusalHint, string> = {
  old_excel: "Es un libro de Excel antiguo. Ábralo en Excel y guárdelo como .xlsx o CSV.",
  pdf: "Es un PDF. Descargue la curva de consumo como CSV o Excel.",
  bz2: "Es un archivo comprimido en bz2. Descomprímalo antes.",
  too_complex: "El archivo es demasiado complejo. Pruebe a exportarlo como CSV.",
  max_power: "Es el archivo de potencias máximas. Descargue el de consumo horario o cuarto-horario.",
  period_totals: "El archivo trae totales por periodo. Descargue la curva horaria o de cuartos de hora.",
  prices: "El archivo trae precios. Descargue la curva de consumo.",
};

export const refusalSentence = ({ code, hint }: { code: RefusalCode; hint?: RefusalHint }): string =>
  hint ? HINTS[hint] : REFUSALS[code];

const QUESTIONS: Record<QuestionCode, string> = {
  unit: "¿Cuál se parece a su consumo anual?",
  clock: "Las horas del archivo no siguen el cambio de hora. ¿En qué hora están?",
  several_supplies: "El archivo trae varios suministros. ¿Cuál quiere usar?",
  net_or_gross: "¿Qué mide este archivo?",
};

const CLOCKS: Record<CurveConventions["clock"], string> = {
  local: "hora peninsular",
  utc: "UTC",
  winter: "hora de invierno todo el año",
  offset: "con su desfase respecto a UTC",
};

const MEASURES: Record<string, string> = { import: "Solo la compra a la red", demand: "Todo el consumo" };

export const questionSentence = ({ code }: CurveQuestion): string => QUESTIONS[code];

/** The answers of a question in words, in the order of its options. */
export function optionLabels({ code, options, annual_kwh, labels }: CurveQuestion): string[] {
  switch (code) {
    case "unit":
      return options.map((unit, i) => `${formatNumber((annual_kwh?.[i] ?? 0) / 1000)} MWh al año (cifras en ${unit})`);
    case "clock":
      return options.map((clock) => CLOCKS[clock as CurveConventions["clock"]]);
    case "several_supplies":
      return options.map((number, i) =>
        number === String(ALL_SUPPLIES)
          ? "La suma de todos"
          : `Suministro ${number}${labels?.[i] ? ` (${labels[i]})` : ""}`,
      );
    case "net_or_gross":
      return options.map((measure) => MEASURES[measure]!);
  }
}

/** Sources by the name people know them by. */
const FORMATS: Partial<Record<FormatId, string>> = {
  datadis_web: "Datadis",
  datadis_web_old: "Datadis",
  datadis_api: "Datadis",
  cnmc: "CNMC",
  edistribucion: "e-distribución",
  ide: "i-DE",
  ide_tlm: "i-DE, telemedida",
  ufd: "UFD",
  eredes: "E-REDES",
  endesa: "Endesa",
  fusionsolar: "FusionSolar",
  sma_csv3: "SMA",
  solarweb: "Solar.web",
  solaredge: "SolarEdge",
  isolarcloud: "iSolarCloud",
  solarman: "Solarman",
  enphase: "Enphase",
  ha_energy: "Home Assistant",
  pvgis: "PVGIS",
  pvsyst: "PVsyst",
};

function sourceName(format: FormatId): string {
  if (format.startsWith("simel")) return "Fichero del sistema de medidas";
  return FORMATS[format] ?? "Formato sin nombre conocido";
}

const LABELS: Record<CurveConventions["label"], string> = {
  start: "principio de intervalo",
  end: "fin de intervalo",
  range: "intervalo escrito entero",
  ordinal: "horas en el orden en que pasan",
  hour_end_minute_start: "hora final y minuto inicial",
};

/** "Leído como: Datadis, cuartos de hora, kWh, fin de intervalo, hora peninsular." */
export const readAs = (format: FormatId, step_minutes: number, { label, clock, unit }: CurveConventions): string =>
  `Leído como: ${[sourceName(format), stepName(step_minutes)[1], unit, LABELS[label], CLOCKS[clock]].join(", ")}.`;

const SERIES: Record<SeriesName, string> = {
  import: "Compra a la red",
  export: "Vertido a la red",
  pv: "Producción fotovoltaica",
  demand: "Consumo",
};

export const seriesName = (series: SeriesName): string => SERIES[series];

export const seriesTotal = (series: SeriesName, kwh: number): string => `${SERIES[series]}: ${energy(kwh)}.`;

const USES: Record<CurveUse, string> = {
  year: "Cubre un año entero o más.",
  partial: "Cubre parte de un año.",
  too_short: "Cubre menos de 28 días: se muestra, pero no basta para simular un año.",
};

/** The span of a curve and how much of it was measured. */
export function spanSentences(
  curve: Extent & { first: string; end: string; measured_steps: number; usable: CurveUse },
): string[] {
  const { first, end, steps, step_minutes, measured_steps, usable } = curve;
  const last = new Date(Date.parse(end) - 1).toISOString();
  const [one, many] = stepName(step_minutes);
  return [
    `Del ${longDate(first)} al ${longDate(last)}: ${counted(steps, one, many)}. ${USES[usable]}`,
    measured_steps === steps
      ? `Sin defectos: ${counted(steps, "valor medido", "valores medidos")}.`
      : `Medidos: ${whole(measured_steps)} de ${whole(steps)} (${formatPercent(measured_steps / steps)}).`,
  ];
}

/** Why numbers that were sent are no curve. */
const FAULTS: Record<CurveFaultCode, string> = {
  period: "La curva debe ser un año entero que empiece a medianoche, en pasos de 15, 30 o 60 minutos.",
  series: "La curva debe traer el consumo o la compra a la red, o solo una producción.",
  length: "La curva no tiene tantos valores como pasos.",
  value: "La energía de un paso debe estar entre 0 y 2.147.483 kWh.",
  flag: "La calidad de un paso no es ninguna de las conocidas.",
  bytes: "Los valores de la curva no se pueden descomprimir.",
};

export const curveFaultSentence = (code: CurveFaultCode): string => FAULTS[code];

/** Why a file is no load or production of a simulation. */
const NO_CASE: Record<"no_load" | "no_pv" | "other_pv", string> = {
  no_load: "El archivo de la curva de consumo no trae consumo ni compra a la red.",
  no_pv: "El archivo de la producción no trae 28 días o más de producción fotovoltaica.",
  other_pv: "Se vierte a la red más de lo que da la producción: no parece la de esas placas.",
};

export const noCaseSentence = (reason: keyof typeof NO_CASE): string => NO_CASE[reason];
