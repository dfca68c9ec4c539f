import type { ContractInput } from "@ecotrim/contracts/simulations/contract";
import { readCase } from "@ecotrim/contracts/simulations/input";
import type { DispatchProblem } from "../dispatch/problem.ts";
import { buildTimeline } from "../site/calendar.ts";
import type { ContractedSite } from "./contract-value.ts";
import type { PowerPrices } from "./excess.ts";
import series from "./steel-year.fixture.json" with { type: "json" };

/** Power prices of 2026: toll and charge a year, excess of meters with and without quarter-hours. */
export const PRICES_6_1TD: PowerPrices = {
  powerEurKw: [29.595368, 15.514709, 6.801881, 5.393829, 2.125113, 1.004181],
  excessEurKw: [3.431797, 1.818277, 0.680379, 0.478581, 0.010172, 0.008984],
  excessEurKwDay: [0.275735, 0.146094, 0.054668, 0.038455, 0.000817, 0.000722],
  leastP6Kw: 0,
};
export const PRICES_3_0TD: PowerPrices = {
  powerEurKw: [20.376927, 10.617621, 4.481534, 3.886333, 2.513851, 1.442287],
  excessEurKw: [3.325715, 1.757877, 0.557353, 0.424794, 0.119179, 0.119179],
  excessEurKwDay: [0.171373, 0.090584, 0.028721, 0.021891, 0.006142, 0.006142],
  leastP6Kw: 15.001,
};

const numbers = (text: string) => Float64Array.from(text.split(","), Number);

const DEMAND_KWH = numbers(series.demand_10_wh).map((value) => value / 100);
const HOURLY_EUR_MWH = numbers(series.buy_eur_gwh_hourly).map((value) => value / 1000);

/** The steel works of 2024 with a battery, without PV; only its first days where a last day is given. */
export function steelYear(batteryKw: number, batteryKwh: number, lastDay = "2024-12-31") {
  const timeline = buildTimeline("2024-01-01", lastDay, 0.25);
  const zeros = new Float64Array(timeline.steps);
  const problem: DispatchProblem = {
    stepHours: 0.25,
    pvKwh: zeros,
    demandKwh: DEMAND_KWH.slice(0, timeline.steps),
    buyEurMwh: zeros.map((_, t) => HOURLY_EUR_MWH[t >> 2]!),
    sellEurMwh: zeros,
    importLimitKwh: zeros.map(() => Infinity),
    exportLimitKwh: Infinity,
    battery: {
      capacityKwh: batteryKwh,
      chargeKw: batteryKw,
      dischargeKw: batteryKw,
      etaCharge: 0.95,
      etaDischarge: 0.95,
      minSoc: 0.1,
      initialSoc: 0.5,
    },
    wearEurMwh: 20,
    batteryExport: false,
  };
  return { timeline, problem };
}

/** Ten days of the steel works under an indexed contract of 629 kW in each period. */
export function steelContract(
  batteryKw: number,
  batteryKwh: number,
  told: Partial<ContractInput> = {},
): ContractedSite {
  const contracted_kw = new Array<number>(6).fill(629);
  const contract: ContractInput = { tariff: "6.1TD", contracted_kw, pricing: { kind: "indexed" }, ...told };
  const { supply } = readCase({ pv_value: 0, demand_value: 0, contract });
  return { supply: supply!, ...steelYear(batteryKw, batteryKwh, "2024-01-10"), isTaxed: false };
}
