import type { CaseSeries } from "@ecotrim/contracts/simulations/case-file";
import { caseOf, completeInput, type GivenCurves, type SimulationInput } from "@ecotrim/contracts/simulations/input";
import type { Results } from "@ecotrim/contracts/simulations/result";
import { followedRequest, type SimulationRequest } from "@ecotrim/engine/simulate";
import type { SimulationOutput } from "@ecotrim/present/results/results";
import type { ReportContent } from "../pdf/content.ts";
import { fastFirst } from "../solver/fast-first.ts";
import { createTasks } from "../solver/tasks.ts";

const solve = fastFirst(async () => {
  throw new Error("this site needs the other solver");
});
const { simulate, scenarioBase, solveScenarios, summarise, sensitivity, sizing } = createTasks(solve);

/** What a report says of a run and its studies. */
export type ComputedCase = Pick<
  ReportContent["simulation"],
  "inputParameters" | "results" | "power" | "uncertainty" | "sensitivity"
> &
  Pick<SimulationOutput, "hourly">;

/** A simulation and the studies that a report has, calculated at once and stored nowhere. */
export async function computedCase(
  fields: SimulationInput,
  scenarios: number,
  measured?: { curves: GivenCurves; series: CaseSeries },
): Promise<ComputedCase> {
  const complete = completeInput(fields, measured?.curves);
  const request = { input: caseOf(complete), ...(measured && { series: measured.series }) };
  const { results, hourly } = await simulate(request, () => {});
  const { curve: _, pv_curve: __, ...inputParameters } = complete;
  return { inputParameters, results, hourly, ...(await following(request, results, scenarios)) };
}

async function following(
  asked: Pick<SimulationRequest, "input" | "series">,
  results: Results,
  scenarios: number,
): Promise<Pick<ComputedCase, "power" | "uncertainty" | "sensitivity">> {
  const { economic_case } = results;
  if (!economic_case) return { power: null, uncertainty: null, sensitivity: null };
  const request = followedRequest(asked, { ...results, economic_case });
  const base = await scenarioBase(request);
  const spread = await summarise(base, await solveScenarios(base, 0, scenarios));
  const tornado = await sensitivity(request);
  return {
    power: null,
    uncertainty: { status: "completed", scenarios, total: scenarios, result: spread },
    sensitivity: {
      status: "completed",
      tornado,
      sizing:
        tornado.npv_eur === null ? null : await sizing({ ...asked, ...(request.found && { found: request.found }) }),
    },
  };
}
