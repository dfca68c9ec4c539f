import { completeInput, readCase, type SimulationInput } from "@ecotrim/contracts/simulations/input";
import type { Computation } from "@ecotrim/server/db/entities/computation";
import { expect, test } from "vitest";
import { caseOfRow } from "./stored-case.ts";

type Row = Pick<Computation, "input" | "inputCase">;

/** The rows in which the two versions before kept an input: its payload alone, or its case as well. */
function rowsBefore(input: SimulationInput): Row[] {
  const { province: _p, contract_kind: _c, tariff: _t, tariff_year: _y, ...rest } = completeInput(input);
  const { conversion_efficiency: _e, shifts: _s, ...payload } = rest;
  const { site, load, tariff, battery, ...parts } = readCase(input);
  const { province: _province, ...oldSite } = site;
  const { shifts, ...oldLoad } = load;
  const { name: _name, year: _year, contractKind: _kind, ...oldTariff } = tariff;
  const { conversionEfficiency: _conversion, ...oldBattery } = battery;
  const old = {
    ...parts,
    site: oldSite,
    load: { ...oldLoad, twoShifts: shifts === 2 },
    tariff: oldTariff,
    battery: oldBattery,
  };
  return [
    { input: payload, inputCase: null },
    { input: payload, inputCase: old },
  ] as unknown as Row[];
}

test.each([
  { demand_value: 500 },
  { demand_value: 500, total_spending: 400_000, two_turnes: true, weekends: false, zero_export: true },
  { demand_value: 250, market_year: 2023, limit: 900, efficiency_charge: 0.9, battery_export: true, fade: 0.03 },
] as SimulationInput[])("a row of a version before is computed as if it were asked for today: %o", (input) => {
  for (const row of rowsBefore(input)) expect(caseOfRow(row)).toEqual(readCase(input));
});

test("a row of this version is computed as it is", () => {
  const input = completeInput({
    demand_value: 500,
    province: "46",
    contract_kind: "fixed",
    tariff: "3.0TD",
    shifts: 1,
  });
  const inputCase = readCase(input);
  expect(caseOfRow({ input, inputCase } as Row)).toEqual(inputCase);
  expect(caseOfRow({ input, inputCase: null } as unknown as Row)).toEqual(inputCase);
});
