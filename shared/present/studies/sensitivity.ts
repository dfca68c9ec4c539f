import type { Phrase } from "@ecotrim/contracts/phrase";
import type {
  Sensitivity,
  SensitivityDriver,
  SensitivityEnd,
  SensitivityKey,
} from "@ecotrim/contracts/simulations/sensitivity";
import type { SensitivityStudy, ValuedDriver } from "@ecotrim/engine/studies/sensitivity";
import { amount, euros, percent, phrase, written } from "../phrase.ts";
import { nullReasonsOf } from "../results/null-reasons.ts";

/** A tornado in the form that people read. */
export function writtenSensitivity({ npv_eur, reason, drivers, capexGiven }: SensitivityStudy): Sensitivity {
  if (npv_eur === null) {
    const reasons = nullReasonsOf(reason ? { npv: reason } : {});
    const parts = reasons.null_reasons_parts?.npv;
    const sentence = { sentence: reasons.null_reasons.npv ?? "", ...(parts ? { sentence_parts: parts } : {}) };
    return { npv_eur, drivers: [], ...sentence, ...reasons };
  }
  return {
    npv_eur,
    drivers: drivers.map((driver) => writtenDriver(driver, capexGiven)),
    ...written("sentence", sentenceOf(npv_eur, drivers)),
    null_reasons: {},
  };
}

interface DriverText {
  label: string;
  unit: string;
  /** Reason for the range of the driver. */
  reason: string;
  write: (value: number) => Phrase;
}

const share = (value: number) => phrase`${percent(value)}`;
const mwh = (value: number) => phrase`${amount(value, { decimals: 0, unit: "MWh" })}`;
const euroMwh = (value: number) => phrase`${amount(value, { decimals: 1, unit: "€/MWh" })}`;

const DRIVERS: Record<SensitivityKey, DriverText> = {
  market_level: {
    label: "Nivel del precio de mercado",
    unit: "€/MWh",
    reason: "OMIE: medias anuales de 87, 63 y 65 €/MWh en 2023, 2024 y 2025",
    write: euroMwh,
  },
  market_spread: {
    label: "Diferencia de precio entre horas",
    unit: "€/MWh",
    reason: "OMIE: la dispersión media dentro del día fue de 22, 22 y 30 €/MWh en 2023, 2024 y 2025",
    write: euroMwh,
  },
  pv: {
    label: "Producción fotovoltaica",
    unit: "MWh al año",
    reason: "Variación habitual de la radiación de un año a otro y error del perfil solar",
    write: mwh,
  },
  demand: {
    label: "Consumo",
    unit: "MWh al año",
    reason: "Cambios de actividad de la planta; criterio propio",
    write: mwh,
  },
  round_trip: {
    label: "Rendimiento de ida y vuelta",
    unit: "",
    reason: "Del 85 % en operación, con pérdidas a carga parcial, al 95 % de catálogo; criterio propio",
    write: share,
  },
  capex: {
    label: "Inversión",
    unit: "€",
    reason: "Distancia habitual entre una estimación y una oferta en firme; criterio propio",
    write: (value) => phrase`${euros(value)}`,
  },
  discount_rate: {
    label: "Tasa de descuento",
    unit: "",
    reason: "Según quién invierta y con qué financiación; criterio propio",
    write: share,
  },
  price_growth: {
    label: "Crecimiento del precio de la energía",
    unit: "",
    reason: "De precios que no suben a precios que suben el doble de la inflación objetivo; criterio propio",
    write: share,
  },
  fade: {
    label: "Pérdida anual de capacidad",
    unit: "",
    reason: "De una batería que envejece menos de lo previsto a una que envejece más; criterio propio",
    write: share,
  },
  availability: {
    label: "Disponibilidad",
    unit: "",
    reason: "Una semana más o menos de paradas al año; criterio propio",
    write: share,
  },
  om: {
    label: "Operación y mantenimiento",
    unit: "€ al año",
    reason: "Diferencia habitual entre contratos de mantenimiento; criterio propio",
    write: (value) => phrase`${euros(value)} al año`,
  },
  life: {
    label: "Vida útil",
    unit: "años",
    reason: "Tres años menos o más de los previstos; criterio propio",
    write: (value) => phrase`${amount(value, { unit: "años" })}`,
  },
  realisable: {
    label: "Ahorro realizable",
    unit: "",
    reason: "Error al estimar cuánto del óptimo se logra sin conocer el futuro; criterio propio",
    write: share,
  },
};

const OF_A_QUOTE = "Desviaciones de obra sobre una oferta en firme; criterio propio";
const DOES_NOT_FIT = "Con ese valor la planta sin batería no cabe en su potencia contratada.";

function writtenDriver(driver: ValuedDriver, capexGiven: boolean): SensitivityDriver {
  const { key, solved, base, low, high, swing_eur } = driver;
  const { label, unit, reason, write } = DRIVERS[key];
  const end = ({ value, share: change, npv_eur }: ValuedDriver["base"]): SensitivityEnd => ({
    value,
    ...written("text", change === undefined ? write(value) : phrase`${signed(change)} (${write(value)})`),
    npv_eur,
  });
  return {
    ...{ key, label, unit, solved },
    reason: key === "capex" && capexGiven ? OF_A_QUOTE : reason,
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
  const verdict =
    turning.length === 0
      ? phrase`El VAN sigue siendo ${sign} con cada uno por separado.`
      : phrase`El VAN deja de ser ${sign} con ${amount(turning.length)} de los ${amount(drivers.length)} por separado.`;
  const first = drivers[0]!;
  const values = valuesOf(first);
  return phrase`De los factores analizados, el que más pesa es «${DRIVERS[first.key].label}»: el VAN va de ${euros(Math.min(...values))} a ${euros(Math.max(...values))}. ${verdict}`;
}
