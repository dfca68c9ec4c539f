import { formatNumber } from "@ecotrim/contracts/numbers";
import type { SimulationSummary } from "@ecotrim/contracts/simulations/association";

/** What a list calls a simulation: as its holder named it, else as its battery. */
export const listedName = ({ name, batteryName }: Pick<SimulationSummary, "name" | "batteryName">): string =>
  name ?? batteryName;

/** The battery of a simulation with a name of its own is told with its size; so is who else calculated it. */
export const batteryLine = (simulation: SimulationSummary): string =>
  [
    ...(simulation.name === null ? [] : [simulation.batteryName]),
    batterySize(simulation),
    ...(simulation.source === "external" ? ["Calculada fuera de EcoTrim"] : []),
  ]
    .filter(Boolean)
    .join(" · ");

/** "2.000 kWh / 1.000 kW"; a value that an API client left out is omitted. */
export const batterySize = ({ capacityKwh, powerKw }: Pick<SimulationSummary, "capacityKwh" | "powerKw">): string =>
  [
    { value: capacityKwh, unit: "kWh" },
    { value: powerKw, unit: "kW" },
  ]
    .flatMap(({ value, unit }) => (value === null ? [] : formatNumber(value, { decimals: 0, unit })))
    .join(" / ");
