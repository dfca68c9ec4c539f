import type { Uncertainty } from "@ecotrim/contracts/simulations/uncertainty";
import type { ScenarioBase } from "./base.ts";
import type { LifeFigures } from "./life.ts";
import { bandOf } from "./statistics.ts";

/** A scenario's life, with its optimal energy saving of year 1 as it would be with more known of the site. */
export interface KnownLife extends LifeFigures {
  /** Availability x realisable share. */
  realised: number;
  energySavingEur: number;
  /** With a demand that invoices tell, and with demand and PV that were measured. */
  withBillEur: number;
  withCurveEur: number;
}

/**
 * The band of year 1's saving by what is known of the site. Without the contract it spans the bands of all its kinds;
 * the others are about the own kind's median. More knowledge narrows them as it does the standard deviation: order
 * statistics alone would tell chance from chance.
 */
export function savingByKnowledge(
  { contractShares, revenueShare }: ScenarioBase,
  lives: readonly KnownLife[],
): NonNullable<Uncertainty["saving_by_knowledge"]> {
  const siteShare = revenueShare > 0 ? 1 - revenueShare : 1;
  const savingsWith = (energyOf: (life: KnownLife) => number) =>
    lives.map((life) => life.savingEur + siteShare * life.realised * (energyOf(life) - life.energySavingEur));

  const savings = lives.map(({ savingEur }) => savingEur);
  const deviation = deviationOf(savings);
  const [p10, p50, p90] = percentiles(savings);
  const narrowed = (known: number[], atMost: number) =>
    deviation > 0 ? Math.min(atMost, deviationOf(known) / deviation) : atMost;
  const withBill = narrowed(
    savingsWith(({ withBillEur }) => withBillEur),
    1,
  );
  const withCurve = narrowed(
    savingsWith(({ withCurveEur }) => withCurveEur),
    withBill,
  );
  const around = (width: number) => ({ p10: p50 + width * (p10 - p50), p90: p50 + width * (p90 - p50) });
  const kinds = contractShares.map(({ share }) =>
    percentiles(savingsWith(({ energySavingEur }) => share * energySavingEur)),
  );
  return [
    {
      key: "orientative",
      p10: Math.min(p10, ...kinds.map(([low]) => low)),
      p90: Math.max(p90, ...kinds.map(([, , high]) => high)),
    },
    { key: "contract", p10, p90 },
    { key: "bill", ...around(withBill) },
    { key: "curve", ...around(withCurve) },
  ];
}

function percentiles(values: readonly number[]): [p10: number, p50: number, p90: number] {
  const { p10, p50, p90 } = bandOf(values);
  return [p10.value!, p50.value!, p90.value!];
}

function deviationOf(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
}
