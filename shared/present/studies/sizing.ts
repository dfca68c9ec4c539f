import type { Phrase } from "@ecotrim/contracts/phrase";
import {
  type BatteryConfiguration,
  type BatteryConfigurations,
  type BatteryKey,
  type BatterySelectionQuery,
  batteryConfigurations,
  isSiteKnown,
} from "@ecotrim/contracts/simulations/battery-options";
import { isSpendReplaced } from "@ecotrim/contracts/simulations/result";
import { NEARLY_BEST, type SizePoint, type Sizing } from "@ecotrim/contracts/simulations/sizing";
import type { SiteWarning } from "@ecotrim/engine/site/site";
import { type SizedCards, type SizingLevers, type SizingStudy, sizeCards } from "@ecotrim/engine/studies/sizing";
import { amount, percent, phrase, roundEuros, spell, written } from "../phrase.ts";
import { npvSign } from "../results/verdict-words.ts";
import { writtenWarning } from "../results/warnings.ts";

/** A sweep of sizes in the form that people read. */
export const writtenSizing = ({ cards, levers, warnings, ...figures }: SizingStudy): Sizing => ({
  ...figures,
  cards: writtenCards(cards, warnings),
  levers: levers && writtenLevers(levers, figures.best),
  ...written("sentence", levers ? nothingPays(figures.best) : paysSentence(figures)),
  warnings: warnings.map(writtenWarning),
});

/**
 * The cards of step 5: the sweep's where the query describes the site well enough, else the rule's.
 * @throws AppError as `sweepSizes`
 */
export function batteryCards(query: BatterySelectionQuery): BatteryConfigurations {
  if (!isSiteKnown(query)) return batteryConfigurations(query);
  const sized = sizeCards(query);
  return writtenCards(sized, sized.warnings);
}

const kw = (value: number) => amount(value, { unit: "kW" });
const euroKwh = (value: number) => amount(value, { decimals: 0, unit: "€/kWh" });
const euroMwh = (value: number) => amount(value, { decimals: 1, unit: "€/MWh" });
const sizeOf = ({ capacity_kwh, power_kw }: SizePoint): Phrase =>
  phrase`${amount(capacity_kwh, { decimals: 0, unit: "kWh" })} y ${kw(power_kw)}`;

type Plateau = Pick<Sizing, "best" | "smallest_within_5_percent" | "largest_within_5_percent">;

function paysSentence({
  best,
  smallest_within_5_percent: smallest,
  largest_within_5_percent: largest,
}: Plateau): Phrase {
  const mostValue = phrase`La batería que más valor crea en su planta es la de ${sizeOf(best)}: VAN de ${roundEuros(best.npv_eur)} con una inversión de ${roundEuros(best.capex_eur)}.`;
  if (!smallest || !largest || smallest.capacity_kwh === largest.capacity_kwh) return mostValue;
  const cheaper = largest.capex_eur - smallest.capex_eur;
  return phrase`${mostValue} Entre ${amount(smallest.capacity_kwh)} y ${amount(largest.capacity_kwh, { unit: "kWh" })} da lo mismo; la pequeña cuesta ${roundEuros(cheaper)} menos.`;
}

/** Of the map alone: a battery outside it may lose less, and the scenarios may leave it a chance. */
const nothingPays = (best: SizePoint): Phrase =>
  phrase`Ninguno de los tamaños del mapa llega a un VAN positivo con los datos supuestos; el que menos pierde es el de ${sizeOf(best)}, con un VAN de ${roundEuros(best.npv_eur)}.`;

const INVESTMENT_LEVEL: Record<BatteryKey, string> = { conservative: "Baja", balanced: "Media", aggressive: "Alta" };

const USE_CASE: Record<BatteryKey, string> = {
  conservative: "Para empezar con menos inversión y menos riesgo.",
  balanced: "Para sacar el mayor partido a sus excedentes y a la diferencia de precio entre horas.",
  aggressive: "Para quien prevé consumir más o precios más altos, a cambio de una inversión mayor.",
};

/**
 * Cards are shown only in Spanish style, so their sentences need no parts. With a replaced spending they are the rule's,
 * and claim no value.
 */
