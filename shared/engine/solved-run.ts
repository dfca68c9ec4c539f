import type { Case } from "@ecotrim/contracts/simulations/input";
import type { ContractRow, WithoutVat } from "./contract-range.ts";
import type { Flows, FlowTotals } from "./dispatch/flows.ts";
import type { DispatchProblem, DispatchSchedule, DispatchSolution } from "./dispatch/problem.ts";
import type { EngineAssumptions } from "./economics/assumptions.ts";
import type { EconomicCase, Economics, OperationPoint } from "./economics/economics.ts";
import type { ContractValue } from "./power-contract/contract-value.ts";
import type { SwingRange } from "./power-contract/swing-range.ts";
import type { FoundSlip } from "./site/plausibility.ts";
import type { GivenSeries, Site } from "./site/site.ts";

/** A site with its dispatch and flows. */
export interface Operation {
  site: Site;
  problem: DispatchProblem;
  schedule: DispatchSchedule;
  flows: Flows;
  totals: FlowTotals;
}

/** Solutions and figures of a run. */
export interface SolvedRun extends Operation {
  input: Case;
  given: GivenSeries;
  assumptions: EngineAssumptions;
  solution: DispatchSolution;
  /** Null where the site cannot do without the battery. */
  withoutBattery: DispatchSchedule | null;
  /** Energy bills of the period, EUR. */
  billWithoutEur: number | null;
  billWithEur: number;
  auxiliariesMwh: number;
  fade: number;
  /** Full cycles a year of the new battery; null without capacity. */
  cyclesPerYear: number | null;
  /** Operation in each year of life. */
  operationYears: OperationPoint[];
  /** Operation in the years after its life, up to the longest life. */
  laterYears: OperationPoint[];
  /** Null where the site cannot do without the battery. */
  economics: Economics | null;
  economicCase: EconomicCase | null;
  /** What powers and battery make of a given contract; null where none is given, or its power term cannot be known. */
  contractValue: ContractValue | null;
  /** What is saved at other swings of the load; null where its peaks are known. */
  swingRange: SwingRange | null;
  /** What the battery is worth by kind of contract. */
  contractRange: ContractRow[];
  /** What year 1 would be said to save without the curve, EUR; null without one, or where it cannot be said. */
  savingByAverageEur: number | null;
  /** What its answers are doubted for. */
  slip: FoundSlip | undefined;
  /** What the battery is worth if the spending holds VAT; null where it is not doubted for it, or nothing can be valued. */
  withoutVat: WithoutVat | null;
}
