import type { SimulationRecord } from "@ecotrim/contracts/simulations/record";
import type { Indicator, Results } from "@ecotrim/contracts/simulations/result";
import { ECONOMICS_ROWS } from "@ecotrim/present/economics-rows";
import { labelOf } from "@ecotrim/present/figures";
import { CONTRACT_ASSUMPTIONS } from "@ecotrim/present/results/contract-labels";
import { nullReasonsOf } from "@ecotrim/present/results/null-reasons";

/** The record without the owner's contract, bill and terms, which a link does not show, nor what they can be told from. */
export function withoutContract(record: SimulationRecord): SimulationRecord {
  const { source, inputParameters, calculatorContext, results } = record;
  const hidden = results && omitted(results, ["bill", "battery_value"]);
  return {
    ...record,
    financeTerms: null,
    inputParameters: omitted(inputParameters, ["contract"]),
    calculatorContext: calculatorContext && omitted(calculatorContext, ["contract"]),
    // Results from elsewhere may have anything there.
    results: hidden && source === "platform" && inputParameters.contract ? withoutTraces(hidden, results) : hidden,
  };
}

const WARNINGS_OF_CONTRACT = ["estimated_peaks", "spending_not_used"];
/** The rows that hold the whole bill. */
const ROWS_OF_BILL: string[] = [ECONOMICS_ROWS.otherTerms, ECONOMICS_ROWS.totalCost];
const INDICATORS_OF_CONTRACT = (
  ["lcoe", "lcoe_without_battery", "import_peak_without", "import_peak_with"] as const
).map((key) => labelOf(key, "indicator"));

/** Cost per MWh times demand is the bill, the economic case holds it, and the best powers follow the peaks. */
function withoutTraces(hidden: Results, { bill }: Results): Results {
  const { summary, kpi_new_table: kpis, operative_analysis: operative, owner, null_reasons } = hidden;
  const table = hidden.project_economics_table;
  const noCost = { lcoe: null };
  // Older results lack some of these.
  return {
    ...omitted(hidden, ["economic_case", "peaks"]),
    summary: { ...summary, ...noCost },
    ...(kpis && {
      kpi_new_table: { ...kpis, economics: { ...kpis.economics, ...noCost, lcoe_without_battery: null } },
    }),
    ...(owner && { owner: { ...owner, ...noCost } }),
    null_reasons: {
      ...null_reasons,
      ...nullReasonsOf({ lcoe: "not_shared", lcoe_without_battery: "not_shared" }).null_reasons,
    },
    kpi_table: shownOf(hidden.kpi_table),
    ...(operative && { operative_analysis: { ...operative, kpi_demand: shownOf(operative.kpi_demand) } }),
    ...(bill && table && { project_economics_table: table.filter(({ var_name }) => !ROWS_OF_BILL.includes(var_name)) }),
    assumptions: hidden.assumptions?.filter(({ key }) => !CONTRACT_ASSUMPTIONS.includes(key)),
    warnings: hidden.warnings?.filter(({ code }) => !WARNINGS_OF_CONTRACT.includes(code)),
  };
}

const shownOf = (indicators: Indicator[]): Indicator[] =>
  indicators?.filter(({ indicator }) => !INDICATORS_OF_CONTRACT.includes(indicator));

const omitted = <T extends object>(from: T, keys: string[]): T =>
  Object.fromEntries(Object.entries(from).filter(([key]) => !keys.includes(key))) as T;
