import type { Case } from "@ecotrim/contracts/simulations/input";

export interface Efficiencies {
  charge: number;
  discharge: number;
  roundTrip: number;
}

/**
 * Efficiencies between meter and cells, 0..1: those of the battery, and half of the conversion's round trip (inverter,
 * transformer, cables) each way.
 */
export function efficienciesOf({ battery }: Case): Efficiencies {
  const eachWay = Math.sqrt(battery.conversionEfficiency);
  const charge = battery.chargeEfficiency * eachWay;
  const discharge = battery.dischargeEfficiency * eachWay;
  return { charge, discharge, roundTrip: charge * discharge };
}
