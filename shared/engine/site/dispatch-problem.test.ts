import { CONVERSION_EFFICIENCY, readCase, type SimulationInput } from "@ecotrim/contracts/simulations/input";
import { expect, test } from "vitest";
import { engineAssumptions } from "../economics/assumptions.ts";
import { cyclesOf } from "../economics/cycles.ts";
import { buildSite } from "./build-site.ts";
import { dispatchProblem } from "./dispatch-problem.ts";
import { efficienciesOf } from "./efficiencies.ts";

const DAY = { demand_value: 500, start_date: "2024-06-03", end_date: "2024-06-03" };
const batteryOf = (fields: SimulationInput) => {
  const input = readCase({ ...DAY, ...fields });
  return dispatchProblem(input, buildSite(input), engineAssumptions(input)).battery;
};

test("the conversion takes its square root each way, on top of the battery's own efficiencies", () => {
  const { etaCharge, etaDischarge } = batteryOf({});
  expect(etaCharge).toBe(0.975 * Math.sqrt(CONVERSION_EFFICIENCY));
  expect(etaDischarge).toBe(etaCharge);
  expect(etaCharge * etaDischarge).toBeCloseTo(0.9, 3);
});

test("efficiencies of a caller's own hold the conversion, unless the caller gives it", () => {
  expect(batteryOf({ efficiency_charge: 0.95 })).toMatchObject({ etaCharge: 0.95, etaDischarge: 0.975 });
  const { etaCharge } = batteryOf({ efficiency_charge: 0.95, conversion_efficiency: 0.81 });
  expect(etaCharge).toBeCloseTo(0.95 * 0.9, 12);
});

test("cycles count the energy drawn from the cells, before the losses of the conversion", () => {
  const input = readCase({ ...DAY, battery_capacity: 1000 });
  expect(cyclesOf(input, 1)).toBeCloseTo(1 / efficienciesOf(input).discharge, 12);
});
