import { sourceData } from "../../site/source-data.ts";
import { type Distribution, DRIVERS, type DriverKey, MARKET } from "../drivers.ts";
import type { ScenarioBase } from "./base.ts";

/** A quantity that the scenarios vary or keep, with its spread. */
export type UncertaintyFact = {
  /** True where the figure is the product's own judgement rather than data. */
  judgement: boolean;
} & (
  | { key: Exclude<DriverKey, "pv_bias" | "capex">; distribution: Distribution }
  | { key: "pv_bias"; distribution: Distribution; isMeasured: boolean }
  /** Null where the investment is a quote. */
  | { key: "capex"; distribution: Distribution | null }
  | { key: "market_correlation" | "market_persistence" | "market_mean_level"; value: number }
  | { key: "limit" | "prices" }
);

/** Every quantity that the scenarios vary or keep. */
export function uncertaintyFacts({ capexGiven }: Pick<ScenarioBase, "capexGiven">): UncertaintyFact[] {
  const keys = Object.keys(DRIVERS) as DriverKey[];
  const drawn = keys.map((key): UncertaintyFact => {
    const { distribution, source } = DRIVERS[key];
    const judgement = source === "judgement";
    if (key === "pv_bias") return { key, distribution, judgement, isMeasured: Boolean(sourceData()?.pv) };
    if (key === "capex" && capexGiven) return { key, distribution: null, judgement: false };
    return { key, distribution, judgement };
  });
  return [
    ...drawn,
    { key: "market_correlation", value: MARKET.correlation, judgement: true },
    { key: "market_persistence", value: MARKET.persistence, judgement: true },
    { key: "market_mean_level", value: MARKET.meanLevel, judgement: true },
    { key: "limit", judgement: true },
    { key: "prices", judgement: false },
  ];
}
