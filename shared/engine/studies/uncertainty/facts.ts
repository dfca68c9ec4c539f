import { sourceData } from "../../site/source-data.ts";
import type { ScenarioBase } from "./base.ts";
import { SPREAD } from "./scenarios.ts";

/** A quantity that the scenarios vary or keep, with its spread; shares are fractions. */
export type UncertaintyFact = {
  /** True where the figure is the product's own judgement rather than data. */
  judgement: boolean;
} & (
  | { key: "market_level" | "market_spread" | "pv_year" | "demand"; deviation: number }
  | { key: "pv_bias"; deviation: number; isMeasured: boolean }
  /** Null where the investment is a quote. */
  | { key: "capex"; deviation: number | null }
  | { key: "market_correlation" | "market_persistence"; value: number }
  | { key: "availability" | "realisable_fct" | "fade"; least: number; greatest: number }
  | { key: "round_trip"; least: number; mode: number; greatest: number }
  | { key: "limit" | "prices" }
);

/** Every quantity that the scenarios vary or keep. */
export function uncertaintyFacts({ assumptions, fade, capexGiven }: ScenarioBase): UncertaintyFact[] {
  const around = (value: number, deviation: number) => ({
    least: Math.max(value - deviation, 0),
    greatest: Math.min(value + deviation, 1),
  });
  const { availability, realisable_fct } = assumptions;
  return [
    { key: "market_level", deviation: SPREAD.level, judgement: true },
    { key: "market_spread", deviation: SPREAD.spread, judgement: false },
    { key: "market_correlation", value: SPREAD.correlation, judgement: true },
    { key: "market_persistence", value: SPREAD.persistence, judgement: true },
    { key: "pv_year", deviation: SPREAD.pvYear, judgement: false },
    { key: "pv_bias", deviation: SPREAD.pvBias, isMeasured: Boolean(sourceData()?.pv), judgement: true },
    { key: "demand", deviation: SPREAD.demand, judgement: true },
    { key: "round_trip", ...SPREAD.roundTrip, judgement: true },
    { key: "availability", ...around(availability, SPREAD.availability), judgement: true },
    { key: "realisable_fct", ...around(realisable_fct, SPREAD.realisable), judgement: true },
    { key: "fade", least: fade * SPREAD.fade.least, greatest: fade * SPREAD.fade.greatest, judgement: true },
    { key: "capex", deviation: capexGiven ? null : SPREAD.capex, judgement: !capexGiven },
    { key: "limit", judgement: true },
    { key: "prices", judgement: false },
  ];
}
