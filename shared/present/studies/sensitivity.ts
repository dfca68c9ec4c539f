import type { Phrase } from "@ecotrim/contracts/phrase";
import type {
  Sensitivity,
  SensitivityDriver,
  SensitivityEnd,
  SensitivityKey,
} from "@ecotrim/contracts/simulations/sensitivity";
import type { SensitivityStudy, ValuedDriver } from "@ecotrim/engine/studies/sensitivity";
import { amount, euros, percent, phrase, roundEuros, written } from "../phrase.ts";
import { nullReasonsOf } from "../results/null-reasons.ts";
import { DRIVER_WORDS } from "./driver-words.ts";

/** A tornado in the form that people read. */
export function writtenSensitivity({ npv_eur, reason, drivers }: SensitivityStudy): Sensitivity {
  if (npv_eur === null) {
    const reasons = nullReasonsOf(reason ? { npv: reason } : {});
    const parts = reasons.null_reasons_parts?.npv;
    const sentence = { sentence: reasons.null_reasons.npv ?? "", ...(parts ? { sentence_parts: parts } : {}) };
    return { npv_eur, drivers: [], ...sentence, ...reasons };
  }
  return {
    npv_eur,
    drivers: drivers.map(writtenDriver),
    ...written("sentence", sentenceOf(npv_eur, drivers)),
    null_reasons: {},
  };
}

const share = (value: number) => phrase`${percent(value)}`;
const mwh = (value: number) => phrase`${amount(value, { decimals: 0, unit: "MWh" })}`;
const euroMwh = (value: number) => phrase`${amount(value, { decimals: 1, unit: "€/MWh" })}`;

interface DriverText {
  unit: string;
  write: (value: number) => Phrase;
  label: string;
  /** Reason for the range of the driver. */
  source: string;
}

const DRIVERS: Record<SensitivityKey, DriverText> = {
  market_level: { unit: "€/MWh", write: euroMwh, ...DRIVER_WORDS.market_level },
  market_spread: { unit: "€/MWh", write: euroMwh, ...DRIVER_WORDS.market_spread },
  pv: {
    unit: "MWh al año",
    write: mwh,
    label: "Producción fotovoltaica",
    source: "Variación de un año a otro (PVGIS) y, por criterio propio, error del perfil solar",
  },
  demand: { unit: "MWh al año", write: mwh, ...DRIVER_WORDS.demand },
  round_trip: { unit: "", write: share, ...DRIVER_WORDS.round_trip },
  capex: { unit: "€", write: (value) => phrase`${euros(value)}`, ...DRIVER_WORDS.capex },
  discount_rate: {
    unit: "",
    write: share,
    label: "Tasa de descuento",
    source: "Criterio propio: según quién invierta y con qué financiación; los escenarios no la varían",
  },
  price_growth: { unit: "", write: share, ...DRIVER_WORDS.price_growth },
  fade: { unit: "", write: share, ...DRIVER_WORDS.fade },
  availability: { unit: "", write: share, ...DRIVER_WORDS.availability },
  om: { unit: "€ al año", write: (value) => phrase`${euros(value)} al año`, ...DRIVER_WORDS.om },
  life: { unit: "años", write: (value) => phrase`${amount(value, { unit: "años" })}`, ...DRIVER_WORDS.life },
  realisable: { unit: "", write: share, ...DRIVER_WORDS.realisable_fct },
};

const DOES_NOT_FIT = "Con ese valor la planta sin batería no cabe en su potencia contratada.";

function writtenDriver(driver: ValuedDriver): SensitivityDriver {
  const { key, solved, base, low, high, swing_eur } = driver;
  const { label, unit, source, write } = DRIVERS[key];
  const end = ({ value, share: change, npv_eur }: ValuedDriver["base"]): SensitivityEnd => ({
    value,
    ...written("text", change === undefined ? write(value) : phrase`${signed(change)} (${write(value)})`),
    npv_eur,
  });
  return {
    ...{ key, label, unit, solved },
    reason: source,
    base: end(base),
    low: end(low),
    high: end(high),
    swing_eur,
    ...(low.npv_eur === null || high.npv_eur === null ? { null_reason: DOES_NOT_FIT } : {}),
  };
}

const signed = (change: number): Phrase => phrase`${change > 0 ? "+" : ""}${percent(change, 0)}`;

function sentenceOf(npvEur: number, drivers: readonly ValuedDriver[]): Phrase {
  const valuesOf = ({ low, base, high }: ValuedDriver) =>
    [low, base, high].flatMap(({ npv_eur }) => (npv_eur === null ? [] : [npv_eur]));
  const turning = drivers.filter((driver) => valuesOf(driver).some((value) => value > 0 !== npvEur > 0));
  const sign = npvEur > 0 ? "positivo" : "negativo";
  const all = turning.length === drivers.length;
  const verdict =
    turning.length === 0
      ? phrase`El VAN sigue siendo ${sign} con cada uno por separado.`
      : phrase`El VAN deja de ser ${sign} con ${all ? "cualquiera" : amount(turning.length)} de los ${amount(drivers.length)} por separado.`;
  const first = drivers[0]!;
  const values = valuesOf(first);
  return phrase`De los factores analizados, el que más pesa es «${DRIVERS[first.key].label}»: el VAN va de ${roundEuros(Math.min(...values))} a ${roundEuros(Math.max(...values))}. ${verdict}`;
}
