import { gzipSync } from "node:zlib";
import type { CaseSeries } from "@ecotrim/contracts/simulations/case-file";
import type { GivenCurves, SimulationInput } from "@ecotrim/contracts/simulations/input";
import { asStored } from "@ecotrim/present/results/stored.fixture";
import { computedCase } from "../sample/computed-case.ts";
import type { ReportContent } from "./content.ts";

/** Enough scenarios for a verdict; the product solves more. */
const SCENARIOS = 256;

/** A simulation and its studies, calculated by the engine as in the product: 500 kWh per hour by default, or measured curves. */
export async function computedReport(
  fields: SimulationInput = {},
  measured?: { curves: GivenCurves; series: CaseSeries },
): Promise<ReportContent> {
  const { inputParameters, results, hourly, ...studies } = await computedCase(
    {
      ...(!measured && { demand_value: 500 }),
      total_spending: 400_000,
      battery_capacity: 2000,
      max_charge_power: 500,
      max_discharge_power: 500,
      ...fields,
    },
    SCENARIOS,
    measured,
  );
  return {
    simulation: {
      id: "0b6cc3d1-6a8f-4c6e-9d0f-0d2b6f1c7a55",
      name: null,
      site: null,
      createdAt: "2026-11-27T23:30:00.000Z",
      inputParameters: { ...inputParameters, battery_type: "balanced" },
      calculatorContext: null,
      financeTerms: null,
      results: asStored(results),
      ...studies,
      executionTime: 3120,
    },
    holder: { firstName: "Lucía", lastName: "Núñez Peña", company: "Aceros y Forjas del Cantábrico, S. A." },
    issuedAt: "2026-11-28T10:00:00.000Z",
    hourly: gzipSync(JSON.stringify(hourly)),
  };
}
