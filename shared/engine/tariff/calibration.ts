import type { Calibration, SiteWarning } from "../site/site.ts";
import type { PriceSources } from "./contract.ts";
import type { PricedKind } from "./contract-kind.ts";
import { fixedPartEurMwh, MARGIN_EUR_MWH, marketPartEurMwh } from "./tariff.ts";

/** Bounds of k where everything follows the market. Other contracts do not multiply it while an adder can cover the gap. */
const K_INDEXED = [0.8, 1.25] as const;
/** The adder's lower bound is minus the margin, so that no default buy price is negative. */
const ADDER_MIN_EUR_MWH = -MARGIN_EUR_MWH;

/**
 * Bounds of spending / modelled cost: a ratio beyond the inner pair is warned of, one beyond the outer pair is clamped.
 */
const USUAL_RATIO = [0.8, 1.6] as const;
const USABLE_RATIO = [0.6, 2.0] as const;

/** Annual factor above which (under 330 days) the period's months may not represent a year. */
export const FULL_YEAR_FACTOR = 365 / 330;

/** Cost of the period's grid imports without battery at k = 1 and no adder, in its parts. */
interface ModelledCost {
  /** Part of the cost that k scales, EUR. */
  marketEur: number;
  /** Regulated prices and margin, EUR. */
  fixedEur: number;
  importMwh: number;
}

function modelledCost({ timeline, tariff, marketEurMwh, importKwh }: PriceSources): ModelledCost {
  const cost = { marketEur: 0, fixedEur: 0, importMwh: 0 };
  for (let t = 0; t < timeline.steps; t++) {
    const period = timeline.tariffPeriod[t]!;
    const importMwh = importKwh[t]! / 1000;
    cost.marketEur += importMwh * marketPartEurMwh(tariff, period, marketEurMwh[t]!);
    cost.fixedEur += importMwh * fixedPartEurMwh(tariff, period);
    cost.importMwh += importMwh;
  }
  return cost;
}

/** Factor k on the market part: all of the gap where everything follows the market, else what the least adder leaves. */
function marketFactor(kind: PricedKind, targetEur: number, { marketEur, fixedEur, importMwh }: ModelledCost): number {
  if (marketEur <= 0) return 1;
  if (kind === "indexed") return clamp((targetEur - fixedEur) / marketEur, ...K_INDEXED);
  return clamp((targetEur - fixedEur - ADDER_MIN_EUR_MWH * importMwh) / marketEur, K_INDEXED[0], 1);
}

const clamp = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high);

/**
 * Calibrates the buy price to the site's spending. k scales the market part until grid imports without battery cost the
 * spending; a flat adder covers the rest beyond the bounds of k. Regulated parts never scale.
 * @param yearlySpendingEur spending on energy without VAT nor power term, EUR a year; undefined or 0: prices are not fitted
 */
export function calibrate(
  kind: PricedKind,
  sources: PriceSources,
  yearlySpendingEur: number | undefined,
): { calibration: Calibration; warnings: SiteWarning[] } {
  const { timeline } = sources;
  const { marketEur, fixedEur, importMwh } = modelledCost(sources);
  const modelledEur = marketEur + fixedEur;
  const uncalibrated = { k: 1, adderEurMwh: 0, ratio: null };
  if (!yearlySpendingEur) {
    const code = yearlySpendingEur === 0 ? "zero_spending" : "no_spending";
    return { calibration: uncalibrated, warnings: [{ code }] };
  }
  if (importMwh === 0 || modelledEur <= 0) return { calibration: uncalibrated, warnings: [{ code: "no_imports" }] };

  const spendingEur = yearlySpendingEur / timeline.annualFactor;
  const ratio = spendingEur / modelledEur;
  const targetEur = clamp(ratio, ...USABLE_RATIO) * modelledEur;
  const k = marketFactor(kind, targetEur, { marketEur, fixedEur, importMwh });
  const gapEur = targetEur - fixedEur - k * marketEur;
  // Where k alone suffices, the gap is a floating-point residue.
  const adder = Math.abs(gapEur) > 1e-9 * modelledEur ? gapEur / importMwh : 0;
  const adderEurMwh = Math.max(adder, ADDER_MIN_EUR_MWH);

  const reachedEur = fixedEur + k * marketEur + adderEurMwh * importMwh;
  const boundUsed = targetEur !== ratio * modelledEur || adder < ADDER_MIN_EUR_MWH - 1e-9;
  const usual = ratio >= USUAL_RATIO[0] && ratio <= USUAL_RATIO[1];
  const { annualFactor } = timeline;
  const spending: SiteWarning = {
    code: boundUsed ? "spending_out_of_range" : "spending_unusual",
    ratio,
    modelledEurYear: modelledEur * annualFactor,
    usedEurYear: reachedEur * annualFactor,
    partOfYear: annualFactor > FULL_YEAR_FACTOR,
  };
  return { calibration: { k, adderEurMwh, ratio }, warnings: usual && !boundUsed ? [] : [spending] };
}
