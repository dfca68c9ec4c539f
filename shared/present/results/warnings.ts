import type { Phrase } from "@ecotrim/contracts/phrase";
import type { Warning } from "@ecotrim/contracts/simulations/result";
import type { MissingForPower } from "@ecotrim/engine/power-contract/missing-for-power";
import { SWINGS } from "@ecotrim/engine/power-contract/swing-range";
import { SWING_LIFTS } from "@ecotrim/engine/site/maximeter-lift";
import type { SiteWarning } from "@ecotrim/engine/site/site";
import type { VatSpan, Warning as WarningCode } from "@ecotrim/engine/warnings";
import { LOAD_SWING_NAMES } from "../bill/load-swings.ts";
import { productionSentence, productionSuggestion } from "../curves/production.ts";
import { noticeSentence, repairSentence } from "../curves/reading.ts";
import { trustSentence, widened } from "../curves/trust.ts";
import { amount, euros, joined, percent, phrase, roundEuros, written } from "../phrase.ts";
import { slipSentence, writtenSuggestion } from "../simulations/slips.ts";
import { nullReason } from "./null-reasons.ts";

/** A warning in the form of the results. */
export function writtenWarning(warning: WarningCode): Warning {
  const suggestion =
    "slip" in warning && warning.slip
      ? writtenSuggestion(warning.slip)
      : "fittingKwp" in warning
        ? productionSuggestion(warning)
        : null;
  return {
    code: warning.code,
    ...written("message", sentenceOf(warning)),
    ...(suggestion ? { suggestion } : {}),
  };
}

function sentenceOf(warning: WarningCode): Phrase {
  switch (warning.code) {
    case "no_spending":
      return phrase`No se ha indicado el gasto anual en energía: los precios son los del mercado con peajes, cargos y un margen habitual, sin ajustar a su factura.`;
    case "zero_spending":
      return phrase`Ha indicado un gasto anual de 0 €: los precios son los del mercado con peajes, cargos y un margen habitual, sin ajustar a su factura.`;
    case "no_imports":
      return phrase`Con estos datos la planta no compra energía a la red, así que los precios no se han podido ajustar a su gasto anual.`;
    case "spending_out_of_range":
    case "spending_unusual":
      return spendingSentence(warning);
    case "spending_of_year":
    case "spending_of_month":
    case "spending_with_vat":
    case "demand_of_month":
      return phrase`${slipSentence(warning.slip)}${spanSentence(warning.span)}`;
    case "outside_data_year": {
      const { pv, market, curveYears } = warning;
      const year = String(warning.year);
      if (curveYears && market)
        return phrase`La curva es de ${curveYears.join(" y ")}; los precios son de ${year}, día por día del mismo tipo de la semana${pv ? ", y la producción solar, la del mismo día y mes" : ""}.`;
      const borrowed = [
        ...(pv ? ["la producción solar del mismo día y mes"] : []),
        ...(market ? ["el precio de mercado del día más próximo con el mismo día de la semana"] : []),
      ];
      return phrase`El periodo tiene días fuera de ${year}: para ellos se toma de ${year} ${borrowed.join(", y ")}.`;
    }
    case "export_beyond_pv": {
      const { steps } = warning;
      return phrase`${steps === 1 ? "En 1 paso" : phrase`En ${amount(steps)} pasos`} la planta vierte más de lo que genera su fotovoltaica: para ellos el consumo se toma como 0.`;
    }
    case "asked_market":
      return phrase`Es una variante, no su mercado de hoy: el nivel de precio está al ${percent(warning.level, 0)} y la diferencia entre horas al ${percent(warning.spread, 0)}.`;
    case "market_year":
      return phrase`Los precios de mercado son los del año ${String(warning.year)}.`;
    case "peninsula_prices":
      return phrase`Los precios y periodos son los de la península; los de su zona pueden diferir.`;
    case "needs_battery":
      return nullReason("cannot_do_without");
    case "short_period":
      return nullReason("short_period");
    case "spending_not_used": {
      const { spendingEurYear, contractEurYear } = warning;
      return phrase`Ha indicado un gasto de ${euros(spendingEurYear)} al año, pero con los precios de su contrato la energía que compra cuesta ${roundEuros(contractEurYear)}: cuentan los precios del contrato, no el gasto.`;
    }
    case "curve_trust": {
      const { summary, report } = warning.curve;
      return phrase`${trustSentence(warning.trust, summary.trust_reasons, report.known_days)} ${widened(warning.trust)}`;
    }
    case "months_extended":
      return phrase`${repairSentence(warning.repair, warning.curve)}`;
    case "hourly_peaks":
      return phrase`${noticeSentence("hourly_peaks")}`;
    case "pv_yield":
    case "pv_above_power":
    case "pv_at_night":
    case "pv_off_noon":
    case "pv_clipped":
    case "pv_curtailed":
      return productionSentence(warning);
    case "no_power_figure":
      return NO_POWER_FIGURE[warning.missing];
    case "estimated_peaks":
      return estimatedSentence(warning);
    case "no_energy_saving":
      return NO_SAVING[warning.reason];
    case "negative_npv": {
      const { discountRate, capexEur, payingCapexEur } = warning;
      const change =
        payingCapexEur === null
          ? ""
          : phrase` La recuperaría con una inversión de ${roundEuros(payingCapexEur)} en lugar de ${euros(capexEur)}.`;
      return phrase`VAN negativo: al ${percent(discountRate)} esta batería no recupera la inversión.${change}`;
    }
    case "several_irr": {
      const rates = warning.rates.map((rate) => phrase`${percent(rate)}`);
      return phrase`Hay varias TIR (${joined(rates, " y ")}): se muestra la que concuerda con el signo del VAN al ${percent(warning.discountRate)}.`;
    }
    case "warranty_cycles": {
      const { years, cycles, warrantyCycles } = warning;
      return phrase`En ${amount(years)} años la batería haría ${amount(cycles, { decimals: 0 })} ciclos, más de los ${amount(warrantyCycles)} en garantía.`;
    }
    case "revenue_share": {
      const { share, savingEur, paybackYears } = warning;
      const payback =
        paybackYears === null ? "" : phrase`, y recupera su inversión en ${amount(paybackYears, { decimals: 1 })} años`;
      return phrase`TIR y VAN son los de quien invierte, que recibe el ${percent(share)} del ahorro, ${roundEuros(savingEur)} el primer año${payback}. El ahorro y el coste de la energía son los de usted.`;
    }
  }
}

