import type { Repair } from "@ecotrim/contracts/curves/curve";
import type { LoadSwing } from "@ecotrim/contracts/simulations/contract";
import type { CaseCurve } from "@ecotrim/contracts/simulations/input";
import type { Results } from "@ecotrim/contracts/simulations/result";
import type { WithoutVat } from "./contract-range.ts";
import type { Economics } from "./economics/economics.ts";
import { type MissingForPower, missingForPower } from "./power-contract/missing-for-power.ts";
import type { SwingRange } from "./power-contract/swing-range.ts";
import { type FoundSlip, isWarnedOf } from "./site/plausibility.ts";
import { doubtedProduction, type ProductionDoubt } from "./site/production-doubts.ts";
import type { SiteWarning } from "./site/site.ts";
import type { SolvedRun } from "./solved-run.ts";
import { FULL_YEAR_FACTOR } from "./tariff/calibration.ts";

/** Warnings about a result, as codes and figures; `present` writes their sentences. */

export type NoSavingReason = "no_power" | "no_demand" | "flat_price" | "small_spread";

type SpendingWarning = Extract<SiteWarning, { ratio: number }>;

/** What an answer is doubted for, and what the battery is worth with the spending as given and without VAT. */
interface DoubtedFor {
  slip: FoundSlip;
  span: VatSpan | null;
}

export type VatSpan = WithoutVat & { withVatNpvEur: number };

export type Warning =
  | Exclude<SiteWarning, SpendingWarning>
  /** With the slip that explains the spending, if one does. */
  | (SpendingWarning & Partial<DoubtedFor>)
  | ({ code: "spending_of_year" | "spending_of_month" | "spending_with_vat" | "demand_of_month" } & DoubtedFor)
  | { code: "needs_battery" | "short_period" }
  /** The prices of the contract count instead of the spending, EUR a year, which is far from what they cost. */
  | { code: "spending_not_used"; spendingEurYear: number; contractEurYear: number }
  /** The case is of a market that was asked for, as factors on level and hourly differences of the paid one. */
  | { code: "asked_market"; level: number; spread: number }
  /** A curve that is not fit for more than an orientation, or of which only the shape is used. */
  | { code: "curve_trust"; trust: "C" | "D"; curve: CaseCurve }
  /** Months of the curve that were not measured. */
  | { code: "months_extended"; repair: Repair; curve: CaseCurve }
  | ProductionDoubt
  /** Powers within the hours of the curve are not known. */
  | { code: "hourly_peaks" }
  | { code: "no_power_figure"; missing: MissingForPower }
  /** The peaks within the hours are assumed; savings EUR a year at both ends of the likely swings. */
  | { code: "estimated_peaks"; swing: LoadSwing; range: SwingRange }
  | { code: "no_energy_saving"; reason: NoSavingReason }
  | {
      code: "negative_npv";
      discountRate: number;
      capexEur: number;
      /** Investment that would be recovered; null where none can be advised. */
      payingCapexEur: number | null;
    }
  | { code: "several_irr"; rates: number[]; discountRate: number }
  | { code: "warranty_cycles"; years: number; cycles: number; warrantyCycles: number }
  /** What who invests receives in year 1, EUR, and the payback; null where there is none. */
  | { code: "revenue_share"; share: number; savingEur: number; paybackYears: number | null };

/** Warnings about a site and the answers that it was made from: one for each cause. */
export function siteWarnings(
  { input, site, slip, withoutVat }: Pick<SolvedRun, "input" | "site" | "slip" | "withoutVat">,
  npvEur: number | null,
): Warning[] {
  const { priceLevel: level = 1, priceSpread: spread = 1 } = input.tariff;
  const asked: Warning[] = level === 1 && spread === 1 ? [] : [{ code: "asked_market", level, spread }];
  const span = withoutVat && npvEur !== null ? { withVatNpvEur: npvEur, ...withoutVat } : null;
  return [...asked, ...(slip ? doubted(site.warnings, { slip, span }) : site.warnings)];
}

function doubted(warnings: SiteWarning[], doubt: DoubtedFor): Warning[] {
  const isOfSpending = (warning: SiteWarning): warning is SpendingWarning => "ratio" in warning;
  if (warnings.some(isOfSpending))
    return warnings.map((warning) => (isOfSpending(warning) ? { ...warning, ...doubt } : warning));
  return [...warnings, { code: doubt.slip.code as "spending_with_vat", ...doubt }];
}

