import { SAMPLE_SCENARIOS } from "@ecotrim/present/reports/sample";
import type { ReportContent } from "../pdf/content.ts";
import { renderReport } from "../pdf/report.ts";
import { computedCase } from "./computed-case.ts";

/** It changes no figure, and a fixed one leaves the file the same from build to build. */
const ISSUED_AT = "2026-01-15T09:00:00.000Z";

/** The premium report of an invented plant, made by the engine and the generator of this build. */
export async function sampleReport(): Promise<Buffer> {
  const {
    inputParameters,
    hourly: _,
    ...calculated
  } = await computedCase(
    {
      province: "41",
      pv_value: 2500,
      demand_value: 600,
      two_turnes: true,
      weekends: false,
      total_spending: 262_000,
      battery_capacity: 1500,
      max_charge_power: 400,
      max_discharge_power: 400,
      capex_eur: 275_000,
      contract_kind: "fixed_margin",
    },
    SAMPLE_SCENARIOS,
  );
  const content: ReportContent = {
    simulation: {
      id: "00000000-0000-4000-8000-000000000000",
      name: null,
      site: "Ejemplo: planta inventada en Sevilla",
      createdAt: ISSUED_AT,
      inputParameters: { ...inputParameters, battery_type: "balanced" },
      calculatorContext: null,
      financeTerms: null,
      ...calculated,
      executionTime: null,
    },
    holder: { firstName: "", lastName: "", company: "Conservas Inventadas, S. L." },
    issuedAt: ISSUED_AT,
  };
  return renderReport("premium", content);
}