function writtenCards({ points, recommended, rule }: SizedCards, warnings: readonly SiteWarning[]) {
  const card = (key: BatteryKey): BatteryConfiguration => {
    const ofRule = { ...rule[key], is_recommended: false };
    if (isSpendReplaced(warnings)) return ofRule;
    return { ...(recommended ? ownCard(key, points[key], recommended) : ofRule), ...valueFields(points[key]) };
  };
  return { conservative: card("conservative"), balanced: card("balanced"), aggressive: card("aggressive") };
}

function ownCard(key: BatteryKey, point: SizePoint, recommended: SizePoint): BatteryConfiguration {
  const { capacity_kwh, power_kw } = point;
  const hours = capacity_kwh / power_kw;
  return {
    capacity_kwh,
    power_kw,
    description: spell(descriptionOf(point, recommended)),
    is_recommended: point === recommended,
    c_rating: Math.round((100 * power_kw) / capacity_kwh) / 100,
    discharge_duration_hours: Math.round(100 * hours) / 100,
    investment_level: INVESTMENT_LEVEL[key],
    use_case: spell(phrase`Entrega toda su energía en ${durationOf(hours)}. ${USE_CASE[key]}`),
  };
}

function durationOf(hours: number): Phrase {
  const rounded = Math.round(10 * hours) / 10;
  return rounded === 1 ? phrase`1 hora` : phrase`${amount(rounded)} horas`;
}

function descriptionOf(point: SizePoint, recommended: SizePoint): Phrase {
  if (point === recommended)
    return phrase`La más pequeña de las que, con sus datos, quedan a menos de un ${percent(1 - NEARLY_BEST, 0)} del mejor VAN.`;
  const size = point.capacity_kwh < recommended.capacity_kwh ? "Más pequeña" : "Más grande";
  const more = point.npv_eur - recommended.npv_eur;
  if (more > 0)
    return phrase`${size} que la recomendada: su VAN es ${roundEuros(more)} mayor, con ${roundEuros(point.capex_eur)} de inversión.`;
  return point.npv_eur > 0
    ? phrase`${size} que la recomendada: su VAN es el ${percent(point.npv_eur / recommended.npv_eur, 0)} del de esta, con ${roundEuros(point.capex_eur)} de inversión.`
    : phrase`${size} que la recomendada, pero no recupera su inversión de ${roundEuros(point.capex_eur)}.`;
}

function valueFields({ npv_eur, saving_eur, capex_eur }: SizePoint) {
  const pays = npv_eur > 0;
  const verdict = phrase`${npvSign(npv_eur)}: vale ${roundEuros(npv_eur)}.`;
  return { npv_eur, saving_eur, capex_eur, pays, verdict: spell(verdict) };
}

function writtenLevers(
  { point, recovered, capexEur, rise, marketEurMwh }: SizingLevers,
  best: SizePoint,
): Sizing["levers"] {
  const { capacity_kwh, capex_eur } = point;
  const priceEurMwh = rise === null ? null : marketEurMwh * (1 + rise);
  const isBest = capacity_kwh === best.capacity_kwh && point.power_kw === best.power_kw;
  const share =
    capexEur === null
      ? phrase`no ahorra lo que cuesta mantenerlo`
      : phrase`recupera el ${percent(recovered, 0)} de su inversión`;
  return {
    size: {
      point,
      ...written(
        "sentence",
        isBest
          ? phrase`El de ${sizeOf(point)} ${share}.`
          : phrase`El de ${sizeOf(best)} es el que menos euros pierde; en proporción a su inversión está más cerca el de ${sizeOf(point)}, que ${share}.`,
      ),
    },
    capex: {
      value: capexEur,
      ...written(
        "sentence",
        capexEur === null
          ? phrase`No compensaría ni con una inversión nula.`
          : phrase`Compensaría con una inversión de ${roundEuros(capexEur)} (${euroKwh(capexEur / capacity_kwh)}) en lugar de ${roundEuros(capex_eur)} (${euroKwh(capex_eur / capacity_kwh)}).`,
      ),
    },
    price: {
      value: priceEurMwh,
      rise,
      ...written(
        "sentence",
        rise === null
          ? phrase`Ni con el precio de mercado triplicado compensaría.`
          : phrase`Compensaría si el mercado fuera un ${percent(rise, 0)} más caro: ${euroMwh(marketEurMwh * (1 + rise))} de media en lugar de ${euroMwh(marketEurMwh)}.`,
      ),
    },
  };
}
