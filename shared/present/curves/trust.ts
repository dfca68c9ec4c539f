import type { TrustLevel, TrustReason, YearQuestionCode } from "@ecotrim/contracts/curves/reading";
import { formatNumber } from "@ecotrim/contracts/numbers";
import type { Phrase } from "@ecotrim/contracts/phrase";
import { CURVE_DRIVERS, DRIVERS } from "@ecotrim/engine/studies/drivers";
import { longDate } from "../dates.ts";
import { percent, phrase } from "../phrase.ts";

/** What people read of the year made of a curve: how far it can be trusted, and what only they can tell. */

export const TRUST_NAMES: Record<TrustLevel, string> = {
  A: "alta",
  B: "buena",
  C: "orientativa",
  D: "baja: solo la forma",
};

const REASONS: Record<TrustReason, string> = {
  hourly: "los datos no son de cuartos de hora",
  short_year: "faltan días para un año entero",
  part_year: "hay datos de una parte del año",
  gaps: "faltan datos",
  estimated: "hay valores estimados por la distribuidora",
  label: "no consta si la hora es el principio o el fin del intervalo",
  clock: "no consta en qué hora está el reloj del archivo",
  unit: "la unidad se ha deducido del tamaño de las cifras",
  net_unknown: "no consta si el archivo descuenta ya sus placas",
  pv_modelled: "la producción de sus placas se ha calculado, no medido",
  pv_unchecked: "sin datos de vertido no se puede comprobar",
  level_unknown: "no consta su consumo anual",
  total_differs: "la suma no coincide con el total que trae el archivo",
  off_grid_rows: "muchas filas no caen en su paso",
  duplicates_conflicting: "muchas filas venían dos veces con valores distintos",
  register_resets: "el contador volvió a empezar varias veces",
  outliers: "había valores imposibles",
  zero_run: "hay días a cero que pueden ser una parada o datos que faltan",
  too_few_days: "Con menos de 28 días no se puede simular un año. Añada más meses o siga con su consumo medio.",
  too_many_gaps:
    "Falta más de la cuarta parte de los datos. Descargue el periodo de nuevo o siga con su consumo medio.",
};

/** A reason as it stands in a list, or the sentence of a refusal. */
export const trustReason = (reason: TrustReason): string => REASONS[reason];

/** What a level means for the result; `level` is null where the curve makes no year. */
export function trustSentence(level: TrustLevel | null, reasons: readonly TrustReason[], knownDays: number): string {
  const list = reasons.map(trustReason).join("; ");
  switch (level) {
    case null:
      return list;
    case "A":
      return "Curva medida: resultado con la mayor precisión.";
    case "B":
      return reasons.join() === "gaps" ? "Curva buena; los huecos son pocos." : `Curva buena: ${list}.`;
    case "C":
      return `Resultado orientativo: ${list}.`;
    case "D":
      return reasons.includes("part_year")
        ? `Con ${formatNumber(knownDays, { decimals: 0 })} días usamos la forma de su consumo; ${reasons.includes("level_unknown") ? "su nivel anual no consta" : "el nivel anual lo pone su factura"}.`
        : `Usamos solo la forma de su consumo: ${list}.`;
  }
}

/** What a level changes of the scenarios' range. */
export const widened = (level: keyof typeof CURVE_DRIVERS): Phrase =>
  phrase`Por eso los escenarios añaden al consumo una desviación de ± ${percent(DRIVERS[CURVE_DRIVERS[level]].distribution.deviation, 0)}.`;

const OPTIONS: Record<YearQuestionCode, Record<string, string>> = {
  has_pv: { no: "No", yes: "Sí, y el archivo ya las descuenta" },
  zero_run: { stopped: "Parado", missing: "Faltan datos" },
  august_stop: { "0": "No", "2": "2 semanas", "4": "4 semanas" },
  annual_kwh: {},
};

/** A question about the year; the dates are of the run of zeros it asks about. */
export function yearQuestionSentence(code: YearQuestionCode, run?: { from: string; to: string }): string {
  switch (code) {
    case "has_pv":
      return "¿Tiene ya placas?";
    case "zero_run": {
      const dates = run && `Entre el ${longDate(run.from)} y el ${longDate(run.to)} el consumo es cero. `;
      return `${dates ?? ""}¿Estuvo parado o faltan datos?`;
    }
    case "august_stop":
      return "¿Hay cierre en agosto?";
    case "annual_kwh":
      return "¿Cuánto consume al año? Lo dicen sus facturas.";
  }
}

/** The answers to choose from in words; none where a number is asked. */
export const yearOptions = (code: YearQuestionCode): [value: string, label: string][] => Object.entries(OPTIONS[code]);
