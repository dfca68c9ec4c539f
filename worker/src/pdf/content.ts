import type { SimulationRecord } from "@ecotrim/contracts/simulations/record";
import type { Results } from "@ecotrim/contracts/simulations/result";

/** What a report is written from: a completed simulation and whose report it is. Nothing else is read. */
export interface ReportContent {
  simulation: Pick<
    SimulationRecord,
    | "id"
    | "name"
    | "site"
    | "createdAt"
    | "inputParameters"
    | "calculatorContext"
    | "uncertainty"
    | "sensitivity"
    | "executionTime"
  > & { results: Results };
  /** Names are shown as they are, as data. */
  holder: { firstName: string; lastName: string; company: string | null };
  /** ISO 8601. */
  issuedAt: string;
}