/** Warns of a spending that gives way to the prices of a contract; part of a year says little of the year's cost. */
export function unusedSpending(
  { input: { tariff }, site: { timeline } }: Pick<SolvedRun, "input" | "site">,
  contractEurYear: number | null,
): Warning[] {
  const { spendingEurYear } = tariff;
  if (!spendingEurYear || !contractEurYear || timeline.annualFactor > FULL_YEAR_FACTOR) return [];
  const isFar = isWarnedOf(spendingEurYear / contractEurYear);
  return isFar ? [{ code: "spending_not_used", spendingEurYear, contractEurYear }] : [];
}

/** Warnings about a run, beside those of its site. */
export function runWarnings(
  run: SolvedRun,
  evaluated: Economics | null,
  { economics: { npv, energy_saving_eur } }: Results["kpi_new_table"],
  isShort: boolean,
): Warning[] {
  const { assumptions, cyclesPerYear } = run;
  const warnings: Warning[] = [];

  if (!run.economics) warnings.push({ code: "needs_battery" });
  if (run.input.curve) warnings.push(...curveWarnings(run.input.curve));
  warnings.push(...doubtedProduction(run.input, run.given, run.site.timeline));
  const missing = run.input.supply && missingForPower(run.input, run.given, run.site);
  if (missing) warnings.push({ code: "no_power_figure", missing });
  if (run.swingRange)
    warnings.push({ code: "estimated_peaks", swing: run.input.supply!.load_swing!, range: run.swingRange });
  if (!evaluated) return warnings;
  if (isShort) warnings.push({ code: "short_period" });
  const noSaving = !run.contractValue && energy_saving_eur !== null && energy_saving_eur <= 0;
  if (noSaving) warnings.push({ code: "no_energy_saving", reason: noSavingReason(run) });
  if (npv !== null && npv < 0) {
    const breakEven = evaluated.breakEvenCapexEur;
    warnings.push({
      code: "negative_npv",
      discountRate: assumptions.discount_rate,
      capexEur: assumptions.capex_eur,
      payingCapexEur: breakEven > 0 && !noSaving ? breakEven : null,
    });
  }
  const { roots } = evaluated.irr;
  if (!isShort && roots.length > 1)
    warnings.push({ code: "several_irr", rates: roots, discountRate: assumptions.discount_rate });
  const { life_years, warranty_cycles } = assumptions;
  const cycles = (cyclesPerYear ?? 0) * life_years;
  if (cycles > warranty_cycles) {
    warnings.push({ code: "warranty_cycles", years: life_years, cycles, warrantyCycles: warranty_cycles });
  }
  const { owner, paybackYears } = evaluated;
  if (owner) {
    const { share, savingEur } = owner;
    warnings.push({ code: "revenue_share", share, savingEur, paybackYears: isShort ? null : paybackYears });
  }
  return warnings;
}

function curveWarnings(curve: CaseCurve): Warning[] {
  const { summary, report } = curve;
  const { trust } = summary;
  const extended = report.repairs.find(({ code }) => code === "months_extended");
  return [
    ...(trust === "C" || trust === "D" ? [{ code: "curve_trust", trust, curve } as const] : []),
    ...(extended ? [{ code: "months_extended", repair: extended, curve } as const] : []),
    ...(report.notices.includes("hourly_peaks") ? [{ code: "hourly_peaks" } as const] : []),
  ];
}

/** Reason why the battery saves no energy cost. */
function noSavingReason({ input: { battery }, site, totals }: SolvedRun): NoSavingReason {
  if (battery.chargeKw === 0 || battery.dischargeKw === 0) return "no_power";
  if (site.demandKwh.every((demand) => demand === 0)) return "no_demand";
  const [lowest, highest] = [Math.min, Math.max].map((pick) => site.buyEurMwh.reduce((a, b) => pick(a, b)));
  const surplus = totals.pvToExport + totals.pvToBattery + totals.curtailed > 0;
  return lowest === highest && !surplus ? "flat_price" : "small_spread";
}
