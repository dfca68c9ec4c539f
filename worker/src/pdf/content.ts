import type { Brand, Proposal } from "@ecotrim/contracts/brands/brand";
import type { SimulationRecord } from "@ecotrim/contracts/simulations/record";
import type { Results } from "@ecotrim/contracts/simulations/result";

/** Content of a report: a completed simulation and the report's holder. Rendering reads no other data. */
export interface ReportContent {
  simulation: Pick<
    SimulationRecord,
    | "id"
    | "name"
    | "site"
    | "createdAt"
    | "inputParameters"
    | "calculatorContext"
    | "financeTerms"
    | "power"
    | "uncertainty"
    | "sensitivity"
    | "executionTime"
  > & { results: Results };
  /** Names are printed as data, unchanged. */
  holder: { firstName: string; lastName: string; company: string | null };
  /** ISO 8601. */
  issuedAt: string;
  /** Gzipped JSON of the hourly series, as it is stored; only a workbook shows it. */
  hourly?: Uint8Array;
  /** Of a proposal alone: whose name the report bears, and for whom. */
  proposal?: Proposal & Pick<Brand, "company" | "accent" | "text"> & { logo: Uint8Array | null };
}
