import { formatNumber } from "@ecotrim/contracts/numbers";
import type { SimulationSummary } from "@ecotrim/contracts/simulations/association";

/** "2.000 kWh / 1.000 kW"; a value that an API client left out is omitted. */
export const batterySize = ({ capacityKwh, powerKw }: Pick<SimulationSummary, "capacityKwh" | "powerKw">): string =>
  [
    { value: capacityKwh, unit: "kWh" },
    { value: powerKw, unit: "kW" },
  ]
    .flatMap(({ value, unit }) => (value === null ? [] : formatNumber(value, { decimals: 0, unit })))
    .join(" / ");
