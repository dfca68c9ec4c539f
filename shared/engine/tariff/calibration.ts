import { formatNumber, formatPercent } from "@ecotrim/contracts/numbers";
import type { Warning } from "@ecotrim/contracts/simulations/result";
import type { Calibration, Timeline } from "../site/site.ts";
import { fixedPartEurMwh, MARGIN_EUR_MWH, marketPartEurMwh } from "./tariff.ts";

const K_MIN = 0.8;
const K_MAX = 1.25;
/** Below 0 by no more than the margin, so that no default buy price is negative. */
export const ADDER_MIN_EUR_MWH = -MARGIN_EUR_MWH;

/** Spending / modelled cost: beyond the inner pair people are warned, beyond the outer pair the bound is used. */
const USUAL_RATIO = [0.8, 1.6] as const;
const USABLE_RATIO = [0.6, 2.0] as const;

/** Above it (under 330 days) the period's months may weigh unlike a year's. */
const FULL_YEAR_FACTOR = 365 / 330;
const SEASONAL =
  " Además, el periodo simulado es solo una parte del año y su coste puede no ser proporcional al del año completo.";

/** Cost of the period's grid imports without battery at k = 1 and no adder, in its parts. */
interface ModelledCost {
  /** What k scales, EUR. */
  marketEur: number;
  /** Regulated prices and margin, EUR. */
  fixedEur: number;
  importMwh: number;
}

function modelledCost(timeline: Timeline, marketEurMwh: Float64Array, importKwh: Float64Array): ModelledCost {
  const cost = { marketEur: 0, fixedEur: 0, importMwh: 0 };
  for (let t = 0; t < timeline.steps; t++) {
    const period = timeline.tariffPeriod[t]!;
    const importMwh = importKwh[t]! / 1000;
    cost.marketEur += importMwh * marketPartEurMwh(period, marketEurMwh[t]!);
    cost.fixedEur += importMwh * fixedPartEurMwh(period);
    cost.importMwh += importMwh;
  }
  return cost;
}

const clamp = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high);

/**
 * Fits the buy price to what the site pays: k scales the market part so that the cost of grid imports without battery
 * equals the spending, and what k cannot reach is a flat adder. Regulated parts never scale.
 * @param importKwh grid imports without battery, kWh per step
 * @param yearlySpendingEur spending on energy without VAT nor power term, EUR a year; undefined or 0: unknown
 */
export function calibrate(
  timeline: Timeline,
  marketEurMwh: Float64Array,
  importKwh: Float64Array,
  yearlySpendingEur: number | undefined,
): { calibration: Calibration; warnings: Warning[] } {
  const { marketEur, fixedEur, importMwh } = modelledCost(timeline, marketEurMwh, importKwh);
  const modelledEur = marketEur + fixedEur;
  const uncalibrated = { k: 1, adderEurMwh: 0, ratio: null };
  if (!yearlySpendingEur) return { calibration: uncalibrated, warnings: [NO_SPENDING] };
  if (importMwh === 0 || modelledEur <= 0) return { calibration: uncalibrated, warnings: [NO_IMPORTS] };

  const spendingEur = yearlySpendingEur / timeline.annualFactor;
  const ratio = spendingEur / modelledEur;
  const targetEur = clamp(ratio, ...USABLE_RATIO) * modelledEur;
  const k = marketEur > 0 ? clamp((targetEur - fixedEur) / marketEur, K_MIN, K_MAX) : 1;
  const gapEur = targetEur - fixedEur - k * marketEur;
  // What k reaches alone leaves only the residue of floating point arithmetic.
  const adder = Math.abs(gapEur) > 1e-9 * modelledEur ? gapEur / importMwh : 0;
  const adderEurMwh = Math.max(adder, ADDER_MIN_EUR_MWH);

  const reachedEur = fixedEur + k * marketEur + adderEurMwh * importMwh;
  const boundUsed = targetEur !== ratio * modelledEur || adder < ADDER_MIN_EUR_MWH;
  const usual = ratio >= USUAL_RATIO[0] && ratio <= USUAL_RATIO[1];
  const warnings =
    usual && !boundUsed ? [] : [spendingWarning(ratio, timeline.annualFactor, modelledEur, reachedEur, boundUsed)];
  return { calibration: { k, adderEurMwh, ratio }, warnings };
}

const NO_SPENDING: Warning = {
  code: "no_spending",
  message:
    "No se ha indicado el gasto anual en energía: los precios son los del mercado con peajes, cargos y un margen habitual, sin ajustar a su factura.",
};

const NO_IMPORTS: Warning = {
  code: "no_imports",
  message:
    "Con estos datos la planta no compra energía a la red, así que los precios no se han podido ajustar a su gasto anual.",
};

/** Says how far the spending is from the model, the usual causes and, where a bound was used, what is assumed instead. */
function spendingWarning(
  ratio: number,
  annualFactor: number,
  modelledEur: number,
  reachedEur: number,
  boundUsed: boolean,
): Warning {
  const eurosAYear = (eur: number) => formatNumber(eur * annualFactor, { decimals: 0, unit: "€" });
  const causes =
    ratio > 1
      ? "Suele deberse a que el gasto incluye el IVA, a que incluye el término de potencia o a que el consumo indicado ya descuenta el autoconsumo."
      : "Suele deberse a que el gasto no recoge todo el año, a que descuenta los excedentes vertidos o a que el consumo indicado es mayor que el real.";
  const season = annualFactor > FULL_YEAR_FACTOR ? SEASONAL : "";
  const bound = boundUsed ? ` Los cálculos usan el valor admisible más próximo: ${eurosAYear(reachedEur)} al año.` : "";
  return {
    code: boundUsed ? "spending_out_of_range" : "spending_unusual",
    message: `El gasto anual indicado ${compared(ratio)} coste estimado de la energía que compra su planta (${eurosAYear(modelledEur)} al año). ${causes}${season}${bound}`,
  };
}

/** How a spending compares, in words that stay true far from 1: "es un 20 % mayor que el", followed by what with. */
function compared(ratio: number): string {
  if (ratio >= 2) return `es ${formatNumber(ratio, { decimals: 1 })} veces el`;
  if (ratio < 0.1) return "no llega a la décima parte del";
  return `es un ${formatPercent(Math.abs(ratio - 1), { decimals: 0 })} ${ratio > 1 ? "mayor" : "menor"} que el`;
}
