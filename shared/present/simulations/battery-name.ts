import { formatNumber } from "@ecotrim/contracts/numbers";
import { BATTERY_KEYS, type BatteryKey } from "@ecotrim/contracts/simulations/battery-options";
import type { GivenContext } from "@ecotrim/contracts/simulations/context";
import { SimulationInput } from "@ecotrim/contracts/simulations/input";

export const BATTERY_NAMES: Record<BatteryKey, string> = {
  conservative: "Conservadora",
  balanced: "Equilibrada",
  aggressive: "Agresiva",
};

const isBatteryKey = (name: string): name is BatteryKey => (BATTERY_KEYS as readonly string[]).includes(name);

/** kW or kWh in thousands of the unit, exact to the unit: 1250 -> `1,25 MWh`. */
export const inThousands = (value: number | null, unit: string): string =>
  formatNumber(value === null ? null : value / 1000, {
    unit,
    ...(value !== null && value % 10 ? { decimals: 3 } : {}),
  });

interface NamedSimulation {
  inputParameters: SimulationInput;
  calculatorContext: GivenContext | null;
}

/** How a simulation is called to who holds it: as they named it, else as its battery. */
export const simulationName = (simulation: NamedSimulation & { name: string | null }): string =>
  simulation.name ?? batteryName(simulation);

/** Name of a simulation's battery in lists, titles and reports: its given name, its card's name, or its size. */
export function batteryName({ inputParameters: input, calculatorContext }: NamedSimulation): string {
  const given = input.battery_type?.trim() || calculatorContext?.selectedBattery.name?.trim();
  if (given) return isBatteryKey(given) ? `Batería ${BATTERY_NAMES[given].toLowerCase()}` : given;
  const capacity = input.battery_capacity ?? SimulationInput.properties.battery_capacity.default;
  return capacity > 0 ? `Batería de ${inThousands(capacity, "MWh")}` : "Sin batería";
}
