import { sourceData } from "../../site/source-data.ts";
import { CURVE_DRIVERS, type Distribution, DRIVERS, type DriverKey, MARKET } from "../drivers.ts";
import type { ScenarioBase } from "./base.ts";

/** A quantity that the scenarios vary or keep, with its spread. */
export type UncertaintyFact = {
  /** True where the figure rests on the product's own judgement. */
  judgement: boolean;
  /** True where it rests on data; beside `judgement`, on both. */
  data: boolean;
} & (
  | { key: Exclude<DriverKey, "pv_bias" | "capex">; distribution: Distribution }
  | { key: "pv_bias"; distribution: Distribution; isMeasured: boolean }
  /** Null where the investment is a quote. */
  | { key: "capex"; distribution: Distribution | null }
  | { key: "market_correlation" | "market_persistence" | "market_mean_level"; value: number }
  | { key: "limit" | "prices" }
  /** Under a contract, whose powers are chosen anew and whose other kinds are not told. */
  | { key: "chosen_powers" | "own_contract" }
);

/** Every quantity that the scenarios vary or keep. */
export function uncertaintyFacts({
  capexGiven,
  contract,
  curveTrust,
}: Pick<ScenarioBase, "capexGiven" | "contract" | "curveTrust">): UncertaintyFact[] {
  const ofOtherCurves: DriverKey[] = Object.entries(CURVE_DRIVERS).flatMap(([trust, key]) =>
    trust === curveTrust ? [] : key,
  );
  const keys = (Object.keys(DRIVERS) as DriverKey[]).filter((key) => !ofOtherCurves.includes(key));
  const drawn = keys.map((key): UncertaintyFact => {
    const { distribution, source } = DRIVERS[key];
    const judgement = source === "judgement" || source === "omie_and_judgement";
    const data = source !== "judgement";
    if (key === "pv_bias") return { key, distribution, judgement, data, isMeasured: Boolean(sourceData()?.pv) };
    if (key === "capex" && capexGiven) return { key, distribution: null, judgement: false, data: true };
    return { key, distribution, judgement, data };
  });
  return [
    ...drawn,
    { key: "market_correlation", value: MARKET.correlation, judgement: true, data: false },
    { key: "market_persistence", value: MARKET.persistence, judgement: true, data: false },
    { key: "market_mean_level", value: MARKET.meanLevel, judgement: true, data: false },
    { key: contract ? "chosen_powers" : "limit", judgement: true, data: false },
    { key: contract ? "own_contract" : "prices", judgement: false, data: true },
  ];
}
