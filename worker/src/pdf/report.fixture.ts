import { gzipSync } from "node:zlib";
import type { CaseSeries } from "@ecotrim/contracts/simulations/case-file";
import { caseOf, completeInput, type GivenCurves, type SimulationInput } from "@ecotrim/contracts/simulations/input";
import type { Results } from "@ecotrim/contracts/simulations/result";
import { followedRequest, type SimulationRequest } from "@ecotrim/engine/simulate";
import { asStored } from "@ecotrim/present/results/stored.fixture";
import { fastFirst } from "../solver/fast-first.ts";
import { createTasks } from "../solver/tasks.ts";
import type { ReportContent } from "./content.ts";

/** Enough scenarios for a verdict; the product solves more. */
const SCENARIOS = 256;

const solve = fastFirst(async () => {
  throw new Error("this site needs the other solver");
});
const { simulate, scenarioBase, solveScenarios, summarise, sensitivity, sizing } = createTasks(solve);

/** A simulation and its studies, calculated by the engine as in the product: 500 kWh per hour by default, or measured curves. */
export async function computedReport(
  fields: SimulationInput = {},
  measured?: { curves: GivenCurves; series: CaseSeries },
): Promise<ReportContent> {
  const complete = completeInput(
    {
      ...(!measured && { demand_value: 500 }),
      total_spending: 400_000,
      battery_capacity: 2000,
      max_charge_power: 500,
      max_discharge_power: 500,
      ...fields,
    },
    measured?.curves,
  );
  const request = { input: caseOf(complete), ...(measured && { series: measured.series }) };
  const output = await simulate(request, () => {});
  const results = asStored(output.results);
  const { curve: _, pv_curve: __, ...inputParameters } = complete;
  return {
    simulation: {
      id: "0b6cc3d1-6a8f-4c6e-9d0f-0d2b6f1c7a55",
      name: null,
      site: null,
      createdAt: "2026-11-27T23:30:00.000Z",
      inputParameters: { ...inputParameters, battery_type: "balanced" },
      calculatorContext: null,
      financeTerms: null,
      results,
      ...(await following(request, results)),
      executionTime: 3120,
    },
    holder: { firstName: "Lucía", lastName: "Núñez Peña", company: "Aceros y Forjas del Cantábrico, S. A." },
    issuedAt: "2026-11-28T10:00:00.000Z",
    hourly: gzipSync(JSON.stringify(output.hourly)),
  };
}

async function following(
  asked: Pick<SimulationRequest, "input" | "series">,
  results: Results,
): Promise<Pick<ReportContent["simulation"], "power" | "uncertainty" | "sensitivity">> {
  const { economic_case } = results;
  if (!economic_case) return { power: null, uncertainty: null, sensitivity: null };
  const request = followedRequest(asked, { ...results, economic_case });
  const base = await scenarioBase(request);
  const spread = await summarise(base, await solveScenarios(base, 0, SCENARIOS));
  const tornado = await sensitivity(request);
  return {
    power: null,
    uncertainty: { status: "completed", scenarios: SCENARIOS, total: SCENARIOS, result: spread },
    sensitivity: {
      status: "completed",
      tornado,
      sizing:
        tornado.npv_eur === null ? null : await sizing({ ...asked, ...(request.found && { found: request.found }) }),
    },
  };
}
