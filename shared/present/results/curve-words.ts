import type { Phrase } from "@ecotrim/contracts/phrase";
import type { CurveResults, ReadCurve } from "@ecotrim/contracts/simulations/result";
import { noticeSentence, readAs, repairSentence } from "../curves/reading.ts";
import { TRUST_NAMES, trustSentence } from "../curves/trust.ts";
import { longDate } from "../dates.ts";
import { amount, percent, phrase, roundEuros } from "../phrase.ts";

export const CURVE_TITLE = "Su curva de consumo";
export const PV_CURVE_TITLE = "Su producción medida";

/** Part of the metered import by which the modelled one may differ and still be said to reproduce it. */
const SAME_SHARE = 0.005;

/** How far the curve behind a result is to be trusted, and what it changes. @param savings of year 1, EUR */
export function curveSentences(curve: CurveResults, savings: number | null): Phrase[] {
  const { trust, trust_reasons, known_days, measured_share, saving_by_average_eur: byAverage } = curve;
  return [
    phrase`Confianza ${TRUST_NAMES[trust]}. ${trustSentence(trust, trust_reasons, known_days)}`,
    measuredSentence(measured_share),
    ...meterSentence(curve),
    ...(byAverage === null || savings === null
      ? []
      : [
          phrase`Con la media estimábamos ${roundEuros(byAverage)} al año; con su curva real son ${roundEuros(savings)}.`,
        ]),
  ];
}

export const measuredSentence = (share: number): Phrase =>
  share === 1 ? phrase`Medido todo el año.` : phrase`Medido el ${percent(share)} del año; lo demás se ha completado.`;

/** The same in a line. */
export const trustLine = ({ trust, measured_share }: CurveResults): Phrase =>
  phrase`Curva de confianza ${TRUST_NAMES[trust]}. ${measuredSentence(measured_share)}`;

/** Whether the site without battery buys what its meter read. */
function meterSentence({ read, modelled_import_kwh: modelled }: CurveResults): Phrase[] {
  if (modelled === null || !read) return [];
  const metered = read.summary.import_kwh;
  const kwh = (value: number) => amount(value, { decimals: 0, unit: "kWh" });
  return Math.abs(modelled - metered) <= SAME_SHARE * metered
    ? [phrase`Sin batería, el modelo reproduce su contador: ${kwh(modelled)} comprados.`]
    : [phrase`Sin batería, el modelo compra ${kwh(modelled)}; su contador midió ${kwh(metered)}.`];
}

/** Where a curve comes from, how it was understood and what was repaired. */
export function readSentences({ start, end, step_minutes, steps, report }: ReadCurve): string[] {
  const last = new Date(Date.parse(end) - 1).toISOString();
  return [
    readAs(report.format, step_minutes, report.conventions),
    `Del ${longDate(start)} al ${longDate(last)}.`,
    ...report.notices.map(noticeSentence),
    ...report.repairs.map((repair) => repairSentence(repair, { start, step_minutes, steps })),
  ];
}