/** A power term whose peaks are assumed is marked, with the range that the assumption leaves. */
function estimatedSentence({ swing, range }: Extract<WarningCode, { code: "estimated_peaks" }>): Phrase {
  const { least, greatest } = range;
  const between = (one: number, other: number) =>
    phrase`entre ${roundEuros(Math.min(one, other))} y ${roundEuros(Math.max(one, other))} al año`;
  const battery =
    least.batteryEur === null || greatest.batteryEur === null
      ? ""
      : phrase`, y la batería ${between(least.batteryEur, greatest.batteryEur)}, con el desgaste descontado`;
  return phrase`Orientativo: los picos dentro de cada hora se suponen, un ${percent(SWING_LIFTS[swing], 0)} por encima de su media (carga ${LOAD_SWING_NAMES[swing]}). Con picos del ${percent(SWINGS.least, 0)} al ${percent(SWINGS.greatest, 0)}, cambiar las potencias ahorra ${between(least.withoutEur, greatest.withoutEur)}${battery}. Los maxímetros de sus facturas lo precisan.`;
}

/** What would give a figure of power. */
const NO_POWER_FIGURE: Record<MissingForPower, Phrase> = {
  peaks: phrase`El ahorro en potencia no se muestra: los picos de su planta no se conocen. Con los maxímetros de cada mes y periodo, que vienen en sus facturas, o con su curva de cuartos de hora podemos calcularlo; con una curva horaria, si nos dice además cómo varía la carga dentro de la hora, de forma orientativa.`,
  year: phrase`El ahorro en potencia no se muestra: hace falta el consumo de un año entero, porque las potencias se contratan por 12 meses.`,
};

const NO_SAVING = {
  no_power: phrase`El ahorro de energía no es positivo: sin potencia de carga y de descarga la batería no puede operar.`,
  no_demand: phrase`Sin consumo, la batería no tiene a quién servir: el ahorro de energía no es positivo.`,
  flat_price: phrase`El ahorro de energía no es positivo: con un precio plano y sin excedentes solares, una batería no tiene de dónde ahorrar.`,
  small_spread: phrase`El ahorro de energía no es positivo: la diferencia entre las horas caras y las baratas no compensa las pérdidas y el desgaste de la batería.`,
};

/** What speaks against a spending and, where the engine replaces it, that there is no relying on the result. */
function spendingSentence(warning: Extract<WarningCode, { ratio: number }>): Phrase {
  const { code, usedEurYear, slip } = warning;
  if (code === "spending_unusual") return phrase`${comparedSentence(warning)}${spanSentence(warning.span)}`;
  const doubted = slip?.field === "demand_value" ? "consumo" : "gasto";
  // Where a slip explains the spending, the usual causes of a smaller gap do not.
  const isExplained = slip && slip.code !== "spending_out_of_range" && slip.code !== "spending_with_vat";
  const cause = isExplained ? slipSentence(slip) : comparedSentence(warning);
  return phrase`No podemos fiarnos de este resultado: revise su ${doubted}. ${cause} Los cálculos usan el valor admisible más próximo: ${roundEuros(usedEurYear)} al año.`;
}

/** What the battery is worth with VAT in the spending and without; empty where neither is known. */
function spanSentence(span: VatSpan | null | undefined): Phrase {
  if (!span) return [];
  const { spendingEurYear, withVatNpvEur, npvEur } = span;
  const turns = withVatNpvEur > 0 === npvEur > 0 ? "" : " y cambia de signo";
  return phrase` Con ${euros(spendingEurYear)} al año, sin IVA, el VAN pasa de ${roundEuros(withVatNpvEur)} a ${roundEuros(npvEur)}${turns}.`;
}

/** How far the spending is from the model, and the usual causes. */
function comparedSentence({ ratio, modelledEurYear, partOfYear }: Extract<SiteWarning, { ratio: number }>): Phrase {
  const causes =
    ratio > 1
      ? "Suele deberse a que el gasto incluye el IVA, a que incluye el término de potencia o a que el consumo indicado ya descuenta el autoconsumo."
      : "Suele deberse a que el gasto no recoge todo el año, a que descuenta los excedentes vertidos o a que el consumo indicado es mayor que el real.";
  const season = partOfYear
    ? " Además, el periodo simulado es solo una parte del año y su coste puede no ser proporcional al del año completo."
    : "";
  return phrase`El gasto anual indicado ${compared(ratio)} coste estimado de la energía que compra su planta (${roundEuros(modelledEurYear)} al año). ${causes}${season}`;
}

/** Compares a spending in words that stay true far from 1: "es un 20 % mayor que el", to be followed by the noun. */
function compared(ratio: number): Phrase {
  if (ratio >= 2) return phrase`es ${amount(ratio, { decimals: 1 })} veces el`;
  if (ratio < 0.1) return phrase`no llega a la décima parte del`;
  return phrase`es un ${percent(Math.abs(ratio - 1), 0)} ${ratio > 1 ? "mayor" : "menor"} que el`;
}
